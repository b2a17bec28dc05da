"""Everything on the table."""

from dataclasses import dataclass, field, replace
from typing import Self

NOTHING = -1


@dataclass(slots=True)
class TableState:
    """The table."""

    double_mia: bool
    lives: list[int]
    """By seat; 0 for who is out."""
    roll: int
    """What lies under the cup, as a place among ROLLS."""
    holder: int = 0
    """Who rolled it, and alone knows it."""
    said: int = NOTHING
    """The last announcement of the round."""
    answers: bool = False
    """Whether the next player is to believe or doubt it."""
    out: list[int] = field(default_factory=list)
    """Who is out, the first one first."""

    def after(self, seat: int) -> int:
        """Return the next seat that is still in the game."""
        seats = len(self.lives)
        return next(n % seats for n in range(seat + 1, seat + seats + 1) if self.lives[n % seats])

    def waiting(self) -> tuple[int, ...]:
        """Return the seat to announce or to answer."""
        if len(self.out) == len(self.lives) - 1:
            return ()
        return (self.after(self.holder) if self.answers else self.holder,)

    def copy(self) -> Self:
        """Return an independent copy."""
        return replace(self, lives=self.lives[:], out=self.out[:])
