"""What a seat can tell of the cards that others hold, from the cards it saw move.

A seat follows each card that it puts into a pile itself: up the pile, onto another's, into the
hand that draws it. When a card leaves such a hand unseen it may have been that one or another;
worlds.py keeps what may be. Acts are noted as they happen and looked at only when a seat looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rules.submarine import worlds
from rules.submarine.board import CARDS_PER_COLOUR, NONE, SETUPS
from rules.submarine.worlds import NO_DOUBT, World, Worlds, fact, hand_of, pile_card, place_of


class ActKind(IntEnum):
    """How a card moves."""

    DRAW = 0
    """From the top of a pile to its owner's hand, who sees it."""
    DISCARD = 1
    """From a hand out of the game, seen by all."""
    GIVE = 2
    """From a hand onto another's pile, seen by the giver."""
    PAY = 3
    """From the top of a pile onto another's, seen by nobody."""
    SWAP = 4
    """From a hand under the own pile, seen by its owner."""


_BITS: Final = 3
_MASK: Final = 7


def act(kind: ActKind, seat: int, to: int, colour: int = 0) -> int:
    """One card moved, as one number."""
    return ((kind << _BITS | seat) << _BITS | to) << _BITS | colour


@dataclass(slots=True)
class Knowledge:
    """What `looker` can tell after the first `at` acts of a table. Never changed once in use."""

    looker: int
    at: int
    hands: list[int]
    """How many cards each hand holds."""
    piles: list[int]
    """How many cards each pile holds."""
    unseen: list[int]
    """Of each colour: the cards neither in the own hand nor discarded."""
    sure: World = ()
    """Facts that are certain of cards in piles and in others' hands."""
    worlds: Worlds = NO_DOUBT
    """What may be besides."""

    def after(self, acts: Sequence[int]) -> Knowledge:
        """What can be told once all of these acts have been seen, as far as this seat sees them."""
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
        """Of each colour: the cards that this seat does not know where to find."""
        left = self.unseen[:]
        for told in self.sure:
            left[worlds.colour_of(told)] -= 1
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
            self._settle(worlds.drawn(self.worlds, place, colour))

    def _discard(self, seat: int, colour: int) -> None:
        """The looker's own leaves its hand for the discards: no card is unseen less."""
        if seat != self.looker:
            self.unseen[colour] -= 1
            told = fact(hand_of(seat), colour)
            if told in self.sure:
                self._forget(told)
            elif self.worlds:
                untold = self.hands[seat] - len(self._held(seat))
                self._settle(worlds.left_seen(self.worlds, hand_of(seat), untold, colour))
        self.hands[seat] -= 1

    def _put(self, seat: int, colour: int, place: int) -> None:
        """A hand card goes into a pile; anybody else's may have been any of theirs."""
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
        self._settle(worlds.left_unseen(before, hand_of(seat), self.hands[seat], place))

    def _held(self, seat: int) -> list[int]:
        """The sure facts about another's hand."""
        return [told for told in self.sure if place_of(told) == hand_of(seat)]

    def _forget(self, told: int) -> None:
        at = self.sure.index(told)
        self.sure = (*self.sure[:at], *self.sure[at + 1 :])

    def _go(self, start: int, end: int) -> None:
        """The card of one place went to another."""
        self._move(lambda place: end if place == start else place)

    def _lift(self, seat: int) -> None:
        """All cards of a pile lie one higher."""
        bottom, top = pile_card(seat, 0), pile_card(seat, self.piles[seat])
        self._move(lambda place: place + (bottom <= place < top))

    def _move(self, where: Callable[[int], int]) -> None:
        if self.sure:
            (self.sure,) = worlds.moved((self.sure,), where)
        if self.worlds:
            self._settle(set(worlds.moved(self.worlds, where)))

    def _settle(self, left: set[World]) -> None:
        """Keep the worlds that fit the cards still unseen; what all of them tell is sure."""
        unseen = self.left_unseen()
        own = worlds.settled(world for world in left if worlds.fits(world, unseen))
        sure = worlds.certain(own) if own else []
        if sure:
            self.sure = (*self.sure, *sure)
            own = worlds.settled(worlds.without(own, sure))
        self.worlds = own


def at_first(
    looker: int, hands: Sequence[Sequence[int]], piles: Sequence[Sequence[int]], out: Sequence[int]
) -> Knowledge:
    """What a seat can tell that has seen its own hand and the discards alone."""
    dealt = CARDS_PER_COLOUR - SETUPS[len(hands)].set_aside
    unseen = [dealt - count for count in out]
    for colour in hands[looker]:
        if colour != NONE:
            unseen[colour] -= 1
    return Knowledge(
        looker, 0, [len(hand) for hand in hands], [len(pile) for pile in piles], unseen
    )
