"""SubmarineScreen: the frame with the sea and everybody's boards."""

from __future__ import annotations

from rules.submarine.view import SubmarineView
from screens.submarine.ui import SubmarineUi
from screens.table.screen import GameScreen


class SubmarineScreen(GameScreen[SubmarineView]):
    """One screen for the whole game, from placing bathyscaphes to the last treasure."""

    DEFAULT_CSS = """
    SubmarineScreen .beside { width: auto; height: auto; }
    SubmarineScreen #boards-beside { margin: 1 0 0 1; }
    """

    ui: SubmarineUi

    def make_ui(self) -> SubmarineUi:
        """Its boards and words."""
        return SubmarineUi()
