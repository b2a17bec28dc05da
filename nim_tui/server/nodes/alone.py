"""A server that is alone at its database: nothing to tell, nobody elsewhere, every table its."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from nim_tui.server.accounts.store import forget_guests
from nim_tui.server.nodes.leases import Lease
from nim_tui.server.nodes.node_rows import NodeRow, PersonElsewhere
from nim_tui.server.nodes.port import House, NodeSilent
from nim_tui.server.nodes.posts import Post
from nim_tui.server.sessions.quotas import Elsewhere, Nowhere
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.tables.game_store import tables_being_played
from rules.messages import N_


class Alone:
    """The one server at a database."""

    are_several: Final = False
    leads: Final = True
    number: Final = None
    people: Final[Sequence[PersonElsewhere]] = ()

    def __init__(self, database: Database) -> None:
        self._database = database
        self.places: Elsewhere = Nowhere()

    async def open(self, house: House) -> None:
        """Guests of before are nowhere now, and every game is this server's."""
        with suppress(WriteRefused):  # then they are forgotten at the next start
            await self._database.ask(forget_guests)
        await house.take_over(await self._database.look(tables_being_played))

    async def close(self) -> None:
        """Nobody needs to know."""

    async def own(self, table: str) -> tuple[bool, Lease | None]:
        """Every table, for ever."""
        return True, None

    def tell(self, *posts: Post) -> None:
        """There is nobody."""

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Nobody looks."""

    def show_gone(self, visit: int) -> None:
        """Nobody looks."""

    def keep_board(self, lease: Lease | None, board: str) -> None:
        """It is known here."""

    async def board(self, table: str) -> str:
        """Nothing that is not known here."""
        return "{}"

    async def ask_owner(self, table: str, act: str, account: int, seat: int) -> None:
        """Never asked: the owner is here."""
        raise AssertionError("a server that is alone owns every table")

    async def known(self) -> Sequence[NodeRow]:
        """Nobody is counted."""
        return ()

    async def ask_admin(self, node: int, order: str) -> str:
        """Nobody is asked. Raises NodeSilent."""
        raise NodeSilent(N_("there is no server {number}"), number=node)

    async def note_rematch(self, table: str, again: str) -> str:
        """Nobody else sets any up."""
        return again
