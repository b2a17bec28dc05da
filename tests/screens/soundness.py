"""Checks of any running screen: nothing is cut, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from textual.app import App
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets._toast import ToastRack

from nim_tui.testing.screens import LARGE, text_of
from screens.reading.reading_sheet import ReadingSheet
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Menu
from screens.widgets.text_line import TextLine

AS_FITS = ("since", "signs", "standings")
"""Lines that show as much as fits."""


def shown(app: App[Any]) -> dict[Widget, Region]:
    """Return the widgets of the top screen that draw anything, and their visible regions.

    Without those under a sheet, which covers a small table, and without toasts.
    """
    found = {}
    for widget, (whole, clip) in app.screen._compositor.visible_widgets.items():
        region = whole.intersection(clip)
        is_drawn = not any(child.display for child in widget.children)
        is_toast = any(isinstance(one, ToastRack) for one in widget.ancestors_with_self)
        if region.area and is_drawn and not is_toast:
            found[widget] = region
    sheets = [region for widget, region in found.items() if isinstance(widget, ReadingSheet)]
    return {
        widget: region
        for widget, region in found.items()
        if isinstance(widget, ReadingSheet) or not any(region.overlaps(one) for one in sheets)
    }


def overlapping(app: App[Any]) -> list[tuple[Widget, Widget]]:
    """Return the pairs of widgets that overlap."""
    places = shown(app)
    pairs = combinations(places, 2)
    return [(one, other) for one, other in pairs if places[one].overlaps(places[other])]


def cut(app: App[Any]) -> list[str]:
    """Return questions, choices, and names of keys or heads that are not shown in full."""
    rows = text_of(app).splitlines()
    found = []
    for widget, region in shown(app).items():
        lines = rows[region.y : region.bottom]
        written = "\n".join(row.ljust(region.right)[region.x : region.right] for row in lines)
        said = (text.replace("\u00a0", " ") for text in _said(widget))
        found += [text for text in said if text not in written]
    return found


def _said(widget: Widget) -> Iterator[str]:
    """Yield the texts of a widget that must be shown in full; none of a scrolling menu."""
    if isinstance(widget, Menu):
        if len(widget.items) <= widget.lines:
            yield from (item.text.strip() for item in widget.items if item.text != item.key)
    elif isinstance(widget, KeyBar):
        yield from (f" {key.key} {key.action}".rstrip() for key in widget._drawn)
    elif isinstance(widget, TextLine) and widget.id not in AS_FITS:
        question, remark = widget.texts
        asked, told = question.partition("   [")[0], remark
        if widget.app.size.width >= LARGE[0]:
            yield from (asked, told)
        else:  # where there is no room for both, what is told of the cursor is cut, or stands alone
            yield asked.partition("  ")[0]
