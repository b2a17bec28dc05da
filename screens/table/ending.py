"""The end of a game: who won and why, what else can be looked at, and what now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from textual.app import App

from screens.app_api import CannotStart
from screens.base import api
from screens.table.model import TableModel
from screens.table.results import Page, ResultsDialog
from screens.table.ui import GameUi
from screens.text import say_refusal


class EndingFrame(Protocol):
    """What is needed of the screen around it."""

    ui: GameUi[Any]
    model: TableModel[Any]

    @property
    def app(self) -> App[Any]:
        """The app."""


class Ending:
    """Tells the result once, and again whenever that is asked for."""

    def __init__(self, frame: EndingFrame) -> None:
        self._frame = frame
        self._was_told = False
        self._pages: Sequence[Page] = ()

    def show_once(self) -> None:
        """Tell the result, unless it was told before."""
        if not self._was_told:
            self.show()

    def show(self) -> None:
        """Who won and why, and what now."""
        model, ui = self._frame.model, self._frame.ui
        result = model.result
        if result is None:
            return
        self._was_told = True
        if len(model.persons) > 1:
            model.seat = model.persons[0]
        self._pages = ui.pages(result, model.seat.log())
        dialog = ResultsDialog(result, model.names, ui.verdict(result), self._pages)
        self._frame.app.push_screen(dialog, self._after)

    def _after(self, answer: str | None) -> None:
        app = self._frame.app
        if answer and answer.isdigit():
            app.push_screen(self._pages[int(answer)].box(), lambda _answer: self.show())
        elif answer == "replay":
            api(app).table.replay(0)
        elif answer == "again":
            try:
                api(app).table.play_again()
            except CannotStart as problem:
                app.notify(say_refusal(problem), severity="error", markup=False)
        elif answer == "home":
            api(app).table.leave()
