"""Showing what one move set off, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

from rules.contract import Event


class ViewProjector(Protocol):
    """How a game goes on between two views: the module of the rules that follows events."""

    def after(self, view: Any, event: Event) -> Any:
        """The view after one event."""

    def is_a_step(self, event: Event) -> bool:
        """Whether a move that brings such an event is worth being shown step by step."""

    def is_shown(self, event: Event) -> bool:
        """Whether a step ends with this event."""


class Playback:
    """What was told but not yet shown, and how the table looked so far."""

    def __init__(self, course: ViewProjector) -> None:
        self._course = course
        self.view: Any = None
        """The table as it is shown; None until a first view was shown."""
        self.shown = 0
        """How many events were shown."""
        self._waiting: deque[Event] = deque()
        self._views: dict[int, Any] = {}
        """How the table looked when so many events were told."""
        self._is_last_shown = False

    @property
    def is_on(self) -> bool:
        """Whether something is still to be shown, or the last step still is."""
        return bool(self._waiting) or self._is_last_shown

    def catch_up(self, view: Any, log: Sequence[Event]) -> None:
        """Show the table as it is now, and nothing on the way."""
        self.view, self.shown = view, len(log)
        self._waiting.clear()
        self._views.clear()
        self._is_last_shown = False

    def note(self, view: Any, log: Sequence[Event]) -> None:
        """Keep how the table looks after a change: it is shown once its events were."""
        self._views[len(log)] = view

    def add(self, log: Sequence[Event]) -> bool:
        """Line up what is new; whether that is worth being shown step by step."""
        known = self.shown + len(self._waiting)
        new = log[known:]
        if len(log) < known:  # something was taken back
            return False
        if self.view is None or not (self.is_on or any(map(self._course.is_a_step, new))):
            return False
        self._waiting += new
        return True

    def step(self) -> Event | None:
        """Go on to the next event that is worth a line; None if all were shown.

        What is worth none goes with the event after it; at the end with the last that is.
        """
        last = None
        self._is_last_shown = False
        while self._waiting and self.view is not None:
            event = self._waiting.popleft()
            self.shown += 1
            told = self._views.pop(self.shown, None)
            self.view = self._course.after(self.view, event) if told is None else told
            self._is_last_shown = True
            if last is None or self._course.is_shown(event):
                last = event
            if self._course.is_shown(event) and any(map(self._course.is_shown, self._waiting)):
                break
        return last
