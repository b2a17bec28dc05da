"""Laying a program slot by slot, and what it would lead to, traced on the map."""

from __future__ import annotations

from typing import Final

from textual.timer import Timer

from rules.himalaya.board import NONE
from rules.himalaya.phases import PROGRAM
from rules.himalaya.preview import Foreseen, foresee
from rules.himalaya.view import HimalayaView
from screens.himalaya.map import Map
from screens.himalaya.signs import CUBE_LETTERS, disc_text
from screens.himalaya.slots import Slots
from screens.table.curtain import Curtain
from screens.table.model import TableModel

SAND_TIMER: Final = 60
"""Seconds to lay a program, under the option sand_timer (T)."""


class ProgramEditor:
    """The slots while a program is due, and the sand that runs meanwhile."""

    def __init__(self, model: TableModel[HimalayaView], slots: Slots, chart: Map) -> None:
        self._model = model
        self.slots = slots
        self._map = chart
        self._was_laying = False
        """Whether a program was being laid when the focus was last placed."""
        self._sand: Timer | None = None
        self.sand_left = 0
        """Seconds until the program is sealed as it is, under the option sand_timer."""

    @property
    def is_laying(self) -> bool:
        """Whether the one who looks lays a program now."""
        return self._model.may_move and self._model.view.phase == PROGRAM

    def show(self, view: HimalayaView) -> None:
        """Show the slots, and on the map where they would lead."""
        laying = self.is_laying
        self.slots.display = laying
        if not laying:
            self._map.trace(())
            return
        seat = self._model.seat.number
        assert seat is not None
        steps = foresee(view, seat, self.slots.program)
        idle = [place for place, step in enumerate(steps) if step.does_nothing]
        self.slots.show_notes([_effect(view, step) for step in steps], idle)
        walked = {(min(s.start, s.village), max(s.start, s.village)) for s in steps}
        self._map.trace({route for route in walked if route[0] != route[1]})

    def forget(self) -> None:
        """Leave no program to be seen, and begin anew when the next is due."""
        self.slots.forget()
        self._was_laying = False

    def takes_focus(self) -> bool:
        """The slots when a program is due; who goes to the map then may stay there."""
        laying = self.is_laying
        if laying and not self._was_laying:
            self.slots.focus()
            if self._model.view.options.sand_timer:
                self._turn_sand_timer()
        self._was_laying = laying
        return laying

    def _turn_sand_timer(self) -> None:
        """A minute from now what is laid is sealed (option sand_timer)."""
        self.sand_left = SAND_TIMER
        if self._sand is None:
            self._sand = self.slots.set_interval(1, self._run_sand)
        self.slots.post_message(Slots.Ticked())

    def _run_sand(self) -> None:
        if not self.is_laying or isinstance(self.slots.app.screen, Curtain):
            return
        self.sand_left -= 1
        if self.sand_left > 0:
            self.slots.post_message(Slots.Ticked())
        elif self.sand_left == 0:
            self.slots.post_message(Slots.TimeUp(self.slots.program))


def _effect(view: HimalayaView, step: Foreseen) -> str:
    """What an order would come to, in a few signs."""
    if step.start != step.village:
        return f"→ {step.village}"
    if step.cube != NONE:
        return f"+ {CUBE_LETTERS[step.cube]}"
    if step.disc != NONE:
        return disc_text(view.board.discs[step.disc])
    return "-" if step.does_nothing else ""
