"""The medium bot of *Submarine*.

From its view alone it estimates the worth of a position, in types: those it holds, those within
reach of its bathyscaphes, the purchasing power of its cards and jokers, and the gains of enemies.
For every stop it plans the best turn, action by action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nim_tui.bots.bot import best_of
from nim_tui.games.submarine import reasons
from nim_tui.games.submarine.estimate import Estimate
from nim_tui.games.submarine.plan import PlannedAction, finishing, glanced, planned, stopped
from nim_tui.games.submarine.position import (
    ESTIMATES,
    WON,
    PlannedPosition,
    Weights,
    placed,
    position_of,
    without,
)
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame
from rules.submarine.board import RIGHT
from rules.submarine.moves import ACT, BOAT, DONE, PLACE, Kind
from rules.submarine.moves import Move as SubmarineMove

Planning = Callable[[Estimate, PlannedPosition], list[PlannedAction]]
"""A function that returns the rest of a turn, action by action."""


class MediumBot:
    """A bot that plans its turn action by action, and estimates the rest."""

    def __init__(self, weights: Weights = ESTIMATES, plan: Planning = planned) -> None:
        """`plan` returns the rest of a turn."""
        self._weights = weights
        self._plan = plan

    @property
    def instead(self) -> MediumBot:
        """The bot that answers if this one is late: it considers one action, not a turn."""
        return MediumBot(self._weights, glanced)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return the best legal move by the bot's estimate, and why."""
        moves: list[SubmarineMove] = list(legal)
        estimate = Estimate(view, view.mover, self._weights)
        position = position_of(view, view.mover)
        if view.phase == ACT:
            return _act(estimate, position, moves, self._plan)
        if view.phase == BOAT:
            return _sail(estimate, position, moves, self._plan)
        if view.phase == PLACE:
            return _place(estimate, position, moves, chance)
        return _part_with(estimate, position, moves, chance)


def _best(
    estimate: Estimate, after: list[tuple[SubmarineMove, PlannedPosition]], chance: Chance
) -> SubmarineMove:
    return best_of([(estimate.worth(position), move) for move, position in after], chance)


def _place(
    estimate: Estimate, position: PlannedPosition, moves: list[SubmarineMove], chance: Chance
) -> Advice:
    after = [(move, placed(position, move.column)) for move in moves]
    move = _best(estimate, after, chance)
    return reasons.why_place(position, move)


def _sail(
    estimate: Estimate, position: PlannedPosition, moves: list[SubmarineMove], foreseen: Planning
) -> Advice:
    """Return the stop whose best turn leaves the best position."""
    best, most = reasons.why_stop(moves[-1], [], forced=len(moves) == 1), -WON
    for move in reversed(moves):
        there = stopped(estimate, position, move.column)
        if finishing(estimate, there) is not None:
            return reasons.why_finish(move, move.column)
        plan = foreseen(estimate, there)
        worth = plan[-1].worth if plan else estimate.worth(there)
        if worth > most:
            best = reasons.why_stop(move, plan, forced=len(moves) == 1)
            most = worth
    return best


def _act(
    estimate: Estimate, position: PlannedPosition, moves: list[SubmarineMove], foreseen: Planning
) -> Advice:
    """Return the first action of the best turn, or of the one that ends and wins the game."""
    if len(moves) == 1:
        return reasons.why_done(forced=True)
    last = finishing(estimate, position)
    if last is not None:
        return reasons.why_take(estimate, position, last, finishing=True)
    plan = foreseen(estimate, position)
    if not plan:
        return reasons.why_done(forced=False)
    move = plan[0].move
    if move.kind == Kind.DIVE:
        return reasons.why_dive(position, move)
    return reasons.why_take(estimate, position, move)


def why(estimate: Estimate, position: PlannedPosition, move: SubmarineMove) -> Advice:
    """Return the reason for a move that this bot would not make."""
    match move.kind:
        case Kind.PLACE:
            return reasons.why_place(position, move)
        case Kind.BOAT if move.column == RIGHT:
            return reasons.why_leave(move)
        case Kind.BOAT:
            plan = planned(estimate, stopped(estimate, position, move.column))
            return reasons.why_stop(move, plan, forced=False)
        case Kind.DIVE:
            return reasons.why_dive(position, move)
        case Kind.TAKE:
            return reasons.why_take(estimate, position, move)
        case Kind.DONE if position.boat != RIGHT:
            return reasons.why_idle()
    return reasons.why_part_with(position, move)


def _part_with(
    estimate: Estimate, position: PlannedPosition, moves: list[SubmarineMove], chance: Chance
) -> Advice:
    """Return the hand card to give or to exchange, or none if that is allowed."""
    after = [
        (move, position if move == DONE else without(position, move.colour, move.kind))
        for move in moves
    ]
    move = _best(estimate, after, chance)
    return reasons.why_part_with(position, move)


def sensible(view: Any, legal: Sequence[SubmarineMove]) -> Sequence[SubmarineMove]:
    """Return the moves a beginner considers: the actions of a turn before its end, else all."""
    acts = [move for move in legal if move.kind != Kind.DONE]
    return acts if acts and view.phase == ACT else legal
