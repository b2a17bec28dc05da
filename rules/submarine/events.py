"""The events of the game.

`column` is 1-6, `start` and `cell` as "5.3", `token` as "Mr", `colour` a word, `cards` words of
colours. A discard shows a hand card, but only the others learn from it, so it may be undone.
"""

from __future__ import annotations

from rules.contract import Event, event


@event
class Placed(Event):
    """A bathyscaphe lies on level 1 of a column."""

    seat: int
    column: int


@event
class Sailed(Event):
    """A boat stops above a column."""

    seat: int
    column: int


@event
class Left(Event):
    """A boat leaves the sea on the right."""

    seat: int


@event
class Dived(Event):
    """A bathyscaphe's move from a cell to another."""

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
    """Cards of the pile go onto that of the seat `to`, unseen by anyone."""

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
    """Cards are drawn into a hand; the others learn how many."""

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
    """A token taken from a cell, and the joker laid there, "" if none; `types` held now."""

    seat: int
    token: str
    joker: str
    cell: str
    types: int
    turn: int


@event
class Passed(Event):
    """The end of a player's turn by choice."""

    seat: int


@event
class Returned(Event):
    """The return of all boats from the right to the left; `crossing` is the number complete."""

    crossing: int
    seat: None = None


@event
class Ended(Event):
    """The end of the game: `seat` won alone, or None if several share the first place."""

    seat: int | None
    reason: str
