"""The interface to the servers at a database, and its implementation for a single server."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from nim_tui.server.accounts.store import forget_guests
from nim_tui.server.nodes.messages import NodeMessage
from nim_tui.server.nodes.presence import NodeRow, PeopleElsewhere
from nim_tui.server.storage.database import Database, StorageError, WriteRefused
from nim_tui.server.tables.game_store import tables_being_played

if TYPE_CHECKING:
    from nim_tui.server.node_news import NodeNews


class Nodes(Protocol):
    """The servers at a database, as one of them knows them."""

    @property
    def are_several(self) -> bool:
        """Whether there may be other servers."""

    @property
    def leads(self) -> bool:
        """Whether this server is the leader, which does the common jobs."""

    @property
    def people(self) -> PeopleElsewhere:
        """The people at other servers, always the same collection; for reading only."""

    @property
    def number(self) -> int | None:
        """The number of this server; None for a single one."""

    async def open(self, news: NodeNews) -> None:
        """Join the servers. Raises UnusableDatabase, StorageError."""

    async def close(self) -> None:
        """Leave the servers."""

    def holds(self, table: str) -> bool:
        """Whether this server runs bots, clock and upkeep of a table."""

    async def take(self, table: str) -> bool:
        """Listen to a table, and run it unless another server does; return whether it does."""

    def let_go(self, table: str) -> None:
        """Stop listening to a table, and let others run it."""

    def tell(self, *messages: NodeMessage) -> None:
        """Send messages to the others, in order, without waiting."""

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Note a session at a table."""

    def show_gone(self, visit: int) -> None:
        """Note the end of a session."""

    async def known(self) -> Sequence[NodeRow]:
        """Return the living servers, oldest first. Raises StorageError."""


async def others_run(nodes: Nodes) -> bool:
    """Whether other servers can take over people and games; False if that cannot be known."""
    try:
        return any(node.id != nodes.number for node in await nodes.known())
    except StorageError:
        return False


class Alone:
    """The only server at a database: no messages, nobody elsewhere, every table its own."""

    are_several: Final = False
    leads: Final = True
    number: Final = None

    def __init__(self, database: Database) -> None:
        self._database = database
        self.people: Final = PeopleElsewhere()

    async def open(self, news: NodeNews) -> None:
        """Delete the guests of earlier runs, and run every game."""
        with suppress(WriteRefused):  # then they are deleted at the next start
            await self._database.ask(forget_guests)
        await news.take_over(await self._database.look(tables_being_played))

    async def close(self) -> None:
        """Do nothing."""

    def holds(self, table: str) -> bool:
        """Return True."""
        return True

    async def take(self, table: str) -> bool:
        """Return True."""
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
        """Return an empty list."""
        return ()
