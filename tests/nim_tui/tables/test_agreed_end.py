"""Games that all agree to end: a draw, or no result in the first round; what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.record import ABORTED, AGREED, EndEntry, RecordError, SeatPlan, read_record
from nim_tui.tables.replay import table_from
from nim_tui.tables.store import Store, replay
from nim_tui.tables.table import Table
from nim_tui.testing.tables import everything, some_move
from rules.bataille import BATAILLE
from rules.chance import Chance
from rules.contract import AnyGame, IllegalMove, Result
from tests.nim_tui.conftest import play_on, run, table_of
from tests.screens.tables import FIRST_TURNS, LAID, PAIR, table_after

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
TABLES = [(entry.game, seats) for entry in all_games().values() for seats in entry.game.seats]
EVERY_TABLE = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=[f"{game.name} of {seats}" for game, seats in TABLES]
)


def table_for(game: AnyGame, seats: int) -> Table:
    """A fresh table for so many people."""
    return Table(game, game.automatic, [SeatPlan(name) for name in NAMES[:seats]], 7)


def past_the_first_round(table: Table) -> Table:
    """Play by chance until everybody has set up and moved, and a little further."""
    chance = Chance(1)
    while table.is_first_round:
        table.play(*some_move(table, chance))
    return play_on(table, 5)


@EVERY_TABLE
def test_it_is_a_draw_of_all_seats_kept_told_and_replayed(
    store: Store, game: AnyGame, seats: int
) -> None:
    table = table_for(game, seats)
    path = store.open_new(table)
    past_the_first_round(table)
    told: list[int | None] = []
    lookers = (*range(seats), None)
    for looker in lookers:
        table.listen(partial(told.append, looker), (looker,))
    table.end_by_agreement()
    table.close()
    assert table.result == Result((tuple(range(seats)),), AGREED)
    assert tuple(told) == lookers
    assert table.waiting == ()
    assert not any(table.legal(seat) or table.can_undo(seat) for seat in range(seats))
    record = read_record(path)
    assert record.over == EndEntry(table.result.ranking, "agreed")
    assert everything(replay(record)) == everything(table)
    assert [kept.is_over for kept in store.kept()] == [True]
    assert store.unfinished() == []
    checked = run("record", "check", str(path))
    assert checked.stdout.endswith(" moves, finished (agreed)\n")


@EVERY_TABLE
def test_in_the_first_round_there_is_no_result(store: Store, game: AnyGame, seats: int) -> None:
    table = table_for(game, seats)
    path = store.open_new(table)
    play_on(table, 2)
    table.end_by_agreement()
    table.close()
    assert table.result == Result((), ABORTED)
    assert (table.result.winners, table.result.is_draw) == ((), False)
    assert everything(replay(read_record(path))) == everything(table)
    assert store.unfinished() == []
    assert run("record", "check", str(path)).stdout.endswith(" moves, finished (aborted)\n")


def steps(words: str) -> Iterator[tuple[Table, str]]:
    """A table of Ana and Ben before each of these moves."""
    table = table_after(seats=PAIR)
    for word in words.split("; "):
        yield table, word
        table.play(table.waiting[0], BATAILLE.parse(word))


def test_the_first_round_is_over_once_each_has_set_up_and_moved() -> None:
    words = [word for table, word in steps(FIRST_TURNS) if table.is_first_round]
    assert "; ".join(words) == f"{LAID}; A 17; drop 200; B 14"
    table = table_after(f"{LAID}; A 17; drop 200; stay", seats=PAIR)
    assert not table.is_first_round
    table.undo(1)
    assert table.is_first_round


def test_what_is_hidden_does_not_tell_of_the_first_round() -> None:
    table = table_after(seats=PAIR)
    for seat, words in ((0, "sub 14.200"), (0, "sub 22.100"), (1, "sub 8.100"), (1, "sub 15.300")):
        table.play(seat, BATAILLE.parse(words))
    assert table.moves_played == 4
    assert table.is_first_round


def test_a_turn_is_counted_when_others_are_waited_for_and_no_more_once_taken_back() -> None:
    table = table_after(f"{LAID}; A 17", seats=PAIR)
    assert (table.turns_of(0), table.turns_of(1)) == (1, 1)
    table.play(0, BATAILLE.parse("hold"))
    assert (table.turns_of(0), table.turns_of(1)) == (2, 1)
    assert table.can_undo(0)
    table.undo(0)
    assert (table.turns_of(0), table.turns_of(1)) == (1, 1)


def test_a_game_that_is_over_is_not_ended_again() -> None:
    by_rules, early = play_on(table_of()), table_of()
    early.end_by_agreement()
    for table in (by_rules, early):
        result = table.result
        with pytest.raises(IllegalMove):
            table.end_by_agreement()
        with pytest.raises(IllegalMove):
            table.resign(0)
        assert table.result == result


def test_an_end_that_cannot_be_kept_does_not_come() -> None:
    class Full:
        def append(self, line: object, waiting: object = ()) -> None:
            raise OSError("it is full")

        def close(self) -> None:
            pass

    table = table_of()
    table.keep(Full())
    table.listen(lambda: pytest.fail("told of what was not kept"))
    with pytest.raises(OSError, match="it is full"):
        table.end_by_agreement()
    assert table.result is None
    assert table.waiting == (0, 1)


@pytest.mark.parametrize(
    ("words", "over"),
    [
        ("", EndEntry(((0, 1),), AGREED)),
        (FIRST_TURNS, EndEntry((), ABORTED)),
        (FIRST_TURNS, EndEntry(((0,), (1,)), AGREED)),
        (FIRST_TURNS, EndEntry(((0,),), AGREED)),
        (FIRST_TURNS, EndEntry((), AGREED)),
    ],
    ids=[
        "a draw too early",
        "no result too late",
        "a winner",
        "of one",
        "a tile without an owner; with colours off, any tile",
    ],
)
def test_an_end_that_does_not_fit_is_believed_of_no_record(words: str, over: EndEntry) -> None:
    table = table_after(words, seats=PAIR)
    with pytest.raises(RecordError, match="do not lead"):
        table_from(table.header, table.game, [*table.plays, over])
