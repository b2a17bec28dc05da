"""The end of a game: the count of a state, as a result."""

from __future__ import annotations

from typing import Final

from rules.contract import Result
from rules.himalaya.count import Count, Tribes, count
from rules.himalaya.phases import OVER
from rules.himalaya.state import HimalayaState

_ONCE: Final = {"first": "first_economy", "chain": "chain", "last": "economy"}
"""What older records have for such an end, whatever decided; by the first word of ours."""


def count_of(state: HimalayaState) -> Count:
    """The count if the game ended now."""
    yaks = [state.yaks(seat) for seat in range(len(state.caravans))]
    return count(Tribes(state.board, state.stupas, state.delegations, yaks, state.first))


def result(state: HimalayaState) -> Result | None:
    """Who won and by which figures, once it is over."""
    if state.phase != OVER:
        return None
    counted = count_of(state)
    figures = {"religion": counted.religion, "politics": counted.politics}
    if counted.recounted:
        figures["politics_recounted"] = counted.recounted
    figures["economy"] = counted.economy
    kind, _, _ = counted.decided.partition("_")
    return Result(counted.ranking, counted.decided, figures, once=(_ONCE[kind],))
