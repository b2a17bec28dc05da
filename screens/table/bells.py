"""When the bell rings for whoever sits at a table: their turn has come, or others did something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from screens.table.model import TableModel


@dataclass(frozen=True, slots=True)
class _Heard:
    """How far a seat had been told, and whether it had to move."""

    seat: int | None
    told: int
    waits: bool


class Bells:
    """Follows what the one who looks is told; what their seat does not notice rings nothing."""

    def __init__(self, ring: Callable[[bool], None]) -> None:
        """`ring` is told whether a turn has come."""
        self._ring = ring
        self._before: _Heard | None = None

    def hear(self, model: TableModel[Any]) -> None:
        """Ring for what is new, if anybody else did it."""
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
            self._ring(has_come)
