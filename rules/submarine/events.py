"""The events of the game.

`column` is 1-6, `start` and `cell` as "5.3", `token` as "Mr", `colour` a word, `cards` words of
colours. A discard shows a hand card, but only others learn from that, so it may be undone.
"""

from __future__ import annotations

from rules.contract import Event, event


@event
class Placed(Event):
    """A bathyscaphe placed on level 1 of a column."""

    seat: int
    column: int


@event
class Sailed(Event):
    """A boat's stop above a column."""

    seat: int
    column: int


@event
class Left(Event):
    """A boat's exit from the sea on the right."""

    seat: int


@event
class Dived(Event):
    """A bathyscaphe's move from one cell to another."""

    seat: int
    start: str
    cell: str


@event
class Discarded(Event):
    """A hand card discarded from the game to pay for a token."""

    seat: int
    colour: str


@event
class Paid(Event):
    """Cards put from one pile onto that of the seat `to`, unseen by anyone."""

    seat: int
    to: int
    count: int


@event
class Gave(Event):
    """A hand card put on the pile of the seat `to`; only the giver knows its colour."""

    seat: int
    to: int
    colour: str | None = None

    def seen_by(self, seat: int | None) -> Gave:
        """Hide the colour from everyone but its seat."""
        return self if seat == self.seat else Gave(self.seat, self.to)


@event
class Drew(Event):
    """Cards drawn into a hand; others learn their number."""

    seat: int
    count: int
    cards: str | None = None

    @property
    def reveals(self) -> bool:
        """True for the receiver who sees the cards."""
        return self.cards is not None

    def seen_by(self, seat: int | None) -> Drew:
        """Hide the colours from everyone but its seat."""
        return self if seat == self.seat else Drew(self.seat, self.count)


@event
class Swapped(Event):
    """A hand card put under its owner's pile; only the owner knows its colour."""

    seat: int
    colour: str | None = None

    def seen_by(self, seat: int | None) -> Swapped:
        """Hide the colour from everyone but its seat."""
        return self if seat == self.seat else Swapped(self.seat)


@event
class Took(Event):
    """A token taken, and the joker laid down for it ("" if none); `types` is the new total."""

    seat: int
    token: str
    joker: str
    cell: str
    types: int
    turn: int


@event
class Passed(Event):
    """The end of a turn by choice."""

    seat: int


@event
class Returned(Event):
    """The return of all boats to the left; `crossing` is the number of the crossing completed."""

    crossing: int
    seat: None = None


@event
class Ended(Event):
    """The end of the game: `seat` won alone, or None for a shared first place."""

    seat: int | None
    reason: str
