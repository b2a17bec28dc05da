"""Reasons for a move of a bot of *Bataille sous les mers*, in sentences."""

from __future__ import annotations

from typing import Final

from nim_tui.games.bataille.estimate import Estimate
from rules.advice import Advice
from rules.bataille.board import COLUMN_OF_CELLS, FULL_LOAD, LANES, PORT, SHIPS, cell_name
from rules.bataille.moves import THE_MOVED, Kind
from rules.bataille.moves import Move as BatailleMove
from rules.messages import N_, Value

SAFER: Final = 0.03
"""Less gain in safety than this is no reason to leave."""


def why_sail(estimate: Estimate, move: BatailleMove) -> Advice:
    """Return a way to move a ship, with the reason for it."""
    if move.kind == Kind.STAY:
        return Advice(move, N_("no ship finds a better square"))
    ship = SHIPS[move.ship]
    load = estimate.view.fleets[estimate.seat].charges[move.ship]
    if move.place == PORT:
        reason = N_("{ship} goes home to reload depth charges")
        if load == FULL_LOAD[move.ship]:
            reason = N_("{ship} is safe in its port")
        return Advice(move, reason, {"ship": ship})
    if not load:
        return Advice(move, N_("{ship} heads for port to reload"), {"ship": ship})
    cell = estimate.best_cells[move.place]
    start = estimate.view.fleets[estimate.seat].places[move.ship]
    facts = _odds(estimate, cell) | {
        "ship": ship,
        "mine": round(100 * estimate.mine[move.place]),
        "danger": round(100 * estimate.danger(start)) if start > PORT else 0,
    }
    if _flees(estimate, move, cell):
        reason = N_("{ship} gets out of reach of a torpedo (risk {danger}%)")
    elif _is_idle(estimate, cell):
        reason = N_("{ship} only repositions: a charge from there would reveal little")
    elif not _aims(estimate, cell):
        reason = N_("{ship} can search {cell}; chance of a near miss: {near}%")
    elif not facts["mine"]:
        reason = N_(
            "{ship} can search {cell}: a submarine there in {count} of {total} camps, near miss "
            "{near}%"
        )
    else:
        reason = N_(
            "{ship} can search {cell}: a submarine there in {count} of {total} camps, near miss "
            "{near}%, mine {mine}%"
        )
    return Advice(move, reason, facts)


def _flees(estimate: Estimate, move: BatailleMove, cell: int) -> bool:
    """Whether a ship gains more by leaving its place than by reaching the new one."""
    start = estimate.view.fleets[estimate.seat].places[move.ship]
    saved = estimate.danger(start) - estimate.danger(move.place) if start > PORT else 0.0
    return saved > SAFER and estimate.ship_value * saved > estimate.charge_value(cell)


def _is_idle(estimate: Estimate, cell: int) -> bool:
    """Whether a charge in the cell is better kept."""
    return estimate.charge_value(cell) < estimate.weights.kept


def _aims(estimate: Estimate, cell: int) -> bool:
    """Whether a charge in the cell is meant to hit, rather than to narrow down."""
    return 2 * estimate.hit_value(cell) > estimate.charge_value(cell)


def _odds(estimate: Estimate, cell: int) -> dict[str, Value]:
    placements = estimate.placements
    return {
        "cell": cell_name(cell),
        "count": placements.using(cell),
        "total": placements.total,
        "near": round(100 * estimate.near(cell)),
    }


def why_drop(estimate: Estimate, move: BatailleMove) -> Advice:
    """Return a charge, or the choice to keep it, with the reason for it."""
    if move.kind == Kind.HOLD:
        return Advice(move, N_("a charge would reveal little here: keep it"))
    fleet = estimate.view.fleets[estimate.seat]
    ship = estimate.view.moved if move.ship == THE_MOVED else move.ship
    cell = COLUMN_OF_CELLS[fleet.places[ship]][move.level]
    if _is_idle(estimate, cell):
        reason = N_("a charge is compulsory; it is of most use at {cell}")
        return Advice(move, reason, _odds(estimate, cell))
    if not _aims(estimate, cell):
        reason = N_("a charge at {cell} reveals the most; chance of a near miss: {near}%")
        return Advice(move, reason, _odds(estimate, cell))
    reason = N_("a submarine is at {cell} in {count} of {total} possible camps; near miss {near}%")
    return Advice(move, reason, _odds(estimate, cell))


def why_fire(estimate: Estimate, move: BatailleMove) -> Advice:
    """Return a torpedo, or the choice not to fire, with the reason for it."""
    if move.kind == Kind.HOLD and not estimate.can_fire:
        return Advice(move, N_("no enemy ship is in a torpedo lane of your submarines"))
    if move.kind == Kind.HOLD:
        return Advice(move, N_("a torpedo would show where the submarine hides"))
    facts: dict[str, Value] = {
        "lane": LANES[move.lane].name,
        "ship": SHIPS[move.ship],
        "odds": estimate.view.odds,
        "found": round(100 * estimate.found),
    }
    return Advice(
        move,
        N_(
            "1 in {odds} to sink {ship}; "
            "the enemy’s certainty about a submarine is at most {found}%"
        ),
        facts,
    )
