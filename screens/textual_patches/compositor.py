"""A compositor that redraws only the cells that changed.

Textual 8.2 re-emits a changed line from the left edge of the widget it lies in (its own
source has the remark "crop to x extents"). For boards that are one wide widget this makes a
cursor move cost up to a kilobyte; cropped on both sides it is some 100 bytes.
tests/screens/test_compositor.py fails when Textual does this itself and this can go.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


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
