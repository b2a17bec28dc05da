"""Deductions from a view about a camp that the viewer cannot see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from rules.bataille.board import (
    CELLS,
    COLUMN_OF_CELLS,
    LANE_NUMBERS,
    NEAR,
    NUMBERS,
    SUBMARINES,
    THROUGH,
    numbers_along,
    stretch,
)
from rules.bataille.events import HIT
from rules.bataille.moves import TORPEDO
from rules.bataille.placements import Placements, Requirement
from rules.bataille.view import BatailleView, Fleet


def answer_requirements(view: BatailleView, camp: int) -> tuple[set[int], list[Requirement]]:
    """Return the cells excluded by the answers of `camp`, and requirements on the living.

    Each answer is checked against the submarines alive when it was given; the place of each one
    sunk since is known and subtracted (R, tracking grids).
    """
    lost = view.fleets[camp].lost
    barred: set[int] = set(lost)
    required: list[Requirement] = []
    sunk_by_then = 0
    for cell, answer in view.fleets[1 - camp].answers:
        if answer == HIT:
            sunk_by_then += 1
            continue
        near = NEAR[view.blast][cell]
        later = sum(1 for other in lost[sunk_by_then:] if other in near)
        barred.add(cell)
        if answer == later:
            barred |= near
        else:
            required.append(Requirement(near, answer - later, answer - later))
    spent = view.fleets[camp].mine_spent
    if spent:
        barred.update(COLUMN_OF_CELLS[spent])
    return barred, required


def torpedo_requirements(view: BatailleView, camp: int) -> list[Requirement]:
    """Return the requirements that torpedoes fired from `camp` put on its living submarines."""
    fleet = view.fleets[camp]
    fired: dict[tuple[int, int, int], list[frozenset[int]]] = {}
    for shot, area in zip(fleet.torpedoes, _areas(fleet)):
        fired.setdefault(shot, []).append(area)
    required = []
    for (_turn, _lane, sunk_by_then), areas in fired.items():
        required += _as_many(areas, fleet.lost[sunk_by_then:])
    if view.phase == TORPEDO and view.mover == camp and not view.acted:
        required.append(Requirement(_cells_that_can_fire(view, camp), 1, SUBMARINES))
    return required


def _areas(fleet: Fleet) -> list[frozenset[int]]:
    """Return, per torpedo fired, the cells where the submarine that fired can have been."""
    if not fleet.stretches:
        return [lane_cells((lane,)) for _turn, lane, _lost in fleet.torpedoes]
    return [
        _cells_under(numbers_along(lane, part))
        for (_turn, lane, _lost), part in zip(fleet.torpedoes, fleet.stretches)
    ]


def _as_many(areas: list[frozenset[int]], lost: tuple[int, ...]) -> list[Requirement]:
    """Return the requirements of one turn's torpedoes: at least as many submarines as torpedoes.

    For any group of torpedoes, the areas they can have come from held at least as many submarines
    (Hall's theorem), less those sunk there since.
    """
    required, kinds = [], list(dict.fromkeys(areas))
    for count in range(1, len(kinds) + 1):
        for some in combinations(kinds, count):
            cells = frozenset[int]().union(*some)
            held = sum(area in some for area in areas) - sum(cell in cells for cell in lost)
            if held > 0:
                required.append(Requirement(cells, held, SUBMARINES))
    return required


@lru_cache(256)
def lane_cells(lanes: tuple[int, ...]) -> frozenset[int]:
    """Return all cells under the numbers of some lanes."""
    return _cells_under(number for lane in lanes for number in LANE_NUMBERS[lane])


def _cells_under(numbers: Iterable[int]) -> frozenset[int]:
    return frozenset(cell for number in numbers for cell in COLUMN_OF_CELLS[number])


def _cells_that_can_fire(view: BatailleView, camp: int) -> frozenset[int]:
    """Return the cells where a submarine of `camp` has an enemy ship on one of its lanes."""
    through = THROUGH[view.lanes]
    places = [fleet.places for fleet in view.fleets]
    aims = {(lane, place) for place in places[1 - camp] if place > 0 for lane in through[place]}
    if view.blocking:
        parts = ((lane, stretch(lane, place, places)) for lane, place in aims)
        return _cells_under(n for lane, part in parts for n in numbers_along(lane, part))
    return lane_cells(tuple(sorted({lane for lane, _place in aims})))


def living(view: BatailleView, camp: int) -> int:
    """Return the number of living submarines of a camp."""
    return SUBMARINES - len(view.fleets[camp].lost)


def all_placements(view: BatailleView, camp: int, *fired: int) -> Placements:
    """Return the placements of a complete camp that fit all public facts.

    `fired` are lanes of further torpedoes, as if the camp had fired them too.
    """
    barred, required = answer_requirements(view, camp)
    required += torpedo_requirements(view, camp)
    required += [_one_more(view, camp, lane) for lane in fired]
    return _placements(living(view, camp), frozenset(barred), tuple(required))


@lru_cache(256)
def _placements(
    living: int, barred: frozenset[int], required: tuple[Requirement, ...]
) -> Placements:
    """Return the placements; search meets the same facts in many worlds."""
    return Placements(living, barred, required)


def _one_more(view: BatailleView, camp: int, lane: int) -> Requirement:
    """Return the requirement of one more torpedo along a lane: a submarine for each of the turn."""
    shots = [(turn, other) for turn, other, _ in view.fleets[camp].torpedoes]
    return Requirement(lane_cells((lane,)), shots.count((view.turn, lane)) + 1, SUBMARINES)


def mine_numbers(view: BatailleView, camp: int) -> list[int]:
    """Return the numbers where a camp's unexploded mine may lie, given ship moves and losses."""
    lost = view.fleets[camp].lost
    return [
        number
        for number in NUMBERS
        if number not in view.fleets[1 - camp].tested
        and not any(cell in lost for cell in COLUMN_OF_CELLS[number])
    ]


WHITE: Final = "white"
RED_PEG: Final = "red"
FLAG: Final = "flag"
BLANK: Final = "blank"

DEDUCE: Final = "deduce"
PLAIN: Final = "plain"
GRIDS: Final = (DEDUCE, PLAIN)
"""The values of the option `grids`: search grids marked by the program, or by the players."""


def tracking_grid(view: BatailleView, camp: int) -> dict[int, str]:
    """Return the mark of every cell of the search grids over `camp` (R, tracking grids).

    FLAG: a submarine was sunk there. WHITE: no placement of the living submarines that fits the
    answers (and the known place of a spent mine) uses the cell. RED_PEG: not white, and in the
    near-miss area of some near-miss answer. BLANK: any other cell; with the option `grids` at
    `plain` every cell, as the text leaves marking to the players.
    """
    if view.grids == PLAIN:
        return dict.fromkeys(CELLS, BLANK)
    barred, required = answer_requirements(view, camp)
    placements = Placements(living(view, camp), barred, required)
    near: set[int] = set()
    for cell, answer in view.fleets[1 - camp].answers:
        if answer > 0:
            near |= NEAR[view.blast][cell]
    marks = {}
    for cell in CELLS:
        if cell in view.fleets[camp].lost:
            marks[cell] = FLAG
        elif not placements.using(cell):
            marks[cell] = WHITE
        else:
            marks[cell] = RED_PEG if cell in near else BLANK
    return marks
