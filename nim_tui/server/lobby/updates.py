"""Batching of lobby changes, and messages to people.

A change costs the same however many followers there are. Followers are refreshed one after another,
the longest waiting first, each at most once a second, of many every other second, in slices of loop
time with rests between them: so a key press waits for a few screen updates, not for everybody's.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import Final, overload

from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.moderation.blocks import BlockCache
from nim_tui.server.nodes.messages import Announced, TablesChanged, ToldPeople, TurnsChanged
from nim_tui.server.sessions.presence import Presence
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.server.tables.listing import TableRow
from nim_tui.server.untrusted_text import folded
from rules.messages import N_, Fact
from screens.lobby.values import PersonHere
from screens.people import PersonalSentence

BURST: Final = 0.1
"""Seconds in which changes are gathered."""
SLICE: Final = 0.010
"""Seconds of loop time after which refreshing pauses."""
MANY: Final = 100
SELDOM: Final = 2
"""With more than `MANY` followers, each is refreshed so many times less often."""
PATIENCE: Final = 0.5
"""Seconds to wait for a follower to finish its refresh."""

Done = Callable[[], None]
Show = Callable[[Done], None]
"""Makes a follower refresh, and call a function once that is painted."""

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Follower:
    show: Show
    seen: int
    """The last change it was asked to show; -1 before the first."""
    last: float
    """The loop time of the last refresh."""


class UpdateBatcher:
    """The followers of the lobby, in order of their last refresh."""

    def __init__(self, every: float) -> None:
        """`every`: seconds between two refreshes of one follower."""
        self._every = every
        self._context = copy_context()
        """The context in which followers are called, not that of the session that made a change."""
        self._changes = 0
        self._followers: OrderedDict[_Follower, None] = OrderedDict()
        """The followers, longest not refreshed first; those up to date come last."""
        self._next: asyncio.TimerHandle | None = None
        self._asked: _Follower | None = None
        """The follower whose refresh is awaited."""
        self._began = 0.0
        """The start of the time slice."""

    def follow(self, show: Show) -> Callable[[], None]:
        """Call `show` after changes; return a function that stops it.

        A new follower comes first after the next change, which may be its own arrival.
        """
        follower = _Follower(show, seen=-1, last=-self._every)
        self._followers[follower] = None
        self._followers.move_to_end(follower, last=False)
        return lambda: self._forget(follower)

    def _forget(self, follower: _Follower) -> None:
        self._followers.pop(follower, None)
        self._is_done(follower)

    @property
    def due(self) -> int:
        """The number of followers not refreshed since the last change."""
        return sum(follower.seen != self._changes for follower in self._followers)

    def changed(self) -> None:
        """Note a change, to be shown by all followers in turn."""
        self._changes += 1
        if self._next is None and self._asked is None and self._followers:
            self._call(BURST, self._go_on)

    def _call(self, delay: float, what: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(delay, what, context=self._context.copy())

    def _go_on(self) -> None:
        """Begin a time slice."""
        self._next = None
        self._began = _now()
        self._ask()

    def _ask(self) -> None:
        """Refresh the longest waiting follower, at most once per interval."""
        follower = next(iter(self._followers), None)
        if follower is None or follower.seen == self._changes:
            return
        now = _now()
        every = self._every * (SELDOM if len(self._followers) > MANY else 1)
        if now < follower.last + every:
            self._call(follower.last + every - now, self._go_on)
            return
        self._followers.move_to_end(follower)
        follower.seen, follower.last = self._changes, now
        self._asked = follower
        self._call(PATIENCE, lambda: self._is_done(follower))
        try:
            follower.show(lambda: self._is_done(follower))
        except Exception:
            logger.exception("a visit did not hear what changed")
            self._is_done(follower)

    def _is_done(self, follower: _Follower) -> None:
        """Continue with the next follower: soon, or after a rest once the slice is used up.

        The next is expected to take as long as this one; a rest is as long as the work before.
        """
        if self._asked is not follower:
            return
        self._asked = None
        if self._next is not None:
            self._next.cancel()
        now = _now()
        worked, took = now - self._began, now - follower.last
        if worked + took > SLICE:
            self._call(max(worked, SLICE), self._go_on)
        else:
            self._call(0, self._ask_next)

    def _ask_next(self) -> None:
        self._next = None
        self._ask()


def _now() -> float:
    return asyncio.get_running_loop().time()


class _PeopleHere(Sequence[PersonHere]):
    """The people online, as of one moment; each is made when it is read."""

    def __init__(
        self, places: Sequence[tuple[str, str | None]], title: Callable[[str], str]
    ) -> None:
        """`title` returns what a list may show of a table."""
        self._places = places
        self._title = title

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> PersonHere: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[PersonHere]: ...

    def __getitem__(self, at: int | slice) -> PersonHere | Sequence[PersonHere]:
        if isinstance(at, slice):
            return [self._person(*one) for one in self._places[at]]
        return self._person(*self._places[at])

    def _person(self, name: str, at: str | None) -> PersonHere:
        return PersonHere(name, None if at is None else self._title(at))


class LobbyUpdates:
    """The tables, people and chat of the lobby, for all viewers."""

    def __init__(self, base: Foundation) -> None:
        self._database = base.database
        self._nodes = base.nodes
        self._guests = base.guests
        self._table_list = base.table_list
        self._queue = UpdateBatcher(base.limits.paint_seconds)
        self._people: Sequence[PersonHere] | None = None
        """The people online; None after a change."""
        self._latest = LatestWrite(base.database, self._show_changes)

    def follow(self, show: Show) -> Callable[[], None]:
        """Call `show` after changes of tables, people and chat; return a function that stops it.

        Followers are called in turn, not once per change.
        """
        return self._queue.follow(show)

    @property
    def paints_due(self) -> int:
        """The number of lobby screens not refreshed since the last change."""
        return self._queue.due

    def people(self, table: str | None = None) -> Sequence[str]:
        """Return the names of people online, or at a table, each once."""
        return [person.name for person in self.people_here(table)]

    def people_here(self, table: str | None = None) -> Sequence[PersonHere]:
        """Return the people online or at a table, once each, with their places; cached."""
        if table is not None:
            return [PersonHere(name) for name in self._guests.names(table)]
        if self._people is None:
            self._people = _PeopleHere(self._guests.places(), self._table_list.public_title)
        return self._people

    def changed(self, *tables: str) -> None:
        """Note changed people, chat or tables, to be shown in the lobby."""
        if tables:
            self._nodes.tell(TablesChanged([*tables]))
        self.note_tables(*tables)

    def note_tables(self, *tables: str) -> None:
        """Note changed tables that other nodes already know of."""
        self._table_list.note(*tables)
        self._people = None
        self._latest.keep()

    def note_turns(self, told: TurnsChanged) -> bool:
        """Note whose turn it is in a game; whether the table need not be read."""
        if not self._table_list.note_turns(told.table, told.waiting):
            return False
        self._queue.changed()
        return True

    async def _show_changes(self) -> None:
        """Read the changes, then have them shown."""
        await self.read_changed()
        await self._database.rest(BURST)

    async def read_changed(self, *tables: str) -> None:
        """Read changed tables, tell other nodes, and refresh the lobby."""
        if tables:
            self._nodes.tell(TablesChanged([*tables]))
        await self.read_told(*tables)

    async def read_told(self, *tables: str) -> None:
        """Read changed tables, after other nodes were told by another message."""
        self._table_list.note(*tables)
        await self.know_tables()
        self.ask_followers()

    async def know_tables(self) -> None:
        """Read the changed tables; readers of the list get the error, if any."""
        with suppress(StorageError):
            await self._table_list.catch_up()

    def ask_followers(self) -> None:
        """Refresh all viewers of the lobby, in turn."""
        self._people = None
        self._queue.changed()


_TOO_NEW: Final = N_("Your account is too new: this game will not change your rating.")
_WITH_BOTS: Final = N_("A game with bots of others is casual: it will not change your rating.")


def tell_begun(guests: Presence, row: TableRow, by: int | None) -> None:
    """Tell host and players that their game starts, and unrated players that it is not rated.

    `by` goes to the table anyway, so is not told.
    """
    rated = {seat.account: seat.is_rated for seat in row.seats}
    people = [seat for seat in row.seats if seat.bot is None]
    counts = row.rated_from is not None and len(people) > 1
    is_with_bots = any(seat.is_bot_account for seat in people)
    for guest in guests:
        if guest.who.account not in {row.host, *rated} or guest.who.at == row.id:
            continue
        if guest.who.account != by:
            guest.be_told(N_("The game begins: {title}"), {"title": row.title})
        if counts and not rated.get(guest.who.account, True):
            guest.be_told(_WITH_BOTS if is_with_bots else _TOO_NEW, {})


_UNKNOWN: Final = N_("No player is called {name}: only an invite link opens that seat.")


class Messenger:
    """Messages to people at this node, and where noted at others."""

    def __init__(self, base: Foundation, blocks: BlockCache) -> None:
        """`blocks`: a person gets nothing from the accounts they block."""
        self._nodes = base.nodes
        self._guests = base.guests
        self._table_list = base.table_list
        self._blocks = blocks

    def announce(self, text: str) -> int:
        """Announce a line on all nodes; return the number of sessions here."""
        self._nodes.tell(Announced(text))
        for guest in (here := tuple(self._guests)):
            guest.be_announced(text)
        return len(here)

    def tell_all(self, text: str) -> None:
        """Tell everyone online."""
        for guest in self._guests:
            guest.be_told(text, {})

    def tell_people(
        self,
        accounts: Collection[int | None],
        told: PersonalSentence | str,
        facts: Mapping[str, Fact],
    ) -> None:
        """Tell accounts something, at all nodes."""
        people = [one for one in accounts if one is not None]
        self._nodes.tell(ToldPeople(people, forms(told), dict(facts)))
        for guest in self._guests:
            if guest.who.account in accounts:
                guest.be_told(told, facts)

    def tell_excluded(self, table: str, account: int) -> None:
        """Tell the sessions here of an account excluded from a table, and show them out."""
        for guest in self._guests:
            if guest.who.account == account:
                guest.be_told(N_("You were excluded from table {table}."), {"table": table})
                guest.be_excluded(table)

    def tell_begun(self, table: str, by: int | None) -> None:
        """Tell the people online that their game starts."""
        row = self._table_list.known(table)
        if row is not None:
            tell_begun(self._guests, row, by)

    async def tell_invited(self, table: str, host: int) -> None:
        """Tell the people online that they are invited, and the host which names are unknown."""
        await self._blocks.known()
        row = self._table_list.known(table)
        if row is None:
            return
        unknown = [name for seat in row.seats if (name := seat.kept_for_nobody) is not None]
        invited = {name for seat in row.seats if (name := seat.kept_for) is not None}
        for guest in self._guests if invited or unknown else ():
            for name in unknown if guest.who.account == host else ():
                guest.be_told(_UNKNOWN, {"name": name})
            is_meant = guest.who.account != host and folded(guest.who.name) in invited
            if is_meant and host not in self._blocks.of(guest.who.account):
                text = N_("{name} invites you to a table: {title}")
                guest.be_told(text, {"name": row.host_name, "title": row.title})


def forms(told: PersonalSentence | str) -> list[str]:
    """Return the forms of a sentence, for other nodes."""
    return [told] if isinstance(told, str) else [*told]
