"""The board of Mia: the ladder of rolls, the cup, and the lives of the players."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from screens.colours import SIDE_SIGNS, SIDES
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.raster import GROUND, Raster
from textual.geometry import Region, Size

from mia.rules.moves import ROLLS
from mia.rules.view import TableView

COLUMNS: Final = 7
ROWS: Final = 3
LOG: Final = 6
"""The lines that the log below the board keeps."""
PIPS: Final = (
    "    ●    ", "●       ●", "●   ●   ●", "● ●   ● ●", "● ● ● ● ●", "● ●● ●● ●",
)  # fmt: skip
"""The pips of each face, in three rows of three."""
_CHOICE: Final = f"{GROUND}+key/38"
_SAID: Final = f"{GROUND}+gold/30"


class Scale(NamedTuple):
    """The columns and lines of a roll on the ladder, and of each of its dice, if they are drawn."""

    width: int
    height: int
    die: Size = Size(0, 0)


SCALES: Final = (Scale(26, 9, Size(11, 7)), Scale(17, 6, Size(7, 5)), Scale(9, 3), Scale(6, 1))
"""The scales, the largest first; the last has room on every screen."""


class TableBoard(Board):
    """The table. Spots: `31` to `21`, the rolls that the reader may announce."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: TableView | None = None
        self._names: Sequence[str] = ()
        self._room = Size(0, 0)
        self._scale = SCALES[-1]
        self._left = 0

    def show(self, view: TableView, names: Sequence[str]) -> None:
        """Show a view."""
        self._view, self._names = view, names
        self._place()

    def set_room(self, room: Size) -> None:
        """Draw the board in the middle, as large as it fits beside a few lines of the log."""
        self._room = room
        self._place()

    def draw(self) -> Raster:
        """Draw the ladder, what is known of the dice, and the lives."""
        view, (width, height, _die) = self._view, self._scale
        raster = Raster(self._left + width * COLUMNS, ROWS * height + 2 + len(self._names))
        if view is None:
            return raster
        for value, roll in enumerate(ROLLS):
            ground = _CHOICE if roll in self.lit else _SAID if value == view.said else GROUND
            raster.lay(self._region(value), ground)
            self._draw_roll(raster, value, is_low=value < view.said)
        if view.roll >= 0:
            cup = labelled(_("Under the cup"), ROLLS[view.roll])
            raster.write(self._left, ROWS * height, cup, "gold")
        for seat, name in enumerate(self._names):
            y = ROWS * height + 2 + seat
            raster.write(self._left, y, f"{SIDE_SIGNS[seat]} {name}"[:18], SIDES[seat])
            raster.write(self._left + 20, y, "♥" * view.lives[seat] or "—", "ink")
        return raster

    def _draw_roll(self, raster: Raster, value: int, *, is_low: bool) -> None:
        """Draw a roll as its dice, if they fit, and in figures; one that is too low by dots."""
        region, die = self._region(value), self._scale.die
        line = die.height if die else region.height // 2
        x = region.x + (region.width - 2) // 2
        text = " " if is_low and die else "·" if is_low else ROLLS[value]
        raster.write(x, region.y + line, text, "soft" if is_low else "ink", style="bold")
        if die:
            left = region.x + (region.width - 2 * die.width) // 2
            for number, face in enumerate(ROLLS[value]):
                place = Region(left + number * (die.width + 1), region.y, *die)
                draw_die(raster, place, int(face), is_low=is_low)

    def _region(self, value: int) -> Region:
        width, height, die = self._scale
        row, column = divmod(value, COLUMNS)
        lines = die.height + 1 if die else height
        return Region(self._left + column * width, row * height, width - 1, lines)

    def _place(self) -> None:
        """Choose the scale, and name the places of the ladder."""
        below = 2 + len(self._names) + LOG
        width, height = self._room.width // COLUMNS, (self._room.height - below) // ROWS
        fits = (one for one in SCALES if one.width <= width and one.height <= height)
        self._scale = next(fits, SCALES[-1])
        self._left = max(self._room.width + 1 - self._scale.width * COLUMNS, 0) // 2
        self.set_spots({roll: [self._region(value)] for value, roll in enumerate(ROLLS)})
        self.repaint()


def draw_die(raster: Raster, place: Region, face: int, *, is_low: bool) -> None:
    """Draw a face of a die; one that is too low has dots for pips."""
    raster.lay(place, GROUND)
    raster.box(place, "")
    across, down = place.width - 2, place.height - 2
    for pip, sign in enumerate(PIPS[face - 1]):
        row, column = divmod(pip, 3)
        x = place.x + 1 + (2 * column + 1) * across // 6
        y = place.y + 1 + (2 * row + 1) * down // 6
        if sign != " ":
            raster.write(x, y, "·" if is_low else sign, "soft" if is_low else "ink", style="bold")
