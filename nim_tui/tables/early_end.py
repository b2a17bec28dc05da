"""Games that end otherwise than by their rules: given up, out of time, or by agreement."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from nim_tui.tables.record import Over
from rules.contract import Result
from rules.messages import N_

RESIGNED: Final = "resigned"
OUT_OF_TIME: Final = "out_of_time"
AGREED: Final = "agreed"
ABORTED: Final = "aborted"
"""Reasons of an end that no game's own rules bring about: the last two by agreement of all."""

ONLY_ALONE: Final = N_("only a game of two, or against bots alone, can be resigned")

MOVES_OF_FIRST_ROUND: Final = 2
"""Of every seat, told to all: one to set up, as every game begins, and the one after it."""

_PAIR: Final = 2


def early_end(reason: str, losers: Collection[int], seats: int) -> Result:
    """The result once these seats have lost: the others share the first place, nobody if all have.

    With more than two, others play on in the time they have; to give up is another matter.
    """
    if len(losers) == seats:
        return Result((tuple(range(seats)),), reason)
    others = tuple(seat for seat in range(seats) if seat not in losers)
    return Result((others, tuple(losers)), reason)


def may_resign(seat: int, persons: Collection[int], seats: int) -> bool:
    """Whether a seat may give the game up: nobody but the other one, or bots, would play on."""
    return seats == _PAIR or {seat} == {*persons}


def agreed_end(seats: int, *, is_first_round: bool) -> Result:
    """The result once all agree to end the game; in the first round nobody is ranked at all."""
    return Result((), ABORTED) if is_first_round else Result((tuple(range(seats)),), AGREED)


def told_early_end(
    over: Over, seats: int, persons: Collection[int], *, is_first_round: bool
) -> Result | None:
    """The result that a line of a record tells, if it is an end of this kind."""
    ends = [agreed_end(seats, is_first_round=is_first_round)]
    resigning = [seat for seat in range(seats) if may_resign(seat, persons, seats)]
    ends += [early_end(RESIGNED, (loser,), seats) for loser in resigning]
    if seats == _PAIR:
        ends += [early_end(OUT_OF_TIME, losers, seats) for losers in ((0,), (1,), (0, 1))]
    told = (end for end in ends if (end.ranking, end.reason) == (over.ranking, over.reason))
    return next(told, None)
