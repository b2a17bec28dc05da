"""HimalayaScreen: the frame with the map, the program being laid, and the tribes."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from rules.himalaya.moves import program
from rules.himalaya.view import HimalayaView
from screens.himalaya.slots import Slots
from screens.himalaya.tribes import offer_lines, tribe_lines
from screens.himalaya.ui import HimalayaUi
from screens.spans import Spans
from screens.table.screen import GameScreen
from screens.table.side_pages import LinesPage, spans_of
from screens.text import N_, _


class HimalayaScreen(GameScreen[HimalayaView]):
    """One screen for the whole game, from the first camp to the twelfth turn."""

    DEFAULT_CSS = """
    HimalayaScreen.-no-signs #signs, HimalayaScreen.-no-since #since { display: none; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (*GameScreen.HOLDS, Slots)
    BINDING_GROUP_TITLE = "Himalaya"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "o",
            "tribes",
            N_("Tribes"),
            id="himalaya.tribes",
            tooltip=N_("What every tribe has, and the orders on the map"),
        ),
    ]

    ui: HimalayaUi

    @staticmethod
    def make_ui() -> HimalayaUi:
        """Its boards and words."""
        return HimalayaUi()

    # The program being laid

    @on(Slots.Changed)
    @on(Slots.Moved)
    def trace_program(self) -> None:
        """Show where the program would lead now."""
        self.ui.editor.show(self.model.view)
        self.tell_again()

    @on(Slots.Sealed)
    def seal(self, message: Slots.Sealed) -> None:
        """Seal the program; empty slots are pointed out once."""
        slots = self.ui.editor.slots
        if not slots.is_full and not slots.was_warned:
            slots.was_warned = True
            self.tell(_("empty slots would be pauses: Enter again seals it"))
            return
        self.play(program(message.program))

    @on(Slots.Ticked)
    def show_sand(self) -> None:
        """Show how much time is left."""
        self.tell_again()

    @on(Slots.TimeUp)
    def seal_as_it_is(self, message: Slots.TimeUp) -> None:
        """The sand ran out."""
        self.play(program(message.program))

    # Actions

    def action_leave(self) -> None:
        """Home; the game is kept, and the program as far as it is laid."""
        self.ui.editor.keep()
        super().action_leave()

    def on_unmount(self) -> None:
        """Whoever leaves otherwise, as by closing the window, finds the program too."""
        self.ui.editor.keep()

    def action_tribes(self) -> None:
        """What every tribe has."""
        model = self.model

        def lines() -> list[Spans]:
            told = [*tribe_lines(model.view, model.people), *offer_lines(model.view)]
            return spans_of(told)

        self.side.toggle(LinesPage("tribes", _("Tribes"), lines))
