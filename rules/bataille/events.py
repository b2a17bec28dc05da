"""The events of the game.

Fields: `ship` is a letter, `number` 1-36 (0: the port), `cell` as "14.200", `level` 100-300,
`lane` a name; `in_doubt`: earlier events left another outcome possible.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final, Literal

from rules.contract import Event, Revealing, event

HIT: Final = -1
MISS: Final = 0
"""The answer to a charge: HIT, MISS, or the number of submarines nearly missed (1-3)."""

Answer = Literal["hit", "near", "miss"]
"""The word of an answer."""


@event
class Placed(Event):
    """A submarine placed in a cell, known to its owner alone."""

    seat: int
    cell: str

    def seen_by(self, seat: int | None) -> Placed | None:
        """Hide the event from everyone but its seat."""
        return self if seat == self.seat else None


@event
class Mined(Event):
    """A mine laid under a number, known to its owner; others learn that the camp is complete."""

    seat: int
    number: int

    def seen_by(self, seat: int | None) -> Mined | Ready:
        """Show the other player and spectators only that the camp is complete."""
        return self if seat == self.seat else Ready(self.seat)


@event
class Ready(Event):
    """The public sign that a camp is complete."""

    seat: int


@event
class Moved(Event):
    """The end of a ship's move; it shows something if a mine was possible there."""

    seat: int
    ship: str
    start: int
    number: int
    in_doubt: bool = field(repr=False)

    @property
    def reveals(self) -> bool:
        """True if the outcome was in doubt."""
        return self.in_doubt


@event
class Rearmed(Event):
    """A ship's return to port, fully armed again."""

    seat: int
    ship: str


@event
class MineStruck(Event):
    """The end of a ship's move on the enemy mine: both are gone (T)."""

    seat: int
    ship: str
    number: int
    in_doubt: bool = field(repr=False)

    @property
    def reveals(self) -> bool:
        """True if the outcome was in doubt."""
        return self.in_doubt


@event
class Stayed(Event):
    """A turn without a ship's move."""

    seat: int


@event
class Held(Event):
    """A charge or torpedo declined, as `phase` tells."""

    seat: int
    phase: Literal["charge", "torpedo"]
    has_fired: bool = field(default=False, repr=False)
    """Whether this turn already had a torpedo."""


@event
class Charge(Event):
    """A depth charge and the enemy's answer (T); `count` submarines are nearly missed."""

    seat: int
    ship: str
    number: int
    level: int
    answer: Answer
    count: int | None
    in_doubt: bool = field(repr=False)

    @property
    def reveals(self) -> bool:
        """True if the answer was in doubt."""
        return self.in_doubt


@event
class Torpedo(Revealing):
    """A torpedo along a lane at a ship, and the result of the spinner."""

    seat: int
    lane: str
    ship: str
    answer: Literal["hit", "miss"]


@event
class Won(Revealing):
    """The end of the game, won by `seat` for `reason`; both camps are shown."""

    seat: int
    reason: str


@event
class Drawn(Revealing):
    """The end of the game at the turn limit; both camps are shown."""

    reason: str
    seat: None = None
