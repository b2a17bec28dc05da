"""The functions that nodes share: owners of tables, limits, and requests to each other."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.server.nodes import node_rows as rows
from nim_tui.server.nodes.leases import Lease, board_of, claim, note_rematch
from nim_tui.server.nodes.node_rows import NodeRow
from nim_tui.server.nodes.orders import Orders
from nim_tui.server.nodes.outbox import Outbox
from nim_tui.server.nodes.port import NodeSilent
from nim_tui.server.nodes.posts import Post
from nim_tui.server.storage.database import Database
from rules.messages import N_


class Shared:
    """The part of a node that asks the database, and through it the others, for its callers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._orders = Orders(database)
        self._outbox = Outbox(database)

    def tell(self, *posts: Post) -> None:
        """Tell the others something, in order."""
        self._outbox.tell(*posts)

    async def own(self, table: str) -> tuple[bool, Lease | None]:
        """Own a table if nobody does; whether this node does, and what proves it."""
        lease = await self._database.ask(claim, table, self.number or 0)
        return lease is not None, lease

    def keep_board(self, lease: Lease | None, board: str) -> None:
        """Keep what is known of a game beside its moves, as it was last."""
        self._outbox.keep_board(lease, board)

    async def board(self, table: str) -> str:
        """Return the public state of a game beside its moves."""
        return await self._database.look(board_of, table)

    async def ask_owner(self, table: str, act: str, account: int, seat: int) -> None:
        """Have the owner of a game do something there. Raises a Refusal."""
        await self._orders.ask(table, act, account, seat)

    @property
    def number(self) -> int | None:
        """Which one this is, once it has joined."""
        return self._database.node

    async def known(self) -> Sequence[NodeRow]:
        """All that live, the oldest first."""
        return await self._database.look(rows.known)

    async def ask_admin(self, node: int, order: str) -> str:
        """Return the answer of another node to an admin. Raises NodeSilent."""
        if node not in await self._database.look(rows.living):
            raise NodeSilent(N_("there is no server {number}"), number=node)
        return await self._orders.ask_admin(node, order)

    async def note_rematch(self, table: str, again: str) -> str:
        """The rematch of a game: this one, unless there is another."""
        return await self._database.ask(note_rematch, table, again)
