"""The boards of *Bataille sous les mers* on a phone: one camp at a time, with a tab for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip

from screens.bataille.levels import Levels, LevelsScale
from screens.bataille.surface import SurfaceGeometry
from screens.colours import text_of
from screens.text import current_look, shortened
from screens.widgets.raster import DrawnWidget, Inks, Raster, strip_of

_AROUND: Final = 5
"""The lines of headline, recap, question and keys of a phone held upright."""
_TABS: Final = 3
"""The most lines of the tabs."""
_LEAST_CHOICES: Final = 5
"""The lines of two rows of choices: the least of a phone held upright."""
_CHOICES: Final = 7
"""The lines of two rows of choices, and of an explanation above them."""
_MANY_CHOICES: Final = 8
"""The lines of three rows of choices."""
_RECAP: Final = 2
"""The lines of the recap."""
_ASIDE: Final = 32
"""The least columns of question and choices beside the boards."""
_FULL: Final = 43
"""The columns of the surface at its smallest, with ports, the names of rows and the shore."""
_LEAST_CELL: Final = (2, 1)
_CELLS: Final = ((5, 2), (4, 2), (3, 2), (3, 1), _LEAST_CELL)
"""The sizes of a camp's cells, the largest first."""


@dataclass(frozen=True, slots=True)
class PhoneLayout:
    """The cells of both kinds of board, and the region of each part below the headline."""

    plan: SurfaceGeometry
    levels: LevelsScale
    surface: Region
    tabs: Region
    camp: Region
    aside: Region
    """The region of the question and its choices."""

    @property
    def choices(self) -> int:
        """The lines of the choices."""
        return self.aside.height - 1


def upright(size: Size) -> PhoneLayout:
    """Return the largest layout for a phone held upright, everything below each other."""
    room = Size(size.width, size.height - _AROUND)
    sizes = ((plan, _levels(cell, room.width)) for plan in _plans(room.width) for cell in _CELLS)
    small = SurfaceGeometry(5, 1, room.width), _levels(_LEAST_CELL, room.width)
    return _stacked(*next((both for both in sizes if _fits(*both, room)), small), room)


def sideways(size: Size) -> PhoneLayout:
    """Return the layout for a phone held sideways: the choices are at the right."""
    room = Size(size.width, size.height - 2)
    return next(_beside(room), None) or _at_the_left(room)


def _plans(columns: int) -> Iterator[SurfaceGeometry]:
    """Yield the surfaces that fit into columns, the largest first."""
    for height in range(5, 0, -1):
        for width in range(2 * height + 3, max(2 * height, 5) - 1, -1):
            plan = SurfaceGeometry(width, height, columns)
            if plan.size[0] <= columns:
                yield plan


def _levels(cell: tuple[int, int], columns: int) -> LevelsScale:
    """Return the scale of a camp whose title is on a tab."""
    loose = LevelsScale(*cell, gap=2, is_titled=False)
    return loose if loose.size[0] < columns else replace(loose, gap=1)


def _fits(plan: SurfaceGeometry, levels: LevelsScale, room: Size) -> bool:
    """Whether surface and camp leave enough lines to tabs and choices; larger ones leave more."""
    free = room.height - plan.size[1] - levels.size[1]
    is_small = plan.height <= 2 and (levels.width, levels.height) == _LEAST_CELL
    least = 1 + _LEAST_CHOICES if is_small else _TABS + _CHOICES
    return levels.size[0] <= room.width and free >= least


def _stacked(plan: SurfaceGeometry, levels: LevelsScale, room: Size) -> PhoneLayout:
    """Return surface, tabs, camp and choices below each other."""
    (width, height), (across, down) = plan.size, levels.size
    free = room.height - height - down
    tabs = min(max(free - _CHOICES, 1), _TABS)
    spare = free - tabs - _MANY_CHOICES
    top = height + (spare > _TABS)
    end = top + tabs + down + (spare > 0)
    return PhoneLayout(
        plan,
        levels,
        Region((room.width - width) // 2, 0, width, height),
        Region(0, top, room.width, tabs),
        Region((room.width - across) // 2, top + tabs, across, down),
        Region(0, end, room.width, room.height - end + 1),
    )


def _at_the_left(room: Size) -> PhoneLayout:
    """Return surface, tabs and camp below each other at the left of the choices."""
    plan = SurfaceGeometry(5, 1, _FULL)
    x = plan.size[0] + 1
    boards = Size(plan.size[0], room.height + _CHOICES)
    aside = Region(x, _RECAP, room.width - x, room.height - _RECAP)
    return replace(_stacked(plan, _levels(_LEAST_CELL, _FULL), boards), aside=aside)


def _beside(room: Size) -> Iterator[PhoneLayout]:
    """Yield layouts with the surface over the whole height, and the camp above the choices."""
    for plan in _plans(room.width - _ASIDE):
        (width, height), x = plan.size, plan.size[0] + 1
        levels = _levels(_LEAST_CELL, room.width - x)
        across, down = levels.size
        top = _RECAP + 1 + down
        fits = height <= room.height and top + 1 + _CHOICES <= room.height
        if plan.height > 1 and fits and x + across <= room.width:
            yield PhoneLayout(
                plan,
                levels,
                Region(0, (room.height - height) // 2, width, height),
                Region(x, _RECAP, room.width - x, 1),
                Region(x + (room.width - x - across) // 2, _RECAP + 1, across, down),
                Region(x, top, room.width - x, room.height - top),
            )


_PADDED: Final = 42
"""The least columns with a blank before the text of a tab, and between both tabs."""


class CampTabs(DrawnWidget):
    """A tab for each camp, in one to three lines: whose it is, and what is left of it."""

    DEFAULT_CSS = "CampTabs { width: auto; height: auto; }"

    def __init__(self, *camps: Levels) -> None:
        super().__init__(id="tabs")
        self._camps = camps
        self._open = camps[0]
        self._told: dict[Levels, str] = {}
        self._inks = Inks(self)

    @property
    def open(self) -> Levels:
        """The camp that is shown."""
        return self._open

    def show(self, told: dict[Levels, str]) -> None:
        """Show what is left of each camp, and whose it is."""
        self._told = told
        self.refresh()

    def turn_to(self, camp: Levels) -> None:
        """Show a camp; the focus stays on the one that is shown."""
        if camp is not self._open:
            self._open = camp
            if self.display:
                self.lay()

    def lay(self) -> None:
        """Lay the camp that is shown over the other."""
        for camp in self._camps:
            camp.styles.layer = "above" if camp is self._open else "default"
            if camp is not self._open and camp.has_focus:
                self._open.focus()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the tabs."""
        raster = Raster(*self.size)
        for camp, tab in zip(self._camps, self._tabs()):
            self._draw(raster, tab, camp)
        return strip_of(raster.rows[y], self._inks)

    def on_click(self, event: events.Click) -> None:
        """Turn to the camp of a tab."""
        for camp, tab in zip(self._camps, self._tabs()):
            if tab.contains(event.x, event.y):
                camp.focus()

    def _tabs(self) -> tuple[Region, Region]:
        width, height = self.size
        half, gap = (width + 1) // 2, width >= _PADDED
        return Region(0, 0, half - gap, height), Region(half, 0, width - half, height)

    def _draw(self, raster: Raster, tab: Region, camp: Levels) -> None:
        is_open = camp is self._open
        ground = "bar+key/18" if is_open else "panel-ground"
        raster.fill(tab, ground)
        if tab.height == _TABS and current_look().glyphs != "ascii":
            raster.write(tab.x, tab.bottom - 1, "▀" * tab.width, ground, ground="night")
        text = tab.shrink((0, 0, 0, 1 + (self.size.width >= _PADDED)))
        title = _that_fits(text_of(camp.title), text.width)
        style = "bold" if is_open else ""
        raster.write(text.x, 0, title, camp.title[-1][1].ink, style=style)
        if tab.height > 1:
            told = shortened(self._told.get(camp, ""), text.width)
            raster.write(text.x, 1, told, "ink" if is_open else "soft")
        for y in range(min(tab.height, 2) if is_open else 0):
            raster.write(tab.x, y, "▌", "gold")


def _that_fits(title: str, room: int) -> str:
    """Return a title with single blanks, without its first word where it is too long."""
    words = title.split(" ")
    told = " ".join(filter(None, words))
    return told if len(told) <= room else shortened(" ".join(words[1:]).strip(), room)
