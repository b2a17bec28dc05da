"""Storage of records, as numbered lines."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from nim_tui.server.contests.ladder_store import settle_challenge
from nim_tui.server.nodes.messages import Closed, LineAdded, notify
from nim_tui.server.ratings.rating import rate_game
from nim_tui.server.storage.database import Database, Sign, StorageError, unsigned
from nim_tui.server.storage.schema import LINES, OPEN, OVER, RUNNING, TABLES
from nim_tui.server.tables.seat_store import note_left, note_waiting
from nim_tui.tables.record import (
    EndEntry,
    Line,
    MarkEntry,
    MoveEntry,
    RecordHeader,
    UndoEntry,
    encode,
)
from rules.messages import N_

MOST_LINES: Final = 15_000
"""The most lines of a record, beside its end; a long game has some hundreds."""

MOST_UNDONE: Final = 10_000
"""Lines after which nothing can be undone, to leave room for moves."""

MOST_MARKED: Final = 5_000
"""Lines after which marks are refused."""


class RecordConflict(StorageError):
    """Another line was first, so this one was for an outdated position."""


class RecordClosed(StorageError):
    """The game is not running: it is over, or has not begun."""


class FullRecord(StorageError):
    """The record accepts no more lines of this kind; it always accepts the end of the game."""


def append(
    database: Database,
    table: str,
    ply: int,
    line: Line,
    waiting: tuple[int, ...] | None = None,
) -> None:
    """Append line `ply` (from 0) to a table's record: on the disk when this returns.

    Of two with the same number, from any process, one is refused; so is a number that is not the
    next. `waiting` are the seats to move after it. An EndEntry ends the game: result and ratings
    are stored in the same transaction. Raises RecordConflict, RecordClosed, FullRecord,
    StorageError, with nothing changed.
    """
    turn = "" if isinstance(line, EndEntry) else table  # an end rates accounts of other tables too
    with database.writing(turn) as connection:
        now = database.now()
        _claim(connection, table, ply, line, now)
        seat = None if isinstance(line, EndEntry) else line.seat
        text = encode(line).decode()
        try:
            connection.execute(
                insert(LINES).values(table=table, ply=ply, seat=seat, line=text, time=now)
            )
        except IntegrityError:
            raise _taken() from None
        if isinstance(line, EndEntry):
            _end(connection, table, line, now)
        elif waiting is not None:
            mover = line.seat if isinstance(line, MoveEntry) else None
            note_waiting(connection, table, waiting, mover=mover)
        notify(database, connection, LineAdded(table, ply))


def _taken() -> RecordConflict:
    return RecordConflict(N_("another move was played first: look at the table again"))


def _check_room(ply: int, line: Line) -> None:
    """Check that a line leaves room for more important ones. Raises FullRecord."""
    match line:
        case MarkEntry() if ply >= MOST_MARKED:
            raise FullRecord(N_("the game record has no room for more marks"))
        case UndoEntry() if ply >= MOST_UNDONE:
            raise FullRecord(N_("this game is very long: undo is no longer possible"))
        case MoveEntry() if ply >= MOST_LINES:
            raise FullRecord(N_("the game record is full: the game can only be ended"))


def _claim(connection: Connection, table: str, ply: int, line: Line, now: float) -> None:
    """Count the line, if it is the next of a running game: the compare-and-set."""
    _check_room(ply, line)
    is_mark = isinstance(line, MarkEntry)
    allowed = (RUNNING, OVER) if is_mark else (RUNNING,)
    statement = update(TABLES).where(
        TABLES.c.id == table, TABLES.c.plies == ply, TABLES.c.status.in_(allowed)
    )
    step = isinstance(line, MoveEntry) - isinstance(line, UndoEntry)
    news = {"moves": TABLES.c.moves + step, "last_move": now} if step else {}
    if connection.execute(statement.values(plies=ply + 1, **news)).rowcount == 1:
        return
    query = select(TABLES.c.plies, TABLES.c.status).where(TABLES.c.id == table)
    row = connection.execute(query).first()
    if row is None:
        raise StorageError(N_("unknown table {id}"), id=repr(table[:40]))
    if row.status not in allowed:
        raise RecordClosed(N_("this game is not in progress"))
    raise _taken()


def _end(connection: Connection, table: str, over: EndEntry | None, now: float) -> bool:
    """Mark a game as over and rate it; return False if it was over before."""
    before = (OPEN, RUNNING) if over is None else (RUNNING,)
    statement = update(TABLES).where(TABLES.c.id == table, TABLES.c.status.in_(before))
    result = None if over is None else encode(over).decode()
    if connection.execute(statement.values(status=OVER, result=result)).rowcount == 0:
        return False
    note_waiting(connection, table, ())
    settle_challenge(connection, table, () if over is None else over.ranking, now)
    if over is not None:
        note_left(connection, table, over)
        rate_game(connection, table, over, now)
    return True


def end_game(database: Database, table: str, over: EndEntry | None, sign: Sign = unsigned) -> bool:
    """End a game by resignation, agreement or time, or close it; return whether this call did.

    The record accepts no more moves. Of concurrent ends only one counts, and a table whose game has
    not begun can only be closed (None). Raises StorageError.
    """
    with database.writing() as connection:
        ends = _end(connection, table, over, database.now())
        if ends:
            sign(connection)
        if ends and over is None:
            notify(database, connection, Closed(table))
        return ends


class DatabaseJournal:
    """The open record of one table, to which a Table writes."""

    def __init__(self, database: Database, table: str, ply: int) -> None:
        self.table: Final = table
        self._database = database
        self._ply = ply

    @property
    def ply(self) -> int:
        """The number of the next line."""
        return self._ply

    def append(
        self,
        line: RecordHeader | Line,
        waiting: tuple[int, ...] = (),
    ) -> None:
        """Write one line and wait until it is on disk. Raises as `append` does."""
        if isinstance(line, RecordHeader):
            raise StorageError(N_("the set-up of this table is already saved"))
        is_step = isinstance(line, MoveEntry | UndoEntry)
        steps = waiting if is_step else None
        append(self._database, self.table, self._ply, line, steps)
        self._ply += 1

    def has_one_more(self) -> None:
        """Note that another node has written the next line."""
        self._ply += 1

    def settle(self, waiting: tuple[int, ...]) -> None:
        """Store the seats to move; only lists need them, so that may fail."""
        with suppress(StorageError), self._database.writing(self.table) as connection:
            query = select(TABLES.c.plies, TABLES.c.status).where(TABLES.c.id == self.table)
            row = connection.execute(query.with_for_update()).one()
            if (row.plies, row.status) == (self._ply, RUNNING):
                note_waiting(connection, self.table, waiting)

    def close(self) -> None:
        """Do nothing: no file is open between lines."""
