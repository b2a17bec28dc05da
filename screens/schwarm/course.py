"""How a game of Der Schwarm went: the points of each nation, and what hazards did to them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event
from rules.schwarm.board import START_POINTS
from rules.schwarm.events import Crowned, Hit, Ordered, Placed, Scored, Took
from screens.colours import Look, seat_sign
from screens.schwarm.ledger import ledger
from screens.spans import Spans
from screens.table.course import Course, course_of
from screens.text import _


def course(log: Sequence[Event], players: int) -> Course:
    """The points of each nation, turn by turn."""
    titles = (_("research points"), _("turns"))
    hits = [_hits(log, seat) for seat in range(players)]
    start = (START_POINTS,) * players
    return course_of(titles, log, start, _count, aside=(_("Points by hazards"), hits))


def _count(points: list[int], event: Event) -> None:
    match event:
        case Took(seat=seat, price=price) | Ordered(seat=seat, price=price):
            points[seat] -= price
        case Placed(seat=seat, points=more) | Scored(seat=seat, points=more):
            points[seat] += more
        case Hit(seat=seat, victim=victim, points=moved):
            points[seat] += moved
            points[victim] -= moved
        case Crowned(seat=seat, queen=queen, shores=shores):
            points[seat] += queen + shores


def _hits(log: Sequence[Event], seat: int) -> Spans:
    """What hits brought a nation, and what they cost it."""
    own = ledger(log, seat)
    told = _("won {won}, lost {lost}").format(won=own.won, lost=-own.lost)
    return [seat_sign(seat), (told, Look())]
