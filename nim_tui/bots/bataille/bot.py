"""The medium bot for Bataille sous les mers: it counts placements and weighs risks.

From its view alone it counts, for every cell, how many placements of the enemy submarines
that fit everything seen use it. The same counting tells where the enemy mine may lie, which
lanes are watched, and how nearly its own submarines are found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nim_tui.bots.bataille.estimate import Estimate
from nim_tui.bots.bataille.weights import MEDIUM, Weights
from nim_tui.bots.bot import Advice
from rules.bataille.board import (
    COLUMN_OF_CELLS,
    COLUMNS,
    FULL_LOAD,
    NEAR,
    PORT,
    ROWS,
    SHIPS,
    SUNK,
    cell_name,
    column_of,
    number_of,
    row_of,
)
from rules.bataille.lanes import LANES
from rules.bataille.moves import THE_MOVED, Kind
from rules.bataille.moves import Move as BatailleMove
from rules.bataille.phases import CHARGE, MOVE, SETUP
from rules.bataille.view import BatailleView
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import N_, Value


class MediumBot:
    """Counts what is possible, and plays for the best chance one turn ahead."""

    def __init__(self, weights: Weights = MEDIUM) -> None:
        self._weights = weights

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """The best of the legal moves as far as it can tell, and why."""
        moves: list[BatailleMove] = list(legal)
        if view.phase == SETUP:
            return _camp(view, moves, chance, self._weights)
        estimate = Estimate(view, view.mover, self._weights)
        if view.phase == MOVE:
            return _sail(estimate, moves, chance)
        if view.phase == CHARGE:
            return _drop(estimate, moves, chance)
        return _fire(estimate, moves, chance)


def _camp(
    view: BatailleView, moves: list[BatailleMove], chance: Chance, weights: Weights
) -> Advice:
    """Submarines apart from each other, the mine anywhere, or rather where ships come by."""
    camp = view.own_camp
    own = camp.submarines if camp else ()
    if moves[0].kind == Kind.MINE:
        inner = [move for move in moves if weights.apart and _is_inner(move.place)]
        reason = N_("a mine is best where nobody would guess it")
        return Advice(chance.pick(inner if inner and chance.below(4) else moves), reason)
    numbers = {number_of(cell) for cell in own}
    near = NEAR[view.blast]
    closed = {cell for one in own for cell in near[one]}
    if weights.apart:
        closed |= {other for cell in closed for other in near[cell]}
    apart = [
        move for move in moves if number_of(move.place) not in numbers and move.place not in closed
    ]
    reason = (
        N_("no charge comes near two submarines that lie so far apart")
        if weights.apart
        else N_("submarines that lie apart are not found together")
    )
    return Advice(chance.pick(apart or moves), reason)


def _is_inner(number: int) -> bool:
    return 1 <= row_of(number) < ROWS - 1 and 1 <= column_of(number) < COLUMNS - 1


def _best(scored: list[tuple[float, BatailleMove]], chance: Chance) -> BatailleMove:
    top = max(score for score, _ in scored)
    return chance.pick([move for score, move in scored if score > top - 1e-9])


def _sail(estimate: Estimate, moves: list[BatailleMove], chance: Chance) -> Advice:
    scored = [(turn_value(estimate, move), move) for move in moves]
    return why_sail(estimate, _best(scored, chance))


def why_sail(estimate: Estimate, move: BatailleMove) -> Advice:
    """What speaks for a way to move a ship."""
    if move.kind == Kind.STAY:
        return Advice(move, N_("no ship finds a better square than it has"))
    ship = SHIPS[move.ship]
    if move.place == PORT:
        return Advice(move, N_("{ship} fetches new charges"), {"ship": ship})
    if not estimate.view.fleets[estimate.seat].charges[move.ship]:
        return Advice(move, N_("{ship} heads for port to fetch charges"), {"ship": ship})
    cell = estimate.best_cells[move.place]
    facts = _odds(estimate, cell) | {"ship": ship, "mine": round(100 * estimate.mine[move.place])}
    if _is_idle(estimate, cell):
        return Advice(move, N_("nothing is found from where {ship} can go: it waits"), facts)
    if not _aims(estimate, cell):
        return Advice(move, N_("{ship} gets above {cell}: a charge there would tell most"), facts)
    if not facts["mine"]:
        return Advice(
            move, N_("{ship} gets above {cell}: {count} of {total} placements that fit"), facts
        )
    return Advice(
        move,
        N_(
            "{ship} gets above {cell}: {count} of {total} placements that fit;"
            " the chance of a mine there is {mine} in 100"
        ),
        facts,
    )


def _is_idle(estimate: Estimate, cell: int) -> bool:
    """Whether a charge in the cell is better kept."""
    return estimate.charge_value(cell) < estimate.weights.kept


def _aims(estimate: Estimate, cell: int) -> bool:
    """Whether a charge in the cell is meant to hit, rather than to narrow down."""
    return 2 * estimate.hit_value(cell) > estimate.charge_value(cell)


def _odds(estimate: Estimate, cell: int) -> dict[str, Value]:
    placements = estimate.placements
    return {"cell": cell_name(cell), "count": placements.using(cell), "total": placements.total}


def turn_value(estimate: Estimate, move: BatailleMove) -> float:
    """A move and the charge after it, less what it risks; the rest of the fleet as it lies."""
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
        return weights.homeward - weights.step * _steps_home(estimate.seat, move.place) - risk
    gain = _charge_gain(estimate, move.place, load)
    if weights.ahead:
        gain += weights.ahead * (estimate.promises[move.place] - estimate.promises[start])
    return gain * (1 - estimate.mine[move.place]) - risk


def _charge_gain(estimate: Estimate, number: int, load: int) -> float:
    return estimate.charge_value(estimate.best_cells[number]) + estimate.weights.spare * load


def _steps_home(seat: int, number: int) -> int:
    """Columns between a number and the own port: red's lies east, yellow's west."""
    column = (number - 1) % 6
    return 5 - column if seat == 0 else column


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
    return why_drop(estimate, _best(scored, chance))


def why_drop(estimate: Estimate, move: BatailleMove) -> Advice:
    """What speaks for a charge."""
    if move.kind == Kind.HOLD:
        return Advice(move, N_("no charge here would tell much: better keep it"))
    fleet = estimate.view.fleets[estimate.seat]
    ship = estimate.view.moved if move.ship == THE_MOVED else move.ship
    cell = COLUMN_OF_CELLS[fleet.places[ship]][move.level]
    if _is_idle(estimate, cell):
        reason = N_("a charge must go, and at {cell} it costs least")
        return Advice(move, reason, _odds(estimate, cell))
    if not _aims(estimate, cell):
        reason = N_("a charge at {cell} tells most: near miss or not divides what is possible")
        return Advice(move, reason, _odds(estimate, cell))
    return Advice(
        move, N_("{cell} is in {count} of {total} placements that fit"), _odds(estimate, cell)
    )


def _fire(estimate: Estimate, moves: list[BatailleMove], chance: Chance) -> Advice:
    """Fire when the shooter has little left to hide, or a hit would nearly win."""
    enemy = estimate.view.fleets[estimate.enemy]
    # worked out even if only `hold` is left, so that the time tells nothing
    exposure = estimate.exposure
    value = estimate.weights.prey[sum(place != SUNK for place in enemy.places)]
    scored = []
    for move in moves:
        if move.kind == Kind.HOLD:
            scored.append((0.0, move))
            continue
        prize = value + estimate.weights.charge * enemy.charges[move.ship]
        scored.append((prize / estimate.view.odds - exposure - estimate.shows(move.lane), move))
    return why_fire(estimate, _best(scored, chance))


def why_fire(estimate: Estimate, move: BatailleMove) -> Advice:
    """What speaks for a torpedo, or against any."""
    if move.kind == Kind.HOLD:
        return Advice(move, N_("a torpedo would show where my submarine hides"))
    facts: dict[str, Value] = {
        "lane": LANES[move.lane].name,
        "ship": SHIPS[move.ship],
        "odds": estimate.view.odds,
        "found": round(100 * estimate.found),
    }
    return Advice(
        move,
        N_(
            "1 chance in {odds} to sink {ship};"
            " my most exposed submarine is known to {found} in 100"
        ),
        facts,
    )
