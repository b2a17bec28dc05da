"""How a game is played on otherwise from one of its positions, on one's own machine or a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from nim_tui.catalog import offer_named
from nim_tui.tables.from_record import table_from
from nim_tui.tables.record import Header, Line, Play
from nim_tui.tables.replay import standing_moves
from nim_tui.tables.seat_plans import seats_against_bots
from rules.messages import N_
from screens.app_api import CannotStart


@dataclass(frozen=True, slots=True)
class Beginning:
    """How the record of such a game begins, and whose turn it is then."""

    header: Header
    """One seat is a person's, all others are bots'."""
    plays: tuple[Play, ...]
    waiting: tuple[int, ...]

    @property
    def person(self) -> int:
        """The seat of the one person."""
        return next(n for n, seat in enumerate(self.header.seats) if seat.bot is None)


def beginning(header: Header, lines: Sequence[Line], position: int, seat: int | None) -> Beginning:
    """A new game that begins with the first moves of one that is over.

    Whoever tries again plays `seat`, else the one who is to move then; bots of the same level
    play the bots' seats and such of the usual level those of other people. All that was hidden
    lies as it did, and what is drawn is drawn from the same chance. Raises a Refusal.
    """
    offer = offer_named(header.game)
    plays = standing_moves(lines)[: max(position, 0)]
    table = table_from(header, offer.game, plays)
    if not table.waiting:
        raise CannotStart(N_("nothing can be played from the end of a game"))
    person = table.waiting[0] if seat is None else seat
    seats = seats_against_bots(header.seats, person, offer.usual)
    begins = msgspec.structs.replace(header, seats=seats)
    return Beginning(begins, tuple(plays), tuple(table.waiting))
