"""Random play to the end of the game, for search: the moves that `legal` and `play` would make.

Moves are counted and drawn without being listed, and nothing is told of them. What is joined is
found anew only where it is asked for.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import Final

from rules.chance import Chance
from rules.schwarm import turns
from rules.schwarm.board import FAST_SHIP_STEPS, SHIP_STEPS, STATIONS
from rules.schwarm.cards import CARDS, DOUBLE, FAST, GOLDEN_TILE, JOKER, RESEARCHER, SHIP, Action
from rules.schwarm.cells import NONE
from rules.schwarm.legal import launches, needs_card, room_for_crew
from rules.schwarm.phases import BOTH, IDLE, OVER, PLAY, RESEARCH, ROW, SAIL, SWIM
from rules.schwarm.playout_acts import Acts
from rules.schwarm.state import SchwarmState
from rules.schwarm.tiles import GOLDEN

Fraction = Callable[[], float]
"""A draw from 0 up to, not including, 1: one for each move."""

_ACTIONS: Final = tuple(Action)[: Action.DOUBLE]
"""What a joker may do, in the order of the moves."""
_SHIP, _RESEARCHER = 1 << Action.SHIP, 1 << Action.RESEARCHER


def play_on(state: SchwarmState, chance: Chance, fraction: Fraction) -> None:
    """To the end, from any question but where to start from."""
    acts = Acts(state, chance)
    while (phase := state.phase) != OVER:
        _PLAYED[phase](acts, state, state.order[state.turn], fraction)
    acts.find_all_joined()


def _row(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    points, row, capacities = state.points[seat], state.row, state.capacities_left
    cards = min(len(row), points + 1) if needs_card(state, seat) else 0
    can_order = state.order_cards[seat] == NONE and len(row) <= points
    orders = len(state.orders_left) * len(capacities) if can_order else 0
    drawn = int(fraction() * (cards + orders))
    if drawn < cards:
        state.points[seat] -= drawn
        insort(state.cards[seat], row.pop(drawn))
    else:
        order, capacity = divmod(drawn - cards, len(capacities))
        state.points[seat] -= len(row)
        state.order_cards[seat] = state.orders_left.pop(order)
        state.capacities[seat] = capacities.pop(capacity)
        if state.capacities[seat] == GOLDEN_TILE and state.golden_left:
            state.golden_left -= 1
            state.tiles[seat][GOLDEN] += 1
    turns.next_taker(state)


# Cards


def _play(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """A card, and what is done with it first."""
    ways = _Ways(acts, state, seat)
    found: list[tuple[int, int, Action]] = []
    total = 0
    for card in dict.fromkeys(state.cards[seat]):
        if card == DOUBLE:
            found.append((1, card, Action.DOUBLE))
            total += 1
            continue
        action = CARDS[card].action
        for each in _ACTIONS if action is None else (action,):
            count = ways.count(each, card)
            if count or card != JOKER:
                found.append((count or 1, card, each))
                total += count or 1
    drawn = int(fraction() * total)
    for count, card, action in found:
        if drawn < count:
            break
        drawn -= count
    if card == DOUBLE:
        state.cards[seat].remove(DOUBLE)
        state.playing, state.parts, state.phase = DOUBLE, _SHIP | _RESEARCHER, BOTH
        return
    if not ways.count(action, card):
        _waste(state, seat, card, action)
        return
    _use(acts, seat, ways, (card, action), drawn)


class _Ways:
    """How many ways there are to use cards; what is the same for all cards is found once."""

    def __init__(self, acts: Acts, state: SchwarmState, seat: int) -> None:
        self._acts, self._state, self._seat = acts, state, seat
        self._crews: list[int] | None = None
        self._can_research: bool | None = None

    @property
    def crews(self) -> list[int]:
        """Own stations with room for a researcher."""
        if self._crews is None:
            self._crews = room_for_crew(self._state, self._seat)
        return self._crews

    @property
    def is_full(self) -> bool:
        """Whether all own stations stand."""
        return self._state.stations[self._seat].bit_count() == STATIONS

    def count(self, action: Action, card: int) -> int:
        """How many ways there are."""
        state = self._state
        if action == Action.SHIP:
            return 1
        if action == Action.STATION:
            return len(self.crews) if self.is_full else state.owners.count(NONE)
        if action == Action.RESEARCHER:
            return len(self.crews) + self.can_research
        if action == Action.WHALE:
            return len(state.whales) - max(0, state.whales.count(NONE) - 1)
        if action == Action.WAVE:
            return self._acts.waves(card)
        reach = state.board.reach[CARDS[card].colour]
        return reach if state.crab != NONE else reach * state.owners.count(NONE)

    @property
    def can_research(self) -> bool:
        """Whether there is a researcher, and a tile that could be placed."""
        if self._can_research is None:
            seat = self._seat
            researchers = self._state.researchers[seat]
            self._can_research = bool(researchers) and self._acts.can_place(seat)
        return self._can_research


def _waste(state: SchwarmState, seat: int, card: int, action: Action) -> None:
    _spend(state, seat, card, action)
    state.phase = IDLE


def _spend(state: SchwarmState, seat: int, card: int, action: Action) -> None:
    if state.parts:
        state.parts &= ~(1 << action)
    else:
        state.cards[seat].remove(card)
        state.playing = card


def _use(acts: Acts, seat: int, ways: _Ways, use: tuple[int, Action], drawn: int) -> None:
    """What is done with a card: the way of this number."""
    state, (card, action) = acts.state, use
    _spend(state, seat, card, action)
    if action == Action.SHIP:
        state.phase, state.may_launch = SAIL, True
        state.left = FAST_SHIP_STEPS if state.capacities[seat] == FAST else SHIP_STEPS
    elif action == Action.STATION:
        if ways.is_full:
            acts.man(seat, ways.crews[drawn])
        else:
            acts.build(seat, _free(state)[drawn])
    elif action == Action.RESEARCHER:
        if drawn < len(ways.crews):
            acts.man(seat, ways.crews[drawn])
        else:
            state.phase, state.left = RESEARCH, state.researchers[seat]
    elif action == Action.WHALE:
        acts.swim(seat, card, _whales(state)[drawn])
    elif action == Action.WAVE:
        acts.roll(seat, card, drawn)
    else:
        reach = state.board.reach[CARDS[card].colour]
        place, steps = divmod(drawn, reach)
        acts.creep(seat, _free(state)[place] if state.crab == NONE else state.crab, steps + 1)


def _free(state: SchwarmState) -> list[int]:
    """Land without a station."""
    return [cell for cell, owner in zip(state.board.coast, state.owners) if owner == NONE]


def _whales(state: SchwarmState) -> list[int]:
    """A new whale (NONE) while there is one in reserve, then those in play."""
    new = [NONE] if NONE in state.whales else []
    return new + [number for number, cell in enumerate(state.whales) if cell != NONE]


def _both(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    ways = _Ways(acts, state, seat)
    ship = 1 if state.parts & _SHIP else 0
    count = ways.count(Action.RESEARCHER, RESEARCHER) if state.parts & _RESEARCHER else 0
    useless = 1 if state.parts & _RESEARCHER and not count else 0
    drawn = int(fraction() * (ship + count + useless))
    if drawn < ship:
        _use(acts, seat, ways, (SHIP, Action.SHIP), 0)
    elif useless:
        _waste(state, seat, RESEARCHER, Action.RESEARCHER)
    else:
        _use(acts, seat, ways, (RESEARCHER, Action.RESEARCHER), drawn - ship)


# While a card is being played


def _sail(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    new = launches(state, seat)
    ships: Sequence[int] = [*dict.fromkeys(state.ships[seat])] if state.left else ()
    waters = state.board.waters
    steps = sum([len(waters[cell]) for cell in ships])
    drawn = int(fraction() * (len(new) + steps + 1))
    if drawn < len(new):
        acts.launch(seat, new[drawn])
        return
    drawn -= len(new)
    if drawn == steps:
        acts.end_card()
        return
    for cell in ships:
        if drawn < len(waters[cell]):
            acts.sail(seat, cell, waters[cell][drawn])
            return
        drawn -= len(waters[cell])


def _research(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Tile after tile, until no more can be placed or shall be."""
    found = acts.placements(seat)
    while True:
        total = sum([cells.bit_count() for _buoy, _kind, _links, cells in found])
        drawn = int(fraction() * (total + 1))
        if drawn == total:
            break
        for buoy, kind, links, cells in found:
            count = cells.bit_count()
            if drawn < count:
                break
            drawn -= count
        acts.place(seat, (buoy, kind, links), cells, drawn)
        found = acts.placements(seat) if state.left else []
        if not found:
            break
    acts.end_card()


def _swim(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    visited, waters = state.visited, state.board.waters
    while True:
        here = waters[state.whales[state.moving]]
        cells = [cell for cell in here if cell not in visited] if state.left else []
        if not cells:
            break
        drawn = int(fraction() * (len(cells) + (len(visited) > 1)))
        if drawn == len(cells):
            break
        acts.swim_to(seat, cells[drawn])
    acts.end_card()


def _idle(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    fraction()
    acts.end_card()


_PLAYED: Final[dict[int, Callable[[Acts, SchwarmState, int, Fraction], None]]] = {
    ROW: _row,
    PLAY: _play,
    SAIL: _sail,
    RESEARCH: _research,
    SWIM: _swim,
    BOTH: _both,
    IDLE: _idle,
}
