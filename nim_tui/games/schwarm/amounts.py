"""What a seat has at the end of a playout of *Der Schwarm*, as sentences count it."""

from __future__ import annotations

from nim_tui.bots.playout import Playout
from nim_tui.games.schwarm.worth import parts_of
from rules.schwarm.board import SHORES
from rules.schwarm.cards import BRILLIANT, CARDS, Action
from rules.schwarm.scoring import final, largest
from rules.schwarm.state import SchwarmState


def at_the_queen(playout: Playout, own: int) -> float:
    """The numbers of the stations linked to the queen."""
    return float(final(playout.state.pieces(own)).queen)


def shores_joined(playout: Playout, own: int) -> float:
    """The shores that the best network joins."""
    return float(max(1, final(playout.state.pieces(own)).joined))


def way_to_the_queen(playout: Playout, own: int) -> float:
    """Tiles between the queen and the nearest network with a station."""
    ways = [part.tiles for part in parts_of(playout.state, own) if part.shores]
    return min(ways, default=0.0)


def numbers(playout: Playout, own: int) -> float:
    """The numbers of all own land cells together."""
    return float(sum(part.numbers for part in parts_of(playout.state, own)))


def shores_settled(playout: Playout, own: int) -> float:
    """The shores with an own station."""
    shores = 0
    for part in parts_of(playout.state, own):
        shores |= part.shores
    return float(sum(shores >> shore & 1 for shore in range(len(SHORES))))


def largest_network(playout: Playout, own: int) -> float:
    """The points of the largest network."""
    state: SchwarmState = playout.state
    is_brilliant = state.capacities[own] == BRILLIANT
    network = largest(state.pieces(own), is_brilliant=is_brilliant)
    return float(network.points(is_brilliant=is_brilliant))


def tiles_in_hand(playout: Playout, own: int) -> float:
    """The tiles that lie before the player."""
    return float(sum(playout.state.tiles[own]))


def researchers(playout: Playout, own: int) -> float:
    """The researchers on the board."""
    return float(playout.state.researchers[own])


def _of(playout: Playout, own: int, actions: tuple[Action, ...]) -> float:
    return float(sum(CARDS[card].action in actions for card in playout.state.cards[own]))


def cards_for_tiles(playout: Playout, own: int) -> float:
    """The cards in hand that fetch or lay tiles."""
    return _of(playout, own, (Action.SHIP, Action.RESEARCHER, Action.DOUBLE))


def hazard_cards(playout: Playout, own: int) -> float:
    """The hazard cards in hand."""
    return _of(playout, own, (Action.WHALE, Action.WAVE, Action.CRAB))
