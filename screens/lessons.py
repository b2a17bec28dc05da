"""The lessons of a game, to choose from."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from rules.messages import Refusal
from screens.app_api import LessonOnOffer
from screens.base import api
from screens.pick_dialog import Pick
from screens.text import _, say_refusal
from screens.widgets.menu import Item


def how_far(lesson: LessonOnOffer) -> str:
    """Return the progress in a lesson, or its summary if it was not begun."""
    if lesson.is_done:
        return _("completed")
    if lesson.done:
        return _("step {step} of {steps}").format(step=lesson.done + 1, steps=lesson.steps)
    return lesson.summary


def show_lessons(screen: Screen[Any], game: str) -> None:
    """Open a dialog of the lessons of a game; Enter starts or continues one."""
    here = api(screen)
    offered = here.lessons.of(game)
    title = next(one.title for one in here.games_on_offer() if one.name == game)
    if not offered:
        screen.notify(_("This game has no lessons."), markup=False)
        return

    def chosen(number: str | None) -> None:
        if number:
            try:
                here.lessons.start(game, int(number))
            except Refusal as problem:
                screen.notify(say_refusal(problem), severity="error", markup=False)

    items = [Item(str(one.number), one.title, how_far(one), str(one.number)) for one in offered]
    box = Pick(_("Lessons: {game}").format(game=title), items)
    screen.app.push_screen(box, chosen)
    marked = next((one.number for one in offered if not one.is_done), 1)
    box.call_later(box.mark, str(marked))
