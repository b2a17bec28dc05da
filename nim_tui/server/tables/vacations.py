"""Vacations from correspondence games: while one lasts, the clocks of its player stand.

Clocks derive from the stored vacations, so no restart or change of a table's owner loses one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, select, update

from nim_tui.server.nodes.messages import VacationChanged, notify
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import BLOCKS, RUNNING, SEATS, TABLES, VACATIONS
from nim_tui.tables.clock import DAYS, Pause
from rules.messages import N_, Refusal

DAY: Final = 86_400
YEAR: Final = 365 * DAY
"""The seconds before a moment whose vacations count against the present allowance."""


class NoVacation(Refusal):
    """A vacation cannot begin or end; the message says why."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """The vacation of a player: the end of the present one, and the seconds left this year."""

    until: float | None
    left: float


def pauses_of(connection: Connection, accounts: Collection[int]) -> Mapping[int, Sequence[Pause]]:
    """Return the vacations of accounts, in order and apart, within a transaction."""
    query = select(VACATIONS).where(VACATIONS.c.account.in_(accounts))
    found: dict[int, list[Pause]] = defaultdict(list)
    for row in connection.execute(query):
        found[row.account].append((row.begins, row.ends))
    return {account: apart(pauses) for account, pauses in found.items()}


def apart(pauses: Iterable[Pause]) -> Sequence[Pause]:
    """Return pauses in order, those that overlap made one."""
    found: list[Pause] = []
    for begin, end in sorted(pauses):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif begin < end:
            found.append((begin, end))
    return found


def pauses_at(database: Database, table: str) -> Mapping[int, Sequence[Pause]]:
    """Return the vacations of a table's players, by seat. Raises StorageError."""
    query = select(SEATS.c.seat, SEATS.c.account).where(SEATS.c.table == table)
    with database.reading() as connection:
        seats = {row.seat: row.account for row in connection.execute(query) if row.account}
        known = pauses_of(connection, seats.values())
        return {seat: known[one] for seat, one in seats.items() if one in known}


def vacation_of(database: Database, account: int, days: int) -> Vacation:
    """Return the vacation of an account, which has so many days a year. Raises StorageError."""
    with database.reading() as connection:
        return _vacation(connection, account, days, database.now())


def _vacation(connection: Connection, account: int, days: int, now: float) -> Vacation:
    pauses = pauses_of(connection, [account]).get(account, ())
    used = sum(max(0.0, end - max(begin, now - YEAR)) for begin, end in pauses)
    until = next((end for begin, end in pauses if begin <= now < end), None)
    return Vacation(until, max(0.0, days * DAY - used))


def begin_vacation(database: Database, account: int, days: int, most: int) -> float:
    """Begin a vacation of some days; return its end. Raises NoVacation, StorageError."""
    now = database.now()
    with database.writing() as connection:
        known = _vacation(connection, account, most, now)
        if known.until is not None:
            raise NoVacation(N_("you are on vacation already"))
        if not 0 < days * DAY <= known.left:
            raise NoVacation(
                N_("choose a number of days from 1 to {most}"), most=int(known.left // DAY)
            )
        row = {"account": account, "begins": now, "ends": now + days * DAY}
        connection.execute(insert(VACATIONS).values(row))
        notify(database, connection, VacationChanged(account))
    return now + days * DAY


def end_vacation(database: Database, account: int) -> None:
    """End the present vacation; the rest may be used later. Raises NoVacation, StorageError."""
    now = database.now()
    own = (VACATIONS.c.account == account, VACATIONS.c.begins <= now, VACATIONS.c.ends > now)
    with database.writing() as connection:
        if not connection.execute(update(VACATIONS).where(*own).values(ends=now)).rowcount:
            raise NoVacation(N_("you are not on vacation"))
        notify(database, connection, VacationChanged(account))


def opponents(database: Database, account: int) -> set[int]:
    """Return the opponents in an account's correspondence games who have not blocked it.

    Raises StorageError.
    """
    own = select(SEATS.c.table).where(SEATS.c.account == account)
    others = (
        select(SEATS.c.account)
        .join(TABLES, TABLES.c.id == SEATS.c.table)
        .where(TABLES.c.status == RUNNING, TABLES.c.clock.contains(f'"{DAYS}"'))
        .where(SEATS.c.table.in_(own), SEATS.c.account.is_not(None), SEATS.c.account != account)
    )
    blockers = select(BLOCKS.c.account).where(BLOCKS.c.blocked == account)
    with database.reading() as connection:
        found = set(connection.execute(others).scalars())
        return found - set(connection.execute(blockers).scalars())
