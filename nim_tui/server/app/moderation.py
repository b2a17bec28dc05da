"""Admin actions from the lobby, for the SSH keys given at the server's start, and for members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from screens.lobby.values import SessionRow


class Moderation(Protocol):
    """The actions open to an admin."""

    async def rows(self) -> Sequence[SessionRow]:
        """Return the sessions on this server, the longest first."""

    def kick(self, visit: int) -> object:
        """End a session. Raises a Refusal."""

    def end_key(self, fingerprint: str) -> None:
        """End what a key has open that its holder has removed."""

    async def close(self, table: str) -> object:
        """Close a table. Raises a Refusal."""
