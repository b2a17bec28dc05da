"""Estimates of hidden things in *Submarine*, with the bots' weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from math import exp, log1p
from operator import mul
from typing import Final, NamedTuple

from nim_tui.games.submarine.position import KEPT, PlannedPosition, Weights
from rules.submarine.board import (
    CELLS,
    COLOURS,
    COLUMN_OF,
    DEPTH,
    HAND,
    LEVEL_OF,
    NONE,
    RIGHT,
    TYPE_OF,
    TYPES,
)
from rules.submarine.view import Player, SubmarineView, unseen_cards

Row = tuple[float, ...]
_LONG: Final = 40.0
"""The x from which on log(1 + exp(x)) is x."""


@cache
def reach(boat: int, slowest: int, wait: float, dive: float) -> tuple[Row, ...]:
    """Return reach[start][cell]: the part (0..1) of a worth left when a bathyscaphe must fetch it.

    Its boat is at `boat`; the crossing ends when the one at `slowest` is outside right.
    """
    home = RIGHT - min(boat, slowest)
    ahead = [wait ** (column - boat) if column > boat else 0.0 for column in range(RIGHT)]
    after = [wait ** (home + column) for column in range(RIGHT)]
    rows = []
    for start in CELLS:
        begin, level = COLUMN_OF[start], LEVEL_OF[start]
        row = []
        for cell in CELLS:
            column = COLUMN_OF[cell]
            dives = abs(LEVEL_OF[cell] - level) or int(column != begin)
            turn_back = dives > 0 and column < begin + dives
            crossings = int(begin <= boat) + int(turn_back)
            left = ahead[column] if crossings == 0 else after[column]
            if crossings == 2:
                left *= wait**RIGHT
            row.append(left * dive**dives)
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(KEPT)
def _due(bathyscaphes: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return, per cell, the owners of bathyscaphes at or above it in its column, as indices."""
    due = []
    for cell in CELLS:
        top = cell - cell % DEPTH
        owners: list[int] = []
        for place, counts in enumerate(bathyscaphes):
            owners += [place] * sum(counts[top : cell + 1])
        due.append(tuple(owners))
    return tuple(due)


@lru_cache(KEPT)
def _fares(due: tuple[tuple[int, ...], ...], tribute: float, stand_in: float) -> tuple[Row, ...]:
    """Return, with 0, 1 or 2 jokers, the chance that the tribute of a cell can be paid."""
    return tuple(
        tuple(max(1 - tribute * len(owners), stand_in * jokers) for owners in due)
        for jokers in range(3)
    )


@lru_cache(KEPT)
def _lacking(sea: tuple[tuple[int, ...], ...], board: tuple[int, ...]) -> tuple[int, ...]:
    """Return, per cell, the tokens of types that a board lacks, up to a hand of cards."""
    lacks = (*(token == NONE for token in board), False)
    return tuple(min(sum([lacks[TYPE_OF[token]] for token in cell]), HAND) for cell in sea)


class Summands(NamedTuple):
    """The worth of a position beyond the types held, in types, by source."""

    hopes: tuple[float, ...]
    """Per type: the chance that a missing one is still collected."""
    purse: float
    """Cards and jokers, given the types still missing."""
    jokers: float
    """The extra worth of jokers over cards."""
    income: float
    """Tributes expected from the bathyscaphes' places."""
    haste: float
    """A lead, or being behind, as a column empties."""


class Estimate:
    """The facts that are constant during one decision of a player."""

    def __init__(self, view: SubmarineView, seat: int, weights: Weights) -> None:
        self.view = view
        self.seat = seat
        self.weights = weights
        self.enemies = tuple(other for other in range(len(view.players)) if other != seat)
        self.slowest = min((view.players[other].boat for other in self.enemies), default=RIGHT)
        """The column of the last enemy boat."""
        self.patience = weights.patience ** max(0, view.crossing - weights.crossings)
        """The factor on hopes, and on the worth of cards, this late in the game."""
        self.due = _due(tuple([view.players[other].bathyscaphes for other in self.enemies]))
        """Per cell: the enemies to whom a tribute is due, as indices."""
        self._fares = _fares(self.due, weights.tribute, weights.stand_in)
        """With 0, 1 or 2 jokers: the chance that the tribute of a cell can be paid."""
        self._near: dict[tuple[int, int, tuple[int, ...]], list[float]] = {}
        """Per number of jokers, place of the boat and of bathyscaphes: see `_reached`."""
        self._payable: dict[tuple[object, ...], list[float]] = {}
        """Per hand, pile, jokers and waits: the chances of the colours."""

    def rows(self, boat: int) -> tuple[Row, ...]:
        """Return the reach of the player's bathyscaphes, with their boat at `boat`."""
        return reach(boat, self.slowest, self.weights.wait, self.weights.dive)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """The chance of each colour to be the next card drawn, if that card is unknown."""
        unseen = Counter(unseen_cards(self.view))
        total = unseen.total() or 1
        return tuple(unseen[colour] / total for colour in range(len(COLOURS)))

    @cached_property
    def _sought(self) -> dict[int, tuple[Row, Player]]:
        """Per enemy: their reach, and the public facts about them."""
        slowest = min(player.boat for player in self.view.players)
        sought = {}
        for other in self.enemies:
            player = self.view.players[other]
            rows = reach(player.boat, slowest, self.weights.wait, self.weights.dive)
            own = [rows[cell] for cell in CELLS if player.bathyscaphes[cell]]
            best = tuple(map(max, zip(*own))) if own else (0.5,) * len(CELLS)
            sought[other] = (best, player)
        return sought

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """The number of treasures of each type in the sea."""
        kinds = Counter(TYPE_OF[token] for cell in self.view.sea for token in cell)
        return tuple(kinds[kind] for kind in range(len(TYPES)))

    def wanted(self, token: int, cell: int) -> float:
        """Return the worth to the enemies of a token in a cell, in types."""
        kind = TYPE_OF[token]
        if kind == len(TYPES):
            return self.weights.joker
        worth = 0.0
        for soon, player in self._sought.values():
            worth += soon[cell] if player.board[kind] == NONE else self.weights.joker
        return worth / len(self.enemies) / max(1, self.copies[kind])

    def harm(self, token: int, cell: int, joker: int) -> float:
        """Return the enemies' gain when a token is taken, by this joker or by card."""
        deny = self.weights.deny
        if joker != NONE:
            return deny * (self.wanted(joker, cell) - self.wanted(token, cell))
        return self.costs[cell] - deny * self.wanted(token, cell)

    @cached_property
    def costs(self) -> tuple[float, ...]:
        """Per cell: the worth to the enemies of the tributes due there."""
        gifts = [self.gifts[other] for other in self.enemies]
        return tuple(sum(gifts[place] for place in due) for due in self.due)

    @cached_property
    def income(self) -> Row:
        """Per cell: the worth, in types, of the cards that a bathyscaphe there may bring."""
        drawn = [0.0] * len(CELLS)
        for soon, player in self._sought.values():
            lacking = _lacking(self.view.sea, player.board)
            drawn = [so_far + part * count for so_far, part, count in zip(drawn, soon, lacking)]
        worth = self.weights.income * self._gain(self.seat)
        return tuple(worth * sum(drawn[cell : cell - cell % DEPTH + DEPTH]) for cell in CELLS)

    def budget(self, cards: int, missing: int) -> float:
        """Return the worth of cards and jokers to a player who lacks this many types."""
        weights = self.weights
        lack = (missing + weights.slack - cards) / weights.ease
        loss = log1p(exp(lack)) if lack < _LONG else lack
        return -self.patience * weights.need * weights.ease * loss

    def _gain(self, seat: int) -> float:
        """Return the worth of one more card to a player, in types."""
        player = self.view.players[seat]
        missing = len(TYPES) - player.types
        cards = player.cards + len(player.jokers)
        return self.budget(cards + 1, missing) - self.budget(cards, missing)

    @cached_property
    def gifts(self) -> dict[int, float]:
        """Per enemy: the cost of a card given to them, in types."""
        share = self.weights.gift / len(self.enemies)
        return {other: share * self._gain(other) for other in self.enemies}

    # The worth of a position

    def worth(self, position: PlannedPosition) -> float:
        """Return the worth of a position to the player at the end of their turn, in types."""
        if position.verdict is not None:
            return position.verdict
        missing = position.missing.count(True)
        jokers = len(position.jokers)
        worth = len(TYPES) - missing + self._outlook(position)
        worth += self.budget(len(position.hand) + len(position.pile) + jokers, missing)
        worth += self.weights.joker * jokers - position.harm
        income = self.income
        for cell in position.own:
            worth += income[cell]
        return worth + self._haste(position)

    def summands(self, position: PlannedPosition) -> Summands:
        """Return the worth of an undecided position by source."""
        cards, jokers = len(position.hand) + len(position.pile), len(position.jokers)
        return Summands(
            tuple(1 - missed for missed in self._missed(position)),
            self.budget(cards + jokers, position.missing.count(True)),
            self.weights.joker * jokers,
            sum(self.income[cell] for cell in position.own),
            self._haste(position),
        )

    def _outlook(self, position: PlannedPosition) -> float:
        """Return the expected number of missing types still collected."""
        return len(TYPES) - sum(self._missed(position)) if position.own else 0.0

    def _missed(self, position: PlannedPosition) -> list[float]:
        """Return, per type, the chance that it is not collected from here; 1 for a held one."""
        missed = [1.0] * len(TYPES)
        if not position.own:
            return missed
        near, chances = self._reached(position), self.colour_chances(position)
        for cell, kind, colour in position.wanted:
            missed[kind] *= 1 - near[cell] * chances[colour]
        return missed

    def soonest(self, position: PlannedPosition) -> Sequence[float]:
        """Return, per cell, the part of a worth left until a bathyscaphe can collect there."""
        rows = self.rows(position.boat)
        reached = [rows[cell] for cell in position.own]
        return list(map(max, *reached)) if len(reached) > 1 else reached[0]

    def _reached(self, position: PlannedPosition) -> Sequence[float]:
        """Return, per cell, the part of a worth left until it is reached and its tribute paid."""
        key = min(2, len(position.jokers)), position.boat, position.own
        near = self._near.get(key)
        if near is None:
            near = [*map(mul, self.soonest(position), self.fares(position))]
            self._near[key] = near
        return near

    def fares(self, position: PlannedPosition) -> Row:
        """Return, per cell, the chance that its tribute can be paid."""
        return self._fares[min(2, len(position.jokers))]

    def colour_chances(self, position: PlannedPosition) -> list[float]:
        """Return, per colour, the chance to pay for a token of it once its cell is reached."""
        key = position.hand, position.pile, min(2, len(position.jokers)), position.waits
        chances = self._payable.get(key)
        if chances is None:
            chances = self._payable[key] = self._colour_chances(position)
        return chances

    def _colour_chances(self, position: PlannedPosition) -> list[float]:
        weights = self.weights
        hand, pile = position.hand, position.pile
        drawn = min(HAND - len(hand), len(pile))
        known = pile[len(pile) - drawn :] if drawn > 0 else ()
        unknown = known.count(NONE) + min(weights.draws + position.waits, len(pile) - drawn)
        instead = weights.stand_in * min(2, len(position.jokers))
        hope = weights.hope * self.patience
        chances = []
        for colour, share in enumerate(self.shares):
            if colour in hand or colour in known:
                chances.append(hope)
            else:
                lacking = (1 - share) ** unknown * (1 - instead)
                chances.append(hope * (1 - lacking))
        return chances

    def _haste(self, position: PlannedPosition) -> float:
        """Return the worth of a nearly empty column to the leader, or its cost to another."""
        weights = self.weights
        least = min(position.treasures[1:])
        if least > 3:
            return 0.0
        lead = max(-2.0, min(2.0, position.lead))
        return lead * weights.finish * weights.near ** (least - 1)
