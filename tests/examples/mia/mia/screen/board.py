"""The board of Mia: the ladder of rolls, the cup, and the lives of the players."""

from collections.abc import Sequence
from typing import Final

from screens.colours import SIDE_SIGNS, SIDES
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.raster import GROUND, Raster
from textual.geometry import Region, Size

from mia.rules.moves import ROLLS
from mia.rules.view import TableView

COLUMNS: Final = 7
SMALL: Final = (6, 1)
LARGE: Final = (9, 3)
"""Columns and lines of a roll on the ladder."""
_CHOICE: Final = f"{GROUND}+key/38"
_SAID: Final = f"{GROUND}+gold/30"


class TableBoard(Board):
    """The table. Spots: `31` to `21`, the rolls that the reader may announce."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: TableView | None = None
        self._names: Sequence[str] = ()
        self._roll = SMALL
        self._left = 0

    def show(self, view: TableView, names: Sequence[str]) -> None:
        """Show a view."""
        self._view, self._names = view, names
        self._place()

    def set_room(self, size: Size) -> None:
        """Draw the board in the middle of a screen of this size, large if there is room."""
        self._roll = LARGE if size.width >= 100 and size.height >= 36 else SMALL
        self._left = max(size.width - self._roll[0] * COLUMNS, 0) // 2
        self._place()

    def draw(self) -> Raster:
        """Draw the ladder, what is known of the dice, and the lives."""
        view, (width, height) = self._view, self._roll
        lines = 3 * height + 2 + len(self._names)
        raster = Raster(self._left + width * COLUMNS, lines)
        if view is None:
            return raster
        for value, roll in enumerate(ROLLS):
            region = self._region(value)
            ground = _CHOICE if roll in self.lit else _SAID if value == view.said else GROUND
            raster.lay(region, ground)
            is_low = value < view.said
            x, y = region.x + (region.width - 2) // 2, region.y + height // 2
            raster.write(x, y, "·" if is_low else roll, "soft" if is_low else "ink", style="bold")
        if view.roll >= 0:
            cup = labelled(_("Under the cup"), ROLLS[view.roll])
            raster.write(self._left, 3 * height, cup, "gold")
        for seat, name in enumerate(self._names):
            y = 3 * height + 2 + seat
            raster.write(self._left, y, f"{SIDE_SIGNS[seat]} {name}"[:18], SIDES[seat])
            raster.write(self._left + 20, y, "♥" * view.lives[seat] or "—", "ink")
        return raster

    def _region(self, value: int) -> Region:
        width, height = self._roll
        row, column = divmod(value, COLUMNS)
        return Region(self._left + column * width, row * height, width - 1, height)

    def _place(self) -> None:
        """Name the places of the ladder."""
        self.set_spots({roll: [self._region(value)] for value, roll in enumerate(ROLLS)})
        self.repaint()
