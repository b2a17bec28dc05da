"""How a game of Himalaya went: the yaks that everybody could count."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event
from rules.himalaya.board import TOKEN_YAKS
from rules.himalaya.events import Bartered, Began, Failed, Filled, Inventory, Took
from screens.colours import Look, seat_sign
from screens.spans import Spans
from screens.table.course import Course, course_of
from screens.text import _


def course(log: Sequence[Event], players: int) -> Course:
    """The yaks of each tribe, turn by turn."""
    titles = (_("yaks by barter and inventories"), _("turns"))
    trades = [_trades(log, seat) for seat in range(players)]
    return course_of(
        titles, log, (0,) * players, _count, begins=_begins_turn, aside=(_("Trades"), trades)
    )


def _begins_turn(event: Event, last: Event | None) -> bool:
    return isinstance(event, Began)


def _count(yaks: list[int], event: Event) -> None:
    match event:
        case Bartered(seat=seat, yaks=more):
            yaks[seat] += more
        case Inventory(seat=int(seat)):
            yaks[seat] += TOKEN_YAKS


def _trades(log: Sequence[Event], seat: int) -> Spans:
    """How many trades came to something, and how many did not."""
    own = [event for event in log if event.seat == seat]
    made = sum(isinstance(event, Took | Filled) for event in own)
    lost = sum(isinstance(event, Failed) for event in own)
    told = _("made {made}, in vain {lost}").format(made=made, lost=lost)
    return [seat_sign(seat), (told, Look())]
