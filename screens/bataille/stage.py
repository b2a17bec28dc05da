"""The widgets of Bataille: where they stand on a screen of any size, and what they show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size

from rules.bataille.board import SUBMARINES
from rules.bataille.deduction import FLAG, PLAIN, tracking_grid
from rules.bataille.moves import SETUP
from rules.bataille.view import BatailleView
from screens.bataille.course import torpedo_hits
from screens.bataille.layout import layout_for
from screens.bataille.levels import Levels
from screens.bataille.panels import fleet_lines, spinner_lines
from screens.bataille.surface import Surface
from screens.colours import Look, seat_sign
from screens.people import People
from screens.player_styles import SIDES
from screens.spans import Span, Spans
from screens.table.log_panel import LogPanel
from screens.table.model import TableModel
from screens.text import _
from screens.widgets.panel import Panel
from screens.widgets.placed import Field

_HEAD: Final = Look("ink", style="bold")


class Stage:
    """Surface and camps, and around them fleets, log and spinner."""

    def __init__(
        self, model: TableModel[BatailleView], surface: Surface, enemy: Levels, own: Levels
    ) -> None:
        self._model = model
        self._surface, self._enemy, self._own = surface, enemy, own
        self._log = LogPanel()
        self._fleets = Panel(is_framed=False, id="fleets")
        self._spinner = Panel(id="spinner")
        self._field = Field()

    def compose(self) -> ComposeResult:
        """All of them on one field."""
        with self._field:
            yield self._surface
            yield self._enemy
            yield self._own
            yield self._fleets
            yield self._log
            yield self._spinner

    def place(self, room: Size) -> None:
        """Lay everything out, as large as it fits."""
        layout = layout_for(room)
        self._surface.set_scale(*layout.square)
        for camp in (self._enemy, self._own):
            camp.set_scale(*layout.cell)
        self._log.set_framed(layout.log.height > 5)
        self._field.place(
            {
                self._surface: layout.surface,
                self._enemy: layout.search,
                self._own: layout.own,
                self._fleets: layout.fleets,
                self._log: layout.log,
                self._spinner: layout.spinner,
            }
        )

    def show(self, view: BatailleView, glows: dict[int, int]) -> None:
        """Show a view, and on which numbers something was done by whom lately."""
        near = 0 if view.seat is None else view.seat
        self._surface.show(view, glows)
        for camp, levels in ((1 - near, self._enemy), (near, self._own)):
            self._show_camp(view, camp, levels)
        self._fleets.show("", fleet_lines(view, self._model.people, self._fleets.size.width))
        hits = torpedo_hits(self._model.log)
        self._spinner.show(_("Spinner"), spinner_lines(view, hits, max(view.mover, 0)))

    def _show_camp(self, view: BatailleView, camp: int, levels: Levels) -> None:
        camp_seen, seat = view.camps[camp], self._model.seat
        is_bare = view.grids == PLAIN and camp_seen is None
        has_marks = levels is self._enemy and seat.number is not None
        levels.show(
            _camp_title(view, self._model.people, camp),
            _grid(view, camp),
            dict(view.fleets[1 - camp].answers),
            camp_seen,
            mine_spent=0 if is_bare else view.fleets[camp].mine_spent,
            marks=seat.marks() if has_marks else {},
        )


def _camp_title(view: BatailleView, people: People, camp: int) -> Spans:
    name = people.names[camp]
    whose: Span = seat_sign(camp)
    if camp == people.reader:
        return [(_("Your camp") + " ", _HEAD), whose]
    told = (_("camp of {name}").format(name=name), Look(SIDES[camp]))
    if view.seat in (None, camp):
        return [whose, told]
    return [(_("Search") + "  ", _HEAD), whose, told]


def _grid(view: BatailleView, camp: int) -> Mapping[int, str]:
    """The tracking grid; while a camp is being laid, or lies open lost, just its losses.

    Those too where a camp is one's own and nothing is deduced for anybody.
    """
    lost = view.fleets[camp].lost
    is_plain = view.grids == PLAIN and view.camps[camp] is not None
    if view.phase == SETUP or len(lost) == SUBMARINES or is_plain:
        return dict.fromkeys(lost, FLAG)
    return tracking_grid(view, camp)
