"""A position of *Submarine* as one seat plans ahead, with the bot's weights.

The unit is types: 1 is a treasure of a missing type on the player's board. The weights were tuned
by play between bots that differed in one of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rules.submarine.board import (
    CELLS,
    CELLS_OF,
    COLOUR_OF,
    COLUMN_OF,
    COLUMNS,
    LEVEL_OF,
    NONE,
    TREASURES,
    TYPE_OF,
    TYPES,
    cell_at,
)
from rules.submarine.moves import Kind
from rules.submarine.view import SubmarineView

Standing = tuple[int, int, int]
"""Types, jokers and cards of a player, as the end compares them."""

KEPT: Final = 256
"""Seas whose facts are kept: most positions tried differ in little."""
WON: Final = 1000.0
SHARED: Final = -10.0


@dataclass(slots=True)
class PlannedPosition:
    """The player's possessions, and the sea; not changed once it was evaluated."""

    sea: tuple[tuple[int, ...], ...]
    own: tuple[int, ...]
    """The cells of the player's bathyscaphes, sorted."""
    boat: int
    hand: tuple[int, ...]
    pile: tuple[int, ...]
    """From the bottom: a colour, or NONE if the player does not know it."""
    jokers: tuple[int, ...]
    missing: tuple[bool, ...]
    """Per type: whether the player still needs it."""
    ready: tuple[int, ...]
    """Per level: the player's bathyscaphes below the boat that may still act."""
    collecting: tuple[int, ...]
    laid: tuple[int, ...]
    standings: tuple[Standing, ...]
    """The types, jokers and cards of the enemies, in the order of their seats."""
    wanted: tuple[tuple[int, int, int], ...]
    """The cell, type and colour of each treasure of a type still missing."""
    treasures: tuple[int, ...]
    """The number of treasures in each column; entry 0 is unused."""
    harm: float = 0.0
    """The gain of the enemies by the player's actions so far, in types."""
    waits: int = 0
    """Exchanges the player may make before the next crossing begins."""
    verdict: float | None = None
    """The worth of the end; None before the game is over."""

    @property
    def standing(self) -> Standing:
        """The player's types, jokers and cards."""
        types = len(TYPES) - self.missing.count(True)
        return types, len(self.jokers), len(self.hand) + len(self.pile)

    @property
    def lead(self) -> float:
        """The lead over the best enemy in types; a joker is a fraction of one."""
        types, jokers, _ = self.standing
        most, best, _ = max(self.standings)
        return types - most + max(-0.5, min(0.5, 0.25 * (jokers - best)))


@lru_cache(KEPT)
def wanted_in(
    sea: tuple[tuple[int, ...], ...], missing: tuple[bool, ...]
) -> tuple[tuple[int, int, int], ...]:
    """Return cell, type and colour of each treasure of a type still missing."""
    return tuple(
        (cell, TYPE_OF[token], COLOUR_OF[token])
        for cell in CELLS
        for token in sea[cell]
        if token in TREASURES and missing[TYPE_OF[token]]
    )


@lru_cache(KEPT)
def _treasures(sea: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the number of treasures in each column, after an unused entry."""
    return (
        0,
        *(
            sum([token in TREASURES for cell in CELLS_OF[c] for token in sea[cell]])
            for c in COLUMNS
        ),
    )


def position_of(view: SubmarineView, seat: int) -> PlannedPosition:
    """Return the position as the player sees it; a token being paid for is already theirs."""
    player = view.players[seat]
    taken = NONE if view.taking == NONE else TYPE_OF[view.taking]
    missing = tuple(
        treasure == NONE and kind != taken for kind, treasure in enumerate(player.board)
    )
    return PlannedPosition(
        sea=view.sea,
        own=tuple(cell for cell in CELLS for _ in range(player.bathyscaphes[cell])),
        boat=player.boat,
        hand=player.hand,
        pile=player.pile,
        jokers=player.jokers,
        missing=missing,
        ready=view.ready,
        collecting=view.collecting,
        laid=view.laid,
        standings=tuple(
            (other.types, len(other.jokers), other.cards)
            for place, other in enumerate(view.players)
            if place != seat
        ),
        wanted=wanted_in(view.sea, missing),
        treasures=_treasures(view.sea),
    )


def copied(position: PlannedPosition) -> PlannedPosition:
    """Return a copy to be changed; `replace` takes three times as long."""
    return PlannedPosition(
        position.sea, position.own, position.boat, position.hand, position.pile,
        position.jokers, position.missing, position.ready, position.collecting, position.laid,
        position.standings, position.wanted, position.treasures, position.harm, position.waits,
        position.verdict,
    )  # fmt: skip


def dived(position: PlannedPosition, start: int, end: int) -> PlannedPosition:
    """Return the position after a bathyscaphe goes from a cell below the boat to another."""
    own = list(position.own)
    own.remove(start)
    own.append(end)
    level = start % len(position.ready)
    ready = list(position.ready)
    ready[level] -= 1
    after = copied(position)
    after.own, after.ready = tuple(sorted(own)), tuple(ready)
    return after


def took(
    position: PlannedPosition,
    token: int,
    cell: int,
    joker: int,
    *,
    due: tuple[int, ...],
    harm: float,
) -> PlannedPosition:
    """Return the position after a token is taken: by a joker, or by card with tribute to `due`."""
    after = _collecting(position, LEVEL_OF[cell])
    after.harm += harm
    jokers, kind, column = list(position.jokers), TYPE_OF[token], COLUMN_OF[cell]
    left = [other for other in position.sea[cell] if other != token]
    treasures = list(position.treasures)
    treasures[column] -= token in TREASURES
    if joker == NONE:
        colour = COLOUR_OF[token]
        after.hand, after.pile = _spent(list(position.hand), position.pile, colour, len(due))
        after.standings = _paid(position.standings, due)
    else:
        jokers.remove(joker)
        left.append(joker)
        treasures[column] += joker in TREASURES
        after.laid = (*position.laid, joker)
    after.sea = (*position.sea[:cell], tuple(sorted(left)), *position.sea[cell + 1 :])
    after.treasures = tuple(treasures)
    if token in TREASURES and position.missing[kind]:
        after.missing = (*position.missing[:kind], False, *position.missing[kind + 1 :])
        after.wanted = tuple([each for each in position.wanted if each[1] != kind])
    else:
        jokers.append(token)
    after.jokers = tuple(sorted(jokers))
    after.verdict = _verdict(after, column)
    return after


def _collecting(position: PlannedPosition, level: int) -> PlannedPosition:
    """Return a copy in which the bathyscaphe at a level has begun to collect."""
    if level in position.collecting:
        return copied(position)
    ready = list(position.ready)
    ready[level - 1] -= 1
    return replace(position, ready=tuple(ready), collecting=(*position.collecting, level))


def _spent(
    hand: list[int], pile: tuple[int, ...], colour: int, due: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return hand and pile after a card of a colour is discarded and `due` tributes are paid."""
    hand.remove(colour)
    from_pile = min(due, len(pile))
    for _ in range(due - from_pile):
        hand.remove(max(hand, key=hand.count))
    return tuple(hand), pile[: len(pile) - from_pile]


def _paid(standings: tuple[Standing, ...], due: tuple[int, ...]) -> tuple[Standing, ...]:
    if not due:
        return standings
    return tuple(
        (types, jokers, cards + due.count(place))
        for place, (types, jokers, cards) in enumerate(standings)
    )


def _verdict(position: PlannedPosition, column: int) -> float | None:
    """Return the worth of the end, if a token taken in the column caused it; else None."""
    own = position.standing
    is_over = own[0] == len(TYPES) or not position.treasures[column]
    if not is_over and (own[2] or any(cards for _, _, cards in position.standings)):
        return None
    best = max(position.standings)
    if own == best:
        return SHARED
    return WON if own > best else -WON


def placed(position: PlannedPosition, column: int) -> PlannedPosition:
    """Return the position with one more bathyscaphe on level 1."""
    return replace(position, own=tuple(sorted((*position.own, cell_at(column, 1)))))


def without(position: PlannedPosition, colour: int, kind: Kind) -> PlannedPosition:
    """Return the position after a hand card is given away, or exchanged for another."""
    hand = list(position.hand)
    hand.remove(colour)
    pile = (colour, *position.pile) if kind == Kind.SWAP else position.pile
    return replace(position, hand=tuple(hand), pile=pile)


@dataclass(frozen=True, slots=True)
class Weights:
    """The probabilities, factors (0..1), and worths in types of a bot."""

    wait: float = 0.82
    """The factor on a worth for each column the boat must still go."""
    dive: float = 0.4
    """The factor on a worth for each move of a bathyscaphe before it."""
    hope: float = 0.4
    """The chance that something in reach is collected, with the right card in hand."""
    draws: float = 1.2
    """The expected number of cards drawn before a cell is reached."""
    stand_in: float = 0.35
    """The chance that a joker makes up for a colour missing in hand, or for tributes."""
    tribute: float = 0.2
    """The loss of chance to collect a token for each tribute due."""
    need: float = 0.6
    """The worth of a card to a player with far fewer cards than types to find."""
    slack: float = 1.5
    """Cards and jokers beyond the missing types at which a card is worth half of `need`."""
    ease: float = 1.5
    """The range of cards around `slack` over which a card's worth changes."""
    joker: float = 0.15
    """The worth of a joker beyond that of a card."""
    gift: float = 0.4
    """The cost of a card to an enemy per type it is worth to them; shared among enemies."""
    income: float = 0.05
    """The chance that an enemy collects what they want below one of the player's bathyscaphes."""
    deny: float = 0.15
    """The weight of a token kept from an enemy, or put in their reach, per type to them."""
    finish: float = 0.25
    """The worth of a lead of one type when a column has only one treasure left."""
    near: float = 0.5
    """The factor on `finish` for each further treasure in that column."""
    crossings: int = 5
    """The number of crossings for which waiting costs nothing."""
    patience: float = 0.8
    """The factor on hopes and on the worth of cards for each further crossing."""


ESTIMATES: Final = Weights()
