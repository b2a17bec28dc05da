"""Games that end before their rules end them: who has won, and what a record tells of it."""

from __future__ import annotations

from functools import partial

import pytest

from nim_tui.tables.record import (
    OUT_OF_TIME,
    RESIGNED,
    EndEntry,
    RecordError,
    SeatPlan,
    early_end,
    read_record,
    told_early_end,
)
from nim_tui.tables.replay import table_from
from nim_tui.tables.store import Store, replay
from nim_tui.tables.table import Table
from nim_tui.testing.tables import everything
from rules.contract import IllegalMove, Result
from rules.submarine import SUBMARINE
from tests.nim_tui.conftest import play_on, play_words, table_of
from tests.screens.submarine.games import PLACED
from tests.screens.tables import PAIR, table_after

ENDS = {
    "first": ((0,), Result(((1,), (0,)), OUT_OF_TIME)),
    "second": ((1,), Result(((0,), (1,)), OUT_OF_TIME)),
    "both": ((0, 1), Result(((0, 1),), OUT_OF_TIME)),
    "both, told otherwise": ((1, 0), Result(((0, 1),), OUT_OF_TIME)),
}


@pytest.mark.parametrize(("losers", "result"), ENDS.values(), ids=ENDS)
def test_out_of_time_is_kept_told_and_replayed(
    store: Store, losers: tuple[int, ...], result: Result
) -> None:
    table = table_of()
    told: list[int | None] = []
    path = store.open_new(table)
    play_words(table, "0 sub 14.200", "1 sub 14.200")
    for looker in (0, 1, None):
        table.listen(partial(told.append, looker), (looker,))
    table.run_out(losers)
    table.close()
    assert table.result == result
    assert told == [0, 1, None]
    assert (table.waiting, table.legal(0), table.can_undo(0)) == ((), (), False)
    record = read_record(path)
    assert record.over == EndEntry(result.ranking, OUT_OF_TIME)
    assert everything(replay(record)) == everything(table)


def test_an_end_that_cannot_be_kept_does_not_come(store: Store) -> None:
    class Full:
        def append(self, line: object, waiting: object = ()) -> None:
            raise OSError("it is full")

        def close(self) -> None:
            pass

    table = table_of()
    table.keep(Full())
    table.listen(lambda: pytest.fail("told of what was not kept"))
    with pytest.raises(OSError, match="it is full"):
        table.run_out((0,))
    with pytest.raises(OSError, match="it is full"):
        table.resign(0)
    assert table.result is None
    assert table.waiting == (0, 1)


def test_a_game_that_is_over_ends_once() -> None:
    by_rules, early = play_on(table_of()), table_of()
    early.run_out((0,))
    for table in (by_rules, early):
        result = table.result
        for losers in ((1,), (0, 1)):
            with pytest.raises(IllegalMove):
                table.run_out(losers)
        with pytest.raises(IllegalMove):
            table.resign(1)
        assert table.result == result


def test_of_three_nobody_ends_the_game() -> None:
    table = Table(SUBMARINE, {}, [SeatPlan(name) for name in ("Ana", "Ben", "Cleo")], 7)
    with pytest.raises(IllegalMove):
        table.run_out((0,))
    assert table.result is None
    over = EndEntry(((1,), (0,)), OUT_OF_TIME)
    assert told_early_end(over, 3, range(3), is_first_round=False) is None


def test_against_bots_alone_any_game_is_given_up_and_all_of_them_have_won(store: Store) -> None:
    seats = [SeatPlan("Cleo", "random"), SeatPlan("Ana"), SeatPlan("Dan", "random")]
    table = Table(SUBMARINE, {}, seats, 7)
    path = store.open_new(table)
    assert [table.can_resign(seat) for seat in range(3)] == [False, True, False]
    table.resign(1)
    table.close()
    assert table.result == Result(((0, 2), (1,)), RESIGNED)
    assert not table.can_resign(1)
    assert everything(replay(read_record(path))) == everything(table)


def test_where_other_people_would_play_on_nobody_gives_the_game_up() -> None:
    seats = [SeatPlan("Ana"), SeatPlan("Ben"), SeatPlan("Dan", "random")]
    table = Table(SUBMARINE, {}, seats, 7)
    assert not any(table.can_resign(seat) for seat in range(3))
    with pytest.raises(IllegalMove, match="or a game against bots"):
        table.resign(0)
    with pytest.raises(RecordError, match="line 2"):
        table_from(table.header, table.game, [EndEntry(((1, 2), (0,)), RESIGNED)])


@pytest.mark.parametrize(
    "over",
    [
        EndEntry(((0, 1),), RESIGNED),
        EndEntry(((0,), (1,)), "ships"),
        EndEntry(((0,),), OUT_OF_TIME),
        EndEntry(((0,), (1,), (2,)), OUT_OF_TIME),
        EndEntry((), RESIGNED),
    ],
)
def test_other_ends_are_believed_of_no_record(over: EndEntry) -> None:
    table = table_of()
    with pytest.raises(RecordError, match="line 2"):
        table_from(table.header, table.game, [over])


def test_every_early_end_is_told_as_it_came() -> None:
    for reason, losers in ((RESIGNED, (0,)), (RESIGNED, (1,)), (OUT_OF_TIME, (0, 1))):
        result = early_end(reason, losers, 2)
        over = EndEntry(result.ranking, reason)
        assert told_early_end(over, 2, range(2), is_first_round=False) == result


def test_moves_of_a_seat_are_counted_with_those_that_everybody_was_told_of() -> None:
    table = table_of()
    assert table.moves_of(0) == (0, 0)
    play_words(table, "0 sub 14.200")
    assert table.moves_of(0) == (1, 0)
    play_words(table, "0 sub 22.100", "0 sub 33.300", "0 mine 9")
    assert table.moves_of(0) == (4, 1), "that a camp is laid out is told to everybody"
    play_words(table, "1 sub 8.100")
    assert (table.moves_of(0), table.moves_of(1)) == ((4, 1), (1, 0))


def test_a_move_taken_back_counts_no_more() -> None:
    table = table_after(PLACED, seats=PAIR, game=SUBMARINE, seed=2932)
    own, opened = table.moves_of(0)
    table.play(0, SUBMARINE.parse("boat 1"))
    assert table.moves_of(0) == (own + 1, opened + 1)
    table.undo(0)
    assert table.moves_of(0) == (own, opened)
