"""The outcome of playouts of *Der Schwarm* for a seat: its cards, tiles, points and amounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from nim_tui.bots.playout import Happening, Playout
from nim_tui.games.schwarm.worth import parts_of
from rules.schwarm.board import SHORES
from rules.schwarm.cards import BRILLIANT, CARDS, Action
from rules.schwarm.events import Hit, Lifted, Ordered, Placed, Played, Took, Wasted
from rules.schwarm.scoring import final, largest
from rules.schwarm.state import SchwarmState

USUAL: Final = 0.6
"""The share of worlds that must agree on the next card for it to be named."""


_LAYING: Final = ("researcher", "double")
"""The actions of cards that lay tiles."""


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """The mean of a seat's cards over several playouts of one move."""

    second: str
    """The words of the next card, if it lays tiles; empty if worlds differ, or there is none."""
    laid: float
    """The tiles placed by all these cards."""
    points: float
    """The points for these tiles."""
    lifted: float
    laid_at_once: bool
    """Whether the first card lays tiles itself."""


def line_of(playouts: Sequence[Playout], own: int, first: str) -> LineOfPlay:
    """Return the outcome of the seat's cards after the move in the words `first`."""
    count = len(playouts)
    laid = [each for playout in playouts for each in own_events(playout, own, Placed)]
    lifted = [each for playout in playouts for each in own_events(playout, own, Lifted)]
    seconds = Counter(_next_card(playout.happenings, own, first) for playout in playouts)
    second, times = seconds.most_common(1)[0]
    return LineOfPlay(
        second if times >= USUAL * count else "",
        len(laid) / count,
        sum(each.points for each in laid) / count,
        len(lifted) / count,
        any(_lays_at_once(playout.happenings, own) for playout in playouts),
    )


def _lays_at_once(happenings: Iterable[Happening], own: int) -> bool:
    """Whether a tile is placed before others have moved."""
    first = takewhile(lambda each: each.seat == own, happenings)
    return any(isinstance(each.event, Placed) for each in first)


def _next_card(happenings: Iterable[Happening], own: int, first: str) -> str:
    """Return the words of the first card played after others have moved, if it lays tiles."""
    is_later = False
    for seat, move, event in happenings:
        is_later = is_later or seat != own
        if is_later and seat == own and isinstance(event, Played | Wasted):
            lays = isinstance(event, Played) and event.action in _LAYING
            return move.word if lays and move.word != first else ""
    return ""


def own_events(playout: Playout, own: int, kind: Any) -> list[Any]:
    """Return the events of a kind caused by moves of the seat."""
    return [
        event
        for seat, _move, event in playout.happenings
        if seat == own and isinstance(event, kind)
    ]


def points_for_tiles(playout: Playout, own: int) -> float:
    """Return the points for laying the seat's tiles."""
    return float(sum(each.points for each in own_events(playout, own, Placed)))


def taken_by_hits(playout: Playout, own: int) -> float:
    """Return the points that the seat's hazards take."""
    return float(sum(each.points for each in own_events(playout, own, Hit)))


def lost_by_hits(playout: Playout, own: int) -> float:
    """Return the points that opponents' hazards take."""
    events = (each.event for each in playout.happenings)
    hits = [each for each in events if isinstance(each, Hit) and each.victim == own]
    return float(sum(each.points for each in hits))


def paid(playout: Playout, own: int) -> float:
    """Return the points paid for cards of the row."""
    took = own_events(playout, own, Took | Ordered)
    return float(sum(each.price for each in took))


def cards_taken(playouts: Sequence[Playout], own: int) -> dict[str, float]:
    """Return the mean number of each card that the seat takes from the row."""
    found = Counter(each.card for playout in playouts for each in own_events(playout, own, Took))
    return {card: count / len(playouts) for card, count in found.items()}


def at_the_queen(playout: Playout, own: int) -> float:
    """Return the sum of the numbers of the stations linked to the queen."""
    return float(final(playout.state.pieces(own)).queen)


def shores_joined(playout: Playout, own: int) -> float:
    """Return the number of shores that the best network joins."""
    return float(max(1, final(playout.state.pieces(own)).joined))


def way_to_the_queen(playout: Playout, own: int) -> float:
    """Return the tiles between the queen and the nearest network with a station."""
    ways = [part.tiles for part in parts_of(playout.state, own) if part.shores]
    return min(ways, default=0.0)


def numbers(playout: Playout, own: int) -> float:
    """Return the sum of the numbers of the seat's land cells."""
    return float(sum(part.numbers for part in parts_of(playout.state, own)))


def shores_settled(playout: Playout, own: int) -> float:
    """Return the number of shores with a station of the seat."""
    shores = 0
    for part in parts_of(playout.state, own):
        shores |= part.shores
    return float(sum(shores >> shore & 1 for shore in range(len(SHORES))))


def largest_network(playout: Playout, own: int) -> float:
    """Return the points of the largest network."""
    state: SchwarmState = playout.state
    is_brilliant = state.capacities[own] == BRILLIANT
    network = largest(state.pieces(own), is_brilliant=is_brilliant)
    return float(network.points(is_brilliant=is_brilliant))


def tiles_in_hand(playout: Playout, own: int) -> float:
    """Return the number of tiles in hand."""
    return float(sum(playout.state.tiles[own]))


def researchers(playout: Playout, own: int) -> float:
    """Return the number of researchers on the board."""
    return float(playout.state.researchers[own])


def _of(playout: Playout, own: int, actions: tuple[Action, ...]) -> float:
    return float(sum(CARDS[card].action in actions for card in playout.state.cards[own]))


def cards_for_tiles(playout: Playout, own: int) -> float:
    """Return the number of cards in hand that fetch or lay tiles."""
    return _of(playout, own, (Action.SHIP, Action.RESEARCHER, Action.DOUBLE))


def hazard_cards(playout: Playout, own: int) -> float:
    """Return the number of hazard cards in hand."""
    return _of(playout, own, (Action.WHALE, Action.WAVE, Action.CRAB))
