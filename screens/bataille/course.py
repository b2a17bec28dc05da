"""How a game of Bataille went: what each side had left, and how its torpedoes fared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.bataille.board import SHIPS, SUBMARINES
from rules.bataille.events import Charge, MineStruck, Moved, Stayed, Torpedo
from rules.contract import Event
from screens.colours import Look, seat_sign
from screens.spans import Spans
from screens.table.course import Course, course_of
from screens.text import _

_FORCES: Final = SUBMARINES + len(SHIPS)


def torpedo_hits(log: Sequence[Event]) -> tuple[int, int]:
    """How many torpedoes of each side hit."""
    hits = [e.seat for e in log if isinstance(e, Torpedo) and e.answer == "hit"]
    return hits.count(0), hits.count(1)


def course(log: Sequence[Event], odds: int) -> Course:
    """The submarines and ships that each side had left, turn by turn."""
    titles = (_("submarines and ships left"), _("turns"))
    start, aside = (_FORCES, _FORCES), (_("Luck"), _luck(log, odds))
    return course_of(titles, log, start, _lose, begins=_begins_turn, aside=aside)


def _begins_turn(event: Event, last: Event | None) -> bool:
    """A turn begins with a ship that moves, or none."""
    return isinstance(event, Moved | Stayed)


def _lose(left: list[int], event: Event) -> None:
    match event:
        case Charge(seat=seat, answer="hit") | Torpedo(seat=seat, answer="hit"):
            left[1 - seat] -= 1
        case MineStruck(seat=seat):
            left[seat] -= 1


def _luck(log: Sequence[Event], odds: int) -> list[Spans]:
    """The torpedoes of each side that hit, and how many were to be expected."""
    hits, lines = torpedo_hits(log), list[Spans]()
    for seat, hit in enumerate(hits):
        fired = sum(isinstance(event, Torpedo) and event.seat == seat for event in log)
        sign = seat_sign(seat)
        told = _("torpedo hits: {hits} of {fired}, due {expected}").format(
            hits=hit, fired=fired, expected=f"{fired / odds:.1f}"
        )
        lines.append([sign, (told, Look())])
    return lines
