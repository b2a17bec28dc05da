"""The lobby as one of the nodes at a database: what it is told, and what it takes over."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress

from nim_tui.server.database.connection import StorageTrouble
from nim_tui.server.database.posts import AnyPost
from nim_tui.server.database.tables import TableTrouble
from nim_tui.server.lobby.across import Across, Here
from nim_tui.tables.record import RecordError
from rules.messages import Refusal

logger = logging.getLogger(__name__)


class AsNode:
    """The House that the nodes know of."""

    def __init__(self, here: Here, across: Across) -> None:
        self._here = here
        self._across = across

    async def open(self) -> None:
        """Be a node, and see to games that nobody looks after. Raises StorageTrouble."""
        await self._here.nodes.open(self)

    async def hear(self, post: AnyPost) -> None:
        """Another node tells something."""
        await self._across.hear(post)

    def people_moved(self) -> None:
        """Others are at other nodes than before, or at other tables there."""
        self._here.comings.people_moved()

    def brief(self) -> None:
        """Others have come, which have not heard what was told once for all to keep."""
        self._here.talking.tell_pace()

    async def take_over(self, tables: Sequence[str]) -> Collection[str]:
        """These games, which nobody looks after or holds here, are held from now on as they stand.

        Those that cannot be brought back.
        """
        failed = []
        for table in tables:
            try:
                await self._hold(table)
            except StorageTrouble as trouble:
                logger.warning("table %s cannot be brought back yet: %s", table, trouble)
                failed.append(table)
            except (TableTrouble, RecordError, OSError):
                logger.exception("table %s cannot be brought back", table)
                failed.append(table)
        return failed

    async def _hold(self, table: str) -> None:
        """Raises TableTrouble, RecordError, OSError."""
        here = self._here
        held = here.held.seated(table)
        if held is None:
            await here.opener.live(table)
            for guest in here.guests.at(table):
                guest.sit_anew()
        elif not held.ownership.is_own:
            await here.opener.open_anew((table,))
        here.held.let_rest(table)  # where another node was sooner

    def own_tables(self) -> Collection[str]:
        """The games held here that this node looks after."""
        return self._here.held.own_tables()

    def idle_tables(self) -> Collection[str]:
        """Those of them that could be handed on, as nobody would notice."""
        return self._here.held.idle_tables()

    async def hand_on(self, table: str, node: int) -> bool:
        """Let another node look after a game; whether it does. Raises StorageTrouble."""
        held = self._here.held.seated(table)
        if held is None or not await held.handing_on.to(node):
            return False
        self._here.held.let_rest(table)
        return True

    def unread(self) -> Collection[str]:
        """The games that people here look at, and that could not be read when they should be."""
        return self._here.opener.unread()

    def rest(self) -> None:
        """Others may look after all games by now: bots and clocks rest."""
        for table in self.own_tables():
            self._here.held.by_id[table].ownership.rest()

    def lost(self, table: str) -> None:
        """Another node owns a game now: it is only followed here."""
        self._here.opener.lost(table)

    async def begin_anew(self) -> None:
        """What other nodes told may have been missed: everything is read again."""
        self.people_moved()
        await self.read_anew()
        with suppress(Refusal, OSError, RecordError):  # those are tried again
            await self._here.opener.open_anew(tuple(self._here.held.by_id))

    async def read_anew(self) -> None:
        """What others stored may not have been told here.

        It is tables, talk, blocks, names, bans, and keys and accounts that are gone. Raises
        StorageTrouble.
        """
        here = self._here
        here.table_list.note_all()
        here.talking.log.clear()
        here.talking.blocks.learn(*{guest.who.account for guest in here.guests})
        await here.shown.read_told()
        await here.accounts.read_names()
        if self._across.end_overdue is not None:
            for number in await self._across.end_overdue():
                logger.info("visit=%d is shut out", number)

    async def catch_up(self) -> None:
        """What other nodes told may not have been read: it is now."""
        self._here.shown.changed()
        for table, held in tuple(self._here.held.by_id.items()):
            try:
                await held.changes.catch_up()
            except RecordError:
                with suppress(Refusal, OSError, RecordError):
                    await self._here.opener.open_anew((table,))

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here."""
        self._here.telling.tell_all(text)
