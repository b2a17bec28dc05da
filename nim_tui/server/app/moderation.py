"""What admins can do from the lobby, by a key that the server was started with; and members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from screens.lobby.values import SessionRow


class Moderation(Protocol):
    """What an admin can do."""

    async def rows(self) -> Sequence[SessionRow]:
        """Who is here, the longest first."""

    def kick(self, visit: int) -> object:
        """End a session. Raises a Refusal."""

    def end_key(self, fingerprint: str) -> None:
        """End what a key has open that its holder has removed."""

    async def close(self, table: str) -> object:
        """Close a table. Raises a Refusal."""
