"""The steps in which a move of Der Schwarm is shown: hits, and the points of the end."""

from __future__ import annotations

from typing import Final

from rules.contract import Event
from rules.schwarm.events import Crowned, Finished, Hit, Scored

_STEPS: Final = (Hit, Scored, Crowned)


def is_a_step(event: Event) -> bool:
    """Whether an event is one of several that one move may bring."""
    return isinstance(event, _STEPS)


def is_shown(event: Event) -> bool:
    """Whether a step ends with this event: all that can be seen are worth a moment."""
    return not isinstance(event, Finished)
