"""Looks again at the tables of the lobby while the own time at one of them is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from textual.timer import Timer
from textual.widget import Widget

from screens.lobby.listed import LobbyTable

TICK: Final = 20.0
"""Seconds between two looks."""


class OwnTime:
    """One timer at most, set anew after each look."""

    def __init__(self, widget: Widget, look: Callable[[], None]) -> None:
        self._widget = widget
        self._look = look
        self._timer: Timer | None = None

    def look_again(self, tables: Iterable[LobbyTable]) -> None:
        """Look again in a while, if time is counted at any of these tables."""
        if self._timer is None and any(table.left is not None for table in tables):
            self._timer = self._widget.set_timer(TICK, self._due)

    def _due(self) -> None:
        self._timer = None
        self._look()
