"""Storage of invite links to seats, as digests.

A link expires on use or withdrawal, or when the table no longer waits for players. Its user can
return by it as long as the game is running.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from nim_tui.server.accounts.keys import WrongCode, drawn_code, spaced, typed_code
from nim_tui.server.moderation.bans import keeps_out
from nim_tui.server.moderation.blocks import is_blocked
from nim_tui.server.nodes.messages import TablesChanged, notify
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import NOBODY, OPEN, OVER, RUNNING, SEAT_LINKS, SEATS, TABLES
from nim_tui.server.tables.listing import TableRow, table_seen
from nim_tui.server.tables.seat_store import open_row, sit_down
from nim_tui.server.tables.table_store import CannotUseTable, table_row
from rules.messages import N_

TOKEN_LENGTH: Final = 20
"""The length of a token: 98 random bits, and longer than any other code."""

MOST_STANDING: Final = 8
"""The most invite links of a table that are neither used nor withdrawn."""

WRONG: Final = N_("this invite link is wrong, used or expired")
"""The refusal of any invalid link."""


def make_link(database: Database, table: str, account: int) -> str:
    """Return a new token by the host of a table with a seat for anybody. Raises CannotUseTable."""
    token = drawn_code(TOKEN_LENGTH)
    with database.writing() as connection:
        _forget_ended(connection)
        _hosted(connection, table, account)
        free = and_(
            SEATS.c.table == table, SEATS.c.account.is_(None), SEATS.c.bot.is_(None),
            or_(SEATS.c.invited.is_(None), SEATS.c.invited_skeleton == NOBODY),
        )  # fmt: skip
        if connection.execute(select(SEATS.c.seat).where(free)).first() is None:
            raise CannotUseTable(N_("no free seat at this table is open to everyone"))
        if _standing(connection, table) >= MOST_STANDING:
            raise CannotUseTable(
                N_("this table already has {most} invite links: withdraw some first"),
                most=MOST_STANDING,
            )
        made = {"table": table, "made_by": account, "made": database.now()}
        connection.execute(insert(SEAT_LINKS).values(digest=_digest(token), **made))
    return spaced(token)


def standing_links(database: Database, table: str, account: int) -> int:
    """Return the number of usable invite links of a table, for its host. Raises CannotUseTable."""
    with database.reading() as connection:
        row = connection.execute(select(TABLES).where(TABLES.c.id == table)).first()
        _check_host(row, account)
        return _standing(connection, table)


def take_back_links(database: Database, table: str, account: int) -> int:
    """Withdraw all usable invite links of a table; return their number. Raises CannotUseTable."""
    with database.writing() as connection:
        _hosted(connection, table, account)
        stands = and_(SEAT_LINKS.c.table == table, SEAT_LINKS.c.used.is_(None))
        return connection.execute(delete(SEAT_LINKS).where(stands)).rowcount


def use_link(database: Database, token: str, account: int) -> str:
    """Take the seat of an invite token, and use it up; return the id of the table.

    A player who sits there already does not use it up; its user may return by it until the game is
    over. Of concurrent users only one succeeds. Raises WrongCode, and CannotUseTable if the free
    seats are reserved.
    """
    with database.writing() as connection:
        link = _link(connection, token)
        if link is None or not _leads_home(connection, link, account):
            if link is None or link.status != OPEN or link.used is not None:
                raise WrongCode(WRONG)
            if _is_unwelcome(connection, link, account, database.now()):
                raise WrongCode(WRONG)
            sit_down(connection, link.table, account, database.now(), by_link=True)
            used = update(SEAT_LINKS).where(SEAT_LINKS.c.digest == link.digest)
            connection.execute(used.values(used=database.now(), used_by=account))
            notify(database, connection, TablesChanged([link.table]))
    return str(link.table)


def table_of_link(database: Database, token: str, viewer: int | None) -> TableRow | None:
    """Return the table that an invite token opens to an account, or to a stranger; else None.

    Looking it up uses nothing up.
    """
    is_it = SEAT_LINKS.c.digest == _digest(token)
    links = select(SEAT_LINKS, TABLES.c.host, TABLES.c.status)
    joined = links.join(TABLES, TABLES.c.id == SEAT_LINKS.c.table)
    with database.reading() as connection:
        link = connection.execute(joined.where(is_it)).first()
        if link is None:
            return None
        if viewer is None or not _leads_home(connection, link, viewer):
            if link.status != OPEN or link.used is not None:
                return None
            if _is_unwelcome(connection, link, viewer, database.now()):
                return None
    try:
        return table_seen(database, link.table, link.host)
    except CannotUseTable:  # it was closed meanwhile, or nobody hosts it any more
        return None


def _link(connection: Connection, token: str) -> Row[Any] | None:
    """An invite link, with `host` and `status` of its table, which is held until the end.

    The link is read again after that lock: tables are locked before rows that belong to them.
    """
    is_it = SEAT_LINKS.c.digest == _digest(token)
    table = connection.execute(select(SEAT_LINKS.c.table).where(is_it)).scalar()
    if table is None:
        return None
    table_row(connection, table, held=True)
    links = select(SEAT_LINKS, TABLES.c.host, TABLES.c.status)
    joined = links.join(TABLES, TABLES.c.id == SEAT_LINKS.c.table)
    return connection.execute(joined.where(is_it)).first()


def _leads_home(connection: Connection, link: Row[Any], account: int) -> bool:
    """Whether the account has a seat at the table; of a running game, by this link alone."""
    if link.status == OVER or (link.status == RUNNING and link.used_by != account):
        return False
    here = and_(SEATS.c.table == link.table, SEATS.c.account == account)
    return connection.execute(select(SEATS.c.seat).where(here)).first() is not None


def _is_unwelcome(connection: Connection, link: Row[Any], account: int | None, now: float) -> bool:
    """Check whether the host has blocked the person, or the maker of the link is banned."""
    both = (link.host, link.made_by)
    blocked = account is not None and is_blocked(connection, account, both)
    return blocked or keeps_out(connection, link.made_by, now)


def _hosted(connection: Connection, table: str, account: int) -> None:
    """Lock an open table with this host. Raises CannotUseTable."""
    _check_host(open_row(connection, table), account)


def _check_host(row: Row[Any] | None, account: int) -> None:
    if row is None or row.host != account:
        raise CannotUseTable(N_("only the host can make invite links to a table"))


def _standing(connection: Connection, table: str) -> int:
    stands = and_(SEAT_LINKS.c.table == table, SEAT_LINKS.c.used.is_(None))
    query = select(func.count()).select_from(SEAT_LINKS).where(stands)
    return connection.execute(query).scalar_one()


def _forget_ended(connection: Connection) -> None:
    """Forget links that open nothing: to games that are over, or were begun without them."""
    waiting = select(TABLES.c.id).where(TABLES.c.status == OPEN)
    lasting = select(TABLES.c.id).where(TABLES.c.status != OVER)
    missed = and_(SEAT_LINKS.c.used.is_(None), SEAT_LINKS.c.table.not_in(waiting))
    connection.execute(delete(SEAT_LINKS).where(or_(SEAT_LINKS.c.table.not_in(lasting), missed)))


def _digest(token: str) -> str:
    """Return the stored digest of a token; without a salt, as a token has over 90 random bits."""
    return hashlib.sha256(f"seat link {typed_code(token)}".encode()).hexdigest()
