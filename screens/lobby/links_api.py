"""What the lobby asks of the app about invitations to seats, which are handed on as lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

LONGEST_PASTED: Final = 300
"""Characters of a line that leads to a table."""


class LinksApi(Protocol):
    """Invitations to a free seat of a table. All of it is looked up, and raises a Refusal."""

    @property
    def is_address_known(self) -> bool:
        """Whether lines for ssh name this server, or have a word for it."""

    async def standing(self, table: str) -> int:
        """How many to a table of one's own can be used."""

    async def make(self, table: str) -> Sequence[str]:
        """The lines of a new one, each of which somebody can use whole."""

    async def take_back(self, table: str) -> None:
        """Take back all to a table that can be used."""

    async def come(self, text: str) -> None:
        """Go where the id of a table, its address or an invitation leads."""
