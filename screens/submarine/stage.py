"""The widgets of Submarine: where they stand on a screen of any size, and what they show."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.geometry import Size

from rules.contract import Event
from rules.submarine.view import SubmarineView
from screens.submarine.hand import Hand
from screens.submarine.known import known_lines
from screens.submarine.layout import layout_for
from screens.submarine.log import SeaLog
from screens.submarine.players import Players
from screens.submarine.sea import Sea
from screens.submarine.sides import own_seat
from screens.submarine.story import doings
from screens.table.model import TableModel
from screens.text import _
from screens.widgets.panel import Panel
from screens.widgets.placed import Field


class Stage:
    """Sea, players, hand, log, and the cards that are out."""

    def __init__(self, model: TableModel[SubmarineView], sea: Sea) -> None:
        self._model = model
        self._sea, self._log = sea, SeaLog()
        self._players, self.hand = Players(id="players"), Hand(id="hand")
        self._known = Panel(id="known")
        self._known_room = Size(0, 0)
        self._field = Field()

    def compose(self) -> ComposeResult:
        """All of them on one field."""
        with self._field:
            yield self._sea
            yield self._players
            yield self.hand
            yield self._log
            yield self._known

    def place(self, room: Size) -> None:
        """Lay everything out, as large as it fits."""
        layout = layout_for(room, len(self._model.names))
        self._sea.set_plan(layout.plan)
        self._players.set_place(layout.players)
        self.hand.set_place(layout.hand, is_framed=layout.is_framed)
        if layout.log is not None:
            self._log.set_framed(layout.log.height > 5)
        known = layout.known
        self._known_room = Size(0, 0) if known is None else known.shrink((1, 2, 1, 2)).size
        self._field.place(
            {
                self._sea: layout.sea,
                self._players: layout.players,
                self.hand: layout.hand,
                self._log: layout.log,
                self._known: known,
            }
        )

    def show(self, view: SubmarineView, recent: Sequence[Event]) -> None:
        """Show a view, and what others did lately."""
        self._log.own = own_seat(view)
        self._sea.show(view, doings(recent))
        for board in (self._players, self.hand):
            board.show(view, self._model.people)
        self._known.show(_("Cards that are out"), known_lines(view, self._known_room))
