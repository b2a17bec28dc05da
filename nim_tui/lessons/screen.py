"""The screen of a lesson: the game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nim_tui.catalog import offer_named
from nim_tui.lessons.lesson import Lesson
from nim_tui.lessons.lesson_seat import LessonSeat
from nim_tui.tables.seats import LivePlace, TableSeat

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


def lesson_screen(lesson: Lesson) -> GameScreen[Any]:
    """A lesson's table, as whoever takes it sees it."""
    offer = offer_named(lesson.game)
    adviser = offer.adviser
    watcher = TableSeat(LivePlace(lesson.table), None, adviser)
    screen: GameScreen[Any] = offer.screen_type(
        [LessonSeat(lesson, adviser)], watcher, title=offer.title, lesson=lesson
    )
    return screen
