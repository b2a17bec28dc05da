"""The rules of a ladder.

A person is a number here: that of an account.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Places = tuple[int, ...]
"""Everybody on a ladder, from the top."""


def joined(places: Places, who: int) -> Places:
    """Somebody comes in at the bottom; who is there already stays where they are."""
    return places if who in places else (*places, who)


def left(places: Places, who: int) -> Places:
    """Somebody goes; all below them move up."""
    return tuple(one for one in places if one != who)


def place_of(places: Sequence[int], who: int) -> int | None:
    """The place of somebody, from 1; None: they are not there."""
    return places.index(who) + 1 if who in places else None


def within_reach(places: Places, who: int, reach: int) -> Places:
    """Whom somebody may challenge: those on the `reach` places above them."""
    if who not in places:
        return ()
    own = places.index(who)
    return places[max(0, own - reach) : own]


def won(places: Places, challenger: int, challenged: int) -> Places:
    """The challenger takes the place of the challenged: these, and all between, go one down.

    Nothing changes where they have come to stand above already, or where one of them has left.
    """
    if challenger not in places or challenged not in places:
        return places
    here, there = places.index(challenger), places.index(challenged)
    if here < there:
        return places
    return (*places[:there], challenger, *places[there:here], *places[here + 1 :])


OPEN, PLAYING = "open", "playing"
"""It waits to be accepted; its game is played."""

WON, HELD, DRAWN, PASSED, VOID = "won", "held", "drawn", "passed", "void"
"""The challenger won; lost; neither did; was not answered in time, or turned down; it counts for
nothing, as it was taken back or its game was closed without a result."""

STANDING: Final = (OPEN, PLAYING)
"""It is not settled yet."""

TAKES_PLACE: Final = (WON, PASSED)
"""The challenger takes the place."""


def outcome(ranking: Sequence[Sequence[int]] | None, challenger: int | None) -> str:
    """How a challenge ended, by the ranking of its game and the seat of the challenger."""
    if not ranking or challenger is None:
        return VOID
    if len(ranking) == 1:
        return DRAWN
    return WON if challenger in ranking[0] else HELD
