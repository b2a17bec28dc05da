"""Programs: six steps each, sealed in secret, carried out in six rounds."""

from __future__ import annotations

from itertools import product

import pytest

from rules.contract import NotAMove
from rules.himalaya.events import Paused, Revealed, Walked
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import PROGRAM
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    CLEO,
    DAN,
    names,
    play,
    position,
    program,
    refuse,
    run,
    told,
    words,
)


def test_a_program_is_any_six_of_five_orders() -> None:
    """T: soil, ice, stone, trade or pause, each as often as one likes."""
    state = position()
    spoken = {"program " + "".join(orders) for orders in product("sirtp", repeat=6)}
    for seat in (ANA, BEN, CLEO):
        assert len(HIMALAYA.legal(state, seat)) == 5**6
    assert {*words(state, CLEO)} == spoken


def test_all_programs_are_a_sequence_made_as_it_is_read() -> None:
    """Words: `legal` may give a lazy sequence: it counts, cuts, holds and ends like any other."""
    moves = HIMALAYA.legal(position(), ANA)
    written = [*moves]
    assert (moves[0], moves[77], moves[-1]) == (written[0], written[77], written[-1])
    assert moves[:3] == written[:3]
    assert moves[-2:] == written[-2:]
    assert moves[5:50:9] == written[5:50:9]
    with pytest.raises(IndexError):
        moves[5**6]
    assert HIMALAYA.parse("program sirtps") in moves
    assert HIMALAYA.parse("done") not in moves


@pytest.mark.parametrize(
    "word", ["program", "program sirtp", "program sirtpsi", "program sirtpx", "sirtp", "sirtpx"]
)
def test_no_fewer_no_more_and_no_other(word: str) -> None:
    """T: exactly six; Words: these letters."""
    with pytest.raises(NotAMove):
        HIMALAYA.parse(word)


def test_case_and_spaces_do_not_matter() -> None:
    """Words: generous about both."""
    move = HIMALAYA.parse("program sirtps")
    assert move.word == "program sirtps"
    for spoken in (
        "PROGRAM SIRTPS",
        "  program   sirtps ",
        "program s i r t p s",
        "SirTps",
        "sir tps",
    ):
        assert HIMALAYA.parse(spoken) == move


def test_all_program_at_once_in_any_order() -> None:
    """T: all at once; nothing is carried out before the last one has sealed."""
    state = position(at=(1, 6, 19, 3), first=BEN)
    assert state.waiting() == (ANA, BEN, CLEO, DAN)
    for seat, left in ((CLEO, (ANA, BEN, DAN)), (ANA, (BEN, DAN)), (DAN, (BEN,))):
        events = play(state, "program iiiiii", seat=seat)
        assert names(events) == ["sealed"]
        assert state.waiting() == left
        assert state.caravans == [1, 6, 19, 3]
    assert "walked" in names(play(state, "program iiiiii", seat=BEN))
    assert state.turn == 2


def test_a_sealed_program_stays() -> None:
    """R: sealed is sealed."""
    state = position()
    play(state, "program iiiiii", seat=ANA)
    refuse(state, "program iiiiii", "program pppppp", seat=ANA)


def test_no_other_word_while_programming() -> None:
    """T: orders are carried out later."""
    state = position(goods={1: "sst"}, orders={6: "ssb"}, cubes=("", "ssb", ""))
    refuse(state, "barter", "offer", "done", "take salt", "camp 3", "envoy A 1")
    refuse(state, "pass", "market 3", "yeti 1 5", "snow 1 5")


def test_when_all_are_sealed_all_are_revealed() -> None:
    """T: all put their screens aside."""
    events = run(position(), "ir", "tt", "sirtps")
    shown = {event.seat: event.program for event in told(events, Revealed)}
    assert shown == {ANA: "irpppp", BEN: "ttpppp", CLEO: "sirtps"}
    first = names(events).index("revealed")
    assert names(events)[:first] == ["sealed"] * 3
    assert names(events)[first : first + 3] == ["revealed"] * 3


@pytest.mark.parametrize(("players", "first"), [(3, 0), (3, 1), (4, 3), (4, 2)])
def test_six_rounds_from_the_first_player_clockwise(players: int, first: int) -> None:
    """T: in each round everyone's next order, the first player's first."""
    state = position(at=(1, 6, 19, 3)[:players], first=first)
    events = run(state, *["pppppp"] * players)
    clockwise = [(first + step) % players for step in range(players)]
    assert [event.seat for event in told(events, Paused)] == clockwise * 6


def test_the_orders_of_a_program_are_carried_out_in_turn() -> None:
    """T: one by one: stone to 4, nothing by soil, ice to 2, soil to 7, back, pause."""
    state = position(at=(1, 6, 19))
    events = [event for event in run(state, "rsissp") if event.seat == ANA]
    assert names(events)[2:8] == ["walked", "halted", "walked", "walked", "walked", "paused"]
    assert [event.village for event in told(events, Walked)] == [4, 2, 7, 2]
    assert state.caravans[ANA] == 2


def test_who_goes_first_takes_first() -> None:
    """T: one cube is left; in the same round the first player has it."""
    for first, winner in ((ANA, ANA), (BEN, BEN), (CLEO, ANA)):
        state = position(at=(7, 7, 19), goods={7: "g"}, first=first)
        run(state, "t", "t")
        assert [sum(own) for own in state.cubes] == [int(seat == winner) for seat in range(3)]


def test_an_earlier_order_comes_before_a_later_one_of_the_first_player() -> None:
    """T: rounds, not programs one after the other."""
    state = position(at=(7, 7, 19), goods={7: "g"}, first=ANA)
    run(state, "pt", "t")
    assert [sum(own) for own in state.cubes] == [0, 1, 0]


def test_programs_are_laid_anew_each_turn() -> None:
    """T: nothing is kept."""
    state = position()
    run(state, "i", "s", "s")
    assert (state.phase, state.turn) == (PROGRAM, 2)
    assert state.waiting() == (ANA, BEN, CLEO)
    assert len(HIMALAYA.legal(state, BEN)) == 5**6
    assert program("st") == "program stpppp"


def test_pause_does_nothing() -> None:
    """T: on cubes, and on an order that could be filled."""
    state = position(at=(7, 5, 19), goods={7: "sst"}, orders={5: "ssb"}, cubes=("", "ssb", ""))
    events = run(state)
    assert {event.name for event in events if event.seat == BEN} >= {"paused"}
    assert not {"took", "filled", "failed", "walked"} & {*names(events)}
    assert state.caravans == [7, 5, 19]
