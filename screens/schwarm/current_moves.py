"""The legal moves of the moment that is shown, by their first words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.schwarm.view import SchwarmView
from screens.schwarm.partial_move import Beginnings, PartialMove
from screens.table.move_words import Words

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class CurrentMoves:
    """The legal moves of the moment that is shown, looked through once a moment."""

    def __init__(self, screen: GameScreen[SchwarmView]) -> None:
        self.screen = screen
        self._view: SchwarmView | None = None
        """The view of the moment that the beginnings are of."""
        self._beginnings = Beginnings(())

    def begun(self, words: Words) -> PartialMove:
        """Return the legal moves that begin with these words, and the parts the words settle."""
        model = self.screen.model
        view = model.view
        if self._view is not view:
            self._view, self._beginnings = view, Beginnings(model.legal())
        return self._beginnings.of(words)
