"""The bot for Bataille sous les mers where there is no time to count placements.

It sails where it has not searched yet, and near to where an answer said that something lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bataille.camp import lay_camp
from nim_tui.bots.bataille.estimate import steps_home
from nim_tui.bots.bataille.weights import MEDIUM, Weights
from nim_tui.bots.bot import Advice, best_of
from rules.bataille.board import CELLS, COLUMN_OF_CELLS, NEAR, PORT
from rules.bataille.events import HIT, MISS
from rules.bataille.moves import CHARGE, MOVE, SETUP, THE_MOVED, Kind
from rules.bataille.moves import Move as BatailleMove
from rules.bataille.view import BatailleView
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import N_

_OPEN: Final = 1.0
"""What a cell is worth that nothing is known of."""
_NEARBY: Final = 2.0
"""How much more, for each answer that something is near."""
_UNTESTED: Final = 0.5
"""What it costs that a mine may lie there."""
_HOME: Final = 1.5
"""What it is worth to fetch charges, where a ship has none."""
_STEP: Final = 0.2
"""How much less, for each step that is left to the port."""


class GlancingBot:
    """Knows what it was answered, and reckons with nothing else."""

    def __init__(self, weights: Weights = MEDIUM) -> None:
        """Camps are laid by the weights."""
        self._weights = weights

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """What comes to mind at once, and why."""
        moves: list[BatailleMove] = list(legal)
        if view.phase == SETUP:
            return lay_camp(view, moves, chance, self._weights)
        if view.phase == MOVE:
            promises = _promises(view)
            move = best_of([(_turn(view, promises, move), move) for move in moves], chance)
            return Advice(move, N_("there is more to search there"))
        if view.phase == CHARGE:
            promises = _promises(view)
            move = best_of([(_charge(view, promises, move), move) for move in moves], chance)
            return Advice(move, N_("a charge goes where something may still lie"))
        return _fire(view, moves, chance)


def _fire(view: BatailleView, moves: list[BatailleMove], chance: Chance) -> Advice:
    """Any torpedo, along a lane that shows nothing new if there is one."""
    fires = [move for move in moves if move.kind == Kind.FIRE]
    if not fires:
        return Advice(chance.pick(moves), N_("nothing else is possible"))
    shown = {lane for _turn, lane, _lost in view.fleets[view.mover].torpedoes}
    known = [move for move in fires if move.lane in shown]
    return Advice(
        chance.pick(known or fires), N_("a torpedo may hit, and costs nothing but its trace")
    )


def _promises(view: BatailleView) -> dict[int, float]:
    """What a charge in each cell promises, by the answers to those that were dropped."""
    near, found = NEAR[view.blast], dict.fromkeys(CELLS, _OPEN)
    answers = view.fleets[view.mover].answers
    for cell, answer in answers:
        if answer not in (HIT, MISS):
            for other in near[cell]:
                found[other] += _NEARBY
    for cell, answer in answers:
        empty = (cell, *near[cell]) if answer == MISS else (cell,)
        found.update(dict.fromkeys(empty, 0.0))
    return found


def _turn(view: BatailleView, promises: dict[int, float], move: BatailleMove) -> float:
    """What a way to move a ship promises."""
    fleet = view.fleets[view.mover]
    if move.kind == Kind.STAY:
        return 0.0
    load = fleet.charges[move.ship]
    if move.place == PORT:
        return 0.0 if load else _HOME
    risk = 0.0 if move.place in fleet.tested else _UNTESTED
    if not load:
        return _HOME - _STEP * steps_home(view.mover, move.place) - risk
    return max(promises[cell] for cell in COLUMN_OF_CELLS[move.place]) - risk


def _charge(view: BatailleView, promises: dict[int, float], move: BatailleMove) -> float:
    """What a charge promises; to keep it is better than nothing."""
    if move.kind != Kind.DROP:
        return _OPEN / 2
    fleet = view.fleets[view.mover]
    ship = view.moved if move.ship == THE_MOVED else move.ship
    return promises[COLUMN_OF_CELLS[fleet.places[ship]][move.level]]
