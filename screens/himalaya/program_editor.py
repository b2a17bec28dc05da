"""The part of the screen where a program is laid, slot by slot, and sealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget

from rules.contract import Move
from rules.himalaya.board import NONE
from rules.himalaya.moves import program
from rules.himalaya.phases import PROGRAM
from rules.himalaya.preview import Foreseen, foresee
from rules.himalaya.view import HimalayaView
from screens.himalaya.map import Map
from screens.himalaya.signs import CUBE_LETTERS, disc_text
from screens.himalaya.slots import Slots
from screens.table.curtain import Curtain
from screens.table.playback_control import Following
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.menu import Menu

SAND_TIMER: Final = 60
"""Seconds to lay a program, under the option sand_timer (T)."""


class Laying(Following):
    """A screen with slots; what they would lead to is traced on the map."""

    HOLDS: ClassVar[tuple[type[Widget], ...]] = (*Following.HOLDS, Slots)
    _was_laying = False
    """Whether a program was being laid when the focus was last placed."""
    _sand: Timer | None = None
    sand_left = 0
    """Seconds until the program is sealed as it is, under the option sand_timer."""

    @property
    def map(self) -> Map:
        """The map."""
        return self.query_one(Map)

    @property
    def slots(self) -> Slots:
        """The program being laid."""
        return self.query_one(Slots)

    def fit_menu(self, size: Size | None = None) -> None:
        """The lines for typing and offers take the place of what the orders come to."""
        super().fit_menu(size)
        self.slots.styles.height = 3 - self.lines_taken

    @property
    def is_laying(self) -> bool:
        """Whether the one who looks lays a program now."""
        return not self.is_replay and self.is_my_turn and self.seen().phase == PROGRAM

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Programs are laid slot by slot, not chosen from a list."""
        return [] if self.is_laying else moves

    def show_slots(self, view: HimalayaView) -> None:
        """Show the slots in place of the menu, and on the map where they would lead."""
        laying = self.is_laying
        self.slots.display = laying
        self.query_one(Menu).display = not laying
        if not laying:
            self.map.trace(())
            return
        assert self.seat.number is not None
        steps = foresee(view, self.seat.number, self.slots.program)
        idle = [place for place, step in enumerate(steps) if step.does_nothing]
        self.slots.show_notes([_effect(view, step) for step in steps], idle)
        walked = {(min(s.start, s.village), max(s.start, s.village)) for s in steps}
        self.map.trace({route for route in walked if route[0] != route[1]})

    @on(Slots.Changed)
    def trace_program(self) -> None:
        """Show where the program would lead now."""
        self.show_slots(self.seen())
        self.tell_again()

    @on(Slots.Sealed)
    def seal(self, message: Slots.Sealed) -> None:
        """Seal the program; empty slots are pointed out once."""
        if not self.slots.is_full and not self.slots.was_warned:
            self.slots.was_warned = True
            self.tell(_("empty slots would be pauses: Enter again seals it"))
            return
        self.play(program(message.program))

    def play(self, move: Move) -> bool:
        """Make a move; once a program is sealed, however it was said, the slots are empty."""
        played = super().play(move)
        if played and move.word.startswith("program "):
            self.slots.forget()
            self._was_laying = False
        return played

    def forget(self) -> None:
        """Leave no program for the next person to see."""
        self.slots.forget()
        super().forget()

    def place_focus(self, shown: dict[Board, list[str]]) -> None:
        """The slots when a program is due; who goes to the map then may stay there."""
        if not self.is_laying:
            super().place_focus(shown)
        elif not self._was_laying:
            self.slots.focus()
            if self.seen().options.sand_timer:
                self._turn_sand_timer()
        self._was_laying = self.is_laying

    def _turn_sand_timer(self) -> None:
        """A minute from now what is laid is sealed (option sand_timer)."""
        self.sand_left = SAND_TIMER
        if self._sand is None:
            self._sand = self.set_interval(1, self._run_sand)
        self.tell_again()

    def _run_sand(self) -> None:
        if not self.is_laying or isinstance(self.app.screen, Curtain):
            return
        self.sand_left -= 1
        if self.sand_left > 0:
            self.tell_again()
        else:
            self.play(program(self.slots.program))


def _effect(view: HimalayaView, step: Foreseen) -> str:
    """What an order would come to, in a few signs."""
    if step.start != step.village:
        return f"→ {step.village}"
    if step.cube != NONE:
        return f"+ {CUBE_LETTERS[step.cube]}"
    if step.disc != NONE:
        return disc_text(view.board.discs[step.disc])
    return "-" if step.does_nothing else ""
