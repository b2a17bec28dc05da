"""Inferences of a seat about cards that it saw move.

A seat follows each card that it puts into a pile: up the pile, onto another pile, into the hand
that draws it. If a card leaves such a hand unseen, it may have been that card or another; later
discards and draws narrow the possibilities.

A *fact* is one card at one *place*, as one number: the place, then the colour. A *world* is a
sorted tuple of facts; all other cards are unknown. The *worlds* of a seat are all possibilities;
no worlds at all mean that nothing is in doubt. A world that has all facts of another, and more, is
redundant and left out.

Acts are logged as they happen, and evaluated only when a seat looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rules.submarine.board import CARDS_PER_COLOUR, NONE, SETUPS

World = tuple[int, ...]
Worlds = tuple[World, ...]

NO_DOUBT: Final[Worlds] = ()
MOST_WORLDS: Final = 40
"""The most worlds; beyond it a seat forgets a card, and so knows less, but nothing false."""

_COLOURS: Final = 8
_PILE: Final = 64
"""A number above the size of any pile."""


def hand_of(seat: int) -> int:
    """Return the place of a hand."""
    return seat


def pile_card(seat: int, index: int) -> int:
    """Return the place of one card of a pile, counted from the bottom."""
    return _PILE * (seat + 1) + index


def pile_place(place: int) -> tuple[int, int] | None:
    """Return the seat and the index of a card of a pile; None if the place is a hand."""
    return None if place < _PILE else (place // _PILE - 1, place % _PILE)


def fact(place: int, colour: int) -> int:
    """Return the fact of a card of this colour at this place."""
    return place * _COLOURS + colour


def place_of(told: int) -> int:
    """Return the place of the card of a fact."""
    return told // _COLOURS


def colour_of(told: int) -> int:
    """Return the colour of the card of a fact."""
    return told % _COLOURS


def moved(worlds: Worlds, where: Callable[[int], int]) -> Worlds:
    """Return the worlds after all cards of some places have moved as `where` maps them."""
    return tuple(
        tuple(sorted(fact(where(place_of(told)), colour_of(told)) for told in world))
        for world in worlds
    )


def left_unseen(worlds: Worlds, hand: int, size: int, to: int) -> set[World]:
    """Return the worlds after an unseen card left a hand of `size` for a place: any may have."""
    after: set[World] = set()
    for world in worlds:
        held = [told for told in world if place_of(told) == hand]
        if len(held) < size:
            after.add(world)
        for told in set(held):
            after.add(_replaced(world, told, fact(to, colour_of(told))))
    return after


def left_seen(worlds: Worlds, hand: int, untold: int, colour: int) -> set[World]:
    """Return the worlds after a card of a hand was shown; sure facts miss `untold` cards of it.

    In a world with a card of that colour in the hand, the card shown was that one: any other
    assumption leaves no more possibilities.
    """
    after: set[World] = set()
    for world in worlds:
        if fact(hand, colour) in world:
            after.add(_replaced(world, fact(hand, colour)))
        elif sum(place_of(told) == hand for told in world) < untold:
            after.add(world)
    return after


def drawn(worlds: Worlds, place: int, colour: int) -> set[World]:
    """Return the worlds after the seat itself drew the card of a place and saw its colour."""
    after: set[World] = set()
    for world in worlds:
        there = [told for told in world if place_of(told) == place]
        if not there:
            after.add(world)
        elif there == [fact(place, colour)]:
            after.add(_replaced(world, there[0]))
    return after


def _replaced(world: World, told: int, *instead: int) -> World:
    at = world.index(told)
    return tuple(sorted((*world[:at], *world[at + 1 :], *instead)))


def fits(world: World, unseen: Sequence[int]) -> bool:
    """Check that the unseen cards of each colour suffice for the facts of a world."""
    left = list(unseen)
    for told in world:
        left[colour_of(told)] -= 1
    return min(left) >= 0


def certain(worlds: Iterable[World]) -> list[int]:
    """Return the facts common to all worlds."""
    first, *others = worlds
    common = list(first)
    for other in others:
        rest = list(other)
        kept: list[int] = []
        for told in common:
            if told in rest:
                rest.remove(told)
                kept.append(told)
        common = kept
    return common


def without(worlds: Iterable[World], facts: Iterable[int]) -> set[World]:
    """Return the worlds without some facts that all share."""
    after = set(worlds)
    for told in facts:
        after = {_replaced(world, told) for world in after}
    return after


def settled(worlds: Iterable[World]) -> Worlds:
    """Return sorted worlds without redundant ones; beyond the limit fewer, weaker but true."""
    kept: list[World] = []
    shorter = 0
    for world in sorted(set(worlds), key=lambda world: (len(world), world)):
        if kept and len(world) > len(kept[-1]):
            shorter = len(kept)
        if not any(_says_all_of(world, kept[other]) for other in range(shorter)):
            kept.append(world)
    if len(kept) > MOST_WORLDS:
        return settled({world[:-1] for world in kept})
    return NO_DOUBT if kept == [()] else tuple(sorted(kept))


def _says_all_of(world: World, other: World) -> bool:
    """Check whether a world includes every fact of another."""
    rest = list(world)
    for told in other:
        if told not in rest:
            return False
        rest.remove(told)
    return True


class ActKind(IntEnum):
    """The kind of a card's move."""

    DRAW = 0
    """From the top of a pile to its owner's hand, seen by the owner."""
    DISCARD = 1
    """From a hand out of the game, seen by all."""
    GIVE = 2
    """From a hand onto another's pile, seen by the giver."""
    PAY = 3
    """From the top of a pile onto another's, seen by nobody."""
    SWAP = 4
    """From a hand under its owner's pile, seen by the owner."""


_BITS: Final = 3
_MASK: Final = 7


def act(kind: ActKind, seat: int, to: int, colour: int = 0) -> int:
    """Return a card's move as one number."""
    return ((kind << _BITS | seat) << _BITS | to) << _BITS | colour


@dataclass(slots=True)
class Knowledge:
    """The knowledge of `looker` after the first `at` acts of a table; immutable once in use."""

    looker: int
    at: int
    hands: list[int]
    """The number of cards in each hand."""
    piles: list[int]
    """The number of cards in each pile."""
    unseen: list[int]
    """Per colour: the cards neither in the looker's hand nor discarded."""
    sure: World = ()
    """Facts known for certain about cards in piles and in others' hands."""
    worlds: Worlds = NO_DOUBT
    """The worlds that the sure facts leave open."""

    def after(self, acts: Sequence[int]) -> Knowledge:
        """Return the knowledge after all these acts, as far as the seat sees them."""
        if self.at == len(acts):
            return self
        new = Knowledge(
            self.looker, self.at, self.hands[:], self.piles[:], self.unseen[:],
            self.sure, self.worlds,
        )  # fmt: skip
        while new.at < len(acts):
            new._see(acts[new.at])
            new.at += 1
        return new

    def left_unseen(self) -> list[int]:
        """Return, by colour, the number of cards whose place the seat does not know."""
        left = self.unseen[:]
        for told in self.sure:
            left[colour_of(told)] -= 1
        return left

    def _see(self, code: int) -> None:
        colour, to = code & _MASK, code >> _BITS & _MASK
        seat, kind = code >> 2 * _BITS & _MASK, code >> 3 * _BITS
        if kind == ActKind.DRAW:
            self._draw(seat, colour)
        elif kind == ActKind.DISCARD:
            self._discard(seat, colour)
        elif kind == ActKind.PAY:
            self._go(pile_card(seat, self.piles[seat] - 1), pile_card(to, self.piles[to]))
            self.piles[seat] -= 1
            self.piles[to] += 1
        else:
            if kind == ActKind.SWAP:
                self._lift(seat)
            index = self.piles[to] if kind == ActKind.GIVE else 0
            self._put(seat, colour, pile_card(to, index))
            self.hands[seat] -= 1
            self.piles[to] += 1

    def _draw(self, seat: int, colour: int) -> None:
        self.piles[seat] -= 1
        self.hands[seat] += 1
        place = pile_card(seat, self.piles[seat])
        if seat != self.looker:
            self._go(place, hand_of(seat))
            return
        self.unseen[colour] -= 1
        if fact(place, colour) in self.sure:
            self._forget(fact(place, colour))
        elif self.worlds:
            self._settle(drawn(self.worlds, place, colour))

    def _discard(self, seat: int, colour: int) -> None:
        """Discard a card; the looker's own was no unseen card."""
        if seat != self.looker:
            self.unseen[colour] -= 1
            told = fact(hand_of(seat), colour)
            if told in self.sure:
                self._forget(told)
            elif self.worlds:
                untold = self.hands[seat] - len(self._held(seat))
                self._settle(left_seen(self.worlds, hand_of(seat), untold, colour))
        self.hands[seat] -= 1

    def _put(self, seat: int, colour: int, place: int) -> None:
        """Follow a hand card into a pile; from another player's hand it may have been any card."""
        if seat == self.looker:
            self.unseen[colour] += 1
            self.sure = (*self.sure, fact(place, colour))
            return
        held = self._held(seat)
        if not (held or self.worlds):
            return
        for told in held:
            self._forget(told)
        before = tuple(tuple(sorted((*world, *held))) for world in self.worlds or ((),))
        self._settle(left_unseen(before, hand_of(seat), self.hands[seat], place))

    def _held(self, seat: int) -> list[int]:
        """Return the sure facts about another player's hand."""
        return [told for told in self.sure if place_of(told) == hand_of(seat)]

    def _forget(self, told: int) -> None:
        at = self.sure.index(told)
        self.sure = (*self.sure[:at], *self.sure[at + 1 :])

    def _go(self, start: int, end: int) -> None:
        """Move the card of one place to another."""
        self._move(lambda place: end if place == start else place)

    def _lift(self, seat: int) -> None:
        """Move the facts about a pile up by one card."""
        bottom, top = pile_card(seat, 0), pile_card(seat, self.piles[seat])
        self._move(lambda place: place + (bottom <= place < top))

    def _move(self, where: Callable[[int], int]) -> None:
        if self.sure:
            (self.sure,) = moved((self.sure,), where)
        if self.worlds:
            self._settle(set(moved(self.worlds, where)))

    def _settle(self, left: set[World]) -> None:
        """Keep the worlds that fit the unseen cards; the facts common to all become sure."""
        unseen = self.left_unseen()
        own = settled(world for world in left if fits(world, unseen))
        sure = certain(own) if own else []
        if sure:
            self.sure = (*self.sure, *sure)
            own = settled(without(own, sure))
        self.worlds = own


def at_first(
    looker: int, hands: Sequence[Sequence[int]], piles: Sequence[Sequence[int]], out: Sequence[int]
) -> Knowledge:
    """Return the knowledge of a seat that has seen only its own hand and the discards."""
    dealt = CARDS_PER_COLOUR - SETUPS[len(hands)].set_aside
    unseen = [dealt - count for count in out]
    for colour in hands[looker]:
        if colour != NONE:
            unseen[colour] -= 1
    return Knowledge(
        looker, 0, [len(hand) for hand in hands], [len(pile) for pile in piles], unseen
    )
