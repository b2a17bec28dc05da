"""SubmarineScreen: the frame with the sea and everybody's boards."""

from __future__ import annotations

from textual import on

from rules.submarine.view import SubmarineView
from screens.submarine.ui import SubmarineUi
from screens.table.screen import GameScreen
from screens.widgets.menu import Menu


class SubmarineScreen(GameScreen[SubmarineView]):
    """One screen for the whole game, from placing bathyscaphes to the last treasure."""

    ui: SubmarineUi

    def make_ui(self) -> SubmarineUi:
        """Its boards and words."""
        return SubmarineUi()

    @on(Menu.Marked)
    def weigh_marked(self, message: Menu.Marked) -> None:
        """The hand shows what the marked line would cost."""
        if message.menu is self.menu:
            self.ui.marked(tuple(message.item.id.split()))
