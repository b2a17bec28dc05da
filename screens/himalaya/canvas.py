"""A sheet of characters to draw lines on, turned into the pieces of a board."""

from __future__ import annotations

from itertools import groupby

from screens.widgets.pieces import Piece, Plain, Spot

Ink = tuple[str, str]
"""A character and the component class it is drawn in."""

Point = tuple[int, int]
"""A column and a line."""


class Canvas:
    """A sheet of so many columns and lines; spots lie over what is drawn."""

    def __init__(self, width: int, height: int, look: str) -> None:
        self.width, self.height = width, height
        self._look = look
        self._rows: list[list[Ink]] = [[(" ", look)] * width for _line in range(height)]
        self._spots: dict[Point, Spot] = {}

    def line(self, start: Point, end: Point, ink: Ink) -> None:
        """Draw a straight line."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            x = start[0] + round(step * (end[0] - start[0]) / steps)
            y = start[1] + round(step * (end[1] - start[1]) / steps)
            self._rows[y][x] = ink

    def put(self, at: Point, spot: Spot) -> None:
        """Lay one line of a spot; it must lie within the sheet and over no other."""
        self._spots[at] = spot

    def rows(self) -> list[list[Piece]]:
        """The sheet as lines of pieces."""
        return [self._row(y) for y in range(self.height)]

    def _row(self, y: int) -> list[Piece]:
        pieces: list[Piece] = []
        x = 0
        while x < self.width:
            spot = self._spots.get((x, y))
            if spot is not None:
                pieces.append(spot)
                x += spot.width
                continue
            end = next((e for e in range(x + 1, self.width) if (e, y) in self._spots), self.width)
            for look, inks in groupby(self._rows[y][x:end], key=lambda ink: ink[1]):
                pieces.append(Plain("".join(sign for sign, _look in inks), look))
            x = end
        return pieces
