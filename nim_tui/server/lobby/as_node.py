"""The lobby as one of the nodes at a database: what it is told, and what it takes over."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

from nim_tui.server.database.posts import AnyPost
from nim_tui.server.database.tables import TableTrouble
from nim_tui.server.lobby.across import Across, Here
from nim_tui.tables.record import RecordError

logger = logging.getLogger(__name__)


class AsNode:
    """The House that the nodes know of."""

    def __init__(self, here: Here, across: Across) -> None:
        self._here = here
        self._across = across

    async def open(self) -> None:
        """Be a node, and see to games that nobody looks after. Raises StorageTrouble."""
        await self._here.nodes.open(self)
        await self.take_over(await self._here.nodes.unowned())

    async def hear(self, post: AnyPost) -> None:
        """Another node tells something."""
        await self._across.hear(post)

    def people_moved(self) -> None:
        """Others are at other nodes than before, or at other tables there."""
        self._here.comings.people_moved()

    def brief(self) -> None:
        """Others have come, which have not heard what was told once for all to keep."""
        self._here.talking.tell_pace()

    async def take_over(self, tables: Sequence[str]) -> None:
        """Nobody looks after these games any more: this node does, from where they stand."""
        here = self._here
        for table in tables:
            try:
                if here.held.seated(table) is not None:
                    await here.opener.open_these_anew((table,))
                else:
                    await here.opener.live(table)
                    for guest in here.guests.at(table):
                        guest.sit_anew()
            except (TableTrouble, RecordError, OSError):
                logger.exception("table %s cannot be brought back", table)

    def own_tables(self) -> Collection[str]:
        """The games held here that this node looks after."""
        return self._here.held.own_tables()

    def lost(self, table: str) -> None:
        """Another node owns a game now: it is only followed here."""
        self._here.opener.lost(table)

    async def begin_anew(self) -> None:
        """What other nodes told may have been missed: everything is read again."""
        self._here.table_list.note_all()
        self._here.talking.log.clear()
        self.people_moved()
        await self._here.opener.open_these_anew(tuple(self._here.held.by_id))

    async def catch_up(self) -> None:
        """What other nodes told may not have been read: it is now."""
        self._here.shown.changed()
        for held in tuple(self._here.held.by_id.values()):
            await held.changes.catch_up()

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here."""
        self._here.telling.tell_all(text)
