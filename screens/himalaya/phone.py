"""The layout of the table on a phone: below the map if held upright, beside it if sideways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.geometry import Region, Size

from screens.base import Shape

_RECAP: Final = 2
_AROUND: Final = 2 + _RECAP
"""The lines of headline, recap and question."""
_ROWS: Final = (8, 5)
"""The lines of three and of two rows of choices, the last without a gap below it."""
_LOW_MAP: Final = 17
"""The least lines of the map beside three rows of choices, or slots of two lines and a half."""
_ASIDE: Final = (32, 40)
"""The least and greatest columns beside a map."""
_TALL: Final = 18
"""The least lines beside a map at which slots and tribes have a line more."""


@dataclass(frozen=True, slots=True)
class PhoneLayout:
    """The regions of a phone's boards, in cells of the area below the headline or the recap."""

    chart: Region
    belongings: Region
    slots: Region
    asking: Region
    """The region of question and choices. It is placed by the game only if beside the map."""

    @property
    def menu_lines(self) -> int:
        """The lines of the choices."""
        return self.asking.height - 1

    def strip(self, *, has_slots: bool, has_menu: bool, taken: int) -> Region | None:
        """Return the region of programs carried out: the room of slots and menu, if free.

        `taken` lines of the menu are in use even if it has no choices.
        """
        if has_slots:
            return None
        free = 0 if has_menu else max(self.menu_lines - taken, 0)
        return Region(*self.slots.offset, self.slots.width, self.slots.height + free)


def phone_layout(shape: Shape, size: Size, *, keys: int) -> PhoneLayout:
    """Return the layout for a phone's size; `keys` are the lines of the key bar."""
    return _sideways(size, keys) if shape is Shape.SIDEWAYS else _upright(size, keys)


def _upright(size: Size, keys: int) -> PhoneLayout:
    """Return map, tribes, slots, question and choices below each other."""
    width, rest = size.width, size.height - _AROUND - keys - 2
    menu = _ROWS[0] if rest - _ROWS[0] - 2 >= _LOW_MAP else _ROWS[1]
    slots = 3 if rest - menu - 3 > _LOW_MAP else 2
    chart = min(rest - menu - slots, width * 3 // 5 + 2)
    menu = rest - slots - chart
    return PhoneLayout(
        Region(0, 0, width, chart),
        Region(0, chart, width, 2),
        Region(0, chart + 2, width, slots),
        Region(0, chart + 2 + slots, width, 1 + menu),
    )


def _sideways(size: Size, keys: int) -> PhoneLayout:
    """Return the map at the left, and all else at the right of it."""
    least, most = _ASIDE
    aside = min(least + (size.width - 76) // 3, most)
    height, x = size.height - 1 - keys, size.width - aside
    more = int(height >= _TALL)
    tribes, slots = 2 + more, 2 + more
    y = _RECAP + tribes + slots
    return PhoneLayout(
        Region(0, 0, x - 1, height),
        Region(x, _RECAP, aside, tribes),
        Region(x, _RECAP + tribes, aside, slots),
        Region(x, y, aside, height - y),
    )
