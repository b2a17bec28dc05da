"""A table: what is written before it is told, what may be taken back, what each seat sees."""

from __future__ import annotations

import os
from collections.abc import Callable
from errno import ENOSPC

import pytest

from nim_tui.registry import GameEntry
from nim_tui.tables.changes import MOST_MARKS
from nim_tui.tables.journal import Journal
from nim_tui.tables.record import (
    EndEntry,
    Line,
    MarkEntry,
    MoveEntry,
    RecordHeader,
    SeatPlan,
    read_record,
)
from nim_tui.tables.replay import follow
from nim_tui.tables.store import Store, replay
from nim_tui.tables.table import Table
from nim_tui.testing.tables import everything, some_move
from rules.bataille import BATAILLE
from rules.chance import Chance
from rules.contract import AnyGame, Event, IllegalMove, Result, UnsuitableTable
from rules.submarine import SUBMARINE
from tests.nim_tui.conftest import ANA_BEN, before_a, lines_of, play_on, play_words, table_of
from tests.rules.tiny import TINY

GAMES = pytest.mark.parametrize("game", [BATAILLE, TINY], ids=["bataille", "tiny"])


@pytest.fixture
def fill_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[object]], Callable[[], None]]:
    """Refuse lines of a kind from now on; call what is returned to make room again."""

    def fill(kind: type[object]) -> Callable[[], None]:
        really = Journal.append

        def append(self: Journal, line: RecordHeader | Line, waiting: tuple[int, ...] = ()) -> None:
            if isinstance(line, kind):
                raise OSError(ENOSPC, "No space left on device")
            really(self, line, waiting)

        monkeypatch.setattr(Journal, "append", append)
        return lambda: monkeypatch.setattr(Journal, "append", really)

    return fill


def test_a_line_is_on_disk_before_anyone_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[object] = []
    really = os.fsync

    def fsync(handle: int) -> None:
        really(handle)
        happened.append("synced")

    table = table_of()
    path = store.open_new(table)
    monkeypatch.setattr(os, "fsync", fsync)
    table.listen(lambda: happened.append(lines_of(path)[-1]))
    play_words(table, "0 sub 14.200")
    table.undo(0)
    table.close()
    told = [line for line in happened if line != "synced"]
    assert happened == ["synced", told[0], "synced", told[1]]
    assert told[0] == MoveEntry(0, "sub 14.200")


def test_listeners_are_told_of_moves_until_they_stop() -> None:
    table, told = table_of(), [0]

    def listener() -> None:
        told[0] += 1

    stop = table.listen(listener)
    play_words(table, "0 sub 14.200")
    stop()
    play_words(table, "0 sub 13.200")
    assert told == [1]


def test_nobody_is_told_of_a_refused_move(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    before, written = everything(table), path.read_bytes()
    table.listen(lambda: pytest.fail("told of a refusal"))
    with pytest.raises(IllegalMove):
        play_words(table, "0 mine 3")
    table.close()
    assert everything(table) == before
    assert path.read_bytes() == written


@GAMES
def test_a_replayed_record_is_the_same_table(game: AnyGame, store: Store, tiny: GameEntry) -> None:
    for seed in range(10):
        table = table_of(game, seed)
        path = store.open_new(table)
        play_on(table, seed=seed)
        table.close()
        record = read_record(path)
        assert everything(replay(record)) == everything(table)
        assert record.over is not None
        assert table.result is not None
        assert record.over.ranking == table.result.ranking


@GAMES
@pytest.mark.parametrize("looker", [None, 0, 1])
def test_a_log_holds_what_its_reader_was_told(game: AnyGame, looker: int | None) -> None:
    table = table_of(game, seed=5)
    chance, choice = Chance(5), Chance(9)
    state = game.new(2, table.options, chance)
    told: list[Event] = []
    hidden = 0
    while table.waiting:
        seat, move = some_move(table, choice)
        table.play(seat, move)
        for event in game.play(state, seat, move, chance):
            seen = event.seen_by(looker)
            told += [] if seen is None else [seen]
            hidden += seen is not event
    assert table.log(looker) == told
    assert hidden
    assert all(event.seen_by(looker) == event for event in told)


def test_marks_are_private_and_kept(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    table.listen(lambda: pytest.fail("told of a mark"))
    view = table.view(1)
    table.mark(0, "14.200", "x")
    table.mark(0, "8.100", "?")
    table.mark(0, "8.100", "")
    table.close()
    assert table.marks(0) == {"14.200": "x"}
    assert table.marks(1) == {}
    assert table.view(1) == view
    assert table.log(1) == []
    resumed, _ = store.resume(path)
    resumed.close()
    assert resumed.marks(0) == {"14.200": "x"}


def test_what_marks_returns_is_not_the_table() -> None:
    table = table_of()
    table.marks(0)["14"] = "x"
    assert table.marks(0) == {}


@pytest.mark.parametrize(
    ("place", "sign"),
    [("14", "xx"), ("14", "\x1b"), ("14", "界"), ("14", "\u0301"), ("", "x"), ("a" * 21, "x")]
)  # fmt: skip
def test_odd_marks_are_refused(place: str, sign: str) -> None:
    table = table_of()
    with pytest.raises(IllegalMove):
        table.mark(0, place, sign)
    assert table.marks(0) == {}


def test_full_marks_can_still_be_changed_and_wiped() -> None:
    table = table_of()
    for number in range(MOST_MARKS):
        table.mark(0, f"{number}", "x")
    with pytest.raises(IllegalMove):
        table.mark(0, "one more", "x")
    table.mark(0, "5", "o")
    table.mark(0, "6", "")
    table.mark(0, "one more", "x")
    assert len(table.marks(0)) == MOST_MARKS


def test_a_full_disk_leaves_the_table_as_it_was(
    store: Store, fill_disk: Callable[[type[object]], Callable[[], None]]
) -> None:
    """At a torpedo, for it draws chance: the same shot afterwards must draw the same."""
    table, seat, move = before_a("fire", BATAILLE)
    path = store.open_new(table)
    before, written = everything(table), path.read_bytes()
    make_room = fill_disk(MoveEntry)
    stop = table.listen(lambda: pytest.fail("told of a move that was not written"))
    for _ in range(2):
        with pytest.raises(OSError, match="No space"):
            table.play(seat, move)
    assert everything(table) == before
    assert path.read_bytes() == written
    make_room()
    stop()
    table.play(seat, move)
    play_on(table, seed=2)
    table.close()
    fresh, _, _ = before_a("fire", BATAILLE)
    follow(fresh, lines_of(path))
    assert everything(fresh) == everything(table)


def test_a_full_disk_leaves_marks_and_undo_as_they_were(
    store: Store, fill_disk: Callable[[type[object]], Callable[[], None]]
) -> None:
    table = table_of()
    store.open_new(table)
    play_words(table, "0 sub 14.200")
    before = everything(table)
    fill_disk(object)
    with pytest.raises(OSError, match="No space"):
        table.undo(0)
    with pytest.raises(OSError, match="No space"):
        table.mark(0, "14", "x")
    table.close()
    assert everything(table) == before


def test_an_end_that_could_not_be_written_is_written_on_resuming(
    store: Store, fill_disk: Callable[[type[object]], Callable[[], None]]
) -> None:
    table = table_of()
    path = store.open_new(table)
    make_room = fill_disk(EndEntry)
    told = [0]
    table.listen(lambda: told.__setitem__(0, told[0] + 1))
    play_on(table)
    table.close()
    assert table.result is not None
    assert told[0] == table.moves_played
    assert read_record(path).over is None
    make_room()
    resumed, _ = store.resume(path)
    resumed.close()
    assert read_record(path).over is not None
    assert everything(resumed) == everything(table)


def test_a_table_the_game_does_not_allow_is_refused() -> None:
    with pytest.raises(UnsuitableTable):
        Table(BATAILLE, {}, (*ANA_BEN, SeatPlan("Cleo")), 7)
    with pytest.raises(UnsuitableTable):
        table_of(wind=True)
    with pytest.raises(UnsuitableTable):
        table_of(blast="yes")


def test_a_mark_is_a_line_of_the_record(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    table.mark(1, "14", "x")
    table.close()
    assert lines_of(path) == (MarkEntry(1, "14", "x"),)


def test_one_of_two_gives_the_game_up(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    play_words(table, "0 sub 14.200")
    told: list[int] = []
    table.listen(lambda: told.append(1), (1,))
    table.resign(0)
    assert told == [1]
    assert table.result == Result(((1,), (0,)), "resigned")
    assert (table.waiting, table.legal(0), table.can_undo(0)) == ((), (), False)
    with pytest.raises(IllegalMove):
        table.resign(1)
    with pytest.raises(IllegalMove):
        play_words(table, "1 sub 14.200")
    table.close()
    again = replay(read_record(path))
    assert again.result == table.result
    assert everything(again) == everything(table)


def test_no_third_one_wins_by_a_resignation() -> None:
    plans = [SeatPlan(name) for name in ("Ana", "Ben", "Cleo")]
    table = Table(SUBMARINE, {}, plans, 7)
    with pytest.raises(IllegalMove):
        table.resign(0)
