"""How the game went: the types each player had found, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event
from rules.submarine.events import Took
from screens.text import _
from screens.widgets.chart import Series


def types_by_turn(log: Sequence[Event], players: int) -> Series:
    """The types of each player after 0, 1, 2 ... turns of all players together."""
    found = [[0] for _seat in range(players)]
    for event in log:
        if isinstance(event, Took):
            for counts in found:
                counts.extend([counts[-1]] * (event.turn + 1 - len(counts)))
            found[event.seat][-1] = event.types
    return Series(_("how the types grew, turn by turn"), _("turns"), tuple(tuple(c) for c in found))
