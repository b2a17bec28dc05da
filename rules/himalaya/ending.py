"""The end of a game: the count of a state, as a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.game import Result
from rules.himalaya.count import Count, Tribes, count
from rules.himalaya.phases import OVER

if TYPE_CHECKING:
    from rules.himalaya.state import HimalayaState


def count_of(state: HimalayaState) -> Count:
    """The count if the game ended now."""
    yaks = [state.yaks(seat) for seat in range(len(state.caravans))]
    return count(Tribes(state.board, state.stupas, state.delegations, yaks, state.first))


def result(state: HimalayaState) -> Result | None:
    """Who won and by which figures, once it is over."""
    if state.phase != OVER:
        return None
    counted = count_of(state)
    figures = {
        "religion": counted.religion,
        "politics": counted.politics,
        "economy": counted.economy,
    }
    return Result(counted.ranking, counted.steps[-1].name, figures)
