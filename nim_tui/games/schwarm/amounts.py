"""A seat's amounts at the end of a playout of *Der Schwarm*, as sentences count them."""

from __future__ import annotations

from nim_tui.bots.playout import Playout
from nim_tui.games.schwarm.worth import parts_of
from rules.schwarm.board import SHORES
from rules.schwarm.cards import BRILLIANT, CARDS, Action
from rules.schwarm.scoring import final, largest
from rules.schwarm.state import SchwarmState


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
