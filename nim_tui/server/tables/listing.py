"""Tables for lists, read from the database: finished ones, and for admins all.

The lobby lists and orders unfinished tables in memory: `lobby/table_list.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, func, or_, select

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    BOT,
    CLUB_MEMBERS,
    CLUBS,
    JOINED,
    NOBODY,
    OPEN,
    PUBLIC,
    RUNNING,
    SEATS,
    TABLES,
    TOURNAMENT_GAMES,
)
from nim_tui.server.tables.table_store import (
    CannotUseTable,
    as_id,
    clubs_joined,
    is_member,
    tournament_tables,
)
from nim_tui.server.untrusted_text import folded
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry
from rules.messages import N_

MOST_LISTED: Final = 100
"""The most tables per page."""


# Made once: making a statement takes longer than running it.
_WITH_CLUB: Final = TABLES.outerjoin(ACCOUNTS, TABLES.c.host == ACCOUNTS.c.id).outerjoin(
    CLUBS, TABLES.c.club == CLUBS.c.id
)
WITH_HOST: Final[Select[Any]] = select(
    TABLES, ACCOUNTS.c.name.label("host_name"), CLUBS.c.name.label("club_name")
).select_from(_WITH_CLUB)
_MEMBERS: Final = select(CLUB_MEMBERS.c.club, CLUB_MEMBERS.c.account).where(
    CLUB_MEMBERS.c.club.in_(bindparam("clubs", expanding=True)),
    CLUB_MEMBERS.c.standing == JOINED,
)
_BY_ID: Final = WITH_HOST.where(TABLES.c.id == bindparam("table"))
_SKELETON: Final = select(ACCOUNTS.c.skeleton).where(ACCOUNTS.c.id == bindparam("account"))
_SEATS: Final = (
    select(
        SEATS.c.table, SEATS.c.name, SEATS.c.account, SEATS.c.invited,
        SEATS.c.bot, SEATS.c.stand_in, SEATS.c.must_move, SEATS.c.is_rated, SEATS.c.joined,
        SEATS.c.lent_moves, SEATS.c.invited_skeleton,
        func.coalesce(ACCOUNTS.c.role == BOT, False).label("is_bot_account"),
    )
    .select_from(SEATS.outerjoin(ACCOUNTS, SEATS.c.account == ACCOUNTS.c.id))
    .where(SEATS.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(SEATS.c.table, SEATS.c.seat)
)  # fmt: skip


class _Terms(msgspec.Struct):
    """The settings of a table that a list shows."""

    hints_for_all: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat with its public facts.

    Without account and bot it is free (reserved for `invited`, if set), or was left by a guest in a
    running game.
    """

    name: str
    account: int | None
    invited: str | None
    bot: str | None
    stand_in: str | None
    must_move: bool
    is_rated: bool = True
    """Whether the seat is rated, decided when the game begins."""
    joined: float | None = None
    """The time the seat was taken, in seconds since 1970."""
    lent_moves: int = 0
    """The moves of a stand-in for its person: secret until the game is over."""
    invited_skeleton: str | None = None
    """The name skeleton of the person invited; NOBODY's if nobody had that name."""
    is_bot_account: bool = False
    """Whether the account is that of a bot of somebody."""

    @property
    def kept_for(self) -> str | None:
        """The folded name of the only person who may take the seat, if reserved."""
        is_somebody = self.invited is not None and self.invited_skeleton != NOBODY
        return folded(self.invited or "") if is_somebody else None

    @property
    def kept_for_nobody(self) -> str | None:
        """The name for which the seat was reserved, if nobody had it then."""
        return self.invited if self.invited_skeleton == NOBODY else None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as everybody who may see it knows it. Times are seconds since 1970."""

    id: str
    game: str
    title: str
    host: int | None
    host_name: str
    visibility: str
    status: str
    clock: ClockPlan | None
    created: float
    last_move: float
    moves: int
    result: EndEntry | None
    seats: tuple[SeatRow, ...]
    rated_from: int | None = 0
    """The number of moves from which on the game is rated; None: it is casual."""
    hints_for_all: bool = False
    """Whether bots give hints to people who play each other."""
    allows_bots: bool = False
    """Whether bots of other people may take free seats."""
    club: int | None = None
    club_name: str = ""
    """The club whose members see it and may take its free seats, though it is private."""
    members: frozenset[int] = frozenset()
    """The members of the club, in lists of unfinished tables."""

    def seat_of(self, account: int | None) -> int | None:
        """Return the seat of an account, or None."""
        for number, seat in enumerate(self.seats):
            if account is not None and seat.account == account:
                return number
        return None


@dataclass(frozen=True, slots=True)
class TableQuery:
    """A query for tables; None and empty fields do not restrict it.

    `viewer` (None: without an account) finds only private tables they host, sit at or are invited
    to, and those of their clubs and tournaments. `text` is searched in titles and names, ignoring
    case and accents. `my_turn_first` puts tables with the viewer's turn first; then the last played
    come first, or with `by_age` the newest, which reveals no hidden moves. An operator `sees_all`.
    """

    viewer: int | None = None
    status: str | None = None
    game: str | None = None
    account: int | None = None
    text: str = ""
    my_turn_first: bool = False
    by_age: bool = False
    sees_all: bool = False


def list_tables(
    database: Database, search: TableQuery, *, most: int = 20, skip: int = 0
) -> list[TableRow]:
    """Return the tables found, in order: `most` of them after the first `skip`."""
    first = [_waits_for(search.viewer).desc()] if search.my_turn_first else []
    then = TABLES.c.created if search.by_age else TABLES.c.last_move
    order = (*first, then.desc(), TABLES.c.id)
    page = (max(0, min(most, MOST_LISTED)), max(0, skip))
    with database.reading() as connection:
        conditions = _conditions(connection, search)
        return _rows(connection, conditions, order, page)


def count_tables(database: Database, search: TableQuery) -> int:
    """Return the number of tables found."""
    with database.reading() as connection:
        query = select(func.count()).select_from(TABLES).where(*_conditions(connection, search))
        return connection.execute(query).scalar_one()


def table_seen(database: Database, table: str, viewer: int | None) -> TableRow:
    """Return a table by its id. Raises CannotUseTable if there is none, or none for the viewer."""
    with database.reading() as connection:
        row = connection.execute(_BY_ID, {"table": as_id(table)}).first()
        seats = [] if row is None else seats_of(connection, [row.id])[row.id]
        if row is None or not _may_see(connection, row, seats, viewer):
            raise CannotUseTable(N_("unknown table {id}"), id=repr(table[:40]))
    return table_from_row(row, seats)


def seats_at(database: Database, table: str) -> tuple[SeatRow, ...]:
    """Return the seats of a table, in order."""
    with database.reading() as connection:
        return tuple(seats_of(connection, [table]).get(table, ()))


def seats_of(connection: Connection, tables: Collection[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of tables, in order; of no more tables than a statement may name."""
    seats: dict[str, list[SeatRow]] = {}
    for table, *facts in connection.execute(_SEATS, {"tables": list(tables)}):
        seats.setdefault(table, []).append(SeatRow(*facts))
    return seats


def _seats_where(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a table has such a seat; the seats are looked up once."""
    return TABLES.c.id.in_(select(SEATS.c.table).where(*conditions))


def _waits_for(account: int | None) -> ColumnElement[bool]:
    return _seats_where(SEATS.c.account == account, SEATS.c.must_move, SEATS.c.stand_in.is_(None))


def _conditions(connection: Connection, search: TableQuery) -> list[ColumnElement[bool]]:
    conditions = [] if search.sees_all else [_is_seen_by(connection, search.viewer)]
    if search.status is not None:
        conditions.append(TABLES.c.status == search.status)
    if search.game is not None:
        conditions.append(TABLES.c.game == search.game)
    if search.account is not None:
        conditions.append(_seats_where(SEATS.c.account == search.account))
    sought = folded(search.text[:100])
    if sought:
        conditions.append(
            or_(
                TABLES.c.sought.contains(sought, autoescape=True),
                _seats_where(SEATS.c.sought.contains(sought, autoescape=True)),
            )
        )
    return conditions


def _is_seen_by(connection: Connection, viewer: int | None) -> ColumnElement[bool]:
    if viewer is None:
        return TABLES.c.visibility == PUBLIC
    own = connection.execute(_SKELETON, {"account": viewer}).scalar() or ""
    invited = _seats_where(SEATS.c.invited_skeleton == own)
    seated = _seats_where(SEATS.c.account == viewer)
    of_club = TABLES.c.club.in_(clubs_joined(viewer))
    of_tournament = TABLES.c.id.in_(tournament_tables(viewer))
    theirs = or_(TABLES.c.host == viewer, seated, invited)
    return or_(TABLES.c.visibility == PUBLIC, theirs, of_club, of_tournament)


def _may_see(
    connection: Connection, row: Row[Any], seats: Sequence[SeatRow], viewer: int | None
) -> bool:
    """Whether a viewer may see a table: as `_is_seen_by`, for one."""
    if row.visibility == PUBLIC:
        return True
    if viewer is None:
        return False
    if viewer == row.host or any(seat.account == viewer for seat in seats):
        return True
    if row.club is not None and is_member(connection, row.club, viewer):
        return True
    of_tournament = tournament_tables(viewer).where(TOURNAMENT_GAMES.c.table == row.id)
    if connection.execute(of_tournament.limit(1)).first() is not None:
        return True
    own = connection.execute(_SKELETON, {"account": viewer}).scalar() or ""
    return any(seat.invited_skeleton == own for seat in seats)


def _rows(
    connection: Connection,
    conditions: Sequence[ColumnElement[bool]],
    order: Sequence[ColumnElement[Any]],
    page: tuple[int, int],
) -> list[TableRow]:
    most, skip = page
    query = WITH_HOST.where(*conditions).order_by(*order).limit(most).offset(skip)
    found = connection.execute(query).all()
    seats = seats_of(connection, [row.id for row in found])
    return [table_from_row(row, seats[row.id]) for row in found]


def _members(connection: Connection, rows: Sequence[Row[Any]]) -> dict[int | None, frozenset[int]]:
    """Return the members of the clubs of tables."""
    clubs = {row.club for row in rows if row.club is not None}
    found: dict[int | None, set[int]] = {}
    for club, account in connection.execute(_MEMBERS, {"clubs": [*clubs]}) if clubs else ():
        found.setdefault(club, set()).add(account)
    return {club: frozenset(accounts) for club, accounts in found.items()}


def table_from_row(
    row: Row[Any], seats: Sequence[SeatRow], members: frozenset[int] = frozenset()
) -> TableRow:
    """Return the table in a row with the names of its host and club, and these seats."""
    return TableRow(
        id=row.id,
        game=row.game,
        title=row.title,
        host=row.host,
        host_name=row.host_name or "",
        visibility=row.visibility,
        status=row.status,
        clock=None if row.clock is None else msgspec.json.decode(row.clock, type=ClockPlan),
        created=row.created,
        last_move=row.last_move,
        moves=row.moves,
        result=None if row.result is None else msgspec.json.decode(row.result, type=EndEntry),
        seats=tuple(seats),
        rated_from=row.rated_from,
        hints_for_all=msgspec.json.decode(row.header, type=_Terms).hints_for_all,
        allows_bots=row.allows_bots,
        club=row.club,
        club_name=row.club_name or "",
        members=members,
    )


AT_ONCE: Final = 500
"""The most tables in a statement, whose length databases limit."""

_ALL: Final = WITH_HOST.where(TABLES.c.status.in_((OPEN, RUNNING)))
_SOME: Final = _ALL.where(TABLES.c.id.in_(bindparam("tables", expanding=True)))


def unfinished(database: Database, among: Collection[str] | None = None) -> list[TableRow]:
    """Return the unfinished tables: all of them, or those of these ids. Raises StorageError."""
    rows: list[TableRow] = []
    with database.reading() as connection:
        if among is None:
            found = list(connection.execute(_ALL))
        else:
            parts = [connection.execute(_SOME, {"tables": part}) for part in _parts(among)]
            found = [row for part in parts for row in part]
        for first in range(0, len(found), AT_ONCE):
            piece = found[first : first + AT_ONCE]
            seats = seats_of(connection, [row.id for row in piece])
            members = _members(connection, piece)
            rows += [
                table_from_row(row, seats[row.id], members.get(row.club, frozenset()))
                for row in piece
            ]
    return rows


def _parts(tables: Collection[str]) -> list[list[str]]:
    """Split the ids into pieces of bounded length."""
    every = list(tables)
    return [every[first : first + AT_ONCE] for first in range(0, len(every), AT_ONCE)]
