"""One of several servers at a database: it gives signs of life, hears the others, follows the dead.

Everything that nodes tell each other are rows which each reads in their order. A notification only
wakes whoever reads; without one they look every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

from nim_tui.server.database import nodes as rows
from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.leases import (
    Lease,
    board_of,
    claim,
    note_rematch,
    owned,
)
from nim_tui.server.database.migrate import version
from nim_tui.server.database.nodes import NodeRow, PersonElsewhere
from nim_tui.server.database.paces import PaceRule, forget_paces
from nim_tui.server.database.posts import (
    PeopleMoved,
    Post,
    forget_posts,
    tell_nodes,
)
from nim_tui.server.database.windows import WindowRule, forget_done
from nim_tui.server.nodes.ending import end
from nim_tui.server.nodes.inbox import Inbox
from nim_tui.server.nodes.orders import Orders
from nim_tui.server.nodes.outage import Outage
from nim_tui.server.nodes.outbox import Outbox
from nim_tui.server.nodes.paces import SharedPace, SharedWindow
from nim_tui.server.nodes.places import PlaceRows
from nim_tui.server.nodes.port import House, NodeSilent, Pace, Window
from nim_tui.server.nodes.presence import PresenceRows
from nim_tui.server.nodes.wakes import Wakes
from rules.messages import N_

BEAT: Final = 2.0
"""Seconds between two signs of life; and until what no notification told is looked for."""

TIDIES: Final = 15
"""Signs of life between two times that things are tidied."""

logger = logging.getLogger(__name__)


class SeveralNodes:
    """One node, and what it knows of the others."""

    are_several: Final = True

    def __init__(self, database: Database, home: str | None = None) -> None:
        """`home` stands for what this process alone can hold, until it ends."""
        self._database = database
        self._home = home
        self._house: House | None = None
        self._presence = PresenceRows(database)
        self.places = PlaceRows(database)
        self._orders = Orders(database)
        self._inbox = Inbox(database, self._orders, self._people_moved, seconds=BEAT)
        self._outage = Outage(self._inbox.wake)
        self._wakes = Wakes(database.engine, self._inbox.wake)
        self._living: Sequence[int] = ()
        self.people: Sequence[PersonElsewhere] = ()
        self._outbox = Outbox(database)
        self._tasks: list[asyncio.Task[None]] = []
        self._beats = 0

    # Being one

    async def open(self, house: House) -> None:
        """Be one of the nodes from now on. Raises StorageTrouble."""
        self._house = house
        await self._join()
        house.people_moved()
        self._wakes.open()
        self._tasks = [self._begin(self._live()), self._begin(self._inbox.follow(house))]

    def _begin(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(doing)

    async def _join(self) -> None:
        ask, name = self._database.ask, f"{socket.gethostname()}:{os.getpid()}"
        await self._inbox.begin_anew()
        self._database.node = await ask(rows.join, name, version(), self._home)
        self._presence.begin_anew()
        self.places.begin_anew()
        await self._look_around()
        logger.info("node=%d of %d", self._node, len(self._living))

    @property
    def _node(self) -> int:
        assert self._database.node is not None, "it has not joined yet"
        return self._database.node

    async def close(self) -> None:
        """Leave: others take over at once what was this node's."""
        await end(*self._tasks)
        await self._wakes.close()
        self._presence.is_open = self.places.is_open = False
        node, self._database.node = self._database.node, None
        if node is not None:
            with suppress(StorageTrouble):
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
                await self._beat()
            except StorageTrouble:
                self._outage.begins(self._known_house)
            except Exception:
                logger.exception("a sign of life failed")
            else:
                await self._outage.is_over(self._known_house)

    async def _beat(self) -> None:
        if not await self._database.ask(rows.beat, self._node):
            logger.warning("node=%d was thought dead", self._node)
            await self._join()
            await self._known_house.begin_anew()
        before = self._living
        await self._look_around()
        if before != self._living:
            logger.info("node=%d of %d", self._node, len(self._living))
            self._known_house.people_moved()
            if self.leads:
                self._known_house.brief()
        self._presence.keep()
        self.places.keep()
        self._outbox.keep()
        self._beats += 1
        if self.leads and self._beats % TIDIES == 0 and self._presence.is_kept:
            await self._database.ask(rows.tidy)
            await self._database.ask(forget_posts)
            await self._database.ask(forget_paces)
            await self._database.ask(forget_done)
        await self._look_after_tables()

    async def _look_after_tables(self) -> None:
        """Let go of what another node has taken over, and take over what nobody has."""
        believed = self._known_house.own_tables()
        kept = await self._database.ask(owned, self._node)
        for table in {*believed} - kept:
            logger.warning("node=%d has lost a table", self._node)
            self._known_house.lost(table)
        free = await self.unowned()
        if free:
            await self._known_house.take_over(free)

    async def _look_around(self) -> None:
        self._living = await self._database.ask(rows.living)
        self.people = await self._database.ask(rows.people_elsewhere, self._node)

    async def _people_moved(self) -> None:
        await self._look_around()
        self._known_house.people_moved()

    @property
    def _known_house(self) -> House:
        assert self._house is not None, "it has not joined yet"
        return self._house

    # Telling

    def tell(self, *posts: Post) -> None:
        """Tell the others something, in order."""
        self._outbox.tell(*posts)

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Somebody is here, at this table."""
        self._presence.show(visit, account, at)

    def show_gone(self, visit: int) -> None:
        """Somebody is here no longer."""
        self._presence.show_gone(visit)

    # Owners of tables

    async def unowned(self) -> Sequence[str]:
        """The games being played that no living node looks after."""
        return await self._database.ask(rows.orphans)

    async def own(self, table: str) -> tuple[bool, Lease | None]:
        """Own a table if nobody does; whether this node does, and what proves it."""
        lease = await self._database.ask(claim, table, self._node)
        return lease is not None, lease

    def keep_board(self, lease: Lease | None, board: str) -> None:
        """Keep what is known of a game beside its moves, as it was last."""
        self._outbox.keep_board(lease, board)

    async def board(self, table: str) -> str:
        """What is known of a game beside its moves."""
        return await self._database.ask(board_of, table)

    async def ask_owner(self, table: str, act: str, account: int, seat: int) -> None:
        """Have the owner of a game do something there. Raises a Refusal."""
        await self._orders.ask(table, act, account, seat)

    @property
    def number(self) -> int | None:
        """Which one this is, once it has joined."""
        return self._database.node

    def pace(self, rule: PaceRule) -> Pace:
        """Counted at all nodes."""
        return SharedPace(self._database, rule)

    def window(self, rule: WindowRule) -> Window:
        """Counted at all nodes."""
        return SharedWindow(self._database, rule)

    async def known(self) -> Sequence[NodeRow]:
        """All that live, the oldest first."""
        return await self._database.ask(rows.known)

    async def ask_admin(self, node: int, order: str) -> str:
        """What the admin's part of another node answers."""
        if node not in await self._database.ask(rows.living):
            raise NodeSilent(N_("there is no server {number}"), number=node)
        return await self._orders.ask_admin(node, order)

    async def note_rematch(self, table: str, again: str) -> str:
        """The rematch of a game: this one, unless there is another."""
        return await self._database.ask(note_rematch, table, again)
