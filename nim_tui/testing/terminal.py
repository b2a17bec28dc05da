"""An app on a terminal emulator of any number of colours, and all its looks at once."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import pyte
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.color import Color
from textual.drivers.headless_driver import HeadlessDriver
from textual.filter import LineFilter, NoColor
from textual.strip import Strip

from nim_tui.testing.looks import LEAST, contrast, emptiness, flaws, is_text, unreadable
from nim_tui.testing.screens import LARGE, SMALL, Doing, Looker, colours_of, do, running, text_of
from screens.ascii import AsciiFilter

ALL_COLOURS: Final = 1 << 24
SYSTEMS: Final = {256: ColorSystem.EIGHT_BIT, 16: ColorSystem.STANDARD}
_NAMES: Final = {16: "standard", 256: "256", ALL_COLOURS: "truecolor"}
LEAST_OF: Final[Mapping[int, float]] = {16: 3.0, 256: 4.0, ALL_COLOURS: LEAST}
"""The least contrast by number of colours, as nearest colours differ from those chosen."""
_DARK: Final = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")

XTERM: Final = TerminalTheme(
    (0, 0, 0),
    (229, 229, 229),
    [
        *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0)),
        *((0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    ],
    [
        *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
        *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
    ],
)
"""The sixteen colours of xterm."""


class FewColours(LineFilter):
    """A filter that replaces each colour by the one that Rich sends to such a terminal."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._system = SYSTEMS[count]

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in the replaced colours."""
        return [
            Segment(text, style and self._quantised(style), control)
            for text, style, control in segments
        ]

    def _quantised(self, style: Style) -> Style:
        front = style.color and _as_shown(style.color, self._system)
        back = style.bgcolor and _as_shown(style.bgcolor, self._system)
        return style + Style(color=front, bgcolor=back)


@cache
def _as_shown(colour: RichColor, system: ColorSystem) -> RichColor:
    return RichColor.from_triplet(colour.downgrade(system).get_truecolor(XTERM))


def show_in(app: App[Any], count: int) -> App[Any]:
    """Return the app as shown by a terminal with `count` colours, for a picture of it."""
    app._filters.append(FewColours(count))
    return app


@contextmanager
def heard() -> Iterator[list[str]]:
    """Collect all that is sent, by a driver that pretends to have a terminal."""
    written: list[str] = []
    with (
        patch.object(HeadlessDriver, "write", lambda _driver, data: written.append(data)),
        patch.object(HeadlessDriver, "is_headless", new=False),
    ):
        yield written


def with_colours(app: App[Any], count: int = ALL_COLOURS) -> App[Any]:
    """Return the app on a terminal of 16, 256 or all colours; all cost the most bytes."""
    system: Any = _NAMES[count]
    app.console = Console(file=io.StringIO(), force_terminal=True, color_system=system)
    return app


_RENDER: Final = Strip.render_style


def _rendered(style: Style, text: str, color_system: ColorSystem) -> str:
    """Render a text without the codes that a style keeps of a terminal of other colours."""
    style._ansi = None
    told = _RENDER(style, text, color_system)
    style._ansi = None
    return told


class Cell(NamedTuple):
    """A cell of a terminal: its character, and the colours that are seen, reversed or not."""

    character: str
    front: Color
    back: Color


@dataclass(frozen=True)
class Terminal:
    """The terminal that an app runs on, as an emulator shows what was sent to it."""

    pilot: Looker
    _screen: pyte.Screen
    _stream: pyte.Stream
    _sent: list[str]

    def rows(self) -> list[list[Cell]]:
        """Return the cells, line by line, in the colours of xterm."""
        self._stream.feed("".join(self._sent))
        self._sent.clear()
        columns = range(self._screen.columns)
        return [
            [_cell(self._screen.buffer[y][x]) for x in columns] for y in range(self._screen.lines)
        ]

    def text(self) -> str:
        """Return the text, line by line; hard spaces as plain ones."""
        rows = ("".join(cell.character for cell in row).rstrip() for row in self.rows())
        return ("\n".join(rows) + "\n").replace("\u00a0", " ")

    def unreadable(self, least: float = LEAST) -> dict[str, float]:
        """Return the texts with too little contrast, and their contrast."""
        found = {}
        for row in self.rows():
            for (front, back), cells in groupby(row, lambda cell: cell[1:]):
                text = "".join(cell.character for cell in cells)
                if is_text(text) and (ratio := contrast(front, back)) < least:
                    found[text.strip()] = round(ratio, 2)
        return found


def _cell(char: pyte.screens.Char) -> Cell:
    front, back = _seen(char.fg, XTERM.foreground_color), _seen(char.bg, XTERM.background_color)
    return Cell(char.data, back, front) if char.reverse else Cell(char.data, front, back)


@cache
def _seen(name: str, usual: tuple[int, int, int]) -> Color:
    """Return the colour of a name of pyte: one of sixteen, or six hexadecimal digits."""
    if name == "default":
        return Color(*usual)
    dark = name.removeprefix("bright")
    if dark in _DARK:
        return Color(*XTERM.ansi_colors[_DARK.index(dark) + 8 * name.startswith("bright")])
    return Color.parse(f"#{name}")


@asynccontextmanager
async def on_terminal(
    app: App[Any], size: tuple[int, int] = SMALL, colours: int = ALL_COLOURS
) -> AsyncIterator[Terminal]:
    """Run the app on an emulated terminal of this size, with 16, 256 or all colours."""
    screen = pyte.Screen(*size)
    with heard() as sent, patch.object(Strip, "render_style", staticmethod(_rendered)):
        async with running(with_colours(app, colours), size) as pilot:
            yield Terminal(pilot, screen, pyte.Stream(screen), sent)


@dataclass
class Looks:
    """What an app shows in every way, and what is wrong with that."""

    texts: dict[str, str] = field(default_factory=dict)
    """The text for each size, such as `80x24`, and in ASCII for the first, `80x24 ascii`."""
    flaws: dict[str, object] = field(default_factory=dict)
    """Flaws for each size and way; none where all is well."""
    empty: dict[str, float] = field(default_factory=dict)
    """The share of each size that is blank, in per cent."""

    @property
    def dump(self) -> str:
        """All texts, to be kept by `text_dump`."""
        return "\n".join(f"--- {way}\n{text}" for way, text in self.texts.items())

    def note(self, way: str, found: object) -> None:
        """Note what is wrong in a way, if anything is."""
        if found:
            self.flaws[way] = found


async def looks_of(
    make_app: Callable[[], App[Any]],
    *doing: str | Doing,
    sizes: Sequence[tuple[int, int]] = (SMALL, LARGE),
    least: Mapping[int, float] = LEAST_OF,
) -> Looks:
    """Run the app anew in every way, do the same in each, and return what it shows.

    Each size is read for cut texts and contrast; the first also in ASCII, without colour, and as
    terminals of 16, 256 and all colours show it. `least` is the contrast that texts must have, by
    number of colours.
    """
    looks = Looks()
    for size in sizes:
        way = f"{size[0]}x{size[1]}"
        async with running(make_app(), size) as pilot:
            await do(pilot, *doing)
            looks.texts[way] = text_of(pilot.app)
            looks.empty[way] = emptiness(pilot.app)
            looks.note(way, flaws(pilot.app))
            looks.note(f"{way} contrast", unreadable(pilot.app, least[ALL_COLOURS]))
    await _without(make_app, doing, sizes[0], looks)
    for count in _NAMES:
        async with on_terminal(make_app(), sizes[0], count) as terminal:
            await do(terminal.pilot, *doing)
            way = f"{count} colours"
            looks.note(f"{way} contrast", terminal.unreadable(least[count]))
            looks.note(way, _other(terminal.text(), next(iter(looks.texts.values()))))
    return looks


async def _without(
    make_app: Callable[[], App[Any]], doing: Sequence[str | Doing], size: tuple[int, int],
    looks: Looks,
) -> None:  # fmt: skip
    """Look at the app in ASCII, and without colour."""
    way = f"{size[0]}x{size[1]}"
    ways: Mapping[str, LineFilter] = {"ascii": AsciiFilter(), "no colour": NoColor()}
    for name, line_filter in ways.items():
        app = make_app()
        app._filters.append(line_filter)
        async with running(app, size) as pilot:
            await do(pilot, *doing)
            text = text_of(app)
            if name == "ascii":
                looks.texts[f"{way} ascii"] = text
                looks.note("ascii", [] if text.isascii() else [*{*text} - {*map(chr, range(128))}])
            else:
                looks.note(name, [*colours_of(app), *_other(text, looks.texts[way])])


def _other(shown: str, wanted: str) -> list[str]:
    """Return the lines that are not as they should be."""
    rows, others = shown.splitlines(), wanted.splitlines()
    return [f"{row!r}, not {other!r}" for row, other in zip(rows, others) if row != other]
