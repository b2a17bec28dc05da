"""The host key of a running server, and the one that is to follow it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from nim_tui.server.admin.lists import clock
from nim_tui.server.admin.order import Facts
from nim_tui.server.ssh import SshServer
from nim_tui.server.ssh.host_key import HostKeyStore, Offered, UnusableHostKey
from nim_tui.server.storage.database import Database, StorageError

LONGEST_NAP: Final = 3600.0
"""Seconds between two looks whether it is time."""

RETRY: Final = 60.0
"""Seconds until one that the database did not answer is tried again."""

logger = logging.getLogger(__name__)


def _nobody() -> None:
    pass


class HostKeys:
    """Offers both keys until the new one is due, then that alone."""

    def __init__(
        self, store: HostKeyStore, database: Database, tell: Callable[[], object] = _nobody
    ) -> None:
        """`tell` has other servers look too, as something changed."""
        self._store = store
        self._database = database
        self._tell = tell
        self._ssh_server: SshServer | None = None
        self._nap: asyncio.TimerHandle | None = None
        self._offered = Offered([], None)

    async def known(self) -> Offered:
        """The keys to listen with. Raises UnusableHostKey, StorageError."""
        self._offered = await self._store.offered()
        return self._offered

    def open(self, ssh_server: SshServer) -> None:
        """Offer what follows where people are listened for."""
        self._ssh_server = ssh_server
        self._sleep()

    async def begin(self, seconds: float) -> Facts:
        """Make the new key, or put the time off. Raises UnusableHostKey, StorageError."""
        end = self._database.now() + seconds
        self._offer(await self._store.begin(end))
        self._tell()
        logger.info("a new host key is offered beside the old one")
        key, following = (one.get_fingerprint("sha256") for one in self._offered.keys)
        return {"key": key, "next": following, "from": clock(end)}

    def look(self) -> None:
        """See what is kept now: it is time, or another server has changed it."""
        self._database.start(self._look())

    def close(self) -> None:
        """Look no more."""
        self._ssh_server = None
        if self._nap is not None:
            self._nap.cancel()

    def _offer(self, offered: Offered) -> None:
        self._offered = offered
        if self._ssh_server is not None:
            self._ssh_server.offer(offered.keys)
            self._sleep()

    def _sleep(self, most: float = LONGEST_NAP) -> None:
        """Look again when it is time; now and then, where a word of another may be lost."""
        if self._nap is not None:
            self._nap.cancel()
        end = self._offered.due
        if end is None and not self._store.is_shared:
            return
        nap = most if end is None else min(max(end - self._database.now(), 0.0), most)
        self._nap = asyncio.get_running_loop().call_later(nap, self.look)

    async def _look(self) -> None:
        before = self._offered
        try:
            now = await self._store.offered()
        except (UnusableHostKey, StorageError):
            logger.exception("the host key was not changed")
            self._offered = Offered(before.keys, None)
            self._sleep(RETRY)
            return
        if _prints(now) != _prints(before):
            is_over = before.due is not None and now.due is None
            logger.info("%s", _FOLLOWED if is_over else _BESIDE)
            if is_over:
                self._tell()
        if self._ssh_server is not None:
            self._offer(now)


_FOLLOWED: Final = "the new host key has taken the place of the old one"
_BESIDE: Final = "a new host key is offered beside the old one"


def _prints(offered: Offered) -> list[str]:
    return [key.get_fingerprint("sha256") for key in offered.keys]
