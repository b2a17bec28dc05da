"""The surface of the sea: 36 numbers, both fleets with their charges, both ports, lanes."""

from __future__ import annotations

from typing import Final

from rules.bataille.board import ARROWS, COLUMNS, PORT, RED, ROWS, SHIPS, YELLOW, row_of
from rules.bataille.lanes import LANES, THROUGH
from rules.bataille.view import BatailleView
from screens.player_styles import SIDE_LOOKS, SIDE_SIGNS
from screens.text import _
from screens.widgets.line_board import LineBoard
from screens.widgets.pieces import Piece, Plain, Spot, framed

_BERTHS: Final = range(1, 5)
"""Lines of a port, at the four arrowed squares; the first three hold a ship each."""


def port_spot(seat: int, berth: int) -> str:
    """The spot of a berth, 1-4, in the port of a seat."""
    return f"port.{seat}.{berth}"


class Surface(LineBoard):
    """The surface. Spots are the numbers "1" to "36" and the berths of both ports."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: BatailleView | None = None
        self._ship_at: dict[str, tuple[int, int]] = {}
        self._lanes_shown = False
        self._marks: dict[str, str] = {}
        self.set_scale(5, 1)

    def set_scale(self, width: int, height: int) -> None:
        """Lay the board out with cells of so many columns and lines."""
        inside = 2 * width + 5 + COLUMNS * width
        rows: list[list[Piece]] = [self._column_labels(width)]
        for row in range(ROWS):
            rows += [self._row(row, part, width, height) for part in range(height)]
        self.lay_out(framed(_("Surface"), inside + 2, rows, 10))

    def _column_labels(self, width: int) -> list[Piece]:
        labels = "".join(f"C{column + 1}".center(width) for column in range(COLUMNS))
        west, east = _port_name(YELLOW), _port_name(RED)
        return [
            Plain(west[: width + 1].ljust(width + 1), SIDE_LOOKS[YELLOW]),
            Plain("   " + labels, "board--label"),
            Plain(east[: width + 1].rjust(width + 1), SIDE_LOOKS[RED]),
        ]

    def _row(self, row: int, part: int, width: int, height: int) -> list[Piece]:
        first = row * COLUMNS + 1
        arrow_west = part == 0 and first in ARROWS[YELLOW]
        arrow_east = part == 0 and first + COLUMNS - 1 in ARROWS[RED]
        label = f"R{row + 1} " if part == (height - 1) // 2 else "   "
        return [
            self._berth(YELLOW, row, part, width),
            Plain("▸" if arrow_west else " ", SIDE_LOOKS[YELLOW]),
            Plain(label, "board--label"),
            *(Spot(str(first + column), width, part) for column in range(COLUMNS)),
            Plain("◂" if arrow_east else " ", SIDE_LOOKS[RED]),
            self._berth(RED, row, part, width),
        ]

    def _berth(self, seat: int, row: int, part: int, width: int) -> Piece:
        return Spot(port_spot(seat, row), width, part) if row in _BERTHS else Plain(" " * width)

    def show(self, view: BatailleView) -> None:
        """Show a view."""
        self._view = view
        self._ship_at = {}
        for seat, fleet in enumerate(view.fleets):
            for ship, place in enumerate(fleet.places):
                if place >= PORT:
                    self._ship_at[self.ship_spot(seat, ship)] = (seat, ship)
        self._mark_lanes()
        self.refresh()

    def ship_spot(self, seat: int, ship: int) -> str:
        """Where a ship afloat is shown."""
        assert self._view is not None
        place = self._view.fleets[seat].places[ship]
        return port_spot(seat, ship + 1) if place == PORT else str(place)

    def paint(self, spot: Spot) -> tuple[str, str]:
        """A ship with its side, letter and charges; or the number; or an empty berth."""
        at = self._ship_at.get(spot.name)
        middle = spot.part == 0
        if at is not None and self._view is not None:
            seat, ship = at
            text = f"{SIDE_SIGNS[seat]}{SHIPS[ship]}{self._view.fleets[seat].charges[ship]}"
            return self._framed(spot, text if middle else ""), SIDE_LOOKS[seat]
        if spot.name.startswith("port"):
            return "", "board--faint"
        look = "board--strong" if spot.name in self._marks else "board--faint"
        return self._framed(spot, spot.name.rjust(2) if middle else ""), look

    def _framed(self, spot: Spot, text: str) -> str:
        edge = self._marks.get(spot.name, " ")
        return edge + text.center(spot.width - 2) + edge

    def cursor_name(self, name: str) -> str:
        """A number, or whose port."""
        if name.startswith("port"):
            return _port_name(int(name.split(".")[1]))
        return name

    # Lanes

    @property
    def lanes_shown(self) -> bool:
        """Whether the lanes through the cursor are drawn."""
        return self._lanes_shown

    def toggle_lanes(self) -> None:
        """Draw, or no longer draw, the lanes through the cursor."""
        self._lanes_shown = not self._lanes_shown
        self._mark_lanes()
        self.refresh()

    def lanes_at_cursor(self) -> tuple[int, ...]:
        """The lanes through the number under the cursor."""
        if self._view is None or not self.cursor.isdigit():
            return ()
        number = int(self.cursor)
        return THROUGH[self._view.lanes][number]

    def forget(self) -> None:
        """Leave nothing of the one who looked."""
        self._lanes_shown = False
        self._marks = {}
        super().forget()

    def _mark_lanes(self) -> None:
        self._marks = {}
        if not self._lanes_shown:
            return
        for lane in self.lanes_at_cursor():
            sign = _direction(LANES[lane].numbers)
            self._marks.update((str(number), sign) for number in LANES[lane].numbers)

    def put_cursor(self, name: str) -> None:
        """Move the cursor, and the lanes with it."""
        super().put_cursor(name)
        if self._lanes_shown:
            before = set(self._marks)
            self._mark_lanes()
            self.redraw(before | set(self._marks))


def _port_name(seat: int) -> str:
    return _("{side} port").format(side=SIDE_SIGNS[seat])


def _direction(numbers: tuple[int, ...]) -> str:
    """A sign along a lane: dash, bar, or a slash that leans as the diagonal does."""
    if row_of(numbers[0]) == row_of(numbers[1]):
        return "-"
    step = numbers[1] - numbers[0]
    return {COLUMNS: "|", COLUMNS + 1: "\\"}.get(step, "/")
