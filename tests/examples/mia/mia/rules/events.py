"""The events, and who may know them."""

from rules.contract import Event, Revealing, event


@event
class Rolled(Revealing):
    """The dice were rolled under the cup; only the roller saw them."""

    seat: int
    roll: str | None = None

    def seen_by(self, seat: int | None) -> Event:
        """Hide the dice from everyone else."""
        return self if seat == self.seat else Rolled(self.seat)


@event
class Said(Event):
    """A roll was announced, true or not."""

    seat: int
    roll: str


@event
class Believed(Event):
    """The cup was taken without a look."""

    seat: int


@event
class Doubted(Event):
    """The announcement was doubted."""

    seat: int


@event
class Lifted(Revealing):
    """The cup was lifted from the dice of a seat."""

    seat: int
    roll: str


@event
class Lost(Event):
    """A seat lost lives, and has so many left."""

    seat: int
    lives: int
    left: int
