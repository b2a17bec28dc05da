"""Sending only changed cells; painting after a batch of updates.

Textual 8.2 re-emits a changed line from the left edge of the widget it lies in (its own
source has the remark "crop to x extents"). For boards that are one wide widget this makes a
cursor move cost up to a kilobyte; cropped on both sides it is some 100 bytes.
tests/screens/test_compositor.py fails when Textual does this itself and this can go.

Textual holds paints back in a batch (a screen that is composed anew is one, and so is waiting for a
slow reader), drops those that come due in it, and tells no screen when it is over: what changed
then shows with the next key only.
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
        """Raw data for the terminal."""
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
        """The update due, or None."""
        update = super().render_partial_update()
        if update is None:
            return None
        return CroppedUpdate(update.chops, update.spans, update.chop_ends)


class PaintsAfterBatches(App[Any]):
    """An app that catches up once a batch is over."""

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
