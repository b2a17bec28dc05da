"""Games that end otherwise than by their rules: given up by one of two, or out of time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from nim_tui.record import Over
from rules.game import IllegalMove, Result
from rules.text import N_

RESIGNED: Final = "resigned"
OUT_OF_TIME: Final = "out_of_time"
"""Reasons of an end that no game's own rules bring about."""

_PAIR: Final = 2


def early_end(reason: str, losers: Collection[int], seats: int) -> Result:
    """The result once these seats have lost; nobody is ahead if both have.

    Raises IllegalMove unless two play: with more, the others play on.
    """
    if seats != _PAIR:
        raise IllegalMove(N_("only one of two can give a game up"))
    if len(losers) == _PAIR:
        return Result(((0, 1),), reason)
    (loser,) = losers
    return Result(((1 - loser,), (loser,)), reason)


def told_early_end(over: Over, seats: int) -> Result | None:
    """The result that a line of a record tells, if it is an end of this kind."""
    losing = {RESIGNED: ((0,), (1,)), OUT_OF_TIME: ((0,), (1,), (0, 1))}.get(over.reason, ())
    for losers in losing if seats == _PAIR else ():
        result = early_end(over.reason, losers, seats)
        if result.ranking == over.ranking:
            return result
    return None
