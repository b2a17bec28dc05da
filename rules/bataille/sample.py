"""A full state that fits a view, made from the view alone."""

from __future__ import annotations

from rules.bataille.board import COLUMN_OF_CELLS
from rules.bataille.deduction import all_placements, mine_numbers
from rules.bataille.moves import SETUP
from rules.bataille.placements import Placements
from rules.bataille.state import BatailleState
from rules.bataille.view import BatailleView
from rules.chance import Chance

_TRIES = 32
"""Draws of a camp before the mine is chosen first; an open sea needs few."""


def sample(view: BatailleView, chance: Chance) -> BatailleState:
    """Draw the camps hidden from the view, each fitting pair of camps equally likely."""
    state = _public_part(view)
    for camp in (0, 1):
        seen = view.camps[camp]
        if seen is not None:
            state.submarines[camp] = list(seen.submarines)
            state.mines[camp] = seen.mine
        elif view.phase != SETUP or camp not in view.waiting:
            state.submarines[camp], state.mines[camp] = _imagine_camp(view, camp, chance)
    return state


def _public_part(view: BatailleView) -> BatailleState:
    fleets = view.fleets
    return BatailleState(
        blast=int(view.blast),
        lanes=view.lanes,
        spinner=view.spinner,
        grids=view.grids,
        blocking=view.blocking,
        after_mine=view.after_mine,
        without_move=view.without_move,
        turn_limit=view.turn_limit,
        phase=view.phase,
        turn=view.turn,
        mover=view.mover,
        places=[list(fleet.places) for fleet in fleets],
        charges=[list(fleet.charges) for fleet in fleets],
        lost=[list(fleet.lost) for fleet in fleets],
        mine_spent=[fleet.mine_spent > 0 for fleet in fleets],
        answers=[list(fleet.answers) for fleet in fleets],
        torpedoes=[list(fleet.torpedoes) for fleet in fleets],
        stretches=[list(fleet.stretches) for fleet in fleets],
        tested=[sum(1 << number for number in fleet.tested) for fleet in fleets],
        moved=view.moved,
        acted=view.acted,
        lane=view.lane,
        shots=view.shots,
        winner=view.winner,
        reason=view.reason,
    )


def _imagine_camp(view: BatailleView, camp: int, chance: Chance) -> tuple[list[int], int]:
    """Return submarines and mine, drawn evenly: both again if the mine does not fit."""
    placements = all_placements(view, camp)
    spent = view.fleets[camp].mine_spent
    if spent:
        return sorted(placements.draw(chance)), spent
    numbers = mine_numbers(view, camp)
    for _ in range(_TRIES):
        cells = placements.draw(chance)
        number = chance.pick(numbers)
        if not any(cell in cells for cell in COLUMN_OF_CELLS[number]):
            return sorted(cells), number
    return _mine_first(placements, numbers, chance)


def _mine_first(
    placements: Placements, numbers: list[int], chance: Chance
) -> tuple[list[int], int]:
    weights = [placements.avoiding(number) for number in numbers]
    rest = chance.below(sum(weights))
    for number, weight in zip(numbers, weights):
        if rest < weight:
            return sorted(placements.without(number).draw(chance)), number
        rest -= weight
    raise AssertionError("the draw lies within the total")
