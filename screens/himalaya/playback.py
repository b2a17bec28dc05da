"""Showing what one move set off, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rules.game import Event
from rules.himalaya.follow import after, is_a_step
from rules.himalaya.view import HimalayaView


class Playback:
    """What was told but not yet shown, and how the table looked so far."""

    def __init__(self) -> None:
        self.view: HimalayaView | None = None
        """The table as it is shown; None until a first view was shown."""
        self.shown = 0
        """How many events were shown."""
        self._waiting: deque[Event] = deque()

    @property
    def is_on(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self._waiting)

    def catch_up(self, view: HimalayaView, log: Sequence[Event]) -> None:
        """Show the table as it is now, and nothing on the way."""
        self.view, self.shown = view, len(log)
        self._waiting.clear()

    def add(self, log: Sequence[Event]) -> bool:
        """Line up what is new; whether that is worth being shown step by step."""
        new = log[self.shown + len(self._waiting) :]
        if self.view is None or not (self._waiting or any(is_a_step(event) for event in new)):
            return False
        self._waiting += new
        return True

    def step(self) -> Event | None:
        """Go on to the next event that is worth a line; None if there is none."""
        last = None
        while self._waiting and self.view is not None:
            event = self._waiting.popleft()
            self.view = after(self.view, event)
            self.shown += 1
            last = event
            if event.name not in ("used_up", "sealed"):
                break
        return last
