"""An admin's actions on sessions and tables, for the person of one session."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.server.app.moderation import Moderation
from screens.lobby.values import LobbyTable, SessionRow


class AdminActions:
    """An admin's hand on the server; nobody else's does anything."""

    def __init__(self, moderation: Moderation | None) -> None:
        """`moderation` is there for admins."""
        self._moderation = moderation

    @property
    def is_admin(self) -> bool:
        """Whether this person may act on sessions and tables."""
        return self._moderation is not None

    async def visits(self) -> Sequence[SessionRow]:
        """Return the sessions on this server, and where each one is."""
        return () if self._moderation is None else await self._moderation.rows()

    def kick(self, visit: int) -> None:
        """End a session."""
        if self._moderation is not None:
            self._moderation.kick(visit)

    async def close_table(self, table: LobbyTable) -> None:
        """Close a table, no matter which players sit there."""
        if self._moderation is not None:
            await self._moderation.close(table.id)
