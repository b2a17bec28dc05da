"""Typing moves in words, several at once if need be."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from rules.messages import Refusal
from screens.table.move_input import MoveLine
from screens.table.move_picker import Offering
from screens.text import N_, say_refusal


class Typing(Offering):
    """The part of a GameScreen that opens the line for typing and plays what was typed."""

    BINDING_GROUP_TITLE = N_("Table")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "type", N_("Type"), id="game.type", tooltip=N_("Type a move in words")),
    ]

    def action_type(self) -> None:
        """Open the line for typing."""
        self.line.open()
        self.fit_menu()
        self.tell_again()

    @on(MoveLine.Left)
    def leave_line(self) -> None:
        """Back to the board."""
        self._note = ""
        self.fit_menu()
        self.offer()

    @on(MoveLine.Typed)
    def play_typed(self, message: MoveLine.Typed) -> None:
        """Play what was typed, move by move; from one that is refused on, it stays to be mended."""
        for number, text in enumerate(message.texts):
            try:
                played = self.play(self.seat.game.parse(text))
            except Refusal as refusal:
                self.tell(say_refusal(refusal))
                played = False
            if not played:
                self.line.keep("; ".join(message.texts[number:]))
                return
        self.line.close()
        self._note = ""
        self.fit_menu()
        self.ask_anew()
