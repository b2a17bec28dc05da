"""Sending only changed cells; painting after a batch of updates.

Textual 8.2 sends a changed line from the left edge of its widget on (its own source has the remark
"crop to x extents"). For boards, each one wide widget, a cursor move costs up to a kilobyte;
cropped on both sides it is some 100 bytes. tests/screens/test_compositor.py fails once Textual
crops by itself.

Textual holds paints back in a batch (while a screen is composed anew, or a slow reader is
awaited), drops those due during the batch, and tells no screen when it ends: changes then show
only at the next key.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.app import App, ScreenStackError
from textual.screen import Screen


class CroppedUpdate(ChopsUpdate):
    """An update of spans of lines that emits no cell outside the spans."""

    def render_segments(self, console: Console) -> str:
        """Return the data for the terminal."""
        written: list[str] = []
        last_line = self.spans[-1][0]
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items()):
                if strip is None or x >= right or end <= left:
                    continue
                start = max(x, left)
                written.append(Control.move_to(start, y).segment.text)
                written.append(strip.crop(start - x, min(end, right) - x).render(console))
            if y != last_line:
                written.append("\n")
        return "".join(written)


class CroppingCompositor(Compositor):
    """Textual's compositor with cropped partial updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return the update due, or None."""
        update = super().render_partial_update()
        if update is None:
            return None
        return CroppedUpdate(update.chops, update.spans, update.chop_ends)


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
