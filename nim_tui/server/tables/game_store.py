"""Load games and clocks from the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from sqlalchemy import insert, select, update

from nim_tui.registry import game_named
from nim_tui.server.nodes.messages import BoardChanged, notify
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import BOARDS, LINES, OVER, RUNNING, SEATS, TABLES
from nim_tui.server.tables.listing import TableRow, table_seen
from nim_tui.server.tables.record_store import DatabaseJournal
from nim_tui.server.tables.table_store import NOT_SEATED, CannotUseTable, table_row
from nim_tui.server.tables.vacations import pauses_at
from nim_tui.tables.clock import DAYS, Clock, ClockPlan, SeatTime
from nim_tui.tables.record import (
    Line,
    MarkEntry,
    Record,
    RecordError,
    RecordHeader,
    encode,
    parse_record,
)
from nim_tui.tables.store import replay
from nim_tui.tables.table import Table
from rules.contract import Event
from rules.messages import N_

Teller = Callable[[Event, Sequence[str]], str]
"""Puts an event into a sentence, given the names of the seats; empty if it is left out."""


def load_record(database: Database, table: str) -> Record:
    """Return the whole record of a table; a running one's must never be shown to anybody.

    Raises CannotUseTable if there is no such table or its game has not begun, RecordError,
    StorageError.
    """
    with database.reading() as connection:
        header = table_row(connection, table).header
        lines = select(LINES.c.line).where(LINES.c.table == table).order_by(LINES.c.ply)
        texts = [header, *connection.execute(lines).scalars()]
    record = parse_record("".join(f"{text}\n" for text in texts).encode())
    if record.header.seats[0].name == NOT_SEATED:
        raise CannotUseTable(N_("this game has not begun"))
    return record


def load(database: Database, table: str) -> tuple[RecordHeader, tuple[Line, ...]]:
    """Return the header of a table and the lines of its record. Raises as `load_record`."""
    record = load_record(database, table)
    return record.header, record.lines


def ended_row(database: Database, table: str, viewer: int | None) -> TableRow:
    """Return a finished table as a viewer may see it, with everything hidden revealed.

    A game closed before its end stays hidden. Raises CannotUseTable, StorageError.
    """
    row = table_seen(database, table, viewer)
    if row.status != OVER:
        raise CannotUseTable(N_("only a finished game can be replayed or reviewed"))
    if not is_told_whole(row):
        raise CannotUseTable(
            N_("this game was closed before its end: hidden information stays hidden")
        )
    return row


def is_told_whole(row: TableRow) -> bool:
    """Whether a game came to its end, and was not closed before."""
    return row.status == OVER and row.result is not None


def lines_since(database: Database, table: str, ply: int) -> list[tuple[Line, float]]:
    """Return the lines of a record from number `ply` on, each with its time (seconds since 1970).

    Raises RecordError, StorageError.
    """
    query = select(LINES.c.line, LINES.c.time).where(LINES.c.table == table, LINES.c.ply >= ply)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(LINES.c.ply)).all()
    try:
        return [(msgspec.json.decode(row.line, type=Line), row.time) for row in rows]
    except msgspec.DecodeError as error:
        raise RecordError(N_("the game record is damaged ({why})"), why=str(error)[:120]) from None


def open_table(database: Database, table: str) -> Table:
    """Return a table whose game has begun, stored on in the database.

    A finished game without a stored end is ended now; one that was ended otherwise (resigned,
    closed) stays at its last position and refuses moves. Raises CannotUseTable, RecordError,
    StorageError.
    """
    with database.reading() as connection:
        status = table_row(connection, table).status
    record = load_record(database, table)
    back = replay(record)
    journal = DatabaseJournal(database, table, len(record.lines))
    back.keep(journal)
    if status == RUNNING:
        if record.over is None:
            back.write_end()
        journal.settle(back.waiting)
    return back


def tables_being_played(database: Database) -> list[str]:
    """Return the ids of the running games to load when a server starts, those last played first."""
    query = select(TABLES.c.id).where(TABLES.c.status == RUNNING)
    with database.reading() as connection:
        return list(connection.execute(query.order_by(TABLES.c.last_move.desc())).scalars())


def download(
    database: Database,
    table: str,
    viewer: int | None,
    tell: Teller | None = None,
    *,
    log: Sequence[Event] | None = None,
) -> bytes:
    """Return a viewer's download of a table; this may take long.

    For a finished game: its record, without other seats' private marks. For a running game, or one
    closed before its end: only the log of the viewer's seat in words, as seed and moves would
    reveal hidden things; `log` holds this seat's events, if known. Raises CannotUseTable,
    RecordError, StorageError.
    """
    row = table_seen(database, table, viewer)
    seat = row.seat_of(viewer)
    if is_told_whole(row):
        return _record_for(load_record(database, table), seat)
    if seat is None and row.status == OVER:
        ended_row(database, table, viewer)
    if seat is None:
        raise CannotUseTable(N_("the game record is available when the game is over"))
    told = replay(load_record(database, table)).log(seat) if log is None else log
    return _log_for(row, told, tell or plainly)


def _record_for(record: Record, seat: int | None) -> bytes:
    shown = [line for line in record.lines if not isinstance(line, MarkEntry) or line.seat == seat]
    return b"".join(encode(part) + b"\n" for part in (record.header, *shown))


def _log_for(row: TableRow, log: Sequence[Event], tell: Teller) -> bytes:
    names = [seat.name for seat in row.seats]
    told = (tell(event, names) for event in log)
    head = f"{game_named(row.game).title}: {', '.join(names)}"
    return "".join(f"{text}\n" for text in (head, *filter(None, told))).encode()


def plainly(event: Event, names: Sequence[str]) -> str:
    """Return an event in the words of the rules: `Ana: placed, cell 14.200`."""
    who = "" if event.seat is None else f"{names[event.seat]}: "
    return ", ".join(
        [who + event.name, *(f"{name} {fact}" for name, fact in event.facts().items())]
    )


def clock_of(database: Database, table: str) -> Clock | None:
    """Return the clock of a table as last stored; it counts only for people.

    Raises CannotUseTable, StorageError.
    """
    with database.reading() as connection:
        text = table_row(connection, table).clock
        if text is None:
            return None
        query = select(SEATS.c.seat, SEATS.c.used, SEATS.c.since)
        people = connection.execute(query.where(SEATS.c.table == table, SEATS.c.bot.is_(None)))
        times = {row.seat: SeatTime(row.used, row.since) for row in people}
    plan = msgspec.json.decode(text, type=ClockPlan)
    return Clock(plan, times, pauses_at(database, table) if plan.kind == DAYS else None)


def keep_clock(
    database: Database, table: str, seats: Mapping[int, SeatTime], ply: int | None = None
) -> None:
    """Store the times of a clock after `ply` lines; do nothing if there are more.

    So a server that has lost the table unnoticed overwrites nothing. Raises StorageError.
    """
    with database.writing(table) as connection:
        if ply is not None:
            query = select(TABLES.c.plies).where(TABLES.c.id == table)
            if connection.execute(query.with_for_update(key_share=True)).scalar() != ply:
                return
        for seat, time in seats.items():
            row = update(SEATS).where(SEATS.c.table == table, SEATS.c.seat == seat)
            connection.execute(row.values(used=time.used, since=time.since))


def board_of(database: Database, table: str) -> tuple[str, frozenset[int]]:
    """Return the stored board of a game, and the seats with stand-ins.

    Raises StorageError.
    """
    with database.reading() as connection:
        board = select(BOARDS.c.board).where(BOARDS.c.table == table)
        lent = select(SEATS.c.seat).where(SEATS.c.table == table, SEATS.c.stand_in.is_not(None))
        known = connection.execute(board).scalar() or "{}"
        return known, frozenset(connection.execute(lent).scalars())


def keep_board(database: Database, table: str, before: str, board: str) -> bool:
    """Store a game's board, and tell the nodes; return False if it was not `before`.

    Raises StorageError.
    """
    own = BOARDS.c.table == table
    with database.writing(table) as connection:
        known = connection.execute(
            select(BOARDS.c.board).where(own).with_for_update(key_share=True)
        ).scalar()
        if (known or "{}") != before:
            return False
        if known is None:
            connection.execute(insert(BOARDS).values(table=table, board=board))
        else:
            connection.execute(update(BOARDS).where(own).values(board=board))
        notify(database, connection, BoardChanged(table))
    return True


def note_rematch(database: Database, table: str, again: str) -> str:
    """Store a game's rematch unless there is one; return the stored one. Raises StorageError."""
    row = BOARDS.c.table == table
    with database.writing() as connection:
        standing = (
            select(BOARDS.c.again)
            .join(TABLES, TABLES.c.id == BOARDS.c.again)
            .where(row, TABLES.c.status != OVER)
        )
        other = connection.execute(standing).scalar()
        if other is not None:
            return str(other)
        if connection.execute(update(BOARDS).where(row).values(again=again)).rowcount == 0:
            connection.execute(insert(BOARDS).values(table=table, again=again))
    return again
