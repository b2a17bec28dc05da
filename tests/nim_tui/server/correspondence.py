"""Games by correspondence, whose turn it is there, and who wants to be told of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from nim_tui.server.accounts.store import Account
from nim_tui.server.notifications.queue import Delivery, note_turns, take_due
from nim_tui.server.notifications.subscriptions import (
    Subscription,
    subscribe,
    subscriptions,
    turn,
)
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import WEBHOOK
from nim_tui.server.tables.game_store import keep_clock
from nim_tui.server.tables.seat_store import note_waiting, start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan, SeatTime

if TYPE_CHECKING:
    from tests.nim_tui.server.storage.conftest import Clock

THREE_DAYS: Final = ClockPlan("days", 3 * 86_400)
WAIT: Final = 60.0
"""Seconds that a turn lasts before it is told."""
HOOK: Final = "https://hooks.example.org/a"

Here = Callable[[int], bool]


def nobody(_account: int) -> bool:
    """Nobody is on the server."""
    return False


def only(*people: Account) -> Here:
    """These are on the server."""
    return lambda account: account in {one.id for one in people}


def by_calendar(
    database: Database,
    *people: Account,
    game: str = "bataille",
    seed: int = 7,
    title: str = "A calm game",
    clock: ClockPlan = THREE_DAYS,
) -> str:
    """A game by correspondence, unless its `clock` is another."""
    wishes = [SeatWish(account=one.id) for one in people]
    made = create_table(database, people[0].id, TablePlan(game, wishes, clock=clock, title=title))
    start(database, made, seed)
    return made


def waits(database: Database, clock: Clock, table: str, *seats: int) -> None:
    """A second later it is the turn of these seats."""
    clock.pass_by(1.0)
    with database.writing() as connection:
        note_waiting(connection, table, seats)
    now = database.now()
    times = {seat: SeatTime(0.0, now if seat in seats else None) for seat in (0, 1)}
    keep_clock(database, table, times)


def have(
    database: Database,
    person: Account,
    address: str = HOOK,
    kind: str = WEBHOOK,
    language: str = "en",
) -> Subscription:
    """A subscription that is on."""
    subscribe(database, person.id, kind, address, language)
    turn(database, person.id, kind, is_on=True)
    return held(database, person, kind)


def held(database: Database, person: Account, kind: str = WEBHOOK) -> Subscription:
    """What somebody has of a kind."""
    (found,) = [one for one in subscriptions(database, person.id) if one.kind == kind]
    return found


def looked(database: Database, clock: Clock, is_here: Here = nobody) -> list[Delivery]:
    """What is sent once the wait is over."""
    clock.pass_by(WAIT)
    note_turns(database, is_here, WAIT)
    return take_due(database, is_here)


def tables(parcels: Collection[Delivery]) -> list[list[str]]:
    """Of which tables these tell."""
    return [[one.table for one in parcel.turns] for parcel in parcels]
