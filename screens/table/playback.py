"""Showing what one move set off, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rules.contract import Event, Moment


class StepRules(Protocol):
    """What of a game is worth being shown step by step."""

    def is_a_step(self, event: Event) -> bool:
        """Whether a move that brings such an event is worth being shown step by step."""

    def is_shown(self, event: Event) -> bool:
        """Whether a step ends with this event."""


class EachEvent:
    """Nothing is shown step by step unless that is asked for; then each event is a step."""

    def is_a_step(self, event: Event) -> bool:
        """None by itself."""
        return False

    def is_shown(self, event: Event) -> bool:
        """Each of them."""
        return True


class Playback:
    """What was told but not yet shown, and how the table looked so far."""

    def __init__(self, rules: StepRules) -> None:
        self._rules = rules
        self.view: Any = None
        """The table as it is shown; None until a first view was shown."""
        self.shown = 0
        """How many events were shown."""
        self._waiting: deque[Moment] = deque()
        self._is_last_shown = False

    @property
    def is_on(self) -> bool:
        """Whether something is still to be shown, or the last step still is."""
        return bool(self._waiting) or self._is_last_shown

    def catch_up(self, view: Any, told: int) -> None:
        """Show the table as it is now, after so many events, and nothing on the way."""
        self.view, self.shown = view, told
        self._waiting.clear()
        self._is_last_shown = False

    def again(self, view: Any, shown: int, moments: Sequence[Moment]) -> None:
        """Go back to how the table looked after so many events, to show what followed."""
        self.view, self.shown = view, shown
        self._waiting = deque(moments)
        self._is_last_shown = True

    def add(self, told: int, moments: Callable[[int], Sequence[Moment]]) -> bool:
        """Line up what is new of so many events; whether that is worth being shown step by step.

        `moments` gives those after the first so many.
        """
        known = self.shown + len(self._waiting)
        if told < known or self.view is None:  # something was taken back, or nothing was shown
            return False
        new = moments(known) if told > known else ()
        if not (self.is_on or any(self._rules.is_a_step(moment.event) for moment in new)):
            return False
        self._waiting += new
        return True

    def step(self) -> Event | None:
        """Go on to the next event that is worth a line; None if all were shown.

        What is worth none goes with the event after it; at the end with the last that is.
        """
        last = None
        self._is_last_shown = False
        while self._waiting:
            event, self.view = self._waiting.popleft()
            self.shown += 1
            self._is_last_shown = True
            is_shown = self._rules.is_shown(event)
            if last is None or is_shown:
                last = event
            if is_shown and any(self._rules.is_shown(each.event) for each in self._waiting):
                break
        return last
