"""The places of the cards of the row where they are pressed by fingers: several in a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

_EACH: Final = 3
"""The lines from one card to the one below it, if there is room."""
_HIGH: Final = 2
"""The lines of a card, without the half line below it."""
_CARD: Final = 12
"""The least columns from one card to the next."""
_MORE: Final = 4
"""The columns at the right for the numbers of hidden cards."""
_HIDDEN: Final = Region(-99, -99, 0, 0)


@dataclass(frozen=True, slots=True)
class CardGrid:
    """A grid of places, read line by line, of which those around a card are visible."""

    width: int
    height: int

    @property
    def columns(self) -> int:
        """The number of cards beside each other."""
        return max((self.width - _MORE) // _CARD, 1)

    @property
    def rows(self) -> int:
        """The number of visible lines of cards; the last needs no gap."""
        return max((self.height + _HIGH) // _EACH, 1)

    @property
    def has_gaps(self) -> bool:
        """Whether there is a line between cards; the first thing to go for lack of room."""
        return self.rows * _EACH <= self.height + 1

    @property
    def wide(self) -> int:
        """The columns of a card."""
        return (self.width - _MORE) // self.columns - 1

    def sight(self, count: int, here: int, first: int) -> range:
        """Return the indices of visible cards: those around `here`, with the least scrolling.

        `first` is the index of the first card visible so far.
        """
        lines, line = -(-count // self.columns), here // self.columns
        top = min(max(first // self.columns, line - self.rows + 1), line)
        top = max(min(top, lines - self.rows), 0)
        return range(top * self.columns, min((top + self.rows) * self.columns, count))

    def region(self, place: int, sight: range) -> Region:
        """Return the region of a card; an empty one, far from any press, of a hidden card."""
        if place not in sight:
            return _HIDDEN
        line, column = divmod(place - sight.start, self.columns)
        each = _EACH if self.has_gaps else _HIGH
        return Region(column * (self.wide + 1), line * each, self.wide, _HIGH)

    def way_at(self, x: int, y: int) -> int:
        """Return the direction of the hidden cards whose number is at a point; 0 elsewhere."""
        if x < self.columns * (self.wide + 1):
            return 0
        return -1 if 2 * y < self.height else 1
