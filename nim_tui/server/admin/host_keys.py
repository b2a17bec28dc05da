"""The host key of a running server, and the one that is to follow it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from nim_tui.server.admin.house import clock
from nim_tui.server.admin.order import Facts
from nim_tui.server.ssh import SshServer
from nim_tui.server.ssh.host_key import UnusableHostKey, begin_rotation, due, host_keys

LONGEST_NAP: Final = 3600.0
"""Seconds between two looks whether it is time."""

logger = logging.getLogger(__name__)


class HostKeys:
    """Offers both keys until the new one is due, then that alone."""

    def __init__(self, path: Path, ssh_server: SshServer, now: Callable[[], float]) -> None:
        self._path = path
        self._ssh_server = ssh_server
        self._now = now
        self._look: asyncio.TimerHandle | None = None
        self._nap()

    def begin(self, seconds: float) -> Facts:
        """Make the new key, or put the time off. Raises UnusableHostKey."""
        end = self._now() + seconds
        keys = begin_rotation(self._path, end)
        self._ssh_server.offer(keys)
        self._nap()
        logger.info("a new host key is offered beside the old one")
        key, following = (one.get_fingerprint("sha256") for one in keys)
        return {"key": key, "next": following, "from": clock(end)}

    def close(self) -> None:
        """Look no more."""
        if self._look is not None:
            self._look.cancel()

    def _nap(self) -> None:
        self.close()
        end = due(self._path)
        if end is not None:
            delay = min(max(end - self._now(), 0.0), LONGEST_NAP)
            self._look = asyncio.get_running_loop().call_later(delay, self._on_look)

    def _on_look(self) -> None:
        """See whether it is time."""
        try:
            keys = host_keys(self._path, self._now())
            self._ssh_server.offer(keys)
            if len(keys) == 1:
                logger.info("the new host key has taken the place of the old one")
            self._nap()
        except UnusableHostKey:
            logger.exception("the host key was not changed")
