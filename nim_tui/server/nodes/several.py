"""One of several servers at a database: its heartbeat, news of the others, tables of the dead.

Everything that nodes tell each other is rows, which each node reads in order. A notification only
wakes the readers; without one they look every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

from nim_tui.server.nodes import node_rows as rows
from nim_tui.server.nodes.balance import Balance
from nim_tui.server.nodes.care import Care
from nim_tui.server.nodes.ending import end
from nim_tui.server.nodes.inbox import Inbox
from nim_tui.server.nodes.leases import owned, played_among
from nim_tui.server.nodes.node_rows import PersonElsewhere
from nim_tui.server.nodes.outage import Outage
from nim_tui.server.nodes.people import Moved, People
from nim_tui.server.nodes.places import PlaceRows
from nim_tui.server.nodes.port import House
from nim_tui.server.nodes.posts import PeopleMoved, forget_posts, tell_nodes
from nim_tui.server.nodes.presence import PresenceRows
from nim_tui.server.nodes.shared import Shared
from nim_tui.server.nodes.takeover import Takeover
from nim_tui.server.nodes.wakes import Wakes
from nim_tui.server.rate_limit import forget_taken
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.migrate import version

BEAT: Final = 2.0
"""Seconds between two signs of life; and until what no notification told is looked for."""

PATIENCE: Final = 4.0
"""Seconds for a sign of life, about half of a lease: longer means that the database is away."""

READS: Final = 15
"""Signs of life between two times that all people at other nodes are read."""

BALANCES: Final = 5
"""Signs of life between two looks whether games are to be handed on."""

REBALANCED: Final = 16
"""Games handed on at one of them, at most."""

TIDIES: Final = 15
"""Signs of life between two times that things are tidied."""

logger = logging.getLogger(__name__)


class SeveralNodes(Shared):
    """One node, and what it knows of the others."""

    are_several: Final = True

    def __init__(
        self, database: Database, home: str | None = None, *, rebalanced: int = REBALANCED
    ) -> None:
        """`home` stands for what this process alone can hold, until it ends.

        So many games at once are handed to nodes that look after fewer; 0: none are.
        """
        super().__init__(database)
        self._home = home
        self._house: House | None = None
        self._presence = PresenceRows(database)
        self.places = PlaceRows(database)
        self._inbox = Inbox(database, self._orders, self._people_moved, seconds=BEAT)
        self._outage = Outage(self._inbox.wake)
        self._wakes = Wakes(database.engine, self._inbox.wake)
        self._living: Sequence[int] = ()
        self._care = Care()
        self._takeover = Takeover(database, lambda: self._living)
        self._balance = Balance(database, lambda: self._living, rebalanced)
        self._people = People(database)
        self._tasks: list[asyncio.Task[None]] = []
        self._beats = 0
        self._signed = 0.0
        """When the last sign of life was given, by the clock of the loop."""

    # Being one

    async def open(self, house: House) -> None:
        """Be one of the nodes from now on. Raises StorageError."""
        self._house = house
        await self._join()
        house.people_moved()
        self._wakes.open()
        self._tasks = [self._begin(self._live()), self._begin(self._inbox.follow(house))]
        self._care.due(self._take_over)

    def _begin(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(doing)

    async def _join(self) -> None:
        ask, name = self._database.ask, f"{socket.gethostname()}:{os.getpid()}"
        await self._inbox.begin_anew()
        self._database.node = await ask(rows.join, name, version(), self._home)
        self._presence.begin_anew()
        self.places.begin_anew()
        await self._look_around()
        self._signed = asyncio.get_running_loop().time()
        logger.info("node=%d of %d", self._node, len(self._living))

    @property
    def _node(self) -> int:
        assert self._database.node is not None, "it has not joined yet"
        return self._database.node

    async def close(self) -> None:
        """Leave: others take over at once what was this node's."""
        await end(*self._tasks)
        await self._care.close()
        await self._wakes.close()
        self._presence.is_open = self.places.is_open = False
        node, self._database.node = self._database.node, None
        if node is not None:
            with suppress(StorageError):
                await self._database.ask(rows.leave, node)
                self._database.node = node
                await self._database.ask(tell_nodes, PeopleMoved())

    @property
    def leads(self) -> bool:
        """Whether this is the oldest node."""
        return self._living[:1] == [self._database.node]

    # Signs of life

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._beat()
            except (StorageError, TimeoutError):
                self._miss()
            except Exception:
                logger.exception("a sign of life failed")
            else:
                self._see_to_what_is_due()

    def _miss(self) -> None:
        """No sign of life could be given: without one for long, all tables may be others'."""
        self._outage.begins(self._known_house)
        if asyncio.get_running_loop().time() - self._signed > rows.LEASE:
            self._known_house.rest()

    def _see_to_what_is_due(self) -> None:
        """A sign of life was given: what may take long is done beside the next ones."""
        self._signed = asyncio.get_running_loop().time()
        was_down = self._outage.is_over(self._known_house)
        self._care.again()
        if was_down:
            self._care.due(self._known_house.catch_up)
        if self.leads and self._beats % TIDIES == 0 and self._presence.is_kept:
            self._care.due(self._tidy)
        if self._beats % BALANCES == 0 and not was_down:
            self._care.due(self._hand_on)
        # Who was away itself lets others come back before it takes what is theirs.
        self._care.due(self._hold_own if was_down else self._take_over)

    async def _beat(self) -> None:
        if not await self._database.look(rows.beat, self._node):
            logger.warning("node=%d was thought dead", self._node)
            await self._join()
            self._care.due(self._known_house.begin_anew)
        before = self._living
        if await self._look_around():
            self._known_house.people_moved()
        if before != self._living:
            logger.info("node=%d of %d", self._node, len(self._living))
            if not {*before} <= {*self._living}:
                self._care.due(self._known_house.read_anew)
            if self.leads:
                self._known_house.brief()
        self._presence.keep()
        self.places.keep()
        self._outbox.keep()
        self._beats += 1
        await self._let_go()

    async def _let_go(self) -> None:
        """Let go of what another node has taken over."""
        believed = {*self._known_house.own_tables()}
        kept = await self._database.look(owned, self._node)
        others = (believed & {*self._known_house.own_tables()}) - kept
        if not others:
            return
        for table in await self._database.look(played_among, others):
            logger.warning("node=%d has lost a table", self._node)
            self._known_house.lost(table)

    async def _take_over(self) -> None:
        await self._takeover.look(self._known_house)

    async def _hand_on(self) -> None:
        await self._balance.look(self._known_house)

    async def _hold_own(self) -> None:
        await self._takeover.look(self._known_house, at_others=False)

    async def _tidy(self) -> None:
        for tidy in (rows.tidy, forget_posts, forget_taken):
            await self._database.ask(tidy)

    async def _look_around(self) -> bool:
        """Whether other nodes live than before, or people were read again for another reason."""
        before, self._living = self._living, await self._database.look(rows.living)
        if before == self._living and self._beats % READS and not self._people.are_unread:
            return False
        await self._people.read()
        return True

    async def _people_moved(self, moved: Collection[Moved]) -> None:
        await self._people.hear(moved)
        self._known_house.people_moved()

    @property
    def people(self) -> Sequence[PersonElsewhere]:
        """The people at other nodes."""
        return self._people.listed

    @property
    def _known_house(self) -> House:
        assert self._house is not None, "it has not joined yet"
        return self._house

    # Who is here

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Somebody is here, at this table."""
        self._presence.show(visit, account, at)

    def show_gone(self, visit: int) -> None:
        """Somebody is here no longer."""
        self._presence.show_gone(visit)
