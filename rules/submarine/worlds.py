"""What a seat can still tell of cards that left a hand unseen: the possible worlds.

A seat follows the cards it has put into piles itself. Once one of a hand's cards goes into a
pile unseen, nobody else can say which; but each card still is in one of few places, and what is
discarded or drawn later tells some of these apart.

A *fact* is one card at one *place*, in one number: the place, then the colour. A *world* is a
sorted tuple of facts, every other card being as unknown as ever. The *worlds* of a seat hold
whatever may be; none at all means that nothing is in doubt. A world that says all that another
says, and more, adds nothing to it and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

World = tuple[int, ...]
Worlds = tuple[World, ...]

NO_DOUBT: Final[Worlds] = ()
MOST_WORLDS: Final = 40
"""With more than this a seat forgets a card: what it then knows is less, but still true."""

_COLOURS: Final = 8
_PILE: Final = 64
"""More than the cards of any pile."""


def hand_of(seat: int) -> int:
    """The place that a hand is."""
    return seat


def pile_card(seat: int, index: int) -> int:
    """The place of one card of a pile, counted from the bottom."""
    return _PILE * (seat + 1) + index


def pile_place(place: int) -> tuple[int, int] | None:
    """The seat and the index of a card of a pile; None if the place is a hand."""
    return None if place < _PILE else (place // _PILE - 1, place % _PILE)


def fact(place: int, colour: int) -> int:
    """A card of this colour is at this place."""
    return place * _COLOURS + colour


def place_of(told: int) -> int:
    """Where the card of a fact is."""
    return told // _COLOURS


def colour_of(told: int) -> int:
    """The colour of the card of a fact."""
    return told % _COLOURS


def moved(worlds: Worlds, where: Callable[[int], int]) -> Worlds:
    """The same worlds after all cards of some places went elsewhere, as `where` tells."""
    return tuple(
        tuple(sorted(fact(where(place_of(told)), colour_of(told)) for told in world))
        for world in worlds
    )


def left_unseen(worlds: Worlds, hand: int, size: int, to: int) -> set[World]:
    """One card of a hand of `size` has gone to a place: in each world any of them may have."""
    after: set[World] = set()
    for world in worlds:
        held = [told for told in world if place_of(told) == hand]
        if len(held) < size:
            after.add(world)
        for told in set(held):
            after.add(_replaced(world, told, fact(to, colour_of(told))))
    return after


def left_seen(worlds: Worlds, hand: int, untold: int, colour: int) -> set[World]:
    """A hand card was laid open; `untold`: how many cards of that hand no fact is certain of.

    Where a world tells of one of that colour it was that one: that leaves no less open than if
    it had been another.
    """
    after: set[World] = set()
    for world in worlds:
        if fact(hand, colour) in world:
            after.add(_replaced(world, fact(hand, colour)))
        elif sum(place_of(told) == hand for told in world) < untold:
            after.add(world)
    return after


def drawn(worlds: Worlds, place: int, colour: int) -> set[World]:
    """The seat itself has drawn the card of a place, and seen its colour."""
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
    """Whether so many unseen cards of each colour are enough for what a world tells."""
    left = list(unseen)
    for told in world:
        left[colour_of(told)] -= 1
    return min(left) >= 0


def certain(worlds: Iterable[World]) -> list[int]:
    """The facts that all worlds tell."""
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
    """The worlds less facts that all of them tell."""
    after = set(worlds)
    for told in facts:
        after = {_replaced(world, told) for world in after}
    return after


def settled(worlds: Iterable[World]) -> Worlds:
    """Worlds in order, less those that add nothing; of too many, what still is true."""
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
    """Whether a world tells every fact of another."""
    rest = list(world)
    for told in other:
        if told not in rest:
            return False
        rest.remove(told)
    return True
