"""Accounts by another name: in lists, in chat, and in the records of their games."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from nim_tui.server.account_names import account_name
from nim_tui.server.database.accounts import Account, NameTaken
from nim_tui.server.database.connection import Database
from nim_tui.server.database.post_rows import post
from nim_tui.server.database.posts import FORGOTTEN, RENAMED, AccountChanged, Post, Reopened
from nim_tui.server.database.schema import ACCOUNTS, CHAT, OPEN, RUNNING, SEATS, TABLES
from nim_tui.server.database.tables import NOT_SEATED
from nim_tui.server.untrusted_text import folded, skeleton
from nim_tui.tables.record import RecordError, encode, parse_header
from rules.messages import N_
from screens.people import SOMEONE


def rename(database: Database, account: Account, name: str) -> list[str]:
    """Give an account another name everywhere; the running games where it sits.

    Raises NameTaken, UnsuitableSeat, UnsuitableName.
    """
    called = account_name(name)
    names = {"name": called, "skeleton": skeleton(called), "folded": folded(called)}
    with database.writing() as connection:
        own = select(ACCOUNTS.c.skeleton).where(ACCOUNTS.c.id == account.id)
        before = connection.execute(own).scalar()
        try:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(names))
        except IntegrityError:
            raise NameTaken(
                N_("{name} is taken, or looks like a name that is"), name=repr(called)
            ) from None
        invited = update(SEATS).where(SEATS.c.invited_skeleton == before)
        connection.execute(invited.values(invited=called, invited_skeleton=skeleton(called)))
        connection.execute(update(CHAT).where(CHAT.c.account == account.id).values(name=called))
        call_at_seats(connection, account.id, called)
        played = running_games(connection, account.id)
        renamed = AccountChanged(account.id, RENAMED)
        post(database, connection, renamed, *changed_with(account.id, played))
    return played


def changed_with(account: int, played: list[str]) -> list[Post]:
    """What is to be told with a change of an account: what is known of it is read again."""
    reopened = [Reopened(played)] if played else []
    return [AccountChanged(account, FORGOTTEN), *reopened]


def running_games(connection: Connection, account: int) -> list[str]:
    """The games being played where somebody sits."""
    query = select(TABLES.c.id).join(SEATS, SEATS.c.table == TABLES.c.id)
    found = query.where(SEATS.c.account == account, TABLES.c.status == RUNNING)
    return list(connection.execute(found.order_by(TABLES.c.id)).scalars())


def call_at_seats(connection: Connection, account: int, name: str) -> None:
    """Write another name on all seats of an account, and in the records of their games."""
    query = (
        select(SEATS.c.table, SEATS.c.seat, TABLES.c.status, TABLES.c.header)
        .join(TABLES, SEATS.c.table == TABLES.c.id)
        .where(SEATS.c.account == account)
    )
    for table, seat, status, header in connection.execute(query).all():
        own = (SEATS.c.table == table, SEATS.c.seat == seat)
        called = _free_name(connection, table, name) if name == SOMEONE else name
        sought = folded(called)
        connection.execute(update(SEATS).where(*own).values(name=called, sought=sought))
        if status == OPEN:
            continue
        with suppress(RecordError):  # it cannot be opened in any case
            text = _with_name(header, seat, called)
            connection.execute(update(TABLES).where(TABLES.c.id == table).values(header=text))


def _free_name(connection: Connection, table: str, name: str) -> str:
    query = select(SEATS.c.name).where(SEATS.c.table == table)
    taken = set(connection.execute(query).scalars())
    names = (name, *(f"{name} {number}" for number in range(2, 12)))
    return next(one for one in names if one not in taken)


def _with_name(header: str, seat: int, name: str) -> str:
    """A header, with another name on a seat; what never began has nobody's."""
    old = parse_header(header.encode())
    seats = [*old.seats]
    if seats[seat].name == NOT_SEATED:
        return header
    seats[seat] = msgspec.structs.replace(seats[seat], name=name)
    return encode(msgspec.structs.replace(old, seats=tuple(seats))).decode()
