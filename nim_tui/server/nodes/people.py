"""The people at other nodes: read whole now and then, and kept current by news of those nodes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nim_tui.server.nodes.node_rows import PersonElsewhere, people_elsewhere
from nim_tui.server.nodes.posts import PeopleMoved
from nim_tui.server.storage.database import Database

Moved = tuple[int, PeopleMoved]
"""What a node tells of its sessions."""


class People:
    """The sessions of other nodes that live."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_session: dict[tuple[int, int], PersonElsewhere] = {}
        self.listed: Sequence[PersonElsewhere] = ()
        """All of them, another sequence after each change."""
        self.are_unread = True
        """Whether they must be read, and could not be yet."""

    async def read(self) -> None:
        """Read all of them. Raises StorageError."""
        self.are_unread = True
        self._by_session = await self._database.look(people_elsewhere, self._database.node or 0)
        self.are_unread = False
        self.listed = tuple(self._by_session.values())

    async def hear(self, moved: Collection[Moved]) -> None:
        """Others tell who moved, in this order. Raises StorageError."""
        if any(told.here is None for _node, told in moved):
            await self.read()
            return
        for node, told in moved:
            for visit in told.gone:
                self._by_session.pop((node, visit), None)
            for one in told.here or ():
                self._by_session[node, one.visit] = PersonElsewhere(one.account, one.name, one.at)
        self.listed = tuple(self._by_session.values())
