"""The seats and offers of a table being played, as those who look at it may know them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.play.offers import OfferKind
from screens.app_api import Agreement, DrawOffer
from screens.lobby.api import SeatState
from screens.lobby.values import LobbyTable

_MINUTE: Final = 60


def seat_states(held: LiveTable | None, viewer: int) -> list[SeatState]:
    """Every seat in its order; none where nobody plays any more."""
    if held is None or held.table.result is not None:
        return []
    own = held.people.seat_of(viewer)
    return [_state(held, seat, viewer, is_own=seat == own) for seat in range(len(held.table.seats))]


def _state(held: LiveTable, seat: int, viewer: int, *, is_own: bool) -> SeatState:
    return SeatState(
        name=held.table.seats[seat].name,
        program=held.stand_ins.program(seat),
        is_lent=held.people.is_lent(seat),
        is_own=is_own,
        away=held.voting.away_for(seat),
        left=held.time.left(seat),
        must_move=seat in held.table.waiting,
        is_rated=held.people.is_rated(seat),
        votes=held.voting.votes(seat),
        may_vote=held.voting.may_vote(viewer, seat),
    )


def with_time_left(table: LobbyTable, held: LiveTable | None, viewer: int) -> LobbyTable:
    """A table of the list where somebody must move, and how many whole minutes they have."""
    seat = None if held is None else held.people.seat_of(viewer)
    left = None if held is None or seat is None else held.time.left(seat)
    return table if left is None else replace(table, left=left // _MINUTE * _MINUTE)


def agreement_at(held: LiveTable, viewer: int) -> Agreement:
    """How it stands with what is offered at a table."""
    own, offers = held.people.seat_of(viewer), held.offers
    if held.table.result is not None:
        return Agreement()
    others = bool(offers.people - {own})
    asks_bots = bool(offers.bots) and not held.table.is_first_round
    if offers.by is None:
        return Agreement(can_agree=own is not None, asks_others=others, asks_bots=asks_bots)
    by = "" if offers.by == own else held.table.seats[offers.by].name
    waits_for = tuple(held.table.seats[seat].name for seat in sorted(offers.asked))
    return Agreement(
        can_agree=own in offers.asked,
        can_decline=own in offers.people,
        asks_others=others,
        asks_bots=asks_bots,
        offer=DrawOffer(by, waits_for, own in offers.asked, is_undo=offers.kind is OfferKind.UNDO),
    )
