"""Where everything lies on the surface: the numbers, and the berths of both ports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from rules.bataille.board import COLUMNS, ROWS, YELLOW, column_of, row_of

BERTHS: Final = range(1, 5)
"""Lines of a port, at the four arrowed squares; the first three hold a ship each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything lies, with cells of so many columns and lines."""

    width: int
    height: int

    @property
    def port(self) -> int:
        """The width of a port."""
        return self.width + 2

    @property
    def left(self) -> int:
        """The first column of the sea."""
        return self.port + 4

    @property
    def size(self) -> tuple[int, int]:
        """The whole surface."""
        return self.left + COLUMNS * self.width + 1 + self.port, 1 + ROWS * self.height

    def cell(self, number: int) -> Region:
        """The cells of a number."""
        x = self.left + column_of(number) * self.width
        return Region(x, 1 + row_of(number) * self.height, self.width, self.height)

    def berth(self, seat: int, berth: int) -> Region:
        """The cells of a berth."""
        x = 0 if seat == YELLOW else self.left + COLUMNS * self.width + 1
        return Region(x, 1 + berth * self.height, self.port, self.height)


def port_spot(seat: int, berth: int) -> str:
    """The spot of a berth, 1-4, in the port of a seat."""
    return f"port.{seat}.{berth}"


def port_of(spot: str) -> int:
    """Whose port a berth is in."""
    return int(spot.split(".")[1])
