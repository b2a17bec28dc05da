"""The legal moves of the moment that is shown, by their first words."""

from __future__ import annotations

from rules.schwarm.view import SchwarmView
from screens.schwarm.partial_move import Beginnings, Begun
from screens.table.move_phrases import Words
from screens.table.ui import Frame


class CurrentMoves:
    """The legal moves of the moment that is shown, looked through once a moment."""

    def __init__(self, frame: Frame[SchwarmView]) -> None:
        self._frame = frame
        self._view: SchwarmView | None = None
        """The view of the moment that the beginnings are of."""
        self._beginnings = Beginnings(())

    def begun(self, words: Words) -> Begun:
        """What these first words of a move say."""
        model = self._frame.model
        view = model.view
        if self._view is not view:
            self._view, self._beginnings = view, Beginnings(model.legal())
        return self._beginnings.of(words)
