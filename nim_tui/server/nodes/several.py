"""One of several servers at a PostgreSQL.

A check on the channel every few seconds keeps this server alive, finds the other living ones, and
games without an owner.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final
from zlib import crc32

from nim_tui.server.nodes import presence as rows
from nim_tui.server.nodes.channel import NodeChannel
from nim_tui.server.nodes.locks import NodeLocks, Orphans, orphans
from nim_tui.server.nodes.messages import (
    RENAMED,
    AccountChanged,
    AnyMessage,
    LineAdded,
    NodeMessage,
    Outbox,
    PeopleMoved,
    decoded,
)
from nim_tui.server.nodes.presence import NodeRow, PeopleElsewhere, PresenceRows
from nim_tui.server.rate_limit import forget_taken
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.migrate import version
from nim_tui.server.storage.postgres import DatabaseClock
from rules.messages import N_

if TYPE_CHECKING:
    from nim_tui.server.node_news import NodeNews

DOWN: Final = N_("The database does not answer: nothing can be saved until it does. Please wait.")
UP: Final = N_("The database answers again: play continues.")

LOOK: Final = 3.0
"""Seconds between two checks of the locks."""

RETRY: Final = 0.2
"""Seconds before a reconnect; longer after repeated failures."""

SLICE: Final = 32
"""The most games taken over between two checks."""

READS: Final = 10
"""Checks between two full reads of the people at other servers."""

ORPHANS: Final = 4
"""Checks between two searches for games without an owner, unless there are or may be some."""

TIDIES: Final = 20
"""Checks between two clean-ups."""

logger = logging.getLogger(__name__)


class SeveralNodes:
    """A server of a PostgreSQL, and its knowledge of the others."""

    are_several: Final = True

    def __init__(self, database: Database, name: str = "", channel: str = "") -> None:
        """The name is by default that of the machine, and the number of the process.

        `channel` is the address of the database past a pooler, if there is one.
        """
        self._database = database
        self._name = name or f"{socket.gethostname()}:{os.getpid()}"
        self._news: NodeNews | None = None
        self._channel = NodeChannel(database.engine, channel, self._on_break)
        self._locks = NodeLocks(self._channel)
        self._presence = PresenceRows(database)
        self.people: Final = PeopleElsewhere()
        """The people at other servers."""
        self._are_people_unread = True
        self._reading_people = asyncio.Lock()
        self._moved_meanwhile: list[tuple[int, PeopleMoved]] = []
        """The changes told while the people are read, which what is read may lack."""
        self._outbox = Outbox(database)
        self._care = _Care()
        self._orphans = Orphans()
        self._living: Sequence[int] = ()
        self._dead: set[int] = set()
        self._wanted: set[str] = set()
        """The tables that are held here."""
        self._looks = 0
        self._is_down = False
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    # Joining and leaving

    async def open(self, news: NodeNews) -> None:
        """Join the servers. Raises StorageError."""
        self._news = news
        await self._come_in()
        await self._look()
        self._begin()
        self._care.due(self._take_over)

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._live()), loop.create_task(self._follow())]

    async def close(self) -> None:
        """Leave; others take over this server's games at once."""
        await end(*self._tasks)
        await self._care.close()
        self._presence.is_open = False
        node = self._database.node
        if node is not None:
            with suppress(StorageError):
                await self._database.ask(rows.leave, node)
        self._database.node = None
        await self._channel.close()
        self._locks.lose_all()

    async def _come_in(self) -> None:
        """Connect and register, under the previous number if it is free."""
        await self._channel.open()
        node = await self._locks.live(self._database.node)
        await self._database.ask(rows.join, node, self._name, version())
        self._database.node = node
        self._presence.begin_anew()
        logger.info("node=%d is here", node)

    @property
    def _known_news(self) -> NodeNews:
        assert self._news is not None, "it has not joined yet"
        return self._news

    def _on_break(self) -> None:
        """Pause bots and clocks, and reconnect, after the locks were lost."""
        self._locks.lose_all()
        self._are_people_unread = True
        self._woken.set()
        if self._news is not None:
            self._news.rest()

    # Checks

    async def _live(self) -> None:
        fails = 0
        while True:
            try:
                if not self._channel.is_open:
                    fails += 1
                    await self._come_back()
                await self._look()
                fails = 0
            except (StorageError, TimeoutError):
                if fails:
                    self._tell_down()
            except Exception:
                logger.exception("a look at the other servers failed")
            pause = LOOK if self._channel.is_open else min(RETRY * 2**fails, LOOK)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()
            self._woken.clear()

    async def _come_back(self) -> None:
        try:
            await self._come_in()
        except BaseException:
            await self._channel.close()
            raise
        if self._is_down:
            self._is_down = False
            logger.warning("the database answers again")
            self._known_news.tell_all(UP)
        self._care.due(self._known_news.begin_anew)

    def _tell_down(self) -> None:
        """Tell people once that the database is unavailable; short breaks are not reported."""
        if not self._is_down:
            self._is_down = True
            logger.warning("the database does not answer")
            self._known_news.tell_all(DOWN)

    async def _look_around(self) -> None:
        """Find the living servers, and follow the clock of the database. Raises ChannelBroken."""
        begun = monotonic()
        self._living, time = await self._locks.living()
        clock = self._database.now
        if isinstance(clock, DatabaseClock):
            clock.note(time, monotonic() - begun)

    async def _look(self) -> None:
        before = self._living
        await self._look_around()
        if before != self._living:
            logger.info("node=%s of %d", self._database.node, len(self._living))
        if before != self._living or self._are_people_unread or self._looks % READS == 0:
            await self._read_people()
        if not {*before} <= {*self._living}:
            self._care.due(self._known_news.read_anew)
        if self.leads and {*self._living} - {*before}:
            self._known_news.brief()
        self._presence.keep()
        self._outbox.keep()
        self._looks += 1
        self._care.again()
        if before != self._living or self._is_to_look_for_orphans():
            self._care.due(self._take_over)
        if self.leads and self._looks % TIDIES == 0 and self._presence.is_kept:
            self._care.due(self._tidy)

    def _is_to_look_for_orphans(self) -> bool:
        """Whether games may have no owner though no server went; the leader always looks."""
        is_due = self.leads or self._looks % ORPHANS == 0
        return is_due or self._orphans.are_any or bool(self._known_news.unread())

    async def _read_people(self) -> None:
        """Read all sessions at other servers. Raises StorageError."""
        async with self._reading_people:
            self._are_people_unread = False
            self._moved_meanwhile.clear()
            try:
                found = await self._database.look(rows.people_elsewhere, self._database.node or 0)
            except BaseException:
                self._are_people_unread = True
                raise
            self._known_news.people_moved(self.people.replace(found))
            self._note_moved(self._moved_meanwhile)

    async def _tidy(self) -> None:
        before, grace = self._dead, self._known_news.grace
        self._dead = await self._database.ask(rows.tidy, before, grace)
        for name in await self._database.look(rows.names, self._dead - before):
            await self._known_news.node_lost(name)
        await self._database.ask(forget_taken)

    async def _take_over(self) -> None:
        """Take over games without an owner: a fair share, and those with people here."""
        news, node = self._known_news, self._database.node
        free = await self._database.look(orphans)
        wanted = self._orphans.to_take(
            free,
            news.unread(),
            lambda table: news.has_people(table) or self._is_share(table, node),
        )
        while part := wanted[:SLICE]:
            del wanted[:SLICE]
            self._orphans.note(part, await news.take_over(part))

    def _is_share(self, table: str, node: int | None) -> bool:
        living = self._living
        return bool(living) and living[crc32(table.encode()) % len(living)] == node

    # Messages

    async def _follow(self) -> None:
        while True:
            told = [decoded(text) for text in await self._channel.heard()]
            own = self._database.node
            moved = [
                (node, one) for node, message in told if node != own for one in _moved(message)
            ]
            try:
                await self._hear_moved(moved)
            except StorageError:
                pass  # all are read at the next check
            except Exception:
                logger.exception("people who moved were not shown")
            for node, message in told:
                # A line written while a connection broke is unknown to this server.
                if message is not None and (node != own or isinstance(message, LineAdded)):
                    await self._hear(message)

    async def _hear_moved(self, moved: Sequence[tuple[int, PeopleMoved]]) -> None:
        """Note who moved at other servers; all are read once if that is not told."""
        self._moved_meanwhile += moved if self._reading_people.locked() else ()
        if not self._note_moved(moved):
            await self._read_people()

    def _note_moved(self, moved: Sequence[tuple[int, PeopleMoved]]) -> bool:
        """Note who moved at other servers; return whether all of it was told."""
        is_whole = True
        for node, message in moved:
            moves = self.people.hear(node, message)
            if moves is None:
                is_whole = False
            else:
                self._known_news.people_moved(moves)
        return is_whole

    async def _hear(self, message: AnyMessage) -> None:
        try:
            await self._known_news.hear(message)
        except StorageError as trouble:
            logger.warning("%s came to nothing: %s", type(message).__name__, trouble)
        except Exception:
            logger.exception("%s came to nothing", type(message).__name__)

    def tell(self, *messages: NodeMessage) -> None:
        """Send messages to the others, in order; unsent ones are retried."""
        self._outbox.tell(*messages)

    # Tables

    def holds(self, table: str) -> bool:
        """Whether this server runs bots, clock and upkeep of a table."""
        return self._locks.holds(table)

    async def take(self, table: str) -> bool:
        """Listen to a table, and run it unless another server does; return whether it does.

        Without a connection this happens after the next reconnect.
        """
        self._wanted.add(table)
        try:
            await self._channel.listen(table)
            return await self._locks.take(table)
        except StorageError:
            return False

    def let_go(self, table: str) -> None:
        """Stop listening to a table, and let others run it."""
        self._wanted.discard(table)
        self._database.start(self._let_go(table))

    async def _let_go(self, table: str) -> None:
        with suppress(StorageError):  # then both are gone with the connection
            for let_go in (self._locks.free, self._channel.unlisten):
                if table not in self._wanted:  # somebody may have come meanwhile
                    await let_go(table)

    # Presence

    @property
    def leads(self) -> bool:
        """Whether this server is the leader, which does the common jobs."""
        return self._locks.leads

    @property
    def number(self) -> int | None:
        """The number of this server; None before it has joined."""
        return self._database.node

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Note a session at a table."""
        self._presence.show(visit, account, at)

    def show_gone(self, visit: int) -> None:
        """Note the end of a session."""
        self._presence.show_gone(visit)

    async def known(self) -> Sequence[NodeRow]:
        """Return the living nodes, the oldest first."""
        return await self._database.look(rows.known)


def _moved(message: AnyMessage | None) -> list[PeopleMoved]:
    """Return the changes of presence in a message; a new name is one too."""
    if isinstance(message, PeopleMoved):
        return [message]
    is_renamed = isinstance(message, AccountChanged) and message.how == RENAMED
    return [PeopleMoved()] if is_renamed else []


AGAIN: Final = 0.5
"""Seconds after which a task that ignored its cancellation is cancelled again."""


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks until they end: before Python 3.12 a waiting task could miss it."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=AGAIN)


Job = Callable[[], Awaitable[None]]


class _Care:
    """Jobs between the checks, one after another, as they may take long."""

    def __init__(self) -> None:
        self._due: dict[Job, None] = {}
        self._failed: dict[Job, None] = {}
        self._task: asyncio.Task[None] | None = None

    def due(self, *jobs: Job) -> None:
        """Queue jobs; one that is already queued runs once."""
        self._due |= dict.fromkeys(jobs)
        if self._due and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    def again(self) -> None:
        """Retry failed jobs, as the database answers again."""
        failed, self._failed = self._failed, {}
        self.due(*failed)

    async def close(self) -> None:
        """Stop the jobs."""
        self._due.clear()
        if self._task is not None:
            await end(self._task)

    async def _run(self) -> None:
        while self._due:
            job = next(iter(self._due))
            del self._due[job]
            try:
                await job()
            except StorageError as trouble:
                self._failed[job] = None
                logger.warning("what is to be seen to is tried again: %s", trouble)
            except Exception:
                logger.exception("what is done beside looks failed")
