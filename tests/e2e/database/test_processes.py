"""Several processes at one database, and one that is killed while it writes."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.tables.game_store import open_table
from nim_tui.server.tables.record_store import append
from nim_tui.tables.record import MoveEntry
from tests.e2e.database.process import heard, process
from tests.nim_tui.server.storage.conftest import lines_of, play

pytestmark = pytest.mark.slow

WRITER = """
import sys
from pathlib import Path
from nim_tui.tables.record import MoveEntry
from nim_tui.server.tables.record_store import RecordConflict, append
from nim_tui.server.storage.migrate import open_database
folder, table, seat, turns = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
database = open_database(folder)
print("up", flush=True)
for ply in range(turns):
    if sys.stdin.readline() != "go\\n":
        break
    try:
        append(database, table, ply, MoveEntry(seat, f"sub {ply}.100"))
    except RecordConflict:
        print("taken", flush=True)
    else:
        print("won", flush=True)
"""

ENDLESS = """
import sys
from itertools import count
from pathlib import Path
from nim_tui.tables.record import MoveEntry
from nim_tui.server.tables.record_store import append
from nim_tui.server.storage.migrate import open_database
database = open_database(Path(sys.argv[1]))
for ply in count(int(sys.argv[3])):
    append(database, sys.argv[2], ply, MoveEntry(ply % 2, f"sub {ply}.100"))
    print(ply, flush=True)
"""


def test_of_two_processes_one_wins_each_turn(database: Database, table: str, folder: Path) -> None:
    turns, winners = 12, []
    with ExitStack() as stack:
        started = (process(WRITER, folder, table, seat, turns) for seat in range(2))
        writers = [stack.enter_context(one) for one in started]
        assert [heard(writer) for writer in writers] == ["up", "up"]
        for _ in range(turns):
            for writer in writers:
                assert writer.stdin is not None
                writer.stdin.write("go\n")
                writer.stdin.flush()
            answers = [heard(writer) for writer in writers]
            assert Counter(answers) == {"won": 1, "taken": 1}
            winners.append(answers.index("won"))
        for writer in writers:
            writer.communicate()
    assert lines_of(database, table) == tuple(
        MoveEntry(seat, f"sub {ply}.100") for ply, seat in enumerate(winners)
    )


@pytest.mark.parametrize("moves", [pytest.param(1, marks=pytest.mark.nightly), 25])
def test_a_killed_process_loses_no_move_it_was_told_is_kept(
    database: Database, table: str, folder: Path, moves: int
) -> None:
    start = 0
    for _ in range(2):
        with process(ENDLESS, folder, table, start) as writer:
            for ply in range(start, start + moves):
                assert heard(writer) == str(ply)
            writer.kill()
            assert writer.stdout is not None
            told = start + moves + len(writer.stdout.readlines())
        again = open_database(folder)
        kept = lines_of(again, table)
        assert kept == tuple(play(ply) for ply in range(len(kept)))
        assert told <= len(kept) <= told + 1
        start = len(kept)
        append(again, table, start, play(start))
        again.close()
        start += 1


def test_another_process_sees_a_move_at_once(database: Database, table: str, folder: Path) -> None:
    game = open_table(database, table)
    elsewhere = open_database(folder)
    for _ in range(3):
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
        assert open_table(elsewhere, table).moves_played == game.moves_played
    elsewhere.close()
