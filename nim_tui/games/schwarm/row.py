"""The worth of the cards in the row of *Der Schwarm*."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nim_tui.games.schwarm.hand import FASTER, HandValue, hand_of
from nim_tui.games.schwarm.worth import NetworkPart, best_prospects, parts_of
from rules.schwarm.cards import BRILLIANT, FAST, GOLDEN_TILE, PROTECTION
from rules.schwarm.cells import NONE
from rules.schwarm.moves import Kind, Move
from rules.schwarm.state import SchwarmState

EARLY: Final = 0.6
"""The worth of playing and taking cards one place earlier."""
PROTECTED: Final = 2.0
"""The points that the protection saves per round."""
BRIGHTER: Final = 0.85
"""The points of a brilliant researcher, per researcher."""
BROWSED: Final = 0.75
"""The chance that a rival takes a card left of another, which then costs less."""
CHEAP: Final = 4
"""A rival seldom takes a card that costs more than this."""


def no_taste(_move: Move) -> float:
    """Return 0: no preference between moves."""
    return 0.0


@dataclass(frozen=True, slots=True)
class RowChoice:
    """A card to take, with its gain, its price, and its gain one turn later."""

    move: Move
    worth: float
    price: int
    later: float

    @property
    def gain(self) -> float:
        """The worth less the price."""
        return self.worth - self.price


def ranked(
    state: SchwarmState, options: list[RowChoice], taste: Callable[[Move], float] = no_taste
) -> list[RowChoice]:
    """Return the mover's options, best first, if the best of the rest is taken one turn later.

    `taste` adds points to each. An option that costs more than another card of its kind comes last.
    """
    is_last = len(state.cards[state.mover]) == state.quota
    best_first: dict[Kind, list[float]] = {}
    for each in options:
        best_first.setdefault(each.move.kind, []).append(each.later)
    for laters in best_first.values():
        laters.sort(reverse=True)

    def both(choice: RowChoice) -> float:
        own = choice.move.kind
        rest = [laters[0] for kind, laters in best_first.items() if kind != own]
        same = best_first[own]
        if own == Kind.CARD and not is_last and len(same) > 1:
            rest.append(same[1] if choice.later == same[0] else same[0])
        return choice.gain + max(rest, default=0.0) + taste(choice.move)

    return sorted(options, key=lambda choice: (_is_dear(state, choice.move), -both(choice)))


def _is_dear(state: SchwarmState, move: Move) -> bool:
    """Whether another card of its kind costs less."""
    return move.kind == Kind.CARD and state.row[move.number] in state.row[: move.number]


class RowValues:
    """The worth of a row's cards to any seat, while the map does not change.

    Results for a hand are cached: following a row to its end needs the same hands repeatedly.
    """

    def __init__(self, state: SchwarmState) -> None:
        self._parts: list[Sequence[NetworkPart]] = [
            parts_of(state, seat) for seat in range(len(state.points))
        ]
        self._hopes: dict[object, float] = {}
        self._capacities: dict[object, float] = {}

    def choices(self, state: SchwarmState, legal: list[Move]) -> list[RowChoice]:
        """Return the values of everything the mover may take now."""
        valued, gains = self._values(state), self._gains(state)
        return [
            _card(state, valued, move)
            if move.kind == Kind.CARD
            else self._order(state, move, gains)
            for move in legal
        ]

    def _gains(self, state: SchwarmState) -> dict[int, float]:
        """Return the gain of the mover from each capacity card that is left."""
        seat = state.mover
        return {each: self.capacity(state, seat, each) for each in state.capacities_left}

    def hope(
        self,
        state: SchwarmState,
        seat: int,
        cards: list[int],
        missing: int = 0,
        *,
        is_brilliant: bool = False,
    ) -> float:
        """Return a seat's expectation with these cards and `missing` average ones."""
        key = (*_known(state, seat, cards), missing, is_brilliant)
        found = self._hopes.get(key)
        if found is None:
            hand = hand_of(state, seat, cards).filled(missing)
            found = self._hopes[key] = self._outlook(seat, hand, is_brilliant=is_brilliant)
        return found

    def capacity(self, state: SchwarmState, seat: int, capacity: int) -> float:
        """Return the gain from a capacity card this round."""
        key = (*_known(state, seat, state.cards[seat]), capacity, state.golden_left)
        found = self._capacities.get(key)
        if found is None:
            found = self._capacities[key] = self._capacity(state, seat, capacity)
        return found

    def _outlook(self, seat: int, hand: HandValue, *, is_brilliant: bool = False) -> float:
        parts = self._parts[seat]
        return best_prospects(parts, hand, is_brilliant).total

    def _values(self, state: SchwarmState) -> dict[int, float]:
        """Return, per kind of card in the row, its gain for the mover's hand."""
        seat = state.mover
        held = state.cards[seat]
        missing = state.quota + 1 - len(held)
        is_brilliant = state.capacities[seat] == BRILLIANT

        def hope(cards: list[int]) -> float:
            return self.hope(state, seat, cards, missing - 1, is_brilliant=is_brilliant)

        before = hope(held)
        return {card: hope([*held, card]) - before for card in dict.fromkeys(state.row)}

    def _order(self, state: SchwarmState, move: Move, gains: dict[int, float]) -> RowChoice:
        seat, price = state.mover, len(state.row)
        players = len(state.points)
        worth = early(state, move.number) + gains[move.capacity]
        wanted = sum(
            1 for other in range(players) if other != seat and state.order_cards[other] == NONE
        )
        gone = min(1.0, wanted * (0.3 if price <= CHEAP else 0.08))
        later = worth - price + min(price, players) if wanted else worth
        left = gains.values()
        return RowChoice(move, worth, price, later - gone * (max(left) - min(left)))

    def _capacity(self, state: SchwarmState, seat: int, capacity: int) -> float:
        hand = hand_of(state, seat).filled(max(0, state.quota + 1 - len(state.cards[seat])))
        if capacity == BRILLIANT:
            return BRIGHTER * hand.crew
        if capacity == PROTECTION:
            return PROTECTED
        before = self._outlook(seat, hand)
        if capacity == GOLDEN_TILE and state.golden_left:
            hand = replace(hand, tiles=hand.tiles + 1)
        elif capacity == FAST:
            hand = replace(hand, find=hand.find * FASTER)
        return self._outlook(seat, hand) - before


def early(state: SchwarmState, number: int) -> float:
    """Return the worth of a turn-order card by its number, compared with the middle one."""
    return EARLY * ((len(state.points) - 1) / 2 + 1 - number)


def _known(state: SchwarmState, seat: int, cards: list[int]) -> tuple[object, ...]:
    """Return the facts by which a hand in a row is evaluated, if taking cards changes them."""
    most = max(points for other, points in enumerate(state.points) if other != seat)
    tiles = sum(state.tiles[seat])
    return seat, tuple(sorted(cards)), tiles, state.capacities[seat], state.board.damage(most)


def _card(state: SchwarmState, valued: dict[int, float], move: Move) -> RowChoice:
    price = move.number
    card = state.row[price]
    rivals = len(state.points) - 1
    copies = state.row.count(card)
    worth = valued[card]
    cheaper = min(price, BROWSED * rivals)
    risk = min(1.0, rivals * (0.3 if price <= CHEAP else 0.1))
    gone = risk if copies == 1 or _is_dear(state, move) else risk / copies
    later = (1 - gone) * (worth - price + cheaper)
    return RowChoice(move, worth, price, later)
