"""How a game of Submarine went: the types each player had found, and the toll they paid."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event
from rules.submarine.events import Gave, Paid, Took
from screens.colours import Look
from screens.player_styles import SIDE_SIGNS
from screens.spans import Spans
from screens.table.course import Course, course_of
from screens.text import _


def course(log: Sequence[Event], players: int) -> Course:
    """The types of each player, turn by turn."""
    titles = (_("types found"), _("turns"))
    tolls = [_toll(log, seat) for seat in range(players)]
    return course_of(titles, log, (0,) * players, _find, aside=(_("Toll in cards"), tolls))


def _find(types: list[int], event: Event) -> None:
    if isinstance(event, Took):
        types[event.seat] = event.types


def _toll(log: Sequence[Event], seat: int) -> Spans:
    """The cards a player gave others for treasures, and got from them."""
    given = got = 0
    for event in log:
        count = event.count if isinstance(event, Paid) else 1
        if isinstance(event, Paid | Gave):
            given += count * (event.seat == seat)
            got += count * (event.to == seat)
    told = _("given {given}, received {got}").format(given=given, got=got)
    return [(f"{SIDE_SIGNS[seat]} ", Look(style="bold")), (told, Look())]
