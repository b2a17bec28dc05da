"""The remarks of bots at the end of some games.

Which bot speaks, if any, and its remark follow from public facts alone: the result, the levels and
styles of the bots, and the number of events that a spectator saw. So all readers of a game read
the same remark.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from rules.contract import Event, Result
from screens.cast import REMARKS, Outcome
from screens.people import SeatNames
from screens.text import _

ONE_IN: Final = 3
"""The average number of games per remark."""


def remark(result: Result, people: SeatNames, log: Sequence[Event]) -> str:
    """Return the remark of a bot, behind its name; "" if none speaks, or the game has no result.

    `log` holds the events that the reader was told.
    """
    speakers = [seat for seat, style in enumerate(people.styles) if style is not None]
    if not speakers or not result.ranking:
        return ""
    drawn = _digest(result, people, sum(event.seen_by(None) is not None for event in log))
    drawn, silent = divmod(drawn, ONE_IN)
    if silent:
        return ""
    drawn, place = divmod(drawn, len(speakers))
    seat = speakers[place]
    lines = REMARKS.get((str(people.styles[seat]), _outcome(result, seat)), ())
    if not lines:
        return ""
    text = _(lines[drawn % len(lines)])
    return _("{name}: “{remark}”").format(name=people.label(seat), remark=text)


def _outcome(result: Result, seat: int) -> Outcome:
    if seat not in result.winners:
        return "lost"
    return "won" if len(result.winners) == 1 else "shared"


def _digest(result: Result, people: SeatNames, length: int) -> int:
    """Return a number that depends on public facts alone."""
    figures = sorted((name, tuple(numbers)) for name, numbers in result.figures.items())
    bots = tuple(people.bots), tuple(people.styles)
    facts = result.ranking, result.reason, figures, bots, length
    return int.from_bytes(sha256(repr(facts).encode()).digest()[:8], "big")
