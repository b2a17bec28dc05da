"""What a database holds after all that: every record replayed, every invariant looked at."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select

from nim_tui.server.admin.verify import verify
from nim_tui.server.storage.backup import NoBackup, backup
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import LINES, OPEN, OVER, RUNNING, SEATS, TABLES
from nim_tui.server.tables.game_store import load_record, plainly
from nim_tui.tables.record import EndEntry, MoveEntry, Record
from nim_tui.tables.store import replay
from nim_tui.tables.table import Table
from rules.messages import Refusal
from tests.chaos.place import Place, opened
from tests.chaos.told import Accepted, Told


@dataclass
class Kept:
    """What was found."""

    tables: int = 0
    moves: int = 0
    ended: int = 0
    lost: int = 0
    doubled: int = 0
    faults: list[str] = field(default_factory=list)

    def lines(self, told: Told) -> list[str]:
        """The figures, to be printed."""
        return [
            f"{told.moves} moves told to be made, {self.moves} in the database:"
            f" {self.lost} lost, {self.doubled} doubled",
            f"{self.tables} games, {self.ended} of them ended; every one replays"
            if not self.faults
            else f"{self.tables} games, {self.ended} of them ended",
        ]


def look_at(place: Place, told: Told) -> Kept:
    """Look at all that is kept somewhere, which no server uses any more."""
    kept = Kept(faults=[*told.faults])
    database = opened(place)
    try:
        if isinstance(place, Path):  # PostgreSQL has its own tools for copies
            kept.faults += _faults_of_copy(database)
        with database.reading() as connection:
            rows = connection.execute(select(TABLES).where(TABLES.c.status != OPEN)).all()
        for row in rows:
            _look_at_table(database, row, told, kept)
    finally:
        database.close()
    missing = set(told.accepted) - {row.id for row in rows}
    kept.lost += sum(len(told.accepted[table]) for table in missing)
    if kept.lost or kept.doubled:
        kept.faults.append(f"{kept.lost} moves are lost, {kept.doubled} doubled")
    return kept


def _faults_of_copy(database: Database) -> list[str]:
    with TemporaryDirectory() as elsewhere:
        try:
            backup(database, Path(elsewhere) / "copy")
            verify(Path(elsewhere) / "copy")
        except NoBackup as error:
            return [str(error)]
    return []


def _look_at_table(database: Database, row: Any, told: Told, kept: Kept) -> None:
    kept.tables += 1
    kept.ended += row.status == OVER
    try:
        record = load_record(database, row.id)
        table = replay(record)
    except Refusal as error:
        kept.faults.append(f"{row.id}: {error}")
        return
    kept.moves += sum(isinstance(line, MoveEntry) for line in record.lines)
    lost, doubled = compared(told.accepted.get(row.id, []), record)
    kept.lost += lost
    kept.doubled += doubled
    with database.reading() as connection:
        lines = connection.execute(
            select(LINES.c.ply, LINES.c.time).where(LINES.c.table == row.id).order_by(LINES.c.ply)
        ).all()
        seats = connection.execute(select(SEATS).where(SEATS.c.table == row.id)).all()
    found = [
        *_faults_of_lines(row, record, lines),
        *_faults_of_seats(row, table, seats),
        *_faults_of_logs(row.id, table, told),
    ]
    kept.faults += [f"{row.id}: {fault}" for fault in found]


def compared(accepted: Sequence[Accepted], record: Record) -> tuple[int, int]:
    """How many of these moves a record lost, and how many it has twice.

    A move is where it was made: the moves of its seat are those in the order they were told.
    """
    plays: dict[int, list[str]] = {}
    for line in record.lines:
        if isinstance(line, MoveEntry):
            plays.setdefault(line.seat, []).append(line.move)
    lost = sum(
        plays.get(move.seat, [])[move.number : move.number + 1] != [move.word] for move in accepted
    )
    places = Counter((move.seat, move.number) for move in accepted)
    return lost, sum(times - 1 for times in places.values())


def _faults_of_lines(row: Any, record: Record, lines: Sequence[Any]) -> Iterator[str]:
    if [line.ply for line in lines] != list(range(row.plies)):
        yield f"its lines are not numbered from 0 to {row.plies - 1}"
    if record.moves != row.moves:
        yield f"{row.moves} moves are counted, {record.moves} stand"
    ends = sum(isinstance(line, EndEntry) for line in record.lines)
    if ends > 1 or (ends == 1) != (row.status == OVER):
        yield f"{ends} ends in its record, and it is {row.status}"
    if (row.result is not None) != (row.status == OVER):
        yield f"it is {row.status} with the result {row.result}"
    times = [line.time for line in lines]
    if times != sorted(times) or not row.created <= row.last_move <= time.time():
        yield "its times do not go on"


def _faults_of_seats(row: Any, table: Table, seats: Sequence[Any]) -> Iterator[str]:
    must_move = {seat.seat for seat in seats if seat.must_move}
    waiting = set(table.waiting) if row.status == RUNNING else set()
    if must_move != waiting:
        yield f"seats {sorted(must_move)} are noted to move, {sorted(waiting)} must"
    most = time.time() - row.created
    for seat in seats:
        if not 0 <= seat.used <= most:  # `since` says little: it leaves out all stalls of a server
            yield f"seat {seat.seat} used {seat.used} s of {most} s"


def _faults_of_logs(name: str, table: Table, told: Told) -> Iterator[str]:
    names = [seat.name for seat in table.seats]
    for (of, seat), log in told.logs.items():
        if of == name:
            now = [plainly(event, names) for event in table.log(seat)]
            if now[: len(log)] != log:
                yield f"seat {seat} was told what is not so: {log}, but {now}"
