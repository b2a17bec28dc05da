"""The messages a node has for the others: posts in order, and the latest state of boards.

Both wait for a database that does not answer.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from nim_tui.server.nodes.leases import Lease, LostLease, keep_board
from nim_tui.server.nodes.posts import Post, tell_nodes
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.off_loop import LatestWrite

MOST_UNTOLD: Final = 1000
"""Posts that wait for a database that does not answer; older ones are lost."""


class Outbox:
    """Writes by itself what it is given; what could not be written is tried again by `keep`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._to_tell: deque[Post] = deque(maxlen=MOST_UNTOLD)
        self._telling = LatestWrite(database, self._tell_now)
        self._boards: dict[str, tuple[Lease, str]] = {}
        self._keeping = LatestWrite(database, self._keep_boards)

    def keep(self) -> None:
        """Try again to write what could not be written."""
        if self._to_tell:
            self._telling.keep()
        if self._boards:
            self._keeping.keep()

    def tell(self, *posts: Post) -> None:
        """Tell the others something, in order."""
        self._to_tell.extend(posts)
        if posts:
            self._telling.keep()

    async def _tell_now(self) -> None:
        posts = tuple(self._to_tell)
        self._to_tell.clear()
        if not posts:
            return
        try:
            await self._database.ask(tell_nodes, *posts)
        except StorageError:  # the next sign of life tries it again
            self._to_tell.extendleft(reversed(posts[-MOST_UNTOLD:]))

    def keep_board(self, lease: Lease | None, board: str) -> None:
        """Keep what is known of a game beside its moves, as it was last."""
        if lease is not None:
            self._boards[lease.table] = (lease, board)
            self._keeping.keep()

    async def _keep_boards(self) -> None:
        boards, self._boards = self._boards, {}
        for lease, board in boards.values():
            try:
                await self._database.ask(keep_board, lease, board)
            except LostLease:
                pass  # the new owner has one
            except StorageError:
                self._boards.setdefault(lease.table, (lease, board))  # with the next one
