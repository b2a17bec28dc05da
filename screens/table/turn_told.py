"""What a turn of a game brought, in a line or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.contract import Event
from screens.colours import Look, Spans, seat_sign
from screens.table.course import Course
from screens.table.game_ui import GameUi
from screens.table.since import brief


def turn_lines(course: Course, step: int, log: Sequence[Event], ui: GameUi[Any]) -> list[Spans]:
    """The last two things of weight, or if none had any the last two."""
    told = [event for event in course.events(step, log) if ui.sentence(event)]
    weighty = [event for event in told if ui.is_weighty(event)] or told
    return [_told(event, ui) for event in weighty[-2:]]


def _told(event: Event, ui: GameUi[Any]) -> Spans:
    text = brief(event, ui.sentence(event), ui.people)
    if event.seat is None:
        return [(text, Look())]
    sign = seat_sign(event.seat)
    return [sign, (text, Look())]
