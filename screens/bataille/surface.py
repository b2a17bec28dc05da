"""The surface of the sea: 36 numbers, both fleets with their charges, both ports, lanes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from rules.bataille.board import (
    ARROWS,
    COLUMNS,
    LANES,
    NUMBERS,
    PORT,
    RED,
    ROWS,
    SHIPS,
    THROUGH,
    YELLOW,
    column_of,
    row_of,
)
from rules.bataille.view import BatailleView
from screens.bataille.signs import pips
from screens.colours import SIDE_SIGNS, SIDES, chip
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.raster import Cell, Raster


def draw_ship(raster: Raster, region: Region, seat: int, ship: int, charges: int) -> None:
    """Draw a ship afloat in the cells of its place."""
    if region.height == 1:
        _draw_small(raster, region, seat, f"{SHIPS[ship]}{charges}")
        return
    side, look = SIDES[seat], chip(SIDES[seat])
    width = min(region.width, 6 + 2 * (region.width // 5))
    x = region.x + (region.width - width) // 2
    hull = region.bottom - 1 - (region.height > 5)
    raster.write(x, hull, "◥", side)
    raster.stamp(x + 1, hull, pips(ship, charges).center(width - 2), look)
    raster.write(x + width - 1, hull, "◤", side)
    deck = f"{SIDE_SIGNS[seat]}{SHIPS[ship]}"
    middle = region.x + (region.width - len(deck)) // 2
    raster.stamp(middle, hull - 1, deck, look)
    if region.height > 4:
        raster.write(middle, hull - 2, "▐", side)
        raster.write(middle + 1, hull - 2, "▀", side)


def draw_plain_ship(raster: Raster, region: Region, seat: int, ship: int, charges: int) -> None:
    """Draw a ship without colours: `(▲A3)` or `<▼B2>`."""
    text = f"{SIDE_SIGNS[seat]}{SHIPS[ship]}{charges}"
    text = f"({text})" if seat == 0 else f"<{text}>"
    x = region.x + (region.width - len(text)) // 2
    raster.write(x, region.y + region.height // 2, text, "ink", style="bold")


def _draw_small(raster: Raster, region: Region, seat: int, text: str) -> None:
    x = region.x + (region.width - 5) // 2
    if x >= region.x:
        raster.write(x, region.y, "◥", SIDES[seat])
    raster.stamp(x + 1, region.y, f"{SIDE_SIGNS[seat]}{text}", chip(SIDES[seat]))
    raster.write(x + 4, region.y, "◤", SIDES[seat])


_ROW_NAME: Final = 2
"""The columns of the name of a row."""
BERTHS: Final = range(1, 5)
"""The lines of a port, at the four arrowed squares; each of the first three holds a ship."""


@dataclass(frozen=True, slots=True)
class SurfaceGeometry:
    """The layout of the surface, for cells of a given number of columns and lines."""

    width: int
    height: int
    columns: int = 0
    """The columns that a phone has, where the names of rows and the shores give way; else 0."""

    @property
    def is_narrow(self) -> bool:
        """Whether the surface is one for phones: a ship is a line below its number."""
        return self.columns > 0

    @property
    def port(self) -> int:
        """The width of a port."""
        if not self.is_narrow:
            return self.width + 2
        is_tight = self.height == 1 and self.columns < (COLUMNS + 2) * self.width + _ROW_NAME
        return self.width - is_tight

    @property
    def _spare(self) -> int:
        """The columns of a phone beside sea and ports."""
        return self.columns - COLUMNS * self.width - 2 * self.port

    @property
    def left(self) -> int:
        """The first column of the sea; without room, the names of rows are over the port."""
        if not self.is_narrow:
            return self.port + 4
        return self.port + (_ROW_NAME if self._spare >= _ROW_NAME else 0)

    @property
    def right(self) -> int:
        """The first column of the port at the right."""
        shore = not self.is_narrow or self._spare > _ROW_NAME
        return self.left + COLUMNS * self.width + shore

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the whole surface."""
        return self.right + self.port, 1 + ROWS * self.height

    def cell(self, number: int) -> Region:
        """Return the region of a number."""
        x = self.left + column_of(number) * self.width
        return Region(x, 1 + row_of(number) * self.height, self.width, self.height)

    def berth(self, seat: int, berth: int) -> Region:
        """Return the region of a berth."""
        x = 0 if seat == YELLOW else self.right
        return Region(x, 1 + berth * self.height, self.port, self.height)

    def afloat(self, place: Region) -> Region:
        """Return the part of a place in which a ship is drawn."""
        if not self.is_narrow or place.height > 2:
            return place
        return Region(place.x, place.bottom - 1, place.width, 1)


def port_spot(seat: int, berth: int) -> str:
    """Return the spot of a berth, 1-4, in the port of a seat."""
    return f"port.{seat}.{berth}"


def port_of(spot: str) -> int:
    """Return the seat that owns the port of a berth."""
    return int(spot.split(".")[1])


def draw_track(raster: Raster, plan: SurfaceGeometry, numbers: tuple[int, ...]) -> None:
    """Draw a lane where nothing else is written."""
    sign = _direction(numbers)
    for number in numbers:
        region = plan.cell(number)
        middle = (region.x + region.width // 2, region.y + region.height // 2)
        spots: Iterator[tuple[int, int]]
        if sign == "╌":
            spots = ((x, middle[1]) for x in range(region.x, region.right))
        elif sign == "╎":
            spots = ((middle[0], y) for y in range(region.y, region.bottom))
        else:
            spots = iter([middle])
        for x, y in spots:
            if raster[x, y].sign in " ~":
                raster.write(x, y, sign, "ink")


def _direction(numbers: tuple[int, ...]) -> str:
    """Return the sign of a line along a row, a column or a diagonal."""
    step = numbers[1] - numbers[0]
    if step == 1:
        return "╌"
    if step == COLUMNS:
        return "╎"
    return "╲" if step > COLUMNS else "╱"


_LANE: Final = 62
_GLOW: Final = 22
_DOCK: Final = 18
"""The share of a colour over the sea, in per cent: of a lane, a recent move, a port."""


class Surface(Board):
    """The surface of the sea. Spots are the numbers "1" to "36" and the berths of both ports."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: BatailleView | None = None
        self._ship_at: dict[str, tuple[int, int]] = {}
        self._lanes_shown = False
        self._aimed: tuple[int, ...] = ()
        self._glows: dict[int, int] = {}
        self._plan = SurfaceGeometry(0, 0)
        self.set_scale(SurfaceGeometry(5, 1))

    @property
    def plan(self) -> SurfaceGeometry:
        """The layout of the surface."""
        return self._plan

    def set_scale(self, plan: SurfaceGeometry) -> None:
        """Lay the board out with cells of a given size."""
        if self._plan == plan:
            return
        self._plan = plan
        spots = {str(number): [plan.cell(number)] for number in NUMBERS}
        for seat in (YELLOW, RED):
            spots |= {port_spot(seat, berth): [plan.berth(seat, berth)] for berth in BERTHS}
        self.set_spots(spots)
        if self.cursor.startswith("port"):
            self.cursor = "1"
        self.repaint()

    def show(self, view: BatailleView, glows: dict[int, int]) -> None:
        """Show a view; `glows` has the seats that recently acted on numbers."""
        self._view, self._glows = view, glows
        self._ship_at = {}
        for seat, fleet in enumerate(view.fleets):
            for ship, place in enumerate(fleet.places):
                if place >= PORT:
                    self._ship_at[self.ship_spot(seat, ship)] = (seat, ship)
        self.repaint()

    def ship_spot(self, seat: int, ship: int) -> str:
        """Return the spot of a ship afloat."""
        assert self._view is not None
        place = self._view.fleets[seat].places[ship]
        return port_spot(seat, ship + 1) if place == PORT else str(place)

    # Drawing

    def draw(self) -> Raster:
        """Draw sea, lanes, ports and ships."""
        raster = Raster(*self._plan.size)
        lanes = set(self._lanes_now())
        tracks = {number for lane in lanes for number in LANES[lane].numbers}
        for number in NUMBERS:
            self._draw_square(raster, number, is_in_lane=number in tracks)
        for lane in lanes:
            draw_track(raster, self._plan, LANES[lane].numbers)
        for seat in (YELLOW, RED):
            self._draw_port(raster, seat)
        self._label(raster)
        for spot, (seat, ship) in self._ship_at.items():
            self._draw_ship(raster, spot, seat, ship)
        for spot in self.hinted:
            self._draw_hint(raster, spot)
        return raster

    def _label(self, raster: Raster) -> None:
        plan, fired = self._plan, self._fired_lately()
        for column in range(COLUMNS):
            name, x = f"C{column + 1}", plan.left + column * plan.width
            at = x + ((plan.width - 2) // 2 if plan.height == 1 else 1)
            ink, style = _label_look(fired.get(name))
            raster.write(at, 0, name, ink, style=style)
        for row in range(ROWS):
            name, y = f"R{row + 1}", 1 + row * plan.height
            ink, style = _label_look(fired.get(name))
            raster.write(plan.left - (2 if plan.is_narrow else 3), y, name, ink, style=style)
            for seat, x in ((YELLOW, plan.port), (RED, plan.left + COLUMNS * plan.width)):
                first = row * COLUMNS + 1
                if not plan.is_narrow and {first, first + COLUMNS - 1} & {*ARROWS[seat]}:
                    raster.write(
                        x, y + plan.height // 2, "▸" if seat == YELLOW else "◂", SIDES[seat]
                    )

    def _fired_lately(self) -> dict[str, int]:
        """Return the lanes fired along in the last two turns, by the side that fired."""
        view = self._view
        if view is None:
            return {}
        return {
            LANES[lane].name: seat
            for seat, fleet in enumerate(view.fleets)
            for turn, lane, _lost in fleet.torpedoes
            if turn >= view.turn - 1
        }

    def _draw_square(self, raster: Raster, number: int, *, is_in_lane: bool) -> None:
        region, is_lit = self._plan.cell(number), str(number) in self.lit
        shade = "ab"[(row_of(number) + column_of(number)) % 2]
        ground = f"{'reach' if is_lit else 'sea'}-{shade}"
        if number in self._glows:
            strength = _GLOW // 2 if self.is_plain else _GLOW
            ground += f"+{SIDES[self._glows[number]]}/{strength}"
        if is_in_lane:
            ground += f"+lane/{_LANE}"
        raster.fill(region, ground)
        if region.height > 2 and number * 7 % 5 == 0:
            raster.write(region.right - 3, region.bottom - 1, "~", "soft")
        if self._plan.is_narrow and region.height == 2 and number % 5 == 0 and not is_lit:
            raster.write(region.x + 1, region.bottom - 1, "~~", "soft")
        mark = "·" if is_lit and self.is_plain else " "
        text = f"{mark}{number:>2}{mark}"
        x = region.x + ((region.width - 4) // 2 if region.height == 1 else 0)
        raster.write(x, region.y, text, "ink", style="bold" if is_lit else "")

    def _draw_port(self, raster: Raster, seat: int) -> None:
        plan, first = self._plan, self._plan.berth(seat, BERTHS[0])
        quay = Region(first.x, first.y, first.width, len(BERTHS) * plan.height)
        raster.fill(quay, f"night+{SIDES[seat]}/{_DOCK}")
        for berth in BERTHS:
            if port_spot(seat, berth) in self.lit:
                raster.lay(plan.berth(seat, berth), f"night+{SIDES[seat]}/36")
        name, y = _port_name(seat), first.y - 1
        if plan.is_narrow:
            name, y = "".join(name.split()), y if plan.height > 1 else 0
        x = first.x if seat == YELLOW else first.right - len(name)
        raster.write(x, y, name, SIDES[seat], style="bold")

    def _draw_ship(self, raster: Raster, spot: str, seat: int, ship: int) -> None:
        assert self._view is not None
        region = self._plan.afloat(self.regions(spot)[0])
        charges = self._view.fleets[seat].charges[ship]
        if not self.is_plain:
            draw_ship(raster, region, seat, ship, charges)
            return
        draw_plain_ship(raster, region, seat, ship, charges)
        if spot in self.lit:
            raster.put(region.x, region.y + region.height // 2, Cell("·", "ink", style="bold"))

    def _draw_hint(self, raster: Raster, spot: str) -> None:
        for region in self.regions(spot):
            if not self.is_plain:
                raster.tint(region, "hint", 55)
            raster.write(region.right - 1, region.y, "✦", "hint", ground="dark", style="bold")

    def ship_at(self, name: str) -> tuple[int, int] | None:
        """Return the seat and the index of the ship at a spot, or None."""
        return self._ship_at.get(name)

    def cursor_name(self, name: str) -> str:
        """Return a number with its ship, or with the owner of the port."""
        at = self._ship_at.get(name)
        if at is not None and self._view is not None:
            seat, ship = at
            load = pips(ship, self._view.fleets[seat].charges[ship])
            where = _port_name(seat) if name.startswith("port") else name
            return labelled(where, f"{SIDE_SIGNS[seat]}{'ABC'[ship]} {load}")
        return _port_name(port_of(name)) if name.startswith("port") else name

    # Lanes

    @property
    def lanes_shown(self) -> bool:
        """Whether the lanes through the cursor are drawn."""
        return self._lanes_shown

    def toggle_lanes(self) -> None:
        """Show or hide the lanes through the cursor."""
        self._lanes_shown = not self._lanes_shown
        self.repaint()

    def lanes_at_cursor(self) -> tuple[int, ...]:
        """Return the lanes through the number under the cursor."""
        if self._view is None or not self.cursor.isdigit():
            return ()
        return THROUGH[self._view.lanes][int(self.cursor)]

    def aim(self, lanes: Collection[int]) -> None:
        """Draw the lanes of possible torpedoes."""
        if tuple(lanes) != self._aimed:
            self._aimed = tuple(lanes)
            self.repaint()

    def _lanes_now(self) -> tuple[int, ...]:
        return self.lanes_at_cursor() if self._lanes_shown else self._aimed

    def forget(self) -> None:
        """Clear the state of the previous viewer."""
        self._lanes_shown, self._aimed = False, ()
        super().forget()

    def show_cursor(self) -> None:
        """Draw the cursor, with its lanes."""
        super().show_cursor()
        if self._lanes_shown:
            self.repaint()


def _label_look(seat: int | None) -> tuple[str, str]:
    return ("soft", "") if seat is None else (SIDES[seat], "bold underline")


def _port_name(seat: int) -> str:
    return _("{side} port").format(side=SIDE_SIGNS[seat])
