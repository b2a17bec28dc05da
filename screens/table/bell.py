"""The bell of a turn: heard when others have moved, and when it is the viewer's turn.

The app rings it (`BaseApp.ring`), as the settings of the player say; on a server it is also rung
for people who look at another screen (`nim_tui.server.play.turns`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from screens.base import api

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


@dataclass(frozen=True, slots=True)
class _Heard:
    """The number of events a seat had been told, and whether it had to move."""

    seat: int | None
    told: int
    waits: bool


class TurnBell:
    """The bell for events that the current viewer's seat notices."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._before: _Heard | None = None

    def hear(self) -> None:
        """Ring for new events, if somebody else caused them."""
        model = self.screen.model
        if model.is_replay or model.seat not in model.persons:
            return
        seat, log = model.seat.number, model.log_now
        waits = seat in model.seat.waiting
        before, self._before = self._before, _Heard(seat, len(log), waits)
        if before is None or before.seat != seat:
            return
        here = {person.number for person in model.persons}
        doers = [event.seat for event in log[before.told :]]
        if any(doer is not None and doer not in here for doer in doers):
            has_come = waits and (not before.waits or seat in doers)
            api(self.screen.app).ring(is_turn=has_come)
