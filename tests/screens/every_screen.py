"""Checks of every screen, whatever its content: nothing is cut, nothing overlaps.

A walk leads one app through many sights and checks each in all themes and at both sizes, so that a
sight needs no picture of its own for that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages.pofile import read_po
from textual.app import App
from textual.geometry import Region
from textual.widget import Widget

from nim_tui.app.base_app import BaseApp
from nim_tui.settings import THEMES
from nim_tui.testing import looks
from nim_tui.testing.looks import CUT, lacks_lines, unreadable, within, without_colour
from nim_tui.testing.screens import LARGE, SMALL, Doing, Looker, do, settle, text_of
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine
from tests.depth import LONG

_FRENCH: Final = Path(__file__).parents[2] / "screens/locale/fr/LC_MESSAGES/messages.po"

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
        for board in app.screen.query(Board):
            board.repaint()  # without colours pieces have other signs
        await settle(pilot)
        found = {text for text in unreadable(app) if not any(part in text for part in known)}
        assert not found, (number, theme, unreadable(app))


def themes_from(turn: int) -> tuple[str, ...]:
    """Return all themes, each turn starting with another."""
    first = turn % len(THEMES)
    return (*THEMES[first:], *THEMES[:first])


def flaws(app: App[Any]) -> list[str]:
    """Return the flaws of the visible screen, those of our own widgets included."""
    return looks.flaws(app, _left_out, _waiting())


@cache
def _waiting() -> re.Pattern[str]:
    """Return the French texts that end in an ellipsis of their own."""
    with _FRENCH.open("rb") as file:
        texts = [message.string for message in read_po(file, "fr")]
    told = [text for text in texts if isinstance(text, str) and text.endswith("…")]
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in told))


def _left_out(written: Sequence[str], widget: Widget) -> Iterator[str]:
    """Yield texts known in full that are not shown in full."""
    if isinstance(widget, TextLine):
        yield from _unsaid(written, widget)
    if isinstance(widget, Panel) and not getattr(widget, "_from_end", False):
        yield from lacks_lines(widget)
    if isinstance(widget, Menu) and type(widget).render_line is Menu.render_line:
        yield from _unsaid_items(written, widget)


def _unsaid(written: Sequence[str], line: TextLine) -> Iterator[str]:
    """Yield the parts of a line's texts that are not shown, marked as cut or not."""
    said = within(written, line.region)
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
        row = within(written, Region(place.x, place.y + y * each, place.width, min(each, 2)))
        words = _plain(told).split() if each > 1 else [_plain(told).strip()]
        if not all(word in row for word in words) and not CUT.search(row):
            yield f"unsaid: {told.strip()}"


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def boards_of(app: App[Any]) -> list[Region]:
    """Return the regions of boards on the top screen, and of the line with their signs."""
    drawn = [*app.screen.query(Board), *app.screen.query("#signs")]
    return [one.region for one in drawn if one.display]
