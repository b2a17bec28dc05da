"""The posts of the other nodes, read in order and passed on to the lobby of this node."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

from nim_tui.server.nodes.orders import Orders
from nim_tui.server.nodes.people import Moved
from nim_tui.server.nodes.port import House
from nim_tui.server.nodes.posts import (
    RENAMED,
    AccountChanged,
    AdminAnswered,
    Answered,
    AnyPost,
    LineAdded,
    PeopleMoved,
    last_post,
    posts_since,
)
from nim_tui.server.storage.database import Database, StorageError

logger = logging.getLogger(__name__)


class Inbox:
    """A reader that reads each post once; a notification wakes it, and so does a timer."""

    def __init__(
        self,
        database: Database,
        orders: Orders,
        people_moved: Callable[[Collection[Moved]], Awaitable[None]],
        *,
        seconds: float,
    ) -> None:
        """Without a notification it looks every so many seconds.

        `people_moved` is called with what others told of who is where.
        """
        self._database = database
        self._orders = orders
        self._people_moved = people_moved
        self._seconds = seconds
        self._woken = asyncio.Event()
        self.read = 0
        """The number of the last post that was read."""

    async def begin_anew(self) -> None:
        """Read what is told from now on. Raises StorageError."""
        self.read = await self._database.look(last_post)

    def wake(self) -> None:
        """There is something to read."""
        self._woken.set()

    async def follow(self, house: House) -> None:
        """Pass on what is told, for as long as this is not cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._woken.wait()
            self._woken.clear()
            try:
                await self._hear_all(house)
            except StorageError:
                await asyncio.sleep(self._seconds)  # a sign of life tells so
            except Exception:
                logger.exception("other servers were not heard")

    async def _hear_all(self, house: House) -> None:
        while posts := await self._database.look(posts_since, self.read):
            moved: list[Moved] = []
            for number, node, post in posts:
                self.read = number
                if node != self._database.node:
                    moved += [(node, one) for one in _moved_by(post)]
                # Of a line that was written while the connection broke this node knows nothing.
                is_news = node != self._database.node or isinstance(post, LineAdded)
                if post is not None and is_news:
                    await self._hear(post, house)
            if moved:
                await self._people_moved(moved)

    async def _hear(self, post: AnyPost, house: House) -> None:
        if isinstance(post, Answered | AdminAnswered):
            self._orders.answered(post)
            return
        try:
            await house.hear(post)
        except StorageError as trouble:
            logger.warning("%s came to nothing: %s", type(post).__name__, trouble)
        except Exception:
            logger.exception("%s came to nothing", type(post).__name__)


def _moved_by(post: AnyPost | None) -> list[PeopleMoved]:
    """Return the changes of presence that a post tells; a new name is one too."""
    if isinstance(post, PeopleMoved):
        return [post]
    is_renamed = isinstance(post, AccountChanged) and post.how == RENAMED
    return [PeopleMoved()] if is_renamed else []
