"""What stands around the sea: the players, what is face down, the log, and hand or stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Region, Size
from textual.widget import Widget

from rules.schwarm.moves import RESEARCH
from rules.schwarm.view import SchwarmView
from screens.schwarm.layout import Layout
from screens.schwarm.panels import Told, down_lines
from screens.schwarm.preview import Preview
from screens.schwarm.strip import beside, facts, hand_lines, stack_line, stack_tiles
from screens.spans import Spans
from screens.table.log_panel import LogPanel
from screens.table.ui import Frame
from screens.text import _
from screens.widgets.panel import Panel

_FRAMED: Final = 5
"""A log of more lines has a frame."""


class Around:
    """The panels, and what they say."""

    def __init__(self, frame: Frame[SchwarmView], preview: Preview) -> None:
        self._frame = frame
        self._preview = preview
        self._players, self._down = Panel(id="players"), Panel(id="down")
        self._log, self._strip = LogPanel(), Panel(is_framed=False, id="strip")

    @property
    def panels(self) -> Sequence[Widget]:
        """All of them."""
        return (self._players, self._down, self._log, self._strip)

    def places(self, layout: Layout) -> Mapping[Widget, Region | None]:
        """Where each lies, if it is shown."""
        self._log.set_framed(layout.log is not None and layout.log.height > _FRAMED)
        for panel in (self._players, self._down):
            panel.set_framed(layout.table.is_framed)
        return {
            self._players: layout.players,
            self._down: layout.down if layout.down.height else None,
            self._log: layout.log,
            self._strip: layout.strip,
        }

    def show(self, layout: Layout) -> None:
        """Tell how things stand."""
        view, table = self._frame.model.view, layout.table
        width = layout.players.width - (4 if table.is_framed else 1)
        told = Told(view, self._frame.model.names, table, width)
        self._players.show(_("Players, in turn order"), told.lines())
        lines = down_lines(view, layout.down.height, is_framed=table.is_framed)
        self._down.show(_("Still face down"), lines)
        if layout.strip is not None:
            self._strip.show("", self._strip_lines(view, layout.strip.size))

    def _strip_lines(self, view: SchwarmView, size: Size) -> list[Spans]:
        """The stacks while one's own tiles are placed, else the cards in hand."""
        if view.phase == RESEARCH and self._frame.model.may_move:
            chosen = self._preview.stack
            if size.height < 4:
                return [stack_line(view, chosen)]
            return beside(
                [(), *stack_tiles(view, chosen)], facts(self._preview.facts), size.width // 2
            )
        seat = view.mover if view.seat is None else view.seat
        if view.options.closed_hands and view.seat is None:
            return []
        return hand_lines(view.players[seat].cards, size.width, size.height)
