"""The medium bot of *Bataille sous les mers*.

From its view alone it counts, for every cell, the placements of enemy submarines that fit
everything seen. The same count estimates where the enemy mine may lie, which lanes are watched, and
how well its own submarines are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nim_tui.bots.bot import best_of
from nim_tui.games.bataille.estimate import MEDIUM, Estimate, Weights, steps_home
from nim_tui.games.bataille.quick_bots import GlancingBot, lay_camp
from nim_tui.games.bataille.reasons import why_drop, why_fire, why_sail
from rules.advice import Advice
from rules.bataille.board import COLUMN_OF_CELLS, FULL_LOAD, PORT
from rules.bataille.moves import CHARGE, MOVE, SETUP, THE_MOVED, Kind
from rules.bataille.moves import Move as BatailleMove
from rules.chance import Chance
from rules.contract import AnyGame


class MediumBot:
    """A bot that counts the possible placements, and looks one turn ahead."""

    def __init__(self, weights: Weights = MEDIUM) -> None:
        self._weights = weights

    @property
    def instead(self) -> GlancingBot:
        """The bot that answers if this one is late."""
        return GlancingBot(self._weights)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return the best legal move by the bot's estimate, and why."""
        moves: list[BatailleMove] = list(legal)
        if view.phase == SETUP:
            return lay_camp(view, moves, chance, self._weights)
        estimate = Estimate(view, view.mover, self._weights)
        if view.phase == MOVE:
            return _sail(estimate, moves, chance)
        if view.phase == CHARGE:
            return _drop(estimate, moves, chance)
        return _fire(estimate, moves, chance)


def _sail(estimate: Estimate, moves: list[BatailleMove], chance: Chance) -> Advice:
    scored = [(turn_value(estimate, move), move) for move in moves]
    return why_sail(estimate, best_of(scored, chance))


def turn_value(estimate: Estimate, move: BatailleMove) -> float:
    """Return the value of a move and the charge after it, less its risk; other ships stay put."""
    fleet, weights = estimate.view.fleets[estimate.seat], estimate.weights
    if move.kind == Kind.STAY:
        gain = max(
            (
                _charge_gain(estimate, place, load)
                for place, load in zip(fleet.places, fleet.charges)
                if place > PORT and load
            ),
            default=0.0,
        )
        return gain if not weights.burnt or estimate.can_fire else gain - weights.burnt
    start, load = fleet.places[move.ship], fleet.charges[move.ship]
    relief = estimate.danger(start) if start > PORT else 0.0
    if move.place == PORT:
        missing = FULL_LOAD[move.ship] - load
        fetched = missing * (weights.top_up if load else weights.refill)
        return estimate.ship_value * relief + fetched
    sunk = estimate.hit[estimate.best_cells[move.place]] if load else 0.0
    danger = estimate.danger(move.place, sunk) - relief
    risk = estimate.ship_value * (estimate.mine[move.place] + danger)
    if not load:
        return weights.homeward - weights.step * steps_home(estimate.seat, move.place) - risk
    gain = _charge_gain(estimate, move.place, load)
    if weights.ahead:
        gain += weights.ahead * (estimate.promises[move.place] - estimate.promises[start])
    return gain * (1 - estimate.mine[move.place]) - risk


def _charge_gain(estimate: Estimate, number: int, load: int) -> float:
    return estimate.charge_value(estimate.best_cells[number]) + estimate.weights.spare * load


def _drop(estimate: Estimate, moves: list[BatailleMove], chance: Chance) -> Advice:
    fleet = estimate.view.fleets[estimate.seat]
    scored = []
    for move in moves:
        if move.kind == Kind.DROP:
            ship = estimate.view.moved if move.ship == THE_MOVED else move.ship
            cell = COLUMN_OF_CELLS[fleet.places[ship]][move.level]
            scored.append((estimate.charge_value(cell), move))
        else:
            scored.append((estimate.weights.kept, move))
    return why_drop(estimate, best_of(scored, chance))


def _fire(estimate: Estimate, moves: list[BatailleMove], chance: Chance) -> Advice:
    """Fire when the shooter has little left to hide, or a hit would nearly win."""
    enemy = estimate.view.fleets[estimate.enemy]
    # computed even if only `hold` is left, so that the time reveals nothing
    exposure = estimate.exposure
    value = estimate.weights.prey[enemy.floating]
    scored = []
    for move in moves:
        if move.kind == Kind.HOLD:
            scored.append((0.0, move))
            continue
        prize = value + estimate.weights.charge * enemy.charges[move.ship]
        scored.append((prize / estimate.view.odds - exposure - estimate.shows(move.lane), move))
    return why_fire(estimate, best_of(scored, chance))
