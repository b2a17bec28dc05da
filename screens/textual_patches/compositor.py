"""Painting: plain lines, only changed cells, one paint a layout and after a batch of updates.

Textual 8.2 sends a changed line from the left edge of its widget on (its own source has the remark
"crop to x extents"). For boards, each one wide widget, a cursor move costs up to a kilobyte;
cropped on both sides it is some 100 bytes. tests/screens/test_compositor.py fails once Textual
crops by itself.

Textual holds paints back in a batch (while a screen is composed anew, or a slow reader is
awaited), drops those due during the batch, and tells no screen when it ends: changes then show
only at the next key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import Compositor, CompositorUpdate
from textual._styles_cache import StylesCache
from textual.app import App, ScreenStackError
from textual.events import ScreenResume
from textual.filter import ANSIToTruecolor
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

T = TypeVar("T")


class DrawnLines(StylesCache):
    """The lines of a widget that draws each of its cells in true colours, without effects.

    Textual works out borders, opacity and ANSI colours for each line that it paints.
    """

    def render_widget(self, widget: Widget, crop: Region) -> list[Strip]:
        """Return lines of a widget; by Textual's own way if it has a border or padding."""
        if any(widget.styles.gutter):
            return super().render_widget(widget, crop)
        width = widget.outer_size.width
        if width != self._width:
            self.clear()
            self._width = width
        strips = [self._line(widget, y) for y in crop.line_range]
        self._dirty_lines.difference_update(crop.line_range)
        for each in widget.get_line_filters():
            if not isinstance(each, ANSIToTruecolor):
                ground = widget.background_colors[1]
                strips = [strip.apply_filter(each, ground) for strip in strips]
        if crop.column_span == (0, width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def _line(self, widget: Widget, y: int) -> Strip:
        strip = self._cache.get(y)
        if strip is None or y in self._dirty_lines:
            if not widget.is_attached:  # it is gone, with its styles, until the next layout
                return Strip.blank(self._width)
            strip = widget.render_line(y)
            if strip.cell_length != self._width:
                inner, _outer = self.get_inner_outer(*widget.background_colors)
                strip = strip.adjust_cell_length(self._width, inner.rich_style)
            self._cache[y] = strip
        return strip


Span = tuple[int, int, int]
"""Cells of a line: the line, the first column, and the column after the last."""


class PartialUpdate(CompositorUpdate):
    """An update of parts of lines, each with line and column."""

    def __init__(self, pieces: Sequence[tuple[int, int, Strip]]) -> None:
        self.pieces = pieces

    def render_segments(self, console: Console) -> str:
        """Return the data for the terminal."""
        return "".join(
            f"{Control.move_to(x, y).segment.text}{strip.render(console)}"
            for y, x, strip in self.pieces
        )


class CroppingCompositor(Compositor):
    """Textual's compositor with partial updates of only the cells and widgets due.

    Textual renders every visible widget whole, also those that others cover, cuts all lines of
    the screen at the edges of all widgets, and then drops what is not due.
    """

    def render_partial_update(self) -> PartialUpdate | None:  # type: ignore[override]
        """Return the update due, or None."""
        screen = self.size.region
        due = [region.intersection(screen) for region in self._dirty_regions]
        self._dirty_regions.clear()
        left = [*self._regions_to_spans(due)]
        if not left:
            return None
        pieces: list[tuple[int, int, Strip]] = []
        for widget, (region, clip) in self.visible_widgets.items():  # from the top one down
            seen = region.intersection(clip)
            here, left = _parted(left, seen)
            if here:
                top, bottom = here[0][0], here[-1][0] + 1
                band = Region(seen.x, top, seen.width, bottom - top)
                strips = widget.render_lines(band.translate(-region.offset))
                pieces += (
                    (y, first, strips[y - top].crop(first - seen.x, end - seen.x))
                    for y, first, end in here
                )
            if not left:
                break
        return PartialUpdate(sorted(pieces, key=_place))


def _place(piece: tuple[int, int, Strip]) -> tuple[int, int]:
    y, x, _strip = piece
    return y, x


def _parted(spans: Sequence[Span], region: Region) -> tuple[list[Span], list[Span]]:
    """Return the parts of spans within a region, and those outside it."""
    within: list[Span] = []
    outside: list[Span] = []
    left, right = region.column_span
    lines = region.line_range
    for span in spans:
        y, first, end = span
        if y not in lines or first >= right or end <= left:
            outside.append(span)
            continue
        within.append((y, max(first, left), min(end, right)))
        if first < left:
            outside.append((y, first, left))
        if end > right:
            outside.append((y, right, end))
    return within, outside


class PaintsOnce(Screen[T]):
    """A screen that styles its widgets once, and paints a new layout once they have heard of it.

    Textual styles widgets as they are mounted, and again when the screen is shown; it paints at
    once, and again when the resized widgets have changed.
    """

    _is_laying_out = False
    _is_paint_due = False

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Leave the styles as they are when shown for the first time; Textual's own follows."""
        if not self.stack_updates:
            event.refresh_styles = False

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        self._is_laying_out = self.app._dom_ready
        try:
            super()._refresh_layout(size, scroll)
        finally:
            self._is_laying_out = False

    def _compositor_refresh(self) -> None:
        if self._is_laying_out and self is self.app.screen:
            self._is_paint_due = True
            self._update_timer.resume()
        else:
            super()._compositor_refresh()

    def _on_timer_update(self) -> None:
        is_due, self._is_paint_due = self._is_paint_due, False
        super()._on_timer_update()
        if is_due and self._compositor._dirty_regions and not self._is_paint_due:
            self._compositor_refresh()


class PaintsAfterBatches(App[Any]):
    """An app that repaints its screen after each batch."""

    _missed_a_paint = False

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if renderable is not None and self._batch_count:
            self._missed_a_paint = True
        super()._display(screen, renderable)

    def _end_batch(self) -> None:
        super()._end_batch()
        if self._batch_count:
            return
        try:
            screen = self.screen
        except ScreenStackError:
            return
        if self._missed_a_paint:
            self._missed_a_paint = False
            screen.refresh()
        screen.check_idle()
