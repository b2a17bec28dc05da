"""Checks of a running screen, whatever it shows: contrast, cut texts, places, room."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, zip_longest
from typing import Any, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import NoColor
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.widgets._toast import Toast

from nim_tui.testing.screens import Looker, colours_of, lines, settle, text_of
from screens.ascii import to_ascii

LEAST: Final = 4.5
"""The least contrast of texts, by WCAG 2 at level AA."""
CUT: Final = re.compile(r"(?:\S+ ){0,3}\S*[^\s(]…")
"""A cut word, and the words before it; an ellipsis for waiting comes after a blank in English."""

_NOTHING: Final = re.compile("(?!)")


def segments(app: App[Any]) -> Iterator[Segment]:
    """Yield the segments of the screen, without a dimmed screen behind a box."""
    for strip in app.screen._compositor.render_strips():
        yield from strip


def is_text(text: str) -> bool:
    """Whether a text has words: lines, surfaces and waves are decoration."""
    return any(character.isalnum() for character in text)


def contrast(one: Color, other: Color) -> float:
    """Return the contrast as WCAG 2 defines it."""

    def luminance(colour: Color) -> float:
        parts = (value / 255 for value in colour.rgb)
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def unreadable(app: App[Any], least: float = LEAST) -> dict[str, float]:
    """Return the texts with too little contrast, and their contrast."""
    found = {}
    for segment in segments(app):
        style = segment.style
        if (
            style is None
            or style.color is None
            or style.bgcolor is None
            or not is_text(segment.text)
        ):
            continue
        front, back = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
        if style.reverse:
            front, back = back, front
        if (ratio := contrast(front, back)) < least:
            found[segment.text.strip()] = round(ratio, 2)
    return found


def emptiness(app: App[Any]) -> float:
    """Return the share of blank cells on the most common ground, in per cent."""
    grounds: Counter[str] = Counter()
    blank: Counter[str] = Counter()
    for segment in segments(app):
        ground = str(segment.style.bgcolor) if segment.style is not None else ""
        grounds[ground] += len(segment.text)
        blank[ground] += segment.text.count(" ")
    commonest, _cells = grounds.most_common(1)[0]
    return 100 * blank[commonest] / grounds.total()


Said = Callable[[Sequence[str], Widget], Iterable[str]]
"""Flaws of a widget of your own, from the lines that are shown and the widget."""


def flaws(
    app: App[Any], own: Said = lambda _written, _widget: (), whole: re.Pattern[str] = _NOTHING
) -> list[str]:
    """Return the flaws of the visible screen: lines of another width, cut words, lost widgets.

    `whole`: texts that end in an ellipsis of their own.
    """
    written = written_on(app)
    shown = [one for one in app.screen.walk_children(Widget) if one.display and one.region.area]
    return [
        *_ragged(app),
        *(f"cut: {word}" for row in written for word in CUT.findall(whole.sub("", row))),
        *(flaw for widget in shown for flaw in (*own(written, widget), *_out_of_place(widget))),
        *_over_another(app),
    ]


def written_on(app: App[Any]) -> list[str]:
    """Return the lines of the terminal in full width."""
    return [row.ljust(app.size.width) for row in text_of(app).splitlines()]


def within(written: Sequence[str], region: Region) -> str:
    """Return the text of a region, its lines parted by blanks."""
    return " ".join(row[region.x : region.right] for row in written[region.y : region.bottom])


def lacks_lines(widget: Widget) -> Iterator[str]:
    """Yield how many lines a widget has, if its content needs more."""
    room, width = widget.container_size, widget.content_size.width
    needed = widget.get_content_height(room, widget.app.size, width)
    if needed > widget.content_size.height:
        yield f"{widget} has {widget.content_size.height} lines of {needed}"


def _ragged(app: App[Any]) -> Iterator[str]:
    """Yield lines whose cells are not as many as the terminal's columns."""
    rows = lines(app)
    if len(rows) != app.size.height:
        yield f"{len(rows)} lines of {app.size.height}"
    for y, row in enumerate(rows):
        if (width := cell_len("".join(part.text for part in row))) != app.size.width:
            yield f"line {y} has {width} cells"


def _out_of_place(widget: Widget) -> Iterator[str]:
    """Yield what a text widget lacks, and whether it stands beyond its container."""
    if isinstance(widget, Static) and not _is_scrolled(widget):
        yield from lacks_lines(widget)
        widest = widget.get_content_width(widget.container_size, widget.app.size)
        if widget.content_size.height == 1 and widest > widget.content_size.width:
            yield f"{widget} has {widget.content_size.width} columns of {widest}"
    holder = widget.parent
    if isinstance(holder, Widget) and not _holds(holder, widget):
        yield f"{widget} stands beyond {holder}"


def _holds(holder: Widget, held: Widget) -> bool:
    """Whether a widget is within its holder, or can be scrolled there; no screen is scrolled.

    Textual gives toasts no room of their own, so they must be within the screen.
    """
    if isinstance(held, Toast):
        holder = held.screen
    return _is_scrolled(holder) or holder.region.contains_region(held.region)


def _is_scrolled(holder: Widget) -> bool:
    ways = {holder.styles.overflow_x, holder.styles.overflow_y}
    return bool(ways & {"auto", "scroll"}) and not isinstance(holder, Screen)


def _over_another(app: App[Any]) -> Iterator[str]:
    """Yield widgets that cover others in the same layer."""
    for holder in app.screen.walk_children(Widget, with_self=True):
        held = [one for one in holder.children if one.display and one.region.area]
        for one, other in combinations(held, 2):
            if one.layer == other.layer and one.region.overlaps(other.region):
                yield f"{one} lies over {other}"


async def without_colour(pilot: Looker) -> None:
    """Check that without colours the terminal has none, and the same text."""
    app = pilot.app
    before = text_of(app)
    app._filters.append(NoColor())
    for screen in app.screen_stack:
        for widget in screen.walk_children(Widget, with_self=True):
            widget._styles_cache.clear()
            widget.refresh()
    await settle(pilot)
    assert text_of(app) == before
    assert colours_of(app) == set()
    app._filters.pop()


def unlike(shown: str, plain: str, boards: Sequence[Region] = ()) -> list[str]:
    """Return the lines of a screen in ASCII that differ from the table of signs.

    Cell by cell, except regions such as boards, which have other signs in ASCII.
    """
    rows, wanted = shown.splitlines(), [to_ascii(row) for row in plain.splitlines()]
    if len(rows) != len(wanted):
        return [f"{len(rows)} lines of {len(wanted)}"]
    return [
        f"{row!r}, not {other!r}"
        for y, (row, other) in enumerate(zip(rows, wanted))
        if any(
            one != another
            for x, (one, another) in enumerate(zip_longest(row, other, fillvalue=" "))
            if not any(board.contains(x, y) for board in boards)
        )
    ]
