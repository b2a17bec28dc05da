"""The rules of a ladder: who may be challenged, ranks, and how challenges end.

Players are account numbers.
"""

from __future__ import annotations

from typing import Final

from nim_tui.server.contests.contest import Ranking

Places = tuple[int, ...]
"""The accounts on a ladder, from the top."""


def joined(places: Places, who: int) -> Places:
    """Return the ladder with an account at its bottom, if it was not on it."""
    return places if who in places else (*places, who)


def left(places: Places, who: int) -> Places:
    """Return the ladder without an account; all below move up."""
    return tuple(one for one in places if one != who)


def within_reach(places: Places, who: int, reach: int) -> Places:
    """Return the accounts that one may challenge: up to `reach` ranks above."""
    if who not in places:
        return ()
    own = places.index(who)
    return places[max(0, own - reach) : own]


def won(places: Places, challenger: int, challenged: int) -> Places:
    """Return the ladder after a won challenge: the winner takes the rank, others move down.

    Nothing changes if the challenger is already above, or if one of the two has left.
    """
    if challenger not in places or challenged not in places:
        return places
    here, there = places.index(challenger), places.index(challenged)
    if here < there:
        return places
    return (*places[:there], challenger, *places[there:here], *places[here + 1 :])


OPEN, PLAYING = "open", "playing"
"""The states of an open challenge: not accepted yet; being played."""

WON, HELD, DRAWN, PASSED, VOID = "won", "held", "drawn", "passed", "void"
"""The challenger won; lost; drew; the challenge was not accepted; it does not count.

A void one was withdrawn, or its game was closed without a result.
"""

STANDING: Final = (OPEN, PLAYING)
"""The states of an open challenge."""

TAKES_PLACE: Final = (WON, PASSED)
"""The states in which the challenger takes the rank."""


def outcome(ranking: Ranking, challenger: int | None) -> str:
    """Return the state of a played challenge, by the game's ranking and the challenger's seat."""
    if not ranking or challenger is None:
        return VOID
    if len(ranking) == 1:
        return DRAWN
    return WON if challenger in ranking[0] else HELD


def unaccepted(*, is_live: bool, is_blocked: bool) -> str:
    """Return the state of a challenge not accepted by its deadline, or after a block.

    By correspondence the challenger takes the rank. With a live clock, which asks both to be online
    at once, the challenge is void; so is one between people of whom one has blocked the other.
    """
    return VOID if is_live or is_blocked else PASSED
