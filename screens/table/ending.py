"""The end of a game: who won and why, what else can be looked at, and what now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from screens.app_api import CannotStart
from screens.base import api
from screens.table.course import Course
from screens.table.pages import Page
from screens.table.results import End, ResultsDialog
from screens.table.terms_dialog import terms_dialog
from screens.text import _, say_refusal

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class Ending:
    """Tells the result once, and again whenever that is asked for."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._was_told = False
        self._pages: Sequence[Page] = ()
        self._course: Course | None = None

    def show_once(self) -> None:
        """Tell the result, unless it was told before."""
        if not self._was_told:
            self.show()

    def show(self) -> None:
        """Who won and why, and what now."""
        model, ui = self.screen.model, self.screen.ui
        result = model.result
        if result is None:
            return
        self._was_told = True
        if len(model.persons) > 1:
            model.seat = model.persons[0]
        log = model.seat.log()
        self._pages = (*ui.pages(result, log), *self._deal())
        self._course = ui.course(log)
        end = End(
            self.screen.game_title,
            result,
            ui.verdict(result),
            model.people,
            log,
            self._course,
            self._pages,
        )
        self.screen.app.push_screen(ResultsDialog(end, ui), self._after)

    def _deal(self) -> Iterator[Page]:
        """What proves how the game was dealt, if it was not dealt by a seed that was chosen."""
        seat = self.screen.model.seat
        if seat.deal is not None:
            title = _("the deal: its seed, and what proves it")
            yield Page(title, lambda: terms_dialog(seat.game, seat.view(), seat.deal))

    def _position(self, step: int) -> int:
        """How many moves had been made before a step of the course."""
        if self._course is None or not step:
            return 0
        return self.screen.model.seat.moves_before(self._course.told[step - 1])

    async def _after(self, answer: str | None) -> None:
        app = self.screen.app
        if answer and answer.isdigit():
            app.push_screen(self._pages[int(answer)].box(), lambda _answer: self.show())
        elif answer and answer.startswith("replay"):
            api(app).table.replay(self._position(int(answer.split()[1])))
        elif answer == "review":
            with self._telling_why():
                api(app).table.review(self.show)
        elif answer == "again":
            with self._telling_why():
                await api(app).table.play_again()
        elif answer == "home":
            api(app).table.leave()

    @contextmanager
    def _telling_why(self) -> Iterator[None]:
        try:
            yield
        except CannotStart as problem:
            self.screen.app.notify(say_refusal(problem), severity="error", markup=False)
