"""Checks of every screen, whatever its content: nothing is cut, nothing overlaps.

A walk leads one app through many sights and checks each in all themes and at both sizes, so that a
sight needs no picture of its own for that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, zip_longest
from pathlib import Path
from typing import Any, Final

from babel.messages.pofile import read_po
from rich.cells import cell_len
from textual.app import App
from textual.filter import NoColor
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.widgets._toast import Toast

from nim_tui.app.base_app import BaseApp
from nim_tui.settings import THEMES
from screens.ascii import to_ascii
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine
from tests.depth import LONG
from tests.screens.conftest import LARGE, SMALL, do
from tests.screens.contrast import unreadable
from tests.screens.looking import Doing, Looker, colours_of, lines, settle, text_of

_FRENCH: Final = Path(__file__).parents[2] / "screens/locale/fr/LC_MESSAGES/messages.po"
_CUT: Final = re.compile(r"(?:\S+ ){0,3}\S*[^\s(]…")
"""A cut word, and the words before it; an ellipsis for waiting comes after a blank in English."""

Stop = Sequence[str | Doing]
"""The keys and actions on the way to the next sight."""


async def walk(
    pilot: Looker,
    *stops: Stop,
    sizes: Sequence[tuple[int, int]] = (LARGE, SMALL),
    themes: Sequence[str] = THEMES,
    known: Collection[str] = (),
) -> None:
    """Go from sight to sight and check each; `known` are parts of known flaws.

    By day each sight is read in one theme, a different one each time; at night in all.
    """
    for number, stop in enumerate(stops):
        await do(pilot, *stop)
        for size in sizes:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            found = [one for one in flaws(pilot.app) if not any(part in one for part in known)]
            assert not found, (number, size, found, text_of(pilot.app))
        if themes:
            worn = themes if LONG else [themes[number % len(themes)]]
            await _read(pilot, worn, known, number)
    if themes:
        await without_colour(pilot)


async def _read(pilot: Looker, themes: Sequence[str], known: Collection[str], number: int) -> None:
    """Check that each text has enough contrast in these themes."""
    app = pilot.app
    assert isinstance(app, BaseApp)
    for theme in themes:
        app._wear(theme)
        await settle(pilot)
        found = {text for text in unreadable(app) if not any(part in text for part in known)}
        assert not found, (number, theme, unreadable(app))


def themes_from(turn: int) -> tuple[str, ...]:
    """Return all themes, each turn starting with another."""
    first = turn % len(THEMES)
    return (*THEMES[first:], *THEMES[:first])


def flaws(app: App[Any]) -> list[str]:
    """Return the flaws of the visible screen."""
    written = [row.ljust(app.size.width) for row in text_of(app).splitlines()]
    shown = [one for one in app.screen.walk_children(Widget) if _is_shown(one)]
    return [
        *_ragged(app),
        *(f"cut: {word}" for row in written for word in _CUT.findall(_waiting().sub("", row))),
        *_left_out(app, written, shown),
        *_over_another(app),
    ]


@cache
def _waiting() -> re.Pattern[str]:
    """Return the French texts that end in an ellipsis of their own."""
    with _FRENCH.open("rb") as file:
        texts = [message.string for message in read_po(file, "fr")]
    told = [text for text in texts if isinstance(text, str) and text.endswith("…")]
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in told))


def _is_shown(widget: Widget) -> bool:
    return widget.display and bool(widget.region.area)


def _ragged(app: App[Any]) -> Iterator[str]:
    """Yield lines whose cells are not as many as the terminal's columns."""
    rows = lines(app)
    if len(rows) != app.size.height:
        yield f"{len(rows)} lines of {app.size.height}"
    for y, row in enumerate(rows):
        if (width := cell_len("".join(part.text for part in row))) != app.size.width:
            yield f"line {y} has {width} cells"


def _left_out(app: App[Any], written: Sequence[str], shown: Sequence[Widget]) -> Iterator[str]:
    """Yield texts known in full that are not shown in full, and widgets beyond their container."""
    for widget in shown:
        if isinstance(widget, TextLine):
            yield from _unsaid(written, widget)
        if isinstance(widget, Panel | Static) and not getattr(widget, "_from_end", False):
            room, width = widget.container_size, widget.content_size.width
            needed = widget.get_content_height(room, app.size, width)
            if needed > widget.content_size.height:
                yield f"{widget} has {widget.content_size.height} lines of {needed}"
        if isinstance(widget, Menu) and type(widget).render_line is Menu.render_line:
            yield from _unsaid_items(written, widget)
        holder = widget.parent
        if isinstance(holder, Widget) and not _holds(holder, widget):
            yield f"{widget} stands beyond {holder}"


def _holds(holder: Widget, held: Widget) -> bool:
    """Whether a widget is within its holder, or can be scrolled there; no screen is scrolled.

    Textual gives toasts no room of their own, so they must be within the screen.
    """
    if isinstance(held, Toast):
        holder = held.screen
    ways = {holder.styles.overflow_x, holder.styles.overflow_y}
    is_scrolled = bool(ways & {"auto", "scroll"}) and not isinstance(holder, Screen)
    return is_scrolled or holder.region.contains_region(held.region)


def _unsaid(written: Sequence[str], line: TextLine) -> Iterator[str]:
    """Yield the parts of a line's texts that are not shown, marked as cut or not."""
    said = _within(written, line.region)
    for text in map(_plain, line.texts):
        if text not in said:
            yield f"unsaid in {line.id}: {text}"


def _unsaid_items(written: Sequence[str], menu: Menu) -> Iterator[str]:
    """Yield items of one column that their line does not show in full."""
    first, place = menu._first_row(), menu.content_region
    shown = menu.items[first : first + place.height] if menu._columns == 1 else ()
    each = menu._each
    for y, item in enumerate(shown[: menu._rows_in(place.height)]):
        told = "".join(text for text, _look in item.parts) or item.text
        row = _within(written, Region(place.x, place.y + y * each, place.width, min(each, 2)))
        words = _plain(told).split() if each > 1 else [_plain(told).strip()]
        if not all(word in row for word in words) and not _CUT.search(row):
            yield f"unsaid: {told.strip()}"


def _over_another(app: App[Any]) -> Iterator[str]:
    """Yield widgets that cover others in the same layer."""
    for holder in app.screen.walk_children(Widget, with_self=True):
        held = [one for one in holder.children if one.display and one.region.area]
        for one, other in combinations(held, 2):
            if one.layer == other.layer and one.region.overlaps(other.region):
                yield f"{one} lies over {other}"


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def _within(written: Sequence[str], region: Region) -> str:
    return " ".join(row[region.x : region.right] for row in written[region.y : region.bottom])


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


def boards_of(app: App[Any]) -> list[Region]:
    """Return the regions of boards on the top screen, and of the line with their signs."""
    drawn = [*app.screen.query(Board), *app.screen.query("#signs")]
    return [one.region for one in drawn if one.display]


def unlike(shown: str, plain: str, boards: Sequence[Region] = ()) -> list[str]:
    """Return the lines of a screen in ASCII that differ from the table of signs.

    Cell by cell, except boards, which have other signs in ASCII.
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
