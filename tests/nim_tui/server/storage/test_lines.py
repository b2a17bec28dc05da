"""Records: each line accepted once and whole, and games that end once."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Barrier, Thread

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.storage.database import Database, StorageError, WriteRefused
from nim_tui.server.tables import record_store as lines_module
from nim_tui.server.tables.game_store import lines_since, open_table
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import (
    DatabaseJournal,
    FullRecord,
    RecordClosed,
    RecordConflict,
    append,
    end_game,
)
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.record import EndEntry, Line, MarkEntry, MoveEntry, RecordHeader, UndoEntry
from nim_tui.testing.tables import everything, some_move
from rules.chance import Chance
from rules.messages import Refusal
from tests.nim_tui.conftest import play_on
from tests.nim_tui.server.storage.conftest import Clock, lines_of, play

END = EndEntry(((0,), (1,)), "ships")


def test_lines_are_kept_in_order_with_their_times(
    database: Database, table: str, clock: Clock
) -> None:
    written: list[Line] = [play(0), play(1), MarkEntry(1, "8.100", "é"), UndoEntry(1), play(2)]
    for ply, line in enumerate(written):
        clock.pass_by(10)
        append(database, table, ply, line)
    assert lines_of(database, table) == tuple(written)
    times = [clock.time - 20, clock.time - 10, clock.time]
    assert lines_since(database, table, 2) == list(zip(written[2:], times))
    assert lines_since(database, table, 5) == []
    assert table_seen(database, table, None).moves == 2


@pytest.mark.parametrize("ply", [0, 2, 9, -1])
def test_a_line_of_another_turn_is_refused(database: Database, table: str, ply: int) -> None:
    append(database, table, 0, play(0))
    with pytest.raises(
        RecordConflict, match="another move was played first: look at the table again"
    ) as caught:
        append(database, table, ply, play(5))
    assert isinstance(caught.value, OSError)
    assert isinstance(caught.value, Refusal)
    assert lines_of(database, table) == (play(0),)


def test_only_a_game_being_played_takes_lines(database: Database, ana: Account, table: str) -> None:
    waiting = create_table(database, ana.id, TablePlan("bataille", [SeatWish(), SeatWish()]))
    with pytest.raises(RecordClosed):
        append(database, waiting, 0, play(0))
    with pytest.raises(StorageError, match="unknown table"):
        append(database, "nowhere-100", 0, play(0))
    append(database, table, 0, END)
    for line in (play(1), UndoEntry(0), END):
        with pytest.raises(RecordClosed):
            append(database, table, 1, line)
    append(database, table, 1, MarkEntry(0, "8.100", "x"))
    assert lines_of(database, table) == (END, MarkEntry(0, "8.100", "x"))


def test_of_many_threads_one_wins_each_turn(database: Database, table: str) -> None:
    threads, turns = 4, 15
    together = Barrier(threads)
    won: list[list[int]] = [[] for _ in range(threads)]

    def race(number: int) -> None:
        for ply in range(turns):
            together.wait()
            try:
                append(database, table, ply, MoveEntry(number, f"sub {ply}.100"))
            except RecordConflict:
                continue
            won[number].append(ply)

    racers = [Thread(target=race, args=(number,), daemon=True) for number in range(threads)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(ply for own in won for ply in own) == list(range(turns))
    for ply, line in enumerate(lines_of(database, table)):
        assert isinstance(line, MoveEntry)
        assert ply in won[line.seat]


def test_the_loser_of_a_turn_has_changed_nothing(database: Database, table: str) -> None:
    mine, theirs = open_table(database, table), open_table(database, table)
    first, other = mine.legal(0)[0], theirs.legal(1)[0]
    before = everything(theirs)
    mine.play(0, first)
    with pytest.raises(RecordConflict):
        theirs.play(1, other)
    with pytest.raises(RecordConflict):
        theirs.mark(1, "8.100", "x")
    assert everything(theirs) == before
    theirs = open_table(database, table)
    assert everything(theirs) == everything(mine)
    theirs.play(1, other)
    with pytest.raises(RecordConflict):
        mine.undo(0)
    assert everything(open_table(database, table)) == everything(theirs)


def test_room_is_kept_for_moves_and_for_the_end(
    database: Database, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in (("MOST_MARKED", 2), ("MOST_UNDONE", 4), ("MOST_LINES", 6)):
        monkeypatch.setattr(lines_module, name, most)
    mark = MarkEntry(0, "8.100", "x")
    taken: list[Line] = [mark, mark, play(0), UndoEntry(0), play(0), play(1)]
    refused: dict[int, list[Line]] = {
        2: [mark],
        4: [mark, UndoEntry(0)],
        6: [mark, UndoEntry(1), play(0)],
    }
    for ply, line in enumerate([*taken, END]):
        for other in refused.get(ply, ()):
            with pytest.raises(FullRecord):
                append(database, table, ply, other)
        append(database, table, ply, line)
    assert lines_of(database, table) == (*taken, END)
    assert table_seen(database, table, None).result == END


@pytest.mark.parametrize("end", ["resigned", "out of time"])
def test_a_game_with_a_full_record_is_resigned_and_lost_on_time(
    database: Database, table: str, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr(lines_module, "MOST_LINES", 0)
    game = open_table(database, table)
    with pytest.raises(FullRecord, match="can only be ended"):
        game.play(0, game.legal(0)[0])
    if end == "resigned":
        game.resign(0)
    else:
        game.run_out((0,))
    assert game.result is not None
    assert game.result.winners == (1,)
    assert everything(open_table(database, table)) == everything(game)


def test_a_set_up_is_no_line(database: Database, table: str) -> None:
    journal = DatabaseJournal(database, table, 0)
    header = RecordHeader(1, "bataille", {}, open_table(database, table).seats, 7)
    with pytest.raises(StorageError, match="the set-up of this table is already saved"):
        journal.append(header)
    journal.append(play(0))
    assert journal.ply == 1
    journal.close()


def fill_up(database: Database) -> None:
    """Let the database grow no further."""
    with database.driver() as sqlite:
        pages = sqlite.execute("PRAGMA page_count").fetchone()[0]
        sqlite.execute(f"PRAGMA max_page_count = {pages}").fetchone()


@pytest.mark.usefixtures("folder")
def test_on_a_full_disk_a_move_is_refused_and_nothing_changed(
    database: Database, table: str
) -> None:
    game = open_table(database, table)
    fill_up(database)
    chance = Chance(1)
    refused = None
    with suppress(StorageError):
        for number in range(2_000):
            game.mark(0, f"{number % 9}", "x")
    for _ in range(2_000):
        (seat, move), told = some_move(game, chance), game.changes
        before = everything(game)
        try:
            game.play(seat, move)
        except OSError as error:
            refused = error
            break
    assert isinstance(refused, WriteRefused)
    assert "cannot write to its disk" in str(refused)
    assert game.changes == told
    assert everything(game) == before
    with database.driver() as sqlite:
        sqlite.execute("PRAGMA max_page_count = 1000000").fetchone()
    assert everything(open_table(database, table)) == before
    game.play(seat, move)
    assert everything(open_table(database, table)) == everything(game)


FULL_DISK = """
import resource, sys
from pathlib import Path
from nim_tui.tables.record import MoveEntry
from nim_tui.server.tables.record_store import append
from nim_tui.server.storage.migrate import open_database
database, table = open_database(Path(sys.argv[1])), sys.argv[2]
append(database, table, 0, MoveEntry(0, "sub 0.100"))
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
try:
    append(database, table, 1, MoveEntry(1, "sub 1.100"))
except OSError as error:
    print(type(error).__name__)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
append(database, table, 1, MoveEntry(1, "sub 2.100"))
"""


@pytest.mark.slow
def test_what_the_system_does_not_write_is_refused(
    database: Database, table: str, folder: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(folder), table],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("WriteRefused\n", "", 0)
    assert lines_of(database, table) == (MoveEntry(0, "sub 0.100"), MoveEntry(1, "sub 2.100"))


def test_a_game_ends_once(database: Database, ana: Account, table: str) -> None:
    resigned = EndEntry(((1,), (0,)), "resigned")
    assert end_game(database, table, resigned)
    assert not end_game(database, table, END)
    assert not end_game(database, table, None)
    row = table_seen(database, table, None)
    assert (row.status, row.result) == ("over", resigned)
    left = open_table(database, table)
    with pytest.raises(RecordClosed):
        left.play(0, left.legal(0)[0])
    waiting = create_table(database, ana.id, TablePlan("bataille", [SeatWish(), SeatWish()]))
    assert not end_game(database, waiting, resigned)
    assert end_game(database, waiting, None)


def test_an_end_that_was_not_written_is_written_on_coming_back(
    database: Database, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_table(database, table)
    really = lines_module.append

    def fails(*arguments: object, **more: object) -> None:
        if any(isinstance(one, EndEntry) for one in arguments):
            raise StorageError("no room")
        really(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(lines_module, "append", fails)
    play_on(game)
    assert game.result is not None
    assert table_seen(database, table, None).status == "running"
    monkeypatch.setattr(lines_module, "append", really)
    for _ in range(2):
        back = open_table(database, table)
        assert everything(back) == everything(game)
        row = table_seen(database, table, None)
        assert (row.status, row.result) == (
            "over",
            EndEntry(game.result.ranking, game.result.reason),
        )
        assert sum(isinstance(line, EndEntry) for line in lines_of(database, table)) == 1
