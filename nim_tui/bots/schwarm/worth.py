"""What a position is worth to a seat: points, networks, the queen, shores, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from nim_tui.bots.schwarm.hand import Hand, hand_of
from nim_tui.bots.schwarm.lanes import Part, parts_of
from rules.schwarm.board import SHORE_POINTS, SHORES, STATIONS
from rules.schwarm.cards import BRILLIANT
from rules.schwarm.state import SchwarmState

SAME_SHORE: Final = 0.6
"""The part of its distance that a network costs if another of that shore is joined before."""
TILE_POINTS: Final = 1.1
"""The points that an average tile pays."""
COUNTED: Final = 0.85
"""How likely a buoy counts at the end of a round."""
KEPT: Final = 0.6
"""How much a tile kept for a later round is worth of one laid."""
SITE: Final = 4.5
"""How many tiles lie between the queen and a station still to be built, at most."""
NUMBER: Final = 4
"""The number of its land cell, at least."""
BERTH: Final = 0.7
"""A face-down tile at or beside a ship, for ship cards to come."""


@dataclass(frozen=True, slots=True)
class Regard:
    """How much a point of a rival weighs against one's own."""

    only: float = 1.0
    """If there is no other."""
    leader: float = 0.6
    """Of several the leading one."""
    other: float = 0.2


EVEN: Final = Regard()


def likely(tiles: float, laid: float) -> float:
    """How likely a way of so many tiles is closed, by a seat that lays so many more."""
    if tiles <= 0:
        return 1.0
    share = tiles / (laid + 0.25)
    return float(1 / (1 + 1.5 * share + (1.2 * share) ** 4))


@dataclass(frozen=True)
class Worth:
    """The worth of states to one seat, while it decides on one move.

    What a point of each rival weighs is fixed beforehand. So is what each rival has on the map
    and in the hand: only tiles, face up and face down, change what they may expect.
    """

    seat: int
    weights: tuple[float, ...]
    _rivals: dict[object, float] = field(default_factory=dict, compare=False, repr=False)
    """What rivals may expect, by the tiles on the map."""

    def of(self, state: SchwarmState) -> float:
        """The worth of a state, in points: what the seat may expect against its rivals."""
        return self.own(state) - self._theirs(state)

    def own(self, state: SchwarmState) -> float:
        """The same without what rivals may expect beside their points."""
        return self.points(state) + expected(state, self.seat)

    def _theirs(self, state: SchwarmState) -> float:
        tiles = (state.face_down, *state.shapes)
        found = self._rivals.get(tiles)
        if found is None:
            most = max(self.weights)
            found = sum(
                weight * expected(state, rival)
                for rival, weight in enumerate(self.weights)
                if weight == most
            )
            self._rivals[tiles] = found
        return found

    def points(self, state: SchwarmState) -> float:
        """The points of all, those of rivals with their weights."""
        own = float(state.points[self.seat])
        for points, weight in zip(state.points, self.weights):
            own -= weight * points
        return own


def expected(state: SchwarmState, seat: int) -> float:
    """What a seat may expect beside its points: by networks, hand, and ships among tiles."""
    parts, hand = parts_of(state, seat), hand_of(state, seat)
    is_brilliant = state.capacities[seat] == BRILLIANT
    best = max(outlook(parts, guess, is_brilliant) for guess in hand.guesses())
    return best + berths(state, seat, hand)


def worth_for(state: SchwarmState, seat: int, regard: Regard = EVEN) -> Worth:
    """The worth to a seat; the rival with the best outlook weighs most."""
    players = range(len(state.points))
    if len(players) == 2:
        return Worth(seat, tuple(regard.only * (other != seat) for other in players))
    rivals = [other for other in players if other != seat]
    leader = max(rivals, key=lambda other: (standing(state, other), -other))
    weight = {seat: 0.0, leader: regard.leader}
    return Worth(seat, tuple(weight.get(other, regard.other) for other in players))


def standing(state: SchwarmState, seat: int) -> float:
    """The points that a seat may expect in the end, but for what all will gain alike."""
    parts, hand = parts_of(state, seat), hand_of(state, seat)
    return state.points[seat] + outlook(parts, hand, False)


def outlook(parts: list[Part], hand: Hand, is_brilliant: bool) -> float:
    """What networks and hand will bring, once at the end and at the end of every round."""
    now = hand.laid_now
    parts = _with_sites(parts, hand)
    whole = now + hand.rounds * hand.laid_later
    total = _final(parts, whole) + hand.hazards
    total += _round_end(parts, now, is_brilliant)
    if hand.rounds:
        total += hand.rounds * _round_end(parts, 0.7 * whole, False)
    return total + _to_come(hand, now)


def _with_sites(parts: list[Part], hand: Hand) -> list[Part]:
    """The networks, and the stations still to be built: on new shores first."""
    known = 0
    for part in parts:
        known |= part.shores
    sites = []
    for _each in range(min(round(hand.stations), STATIONS - hand.built)):
        shore = next((1 << n for n in range(len(SHORES)) if not known >> n & 1), 1)
        known |= shore
        sites.append(Part(SITE, 2, 1, NUMBER, shore))
    return sorted(parts + sites, key=lambda part: part.tiles) if sites else parts


def _final(parts: list[Part], laid: float) -> float:
    """The numbers at the queen and the shores joined, each as likely as it is now."""
    need, shores, points = 0.0, 0, 0.0
    joined = max((part.shores.bit_count() for part in parts), default=0)
    over_queen = 0.0
    for part in parts:
        if not part.shores:
            continue
        known = shores | part.shores
        need += part.tiles * (SAME_SHORE if known == shores else 1.0)
        chance = likely(need, laid)
        points += part.numbers * chance
        gain = SHORE_POINTS[known.bit_count()] - SHORE_POINTS[shores.bit_count()]
        over_queen += gain * chance
        shores = known
    return points + max(over_queen, SHORE_POINTS[joined])


def _round_end(parts: list[Part], laid: float, is_brilliant: bool) -> float:
    """The largest network, and the others as far as they are likely to be joined to it."""
    if not parts:
        return 0.0
    counts = [part.pieces + (part.researchers if is_brilliant else 0) for part in parts]
    largest = max(range(len(parts)), key=counts.__getitem__)
    points = 0.0
    for place, part in enumerate(parts):
        way = 0.0 if place == largest else parts[largest].tiles + part.tiles
        points += counts[place] * likely(way, laid)
    return points


def _to_come(hand: Hand, now: float) -> float:
    """What tiles and stations will bring that are not yet on the map."""
    counted = COUNTED * (1 + hand.rounds)
    laid = min(now, hand.buoys) * (TILE_POINTS + counted) + max(0.0, now - hand.buoys)
    kept = max(0.0, hand.tiles + hand.find * hand.ships - now)
    later = 0.0
    for rounds in range(hand.rounds):
        later += hand.laid_later * (TILE_POINTS + COUNTED * (rounds + 1))
    if hand.rounds:
        later += KEPT * kept * (TILE_POINTS + COUNTED * hand.rounds)
    return laid + later


def berths(state: SchwarmState, seat: int, hand: Hand) -> float:
    """Ships that lie where tiles are, for the ship cards to come."""
    cards = min(2.0, hand.ships + hand.jokers * 0.3 + hand.rounds)
    if not cards:
        return 0.0
    waters, hidden = state.board.waters, state.face_down
    total = 0.0
    for ship in set(state.ships[seat]):
        near = (hidden >> ship & 1) + sum(hidden >> cell & 1 for cell in waters[ship])
        total += min(3, near)
    return BERTH * total * cards
