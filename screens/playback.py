"""Showing what one move set off, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

from rules.game import Event


class Course(Protocol):
    """How a game goes on between two views: the module of the rules that follows events."""

    def after(self, view: Any, event: Event) -> Any:
        """The view after one event."""

    def is_a_step(self, event: Event) -> bool:
        """Whether a move that brings such an event is worth being shown step by step."""

    def is_shown(self, event: Event) -> bool:
        """Whether a step ends with this event."""


class Playback:
    """What was told but not yet shown, and how the table looked so far."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self.view: Any = None
        """The table as it is shown; None until a first view was shown."""
        self.shown = 0
        """How many events were shown."""
        self._waiting: deque[Event] = deque()

    @property
    def is_on(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self._waiting)

    def catch_up(self, view: Any, log: Sequence[Event]) -> None:
        """Show the table as it is now, and nothing on the way."""
        self.view, self.shown = view, len(log)
        self._waiting.clear()

    def add(self, log: Sequence[Event]) -> bool:
        """Line up what is new; whether that is worth being shown step by step."""
        new = log[self.shown + len(self._waiting) :]
        if self.view is None or not (self._waiting or any(map(self._course.is_a_step, new))):
            return False
        self._waiting += new
        return True

    def step(self) -> Event | None:
        """Go on to the next event that is worth a line; None if there is none."""
        last = None
        while self._waiting and self.view is not None:
            event = self._waiting.popleft()
            self.view = self._course.after(self.view, event)
            self.shown += 1
            last = event
            if self._course.is_shown(event):
                break
        return last
