"""The worth of goods, places and cards of *Der Schwarm* to a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from nim_tui.games.schwarm.hand import HandValue, hand_of
from rules.schwarm.board import SHORE_POINTS, SHORES, STATIONS, Board
from rules.schwarm.cards import BRILLIANT
from rules.schwarm.cells import WIDTH, cells_in
from rules.schwarm.networks import Pieces, flood, ways, with_queen
from rules.schwarm.state import SchwarmState

BARE: Final = 2
"""The cost of a cell without a tile, in half tiles."""
HIDDEN: Final = 3
"""A face-down tile, which a ship must take away first."""
NARROW: Final = 3
"""A face-up tile with two links: a tile with more must cover it."""
WIDE: Final = 6
"""The number of links that only a cross covers."""
FAR: Final = 26
"""The greatest cost searched."""
_OF_LINKS: Final = {2: NARROW, 3: WIDE}
_SHAPES: Final = tuple((shape, _OF_LINKS.get(shape.bit_count(), 0)) for shape in range(16))

CACHED: Final = 1024
"""The number of positions and hands whose worth is remembered: search meets each several times."""

Costs = list[tuple[int, int]]
"""(cost in half tiles, cells at this cost as bits)."""


class NetworkPart(NamedTuple):
    """A network of a seat."""

    tiles: float
    """The approximate number of tiles between the network and the queen."""
    pieces: int
    """The points of the network at the end of a round, every researcher once."""
    researchers: int
    numbers: int
    """The sum of the numbers of its land cells."""
    shores: int
    """The shores of its stations, as bits."""


@lru_cache(CACHED)
def _costs(board: Board, shapes: tuple[int, ...], hidden: int) -> Costs:
    """Return the cost of linking through each cell that can be used."""
    covered, narrow, wide = 0, 0, 0
    for shape, price in _SHAPES:
        cells = shapes[shape]
        covered |= cells
        if price == NARROW:
            narrow |= cells
        elif price == WIDE:
            wide |= cells
    bare = board.sea & ~hidden & ~covered
    return [(BARE, bare), (HIDDEN, hidden | narrow), (WIDE, wide)]


def reached(pieces: Pieces, costs: Costs) -> list[tuple[int, int]]:
    """Return the seat's cells that can be linked to the queen, by rising cost."""
    queen = pieces.board.queen_bit
    north, east, south, west = with_queen(pieces.openings(), queen)
    rest = pieces.stations | pieces.buoyed | pieces.ships
    waiting = [0] * (FAR + WIDE + 1)
    own, new, fresh_own = 0, 0, queen
    found: list[tuple[int, int]] = []
    for cost in range(FAR + 1):
        before = own
        fresh_new = waiting[cost] & ~new
        while fresh_own or fresh_new:
            own |= fresh_own
            new |= fresh_new
            up = ((fresh_own & north) | fresh_new) >> WIDTH
            down = ((fresh_own & south) | fresh_new) << WIDTH
            right = ((fresh_own & east) | fresh_new) << 1
            left = ((fresh_own & west) | fresh_new) >> 1
            entered = up | down | right | left | fresh_own
            for price, cells in costs:
                waiting[cost + price] |= entered & cells
            fresh_own = ((up & south) | (down & north) | (right & west) | (left & east)) & ~own
            fresh_new = 0
        if own != before:
            found.append((cost, own & ~before))
            if not rest & ~own:
                break
    return found


def parts_of(state: SchwarmState, seat: int) -> Sequence[NetworkPart]:
    """Return the networks of a seat, the nearest to the queen first."""
    board, links, stations, buoyed, ships, crew, buoys, fleet = state.pieces(seat)
    pieces = Pieces(
        board, tuple(links), stations, buoyed, ships, tuple(crew), tuple(buoys), tuple(fleet)
    )
    return _parts(pieces, tuple(state.shapes), state.face_down, state.is_linked[seat])


@lru_cache(CACHED)
def _parts(
    pieces: Pieces, shapes: tuple[int, ...], hidden: int, is_linked: bool
) -> Sequence[NetworkPart]:
    queen = pieces.board.queen_bit
    openings = pieces.openings()
    rest = pieces.stations | pieces.buoyed | pieces.ships
    if is_linked:
        openings = with_queen(openings, queen)
        rest |= queen
    levels, joined = reached(pieces, _costs(pieces.board, shapes, hidden)), ways(openings)
    parts = []
    while rest:
        cells = flood(rest & -rest, joined)
        rest &= ~cells
        cost = next((cost for cost, own in levels if own & cells), FAR)
        parts.append(_part(pieces, cells, cost if cells & ~queen else 0))
    parts.sort(key=lambda part: part.tiles)
    return tuple(parts)


def _part(pieces: Pieces, cells: int, cost: int) -> NetworkPart:
    board = pieces.board
    stations = cells & pieces.stations
    numbers, shores, researchers = 0, 0, 0
    for cell in cells_in(stations):
        place = board.place_of[cell]
        numbers += board.numbers[place]
        shores |= 1 << board.shores[place]
        researchers += pieces.crew[place]
    count = stations.bit_count() + researchers
    count += 1 if stations and cells & board.queen_bit else 0
    if len(pieces.buoys) == pieces.buoyed.bit_count():
        count += (cells & pieces.buoyed).bit_count()
    else:
        count += sum(cells >> cell & 1 for cell in pieces.buoys)
    count += sum(cells >> cell & 1 for cell in pieces.fleet)
    return NetworkPart(cost / 2, count, researchers, numbers, shores)


SAME_SHORE: Final = 0.6
"""The part of its distance that a network costs if another of that shore was joined before."""
TILE_POINTS: Final = 1.1
"""The points for an average tile."""
COUNTED: Final = 0.85
"""The chance that a buoy scores at the end of a round."""
KEPT: Final = 0.6
"""The worth of a tile kept for a later round, relative to one laid."""
SITE: Final = 4.5
"""The most tiles between the queen and a station still to be built."""
NUMBER: Final = 4
"""The least number of its land cell."""
BERTH: Final = 0.7
"""A face-down tile at or beside a ship, for later ship cards."""


@dataclass(frozen=True, slots=True)
class Weighting:
    """The weight of a rival's point relative to the bot's own."""

    only: float = 1.0
    """The weight of a single rival."""
    leader: float = 0.6
    """The weight of the leader of several rivals."""
    other: float = 0.2


EVEN: Final = Weighting()


def likely(tiles: float, laid: float) -> float:
    """Return the chance that a seat that lays `laid` more tiles closes a gap of `tiles`."""
    if tiles <= 0:
        return 1.0
    share = tiles / (laid + 0.25)
    return float(1 / (1 + 1.5 * share + (1.2 * share) ** 4))


@dataclass(frozen=True)
class Worth:
    """The worth of states to one seat, during one decision.

    The weights of rivals' points, their pieces and their hands are fixed: only face-up and
    face-down tiles change their prospects.
    """

    seat: int
    weights: tuple[float, ...]
    _rivals: dict[object, float] = field(default_factory=dict, compare=False, repr=False)
    """The prospects of rivals, by the tiles on the map."""

    def of(self, state: SchwarmState) -> float:
        """Return the worth of a state, in points: the seat's expectation against its rivals."""
        return self.own(state) - self._theirs(state)

    def own(self, state: SchwarmState) -> float:
        """Return the worth without the prospects of rivals beyond their points."""
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
        """Return the seat's points less the weighted points of rivals."""
        own = float(state.points[self.seat])
        for points, weight in zip(state.points, self.weights):
            own -= weight * points
        return own


def expected(state: SchwarmState, seat: int) -> float:
    """Return a seat's prospects beyond its points: networks, hand, and ships beside tiles."""
    found, at_berth = expected_by_source(state, seat)
    return found.total + at_berth


def expected_by_source(state: SchwarmState, seat: int) -> tuple[Prospects, float]:
    """Return the prospects from networks and hand, and those from ships beside tiles."""
    hand = hand_of(state, seat)
    best = best_prospects(parts_of(state, seat), hand, state.capacities[seat] == BRILLIANT)
    return best, berths(state, seat, hand)


@lru_cache(CACHED)
def best_prospects(parts: Sequence[NetworkPart], hand: HandValue, is_brilliant: bool) -> Prospects:
    """Return the prospects of a hand with its jokers played for the best."""
    guesses = [prospects(parts, guess, is_brilliant) for guess in hand.guesses()]
    return max(guesses, key=_total)


def worth_for(state: SchwarmState, seat: int, regard: Weighting = EVEN) -> Worth:
    """Return the worth to a seat; the rival with the best outlook weighs most."""
    players = range(len(state.points))
    if len(players) == 2:
        return Worth(seat, tuple(regard.only * (other != seat) for other in players))
    rivals = [other for other in players if other != seat]
    leader = max(rivals, key=lambda other: (standing(state, other), -other))
    weight = {seat: 0.0, leader: regard.leader}
    return Worth(seat, tuple(weight.get(other, regard.other) for other in players))


def standing(state: SchwarmState, seat: int) -> float:
    """Return the points that a seat may expect in the end, without what all will gain equally."""
    parts, hand = parts_of(state, seat), hand_of(state, seat)
    return state.points[seat] + outlook(parts, hand, False)


class Prospects(NamedTuple):
    """The points that a seat may expect beyond those it has, by source."""

    queen: float
    """The numbers of stations that will be linked to the queen."""
    shores: float
    hazards: float
    network: float
    """The largest network at the end of this round."""
    later: float
    """The same at the end of later rounds."""
    tiles: float
    """Tiles still to be laid."""

    @property
    def total(self) -> float:
        """The sum of all."""
        return self.queen + self.shores + self.hazards + self.network + self.later + self.tiles


_total = attrgetter("total")


def outlook(parts: Sequence[NetworkPart], hand: HandValue, is_brilliant: bool) -> float:
    """Return the points from networks and hand, at the end and at the end of every round."""
    return prospects(parts, hand, is_brilliant).total


def prospects(parts: Sequence[NetworkPart], hand: HandValue, is_brilliant: bool) -> Prospects:
    """Return the points from networks and hand, by where they come from."""
    now = hand.laid_now
    parts = _with_sites(parts, hand)
    whole = now + hand.rounds * hand.laid_later
    queen, shores = _final(parts, whole)
    later = hand.rounds * _round_end(parts, 0.7 * whole, False) if hand.rounds else 0.0
    network = _round_end(parts, now, is_brilliant)
    return Prospects(queen, shores, hand.hazards, network, later, _to_come(hand, now))


def _with_sites(parts: Sequence[NetworkPart], hand: HandValue) -> Sequence[NetworkPart]:
    """Return the networks, and the stations still to be built: on new shores first."""
    known = 0
    for part in parts:
        known |= part.shores
    sites = []
    for _each in range(min(round(hand.stations), STATIONS - hand.built)):
        shore = next((1 << n for n in range(len(SHORES)) if not known >> n & 1), 1)
        known |= shore
        sites.append(NetworkPart(SITE, 2, 1, NUMBER, shore))
    return sorted([*parts, *sites], key=lambda part: part.tiles) if sites else parts


def _final(parts: Sequence[NetworkPart], laid: float) -> tuple[float, float]:
    """Return the expected points of the queen and of joined shores."""
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
    return points, max(over_queen, float(SHORE_POINTS[joined]))


def _round_end(parts: Sequence[NetworkPart], laid: float, is_brilliant: bool) -> float:
    """Return the points of the largest network, and the expected ones of others joining it."""
    if not parts:
        return 0.0
    counts = [part.pieces + (part.researchers if is_brilliant else 0) for part in parts]
    largest = max(range(len(parts)), key=counts.__getitem__)
    points = 0.0
    for place, part in enumerate(parts):
        way = 0.0 if place == largest else parts[largest].tiles + part.tiles
        points += counts[place] * likely(way, laid)
    return points


def _to_come(hand: HandValue, now: float) -> float:
    """Return the points from tiles and stations not yet on the map."""
    counted = COUNTED * (1 + hand.rounds)
    laid = min(now, hand.buoys) * (TILE_POINTS + counted) + max(0.0, now - hand.buoys)
    kept = max(0.0, hand.tiles + hand.find * hand.ships - now)
    later = 0.0
    for rounds in range(hand.rounds):
        later += hand.laid_later * (TILE_POINTS + COUNTED * (rounds + 1))
    if hand.rounds:
        later += KEPT * kept * (TILE_POINTS + COUNTED * hand.rounds)
    return laid + later


def berths(state: SchwarmState, seat: int, hand: HandValue) -> float:
    """Return the worth of ships beside tiles, for later ship cards."""
    cards = min(2.0, hand.ships + hand.jokers * 0.3 + hand.rounds)
    if not cards:
        return 0.0
    near = _beside_tiles(state.board, tuple(state.ships[seat]), state.face_down)
    return BERTH * near * cards


@lru_cache(CACHED)
def _beside_tiles(board: Board, ships: tuple[int, ...], hidden: int) -> float:
    """Return the face-down tiles at or beside ships, at most three for each."""
    total = 0.0
    for ship in set(ships):
        near = (hidden >> ship & 1) + sum([hidden >> cell & 1 for cell in board.waters[ship]])
        total += min(3, near)
    return total
