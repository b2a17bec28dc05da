"""SubmarineScreen: the frame with the sea and everybody's boards."""

from __future__ import annotations

from dataclasses import replace

from textual import on

from rules.submarine.view import SubmarineView
from screens.submarine.ui import SubmarineUi
from screens.table.screen import GameScreen
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.menu import Menu


class SubmarineScreen(GameScreen[SubmarineView]):
    """One screen for the whole game, from placing bathyscaphes to the last treasure."""

    ui: SubmarineUi

    @staticmethod
    def make_ui() -> SubmarineUi:
        """Its boards and words."""
        return SubmarineUi()

    @on(Menu.Marked)
    def weigh_marked(self, message: Menu.Marked) -> None:
        """The hand shows what the marked line would cost."""
        if message.menu is self.menu:
            self.ui.marked(tuple(message.item.id.split()))

    # A bathyscaphe that may dive or collect

    @on(Board.Chosen)
    def ask_which(self, message: Board.Chosen) -> None:
        """Enter on a bathyscaphe that may do both asks which."""
        level = 0 if self.model.is_following else self.ui.level_to_ask(message.spot)
        if not level:
            return
        message.stop()
        message.prevent_default()
        self.ui.asked_level = level
        self.menu.set_items(
            [
                replace(item, id=f"{item.id} {level}", note=self.ui.note_of_level(item.id, level))
                for item in self.menu.items
                if item.id in ("dive", "take")
            ]
        )
        self.menu.focus()
        self.tell(_("level {level}: dive or take?").format(level=level))

    @on(Menu.Taken)
    def go_on_with_level(self, message: Menu.Taken) -> None:
        """What the bathyscaphe that was asked about is to do."""
        words, level = tuple(message.item.id.split()), str(self.ui.asked_level)
        if words not in (("dive", level), ("take", level)):
            return
        message.stop()
        message.prevent_default()
        self.ui.asked_level = 0
        self.picker.enter(words)
        self.asking.show_offer()

    def on_descendant_focus(self) -> None:
        """Who goes back to the sea has all choices again; the frame goes on as ever."""
        if self.ui.asked_level and self.ui.sea.has_focus:
            self.call_later(self.asking.show_offer)
