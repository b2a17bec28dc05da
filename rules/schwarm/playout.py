"""Random playouts for search, with the moves of `legal` and the effects of `play`.

Moves are counted and drawn without a list, and no events are made. Joined cells are found again
only where they are needed; taking cards, sailing and swimming each run to their end at once.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rules.chance import Chance
from rules.playouts import Fraction
from rules.schwarm import turns
from rules.schwarm.board import FAST_SHIP_STEPS, GOLDEN, SHIP_STEPS, STATIONS
from rules.schwarm.cards import (
    CARDS,
    DOUBLE,
    FAST,
    GOLDEN_TILE,
    JOKER,
    RESEARCHER,
    SHIP,
    Action,
    Colour,
)
from rules.schwarm.cells import NONE
from rules.schwarm.legal import DECLINABLE
from rules.schwarm.moves import BOTH, IDLE, OVER, PLAY, RESEARCH, ROW, SAIL, SWIM
from rules.schwarm.playout_acts import Acts, nth_cell
from rules.schwarm.playout_hazards import (
    begin_to_swim,
    creep,
    idle,
    research,
    roll,
    sail,
    swim,
    wave_count,
)
from rules.schwarm.state import SchwarmState

# Plain ints, which compare faster.
_STATION, _SHIP, _RESEARCHER, _WHALE, _WAVE, _CRAB, _DOUBLE = map(int, Action)
_WAVES: Final = len(Action)
"""The index of the first count of waves, by colour of the card; counts of the crab follow."""
_CRABS: Final = _WAVES + len(Colour)
_ONE_EACH: Final = [int(action in (_SHIP, _DOUBLE)) for action in range(_CRABS + len(Colour))]


class Hand:
    """The uses of a player's cards, in the order of moves."""

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.uses: list[tuple[int, int]] = []
        """The uses: a card and its action."""
        self.sizes: list[tuple[int, int, int]] = []
        """By use of a card: the index of its count, its least count, and its surplus.

        With a count of 0, a joker offers nothing and any other card is played without effect. A
        card that may be declined has one more way: to waste it.
        """
        for card in dict.fromkeys(cards):
            colour, action, _name, _prefix = CARDS[card]
            places = {_WAVE: _WAVES + colour, _CRAB: _CRABS + colour}
            for each in range(_DOUBLE) if action is None else (int(action),):
                self.uses.append((card, each))
                more = int(card != JOKER and each in DECLINABLE)
                self.sizes.append((places.get(each, each), int(card != JOKER), more))
        counted = {place for place, _least, _more in self.sizes}
        self.is_on_land = not counted.isdisjoint((_STATION, _RESEARCHER))
        self.has_whale = _WHALE in counted
        self.waves = [place for place in counted if _WAVES <= place < _CRABS]
        self.crabs = [place for place in counted if place >= _CRABS]


hand_of = lru_cache(4096)(Hand)


def play_on(state: SchwarmState, chance: Chance, fraction: Fraction) -> None:
    """Play to the end of the game, from any phase except the first stations."""
    acts = Acts(state, chance)
    while (phase := state.phase) != OVER:
        _PLAYED[phase](acts, state, state.order[state.turn], fraction)
    acts.find_all_joined()


# The row


def _row(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Take random cards until nobody can take any."""
    quota = state.quota
    while seat != NONE:
        _take(state, seat, quota, fraction)
        seat = _next_taker(state, quota)
    turns.begin_play(state)


def _take(state: SchwarmState, seat: int, quota: int, fraction: Fraction) -> None:
    points, row, capacities = state.points[seat], state.row, state.capacities_left
    length, cards, orders = len(row), 0, 0
    if len(state.cards[seat]) <= quota:
        cards = length if length <= points else points + 1
    if length <= points and state.order_cards[seat] == NONE:
        orders = len(state.orders_left) * len(capacities)
    drawn = int(fraction() * (cards + orders))
    if drawn < cards:
        state.points[seat] = points - drawn
        insort(state.cards[seat], row.pop(drawn))
        return
    order, capacity = divmod(drawn - cards, len(capacities))
    state.points[seat] = points - length
    state.order_cards[seat] = state.orders_left.pop(order)
    state.capacities[seat] = capacities.pop(capacity)
    if state.capacities[seat] == GOLDEN_TILE and state.golden_left:
        state.golden_left -= 1
        state.tiles[seat][GOLDEN] += 1


def _next_taker(state: SchwarmState, quota: int) -> int:
    """Return the next seat that needs a card or can pay for a turn-order card, or NONE."""
    order, length = state.order, len(state.row)
    turn, players = state.turn, len(order)
    for _each in order:
        turn = turn + 1 if turn + 1 < players else 0
        seat = order[turn]
        if len(state.cards[seat]) <= quota or (
            state.order_cards[seat] == NONE and length <= state.points[seat]
        ):
            state.turn = turn
            return seat
    return NONE


# Cards


def _play(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Play a random card and its first step."""
    cards = state.cards[seat]
    hand = hand_of(tuple(cards))
    counts = _counts(acts, state, seat, hand)
    if state.options.may_decline:
        sizes = [max(counts[place] + more, least) for place, least, more in hand.sizes]
    else:
        sizes = [counts[place] or least for place, least, _more in hand.sizes]
    drawn = int(fraction() * sum(sizes))
    at = 0
    while drawn >= sizes[at]:
        drawn -= sizes[at]
        at += 1
    card, action = hand.uses[at]
    if action == _DOUBLE:
        cards.remove(DOUBLE)
        state.playing, state.parts, state.phase = DOUBLE, 1 << _SHIP | 1 << _RESEARCHER, BOTH
    elif drawn < counts[hand.sizes[at][0]]:
        _use(acts, seat, card, action, drawn)
    else:
        _waste(state, seat, card, action)


def _counts(acts: Acts, state: SchwarmState, seat: int, hand: Hand) -> list[int]:
    """Return the number of ways to use each card; a card not in hand is not counted."""
    counts = _ONE_EACH[:]
    if hand.is_on_land:
        crews = acts.room_for_crew(seat).bit_count()
        is_full = state.stations[seat].bit_count() == STATIONS
        counts[_STATION] = crews if is_full else acts.vacant
        counts[_RESEARCHER] = crews + (state.researchers[seat] > 0 and acts.can_place(seat))
    if hand.has_whale:
        reserve = state.whales.count(NONE)
        counts[_WHALE] = len(state.whales) - reserve + (reserve > 0)
    for place in hand.waves:
        counts[place] = wave_count(state, state.board.reach[place - _WAVES])
    for place in hand.crabs:
        counts[place] = state.board.reach[place - _CRABS] * (
            acts.vacant if state.crab == NONE else 1
        )
    return counts


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
    """Use a card in the way of this index."""
    state = acts.state
    _spend(state, seat, card, action)
    if action == _SHIP:
        state.phase, state.may_launch = SAIL, True
        state.left = FAST_SHIP_STEPS if state.capacities[seat] == FAST else SHIP_STEPS
    elif action == _STATION and state.stations[seat].bit_count() < STATIONS:
        acts.build(seat, acts.nth_vacant(drawn))
    elif action in (_STATION, _RESEARCHER):
        crews = acts.room_for_crew(seat)
        if drawn < crews.bit_count():
            acts.man(seat, nth_cell(crews, drawn))
        else:
            state.phase, state.left = RESEARCH, state.researchers[seat]
    else:
        _endanger(acts, seat, action, state.board.reach[CARDS[card].colour], drawn)


def _endanger(acts: Acts, seat: int, action: int, reach: int, drawn: int) -> None:
    state = acts.state
    if action == _WHALE:
        begin_to_swim(acts, seat, reach, drawn)
    elif action == _WAVE:
        roll(acts, seat, reach, drawn)
    else:
        place, steps = divmod(drawn, reach)
        creep(acts, seat, acts.nth_vacant(place) if state.crab == NONE else state.crab, steps + 1)


_DOUBLED: Final = Hand((RESEARCHER,))
"""The researcher of the double card."""


def _both(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    ship = state.parts >> _SHIP & 1
    can_crew = state.parts >> _RESEARCHER & 1
    count = _counts(acts, state, seat, _DOUBLED)[_RESEARCHER] if can_crew else 0
    more = can_crew if state.options.may_decline else 0
    drawn = int(fraction() * (ship + max(count + more, can_crew)))
    if drawn < ship:
        _use(acts, seat, SHIP, _SHIP, 0)
    elif drawn - ship < count:
        _use(acts, seat, RESEARCHER, _RESEARCHER, drawn - ship)
    else:
        _waste(state, seat, RESEARCHER, _RESEARCHER)


_PLAYED: Final[dict[int, Callable[[Acts, SchwarmState, int, Fraction], None]]] = {
    ROW: _row,
    PLAY: _play,
    SAIL: sail,
    RESEARCH: research,
    SWIM: swim,
    BOTH: _both,
    IDLE: idle,
}
