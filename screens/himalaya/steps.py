"""The parts of Himalaya shown step by step: the orders of the programs, one by one."""

from __future__ import annotations

from typing import Final

from rules.contract import Event
from rules.himalaya.events import (
    Choosing,
    Delayed,
    Failed,
    Filled,
    Halted,
    Paused,
    Sealed,
    Took,
    UsedUp,
    Walked,
)

_STEPS: Final = (Walked, Halted, Delayed, Took, Failed, Filled, Paused)
"""The events that say how an order of a program was carried out, one each."""
_TIDYING: Final = (UsedUp, Sealed, Choosing)
"""What only ends or leads up to something goes with the event after it."""


def is_a_step(event: Event) -> bool:
    """Whether an event tells how an order of a program was carried out."""
    return isinstance(event, _STEPS)


def is_shown(event: Event) -> bool:
    """Whether a step ends with this event; what only tidies up goes with the next one."""
    return not isinstance(event, _TIDYING)
