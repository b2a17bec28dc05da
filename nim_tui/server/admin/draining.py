"""Draining: no game begins any more, and the server stops once none is being played.

One of several servers takes nobody new meanwhile: others do, and there games begin. One alone goes
on to do so, as whose line breaks could not come back to their game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from nim_tui.server.admin.orders import Facts
from nim_tui.server.services import Services

LOOKS: Final = 0.5
"""Seconds between two looks whether games are still played."""

logger = logging.getLogger(__name__)


class ListeningServer(Protocol):
    """Where people come in: by ssh, or by a browser."""

    def stop_listening(self) -> None:
        """Take nobody new."""


class DrainControl:
    """Empties a lobby, and then stops the server."""

    def __init__(self, lobby: Services, stop: Callable[[], object]) -> None:
        self._lobby = lobby
        self._stop = stop
        self.doors: Sequence[ListeningServer] = ()
        """Where people come in."""
        self._end = 0.0
        self._look: asyncio.TimerHandle | None = None

    def begin(self, seconds: float) -> Facts:
        """Begin, or give those who still play another time from now on."""
        loop = asyncio.get_running_loop()
        self._end = loop.time() + seconds
        played = self._lobby.held.tables_played
        if not self._lobby.desk.is_draining:
            self._lobby.desk.drain()
            if self._lobby.nodes.are_several:
                for door in self.doors:
                    door.stop_listening()
            self._look = loop.call_later(LOOKS, self._on_look)
        logger.info("draining: %d games are played, for %d seconds at most", played, seconds)
        return {"played": played, "seconds": seconds}

    def _on_look(self) -> None:
        loop = asyncio.get_running_loop()
        played = self._lobby.held.tables_played
        if played and loop.time() < self._end:
            self._look = loop.call_later(LOOKS, self._on_look)
            return
        logger.info("drained: %d games are played", played)
        self._stop()
