"""The interface to the servers at a database, and its implementation for a single one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from nim_tui.server.accounts.store import forget_guests
from nim_tui.server.nodes.messages import NodeMessage
from nim_tui.server.nodes.presence import NodeRow, PersonElsewhere
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.tables.game_store import tables_being_played

if TYPE_CHECKING:
    from nim_tui.server.node_news import NodeNews


class Nodes(Protocol):
    """The servers at a database, as one of them knows them."""

    @property
    def are_several(self) -> bool:
        """Whether there may be others."""

    @property
    def leads(self) -> bool:
        """Whether this one does what one alone has to do for all."""

    @property
    def people(self) -> Sequence[PersonElsewhere]:
        """The people at other servers."""

    @property
    def number(self) -> int | None:
        """The number of this server, where there may be others."""

    async def open(self, house: NodeNews) -> None:
        """Be one of them from now on. Raises UnusableDatabase, StorageError."""

    async def close(self) -> None:
        """Be one of them no longer."""

    def holds(self, table: str) -> bool:
        """Whether this server runs bots, clock and upkeep of a table."""

    async def take(self, table: str) -> bool:
        """Listen to a table, and run it unless another server does; return whether it does."""

    def let_go(self, table: str) -> None:
        """Stop listening to a table, and let others run it."""

    def tell(self, *messages: NodeMessage) -> None:
        """Tell the others something, in order; nobody waits for it."""

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Note a session at a table."""

    def show_gone(self, visit: int) -> None:
        """Note the end of a session."""

    async def known(self) -> Sequence[NodeRow]:
        """Return the living nodes, the oldest first. Raises StorageError."""


class Alone:
    """The one server at a database: nothing to tell, nobody elsewhere, every table its own."""

    are_several: Final = False
    leads: Final = True
    number: Final = None
    people: Final[Sequence[PersonElsewhere]] = ()

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, house: NodeNews) -> None:
        """Forget the guests of before, who are nowhere now, and run every game."""
        with suppress(WriteRefused):  # then they are forgotten at the next start
            await self._database.ask(forget_guests)
        await house.take_over(await self._database.look(tables_being_played))

    async def close(self) -> None:
        """Do nothing."""

    def holds(self, table: str) -> bool:
        """Answer for every table: yes."""
        return True

    async def take(self, table: str) -> bool:
        """Answer for every table: yes."""
        return True

    def let_go(self, table: str) -> None:
        """Do nothing."""

    def tell(self, *messages: NodeMessage) -> None:
        """Do nothing."""

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Do nothing."""

    def show_gone(self, visit: int) -> None:
        """Do nothing."""

    async def known(self) -> Sequence[NodeRow]:
        """Return nothing."""
        return ()
