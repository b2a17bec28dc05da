"""A database that does not answer: people are told once, and what was missed is read after it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from nim_tui.server.nodes.port import DOWN, UP, House

logger = logging.getLogger(__name__)


class Outage:
    """Whether the database is away, as far as signs of life tell."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` has what others told meanwhile be read."""
        self._wake = wake
        self._is_down = False

    def begins(self, house: House) -> None:
        """Tell people, once, that the database is away."""
        if not self._is_down:
            self._is_down = True
            logger.warning("the database does not answer")
            house.tell_all(DOWN)

    def is_over(self, house: House) -> bool:
        """Tell people that it is back, if it was away, and whether it was."""
        if not self._is_down:
            return False
        self._is_down = False
        logger.warning("the database answers again")
        house.tell_all(UP)
        self._wake()
        return True
