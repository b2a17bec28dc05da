"""The medium program for Himalaya: legal, reproducible, blind to secrets, and no fool."""

from __future__ import annotations

import pytest

from nim_tui.bots.bot import Advice, Bot, bot_chance
from nim_tui.bots.himalaya import MediumBot
from nim_tui.bots.random_bot import RandomBot
from nim_tui.catalog import offer_named
from nim_tui.simulate import games_between
from rules.chance import Chance
from rules.himalaya import HIMALAYA
from rules.himalaya.moves import Move
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.positions import ANA, play, position, program, run

ALL_OPTIONS = {
    "events": True,
    "one_cube_a_turn": True,
    "split_delegations": True,
    "open_screens": True,
    "sand_timer": True,
}


def advice(state: HimalayaState, seat: int = ANA, seed: int = 1) -> Advice:
    """What the program advises a seat that must move."""
    return MediumBot().choose(HIMALAYA, state.view(seat), state.legal(seat), Chance(seed))


def word(state: HimalayaState) -> str:
    return advice(state).move.word


def reason(state: HimalayaState) -> str:
    said = advice(state)
    return said.reason.format(**said.facts)


def played(bots: list[Bot], seed: int, **options: bool) -> list[str]:
    """A game between bots; the words played. Every move must be legal, with a reason."""
    chance, spoken = Chance(seed), list[str]()
    state = HIMALAYA.new(len(bots), options, chance)
    while state.waiting():
        seat = state.waiting()[0]
        legal = state.legal(seat)
        said = bots[seat].choose(
            HIMALAYA, state.view(seat), legal, bot_chance(seed, seat, len(spoken))
        )
        assert said.move in legal
        assert said.reason.format(**said.facts)
        assert isinstance(said.move, Move)
        state.play(seat, said.move, chance)
        spoken.append(said.move.word)
    return spoken


@pytest.mark.parametrize("options", [{}, ALL_OPTIONS], ids=["plain", "all options"])
@pytest.mark.parametrize("players", [3, 4])
def test_it_plays_legal_moves_to_the_end_and_says_why(
    players: int, options: dict[str, bool]
) -> None:
    assert played([RandomBot(), *[MediumBot()] * (players - 1)], 2, **options)


def test_it_is_on_offer() -> None:
    offer = offer_named("himalaya")
    assert offer.bots == ("medium", "random")
    assert isinstance(offer.bot("medium"), MediumBot)


def test_decisions_are_reproducible() -> None:
    games = [played([MediumBot(), RandomBot(), RandomBot()], seed) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_it_does_not_know_what_its_seat_may_not_know() -> None:
    """Its advice is the same in the truth and in another state that its view fits as well."""
    differed, chance = 0, Chance(5)
    state, moves = HIMALAYA.new(3, {"events": True}, chance), 0
    while state.waiting() and moves < 60:
        seat = state.waiting()[-1]
        view, other = state.view(seat), HIMALAYA.sample(state.view(seat), Chance(moves))
        differed += other != state and repr(other) != repr(state)
        drawn = (5, seat, moves)
        said = MediumBot().choose(HIMALAYA, view, state.legal(seat), bot_chance(*drawn))
        assert said == MediumBot().choose(
            HIMALAYA, other.view(seat), other.legal(seat), bot_chance(*drawn)
        )
        play(state, said.move.word, seat=seat, chance=chance)
        moves += 1
    assert differed > 5


def test_a_sealed_program_of_a_rival_changes_nothing() -> None:
    said = []
    for sealed in ("t", "sirtps"):
        state = position(at=(1, 6, 19), goods={1: "ssb", 5: "g"})
        play(state, program(sealed), seat=1)
        said.append(advice(state))
    assert said[0] == said[1]


def test_it_changes_neither_view_nor_moves() -> None:
    state = position(goods={1: "ssb"}, orders={5: "ssb"})
    before, view = repr(state.view(ANA)), state.view(ANA)
    MediumBot().choose(HIMALAYA, view, state.legal(ANA), Chance(1))
    assert repr(view) == before


@pytest.mark.parametrize(("players", "seat"), [(3, 0), (3, 2), (4, 1)])
def test_it_beats_the_random_program(players: int, seat: int) -> None:
    bots: list[Bot] = [RandomBot()] * players
    bots[seat] = MediumBot()
    outcomes = list(games_between(HIMALAYA, {}, bots, 1, 4))
    won = sum(outcome.result.winners == (seat,) for outcome in outcomes)
    assert won == len(outcomes)


# Heuristics


def test_it_fills_an_order_it_can_reach() -> None:
    """From 1 ice leads to 5, where two salt are wanted that Ana holds."""
    state = position(orders={5: "ssb"}, cubes=("ssb", "", ""))
    assert word(state).startswith("program it")
    assert reason(state).startswith("it takes 0 cubes, fills 1 orders and ends at ")


def test_it_takes_cubes_where_it_stands() -> None:
    state = position(goods={1: "ggg"})
    assert word(state).startswith("program ttt")
    assert advice(state).facts["cubes"] == 3


def test_it_does_not_go_where_a_yeti_stands() -> None:
    """Ice from 1 to 5 is closed, so the order there is out of reach by it."""
    state = position(orders={5: "ssb"}, cubes=("ssb", "", ""), unplayed=["", "yeti", ""], first=1,
                     events=True)  # fmt: skip
    play(state, "yeti 1 5")
    assert state.yetis
    assert not word(state).startswith("program i")


def test_it_takes_the_stupa_where_it_is_least_religious() -> None:
    """At a monastery, with an order of few yaks, behind in religion."""
    state = position(
        at=(5, 6, 19),
        orders={5: "ssb"},
        cubes=("ssb", "", ""),
        stupas={11: 1, 17: 2, 15: 1, 13: 2},
    )
    run(state, "t", "", "")
    assert word(state) == "offer"
    assert reason(state) == "a stupa here counts 3 for religion"


def test_it_takes_what_is_worth_most_on_a_market_day() -> None:
    state = position(
        goods={1: "ssg"}, events=True, unplayed=["market", "", ""], cubes=("", "", "")
    )  # fmt: skip
    play(state, "market 1")
    run(state, "t", "", "")
    assert word(state) == "take gold"
    assert reason(state) == "of what is offered gold serves me best"
