"""BatailleScreen: the frame with surface, search grids and own camp; marks and lanes."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from rules.bataille.board import LANES
from rules.bataille.view import BatailleView
from rules.messages import Refusal
from screens.bataille.levels import OWN_MARKS
from screens.bataille.ui import BatailleUi
from screens.player_styles import SIDE_SIGNS
from screens.table.screen import GameScreen
from screens.text import N_, _, say_refusal, why

_MIDDLE: Final = "15"
"""The square in the middle of the sea."""


class BatailleScreen(GameScreen[BatailleView]):
    """One screen for the whole game, from the hidden set-up to both camps laid open."""

    BINDING_GROUP_TITLE = "Bataille sous les mers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "t",
            "lanes",
            N_("Lanes"),
            id="bataille.lanes",
            tooltip=N_("Show the torpedo lanes through the cursor, and those used"),
        ),
        Binding(
            "m",
            "own_mark",
            N_("Mark"),
            id="bataille.mark",
            tooltip=N_("Put a mark of your own on the search grids: ? ! - or none"),
        ),
    ]

    ui: BatailleUi

    @staticmethod
    def make_ui() -> BatailleUi:
        """Its boards and words."""
        return BatailleUi()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Marks belong to a seat."""
        if action == "own_mark":
            has_seat = self.model.seat.number is not None and not self.model.is_replay
            return has_seat and self.model.seat.result is None
        return super().check_action(action, parameters)

    def action_lanes(self) -> None:
        """Show or hide the lanes through the cursor; tell them, and those fired along.

        A cursor that nobody sees is shown first, on a square.
        """
        surface = self.ui.surface
        if not surface.lanes_shown and not surface.has_focus:
            surface.focus()
        if not surface.lanes_shown and not surface.cursor.isdigit():
            surface.put_cursor(_MIDDLE)
        surface.toggle_lanes()
        self.call_later(self._tell_lanes)  # once what the cursor stands on was told

    def _tell_lanes(self) -> None:
        if not self.ui.surface.lanes_shown:
            self.tell_again()
            return
        names = " ".join(LANES[lane].name for lane in self.ui.surface.lanes_at_cursor())
        self.tell(_("lanes here: {names}; used: {fired}").format(names=names, fired=self._fired()))

    def _fired(self) -> str:
        view = self.model.seat.view()
        fired = [
            f"{SIDE_SIGNS[seat]}{LANES[lane].name}"
            for seat, fleet in enumerate(view.fleets)
            for _turn, lane, _lost in fleet.torpedoes
        ]
        return " ".join(dict.fromkeys(fired)) or "-"

    def action_own_mark(self) -> None:
        """Put the next own mark on the cell of the search grids under the cursor."""
        board = self.ui.enemy
        if not board.has_focus:
            board.focus()
            self.tell(_("marks go here: press the key again to put one"))
            return
        place = board.cursor
        marks = self.model.seat.marks()
        mark = marks.get(place, "")
        here = OWN_MARKS.index(mark) if mark in OWN_MARKS else -1
        try:
            self.model.seat.mark(place, OWN_MARKS[(here + 1) % len(OWN_MARKS)])
        except Refusal as refusal:
            self.tell(say_refusal(refusal))
            return
        except OSError as error:
            self.tell(_("the mark could not be saved: {why}").format(why=why(error)))
            return
        board.show_marks(self.model.seat.marks())
