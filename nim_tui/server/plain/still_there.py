"""Who went away from a table and who came back, told once it is no mere blink."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from screens.lobby.seats import seat_name
from screens.lobby.served_table_api import SeatState
from screens.text import _

PATIENCE: Final = 3.0
"""Seconds after which somebody who went away is told to be away."""


class StillThere:
    """Knows who was told to be away."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` is called once somebody has been away for long enough."""
        self._wake = wake
        self._since: dict[int, float] = {}
        """When seats were first seen without their person, by the time of the loop."""
        self._told: set[int] = set()
        self._alarm: asyncio.TimerHandle | None = None

    def news(self, seats: Sequence[SeatState]) -> list[str]:
        """What is to be said of these seats now."""
        now, told = asyncio.get_running_loop().time(), []
        for number, seat in enumerate(seats):
            if seat.is_own or seat.is_lent or seat.away is None:
                self._since.pop(number, None)
                if number in self._told and seat.away is None:
                    told.append(_("{name} is here.").format(name=seat_name(seat)))
                self._told.discard(number)
            elif now - self._since.setdefault(number, now) >= PATIENCE - 0.01:
                if number not in self._told:
                    told.append(_("{name} is away.").format(name=seat_name(seat)))
                self._told.add(number)
        self._watch(now)
        return told

    def _watch(self, now: float) -> None:
        self.close()
        due = [since for number, since in self._since.items() if number not in self._told]
        if due:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(min(due) + PATIENCE - now, self._wake)

    def close(self) -> None:
        """Nobody listens any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
