"""Painting what was drawn while updates were held back.

Textual holds paints back in a batch (a screen that is composed anew is one, and so is waiting for a
slow reader), drops those that come due in it, and tells no screen when it is over: what changed
then shows with the next key only.
"""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from textual.app import App, ScreenStackError
from textual.screen import Screen


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
