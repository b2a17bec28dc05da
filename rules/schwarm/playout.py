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

# As plain numbers, which are quicker to compare.
_STATION, _SHIP, _RESEARCHER, _WHALE, _WAVE, _CRAB, _DOUBLE = map(int, Action)
_PARTS: Final = tuple(
    tuple(range(_DOUBLE)) if card.action is None else (int(card.action),) for card in CARDS
)
"""By card: what may be done with it, in the order of the moves."""
_LAND_OR_CREW: Final = frozenset(
    card for card, parts in enumerate(_PARTS) if not {_STATION, _RESEARCHER}.isdisjoint(parts)
)


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
    cards = state.cards[seat]
    counts = _counts(acts, state, seat, _LAND_OR_CREW.isdisjoint(cards))
    found: list[tuple[int, int, int]] = []
    total = 0
    for card in dict.fromkeys(cards):
        for action in _PARTS[card]:
            count = counts[action]
            if action >= _WAVE:
                count = acts.hazards(action, card)
            if count or card != JOKER:
                found.append((count, card, action))
                total += count or 1
    drawn = int(fraction() * total)
    at = 0
    while drawn >= (found[at][0] or 1):
        drawn -= found[at][0] or 1
        at += 1
    count, card, action = found[at]
    if action == _DOUBLE:
        cards.remove(DOUBLE)
        state.playing, state.parts, state.phase = DOUBLE, 1 << _SHIP | 1 << _RESEARCHER, BOTH
    elif count:
        _use(acts, seat, card, action, drawn)
    else:
        _waste(state, seat, card, action)


def _counts(acts: Acts, state: SchwarmState, seat: int, is_elsewhere: bool) -> list[int]:
    """By action, how many ways there are; those of waves and the crab depend on the card.

    What is built on land is left out where no card does that.
    """
    whales = state.whales
    surfaced = len(whales) - max(0, whales.count(NONE) - 1)
    stations = crews = 0
    if not is_elsewhere:
        crews = len(room_for_crew(state, seat))
        is_full = state.stations[seat].bit_count() == STATIONS
        stations = crews if is_full else state.owners.count(NONE)
        crews += bool(state.researchers[seat]) and acts.can_place(seat)
    return [stations, 1, crews, surfaced, 0, 0, 1]


def _waste(state: SchwarmState, seat: int, card: int, action: int) -> None:
    _spend(state, seat, card, action)
    state.phase = IDLE


def _spend(state: SchwarmState, seat: int, card: int, action: int) -> None:
    if state.parts:
        state.parts &= ~(1 << action)
    else:
        state.cards[seat].remove(card)
        state.playing = card


def _use(acts: Acts, seat: int, card: int, action: int, drawn: int) -> None:
    """What is done with a card: the way of this number."""
    state = acts.state
    _spend(state, seat, card, action)
    if action == _SHIP:
        state.phase, state.may_launch = SAIL, True
        state.left = FAST_SHIP_STEPS if state.capacities[seat] == FAST else SHIP_STEPS
    elif action == _STATION and state.stations[seat].bit_count() < STATIONS:
        acts.build(seat, _free(state)[drawn])
    elif action in (_STATION, _RESEARCHER):
        crews = room_for_crew(state, seat)
        if drawn < len(crews):
            acts.man(seat, crews[drawn])
        else:
            state.phase, state.left = RESEARCH, state.researchers[seat]
    elif action == _WHALE:
        acts.swim(seat, card, _whales(state)[drawn])
    elif action == _WAVE:
        acts.roll(seat, card, drawn)
    else:
        place, steps = divmod(drawn, state.board.reach[CARDS[card].colour])
        acts.creep(seat, _free(state)[place] if state.crab == NONE else state.crab, steps + 1)


def _free(state: SchwarmState) -> list[int]:
    """Land without a station."""
    return [cell for cell, owner in zip(state.board.coast, state.owners) if owner == NONE]


def _whales(state: SchwarmState) -> list[int]:
    """A new whale (NONE) while there is one in reserve, then those in play."""
    new = [NONE] if NONE in state.whales else []
    return new + [number for number, cell in enumerate(state.whales) if cell != NONE]


def _both(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    ship = state.parts >> _SHIP & 1
    can_crew = state.parts >> _RESEARCHER & 1
    count = _counts(acts, state, seat, False)[_RESEARCHER] if can_crew else 0
    drawn = int(fraction() * (ship + (count or can_crew)))
    if drawn < ship:
        _use(acts, seat, SHIP, _SHIP, 0)
    elif count:
        _use(acts, seat, RESEARCHER, _RESEARCHER, drawn - ship)
    else:
        _waste(state, seat, RESEARCHER, _RESEARCHER)


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
        at = 0
        while drawn >= (count := found[at][-1].bit_count()):
            drawn -= count
            at += 1
        acts.place(seat, found[at], drawn)
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
