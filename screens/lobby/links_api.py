"""What the lobby asks of the app about lines that are handed on: invitations, records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from rules.messages import N_

LONGEST_PASTED: Final = 300
"""Characters of a line that leads to a table."""

HOST_MEANT: Final = N_("HOST stands for the address at which you reach this server.")


class LinksApi(Protocol):
    """What is handed on of a table. Invitations are looked up, and raise a Refusal."""

    @property
    def is_address_known(self) -> bool:
        """Whether lines for ssh name this server, or have a word for it."""

    async def standing(self, table: str) -> int:
        """How many to a table of one's own can be used."""

    async def make(self, table: str) -> Sequence[str]:
        """The lines of a new one, each of which somebody can use whole."""

    async def take_back(self, table: str) -> None:
        """Take back all to a table that can be used."""

    def record(self, table: str) -> Sequence[str]:
        """The lines by which somebody has the record of a game that is over, and makes a page."""

    def page(self, table: str) -> str:
        """The address of a table in a browser; empty if there is none."""

    async def come(self, text: str) -> None:
        """Go where the id of a table, its address or an invitation leads."""
