"""Places and pieces of *Bataille sous les mers* in words, for text mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.plain.text import in_ranges, listed
from rules.bataille.board import (
    ARROWS,
    CELLS,
    COLUMN_OF_CELLS,
    LANES,
    LEVELS,
    NUMBERS,
    PORT,
    SHIPS,
    SUNK,
    THROUGH,
    Lane,
    cell_name,
    column_of,
    level_of,
    number_of,
    row_of,
)
from rules.bataille.deduction import BLANK, FLAG, PLAIN, RED_PEG, WHITE, tracking_grid
from rules.bataille.events import HIT, MISS
from rules.bataille.view import BatailleView
from screens.bataille.sentences import target_of
from screens.table.speech import SeatSight
from screens.text import N_, _, clauses, labelled, ngettext

_LISTED: Final = 24


def both(view: BatailleView) -> Sequence[int]:
    """Return both seats, the reader's first."""
    return (0, 1) if view.seat in (None, 0) else (1, 0)


def searched_camps(view: BatailleView) -> Sequence[int]:
    """Return the camps hidden from the reader."""
    return [camp for camp in (0, 1) if camp != view.seat]


def level_known(sight: SeatSight, level: int) -> list[str]:
    """Return the known facts about one level of the camp being searched."""
    told = []
    for camp in searched_camps(sight.view):
        grid = tracking_grid(sight.view, camp)
        first = CELLS[LEVELS.index(level) * len(NUMBERS)]
        cells = range(first, first + len(NUMBERS))
        for sign, text in ((RED_PEG, _("hot")), (BLANK, _("possible"))):
            numbers = [str(cell - first + 1) for cell in cells if grid[cell] == sign]
            if numbers:
                told.append(labelled(f"{text}, {level}", listed(in_ranges(numbers))))
    return told or [_("no submarine can be at {level}").format(level=level)]


def marked(sight: SeatSight, camp: int, wanted: Sequence[str]) -> str:
    """Return the cells of a camp that have one of these marks, level by level."""
    if sight.view.grids == PLAIN:
        return _("the search grids show nothing in this game")
    grid = tracking_grid(sight.view, camp)
    told = []
    for depth, level in enumerate(LEVELS):
        first = depth * len(NUMBERS)
        numbers = [str(n) for n in NUMBERS if grid[first + n] in wanted]
        if numbers:
            told.append(_("at {level}: {numbers}").format(
                level=level, numbers=listed(in_ranges(numbers))))  # fmt: skip
    return clauses(told) or _("nowhere")


def answers(sight: SeatSight, seat: int) -> list[str]:
    """Return the charges a seat dropped, with their answers."""
    answers = sight.view.fleets[seat].answers
    each = [f"{cell_name(cell)} {answer_told(answer)}" for cell, answer in answers]
    told = _("charges at {cells}").format(cells=", ".join(each[-_LISTED:]))
    return [labelled(sight.head(seat), told)] if each else []


def answer_told(answer: int) -> str:
    """Return an answer to a charge; for a near miss, with the number of submarines beside it."""
    if answer in (HIT, MISS):
        return _("hit") if answer == HIT else _("miss")
    if answer == 1:
        return _("near miss")
    return ngettext("near miss of {count} submarine", "near miss of {count} submarines", answer)


def fired(sight: SeatSight, seat: int) -> list[str]:
    """Return the lanes a seat fired along, and the turns."""
    lanes = [
        _("{lane} on turn {turn}").format(lane=LANES[lane].name, turn=turn)
        for turn, lane, _lost in sight.view.fleets[seat].torpedoes
    ]
    told = _("torpedoes fired along {lanes}").format(lanes=", ".join(lanes[-_LISTED:]))
    return [labelled(sight.head(seat), told)] if lanes else []


def camps(sight: SeatSight) -> list[str]:
    """Return visible submarines and mines, and lost ones."""
    told = []
    for seat in both(sight.view):
        camp, fleet = sight.view.camps[seat], sight.view.fleets[seat]
        parts = []
        if camp is not None:
            cells = listed([cell_name(cell) for cell in camp.submarines])
            parts.append(_("submarines at {cells}").format(cells=cells) if cells else "")
            if camp.mine and not fleet.mine_spent:
                parts.append(_("mine at {number}").format(number=camp.mine))
        if fleet.lost:
            cells = listed([cell_name(cell) for cell in fleet.lost])
            parts.append(_("submarines sunk at {cells}").format(cells=cells))
        if fleet.mine_spent:
            parts.append(_("the mine at {number} went off").format(number=fleet.mine_spent))
        if any(parts):
            told.append(labelled(sight.head(seat), clauses(parts)))
    return told or [_("not searched yet")]


_MARKS: Final = {
    BLANK: N_("possible"),
    RED_PEG: N_("hot"),
    WHITE: N_("ruled out"),
    FLAG: N_("sunk"),
}
_SIDES: Final = (
    (-1, 0, N_("north")), (-1, 1, N_("northeast")), (0, 1, N_("east")), (1, 1, N_("southeast")),
    (1, 0, N_("south")), (1, -1, N_("southwest")), (0, -1, N_("west")), (-1, -1, N_("northwest")),
)  # fmt: skip


def cell_at(place: str) -> int:
    """Return the cell in a text, such as 14.200 or 14 200; 0 if it is none."""
    number, _dot, level = place.replace(" ", ".").partition(".")
    if not (number.isdigit() and level.isdigit()):
        return 0
    if int(number) not in NUMBERS or int(level) not in LEVELS:
        return 0
    return int(number) + LEVELS.index(int(level)) * len(NUMBERS)


def ship_told(sight: SeatSight, seat: int, ship: int, *, is_named: bool = True) -> str:
    """Describe a ship: its place and its load."""
    fleet = sight.view.fleets[seat]
    name = target_of(sight.people, seat, SHIPS[ship]) if is_named else SHIPS[ship]
    place = fleet.places[ship]
    if place == SUNK:
        return _("{ship} is sunk").format(ship=name)
    charges = ngettext("{count} charge", "{count} charges", fleet.charges[ship])
    if place == PORT:
        return _("{ship} in port with {charges}").format(ship=name, charges=charges)
    return _("{ship} at {number} with {charges}").format(ship=name, number=place, charges=charges)


def port_told(sight: SeatSight, seat: int) -> str:
    """Return the side of a seat's port, and the numbers that lead into it."""
    side = _("east") if seat == 0 else _("west")
    numbers = listed([str(number) for number in ARROWS[seat]])
    told = _("port in the {side}, near {numbers}").format(side=side, numbers=numbers)
    return labelled(sight.head(seat), told)


def _on(sight: SeatSight, number: int) -> str:
    """Return the ship on a number, if any."""
    for seat, fleet in enumerate(sight.view.fleets):
        if number in fleet.places:
            return ship_told(sight, seat, fleet.places.index(number))
    return ""


def number_told(sight: SeatSight, number: int) -> list[str]:
    """Describe a number: its ship, its lanes, and the known facts about the cells below."""
    view: BatailleView = sight.view
    lanes = [LANES[lane].name for lane in THROUGH[view.lanes][number]]
    head = _("{number}, lanes {lanes}").format(number=number, lanes=listed(lanes))
    told = [labelled(head, _on(sight, number) or _("open sea"))]
    for cell in COLUMN_OF_CELLS[number]:
        told += level_told(sight, cell)
    return told


def level_told(sight: SeatSight, cell: int) -> list[str]:
    """Describe a cell of the reader's camp, and the known facts about the enemy's."""
    view: BatailleView = sight.view
    parts = []
    for seat, camp in enumerate(view.camps):
        if camp is not None:
            parts += _in_camp(sight, seat, cell)
        if seat != view.seat:
            parts += _searched_cell(sight, seat, cell)
    return [labelled(cell_name(cell), ", ".join(parts) or _("not searched yet"))]


def _in_camp(sight: SeatSight, seat: int, cell: int) -> list[str]:
    """Return the contents of a cell in a camp that may be seen."""
    camp, fleet = sight.view.camps[seat], sight.view.fleets[seat]
    name = sight.name(seat)
    found = []
    if cell in camp.submarines:
        own = seat == sight.view.seat
        found.append(
            _("your submarine") if own else _("one of {name}’s submarines").format(name=name)
        )
    if cell in fleet.lost:
        found.append(_("a submarine was sunk here"))
    if camp.mine == cell and not fleet.mine_spent:
        own = seat == sight.view.seat
        found.append(_("your mine") if own else _("{name}’s mine").format(name=name))
    charged = dict(sight.view.fleets[1 - seat].answers)
    if seat == sight.view.seat and cell in charged:
        told = _("{name} dropped a charge here").format(name=sight.name(1 - seat))
        found.append(labelled(told, answer_told(charged[cell])))
    return found


def _searched_cell(sight: SeatSight, camp: int, cell: int) -> list[str]:
    """Return the known facts about a cell of a camp that is searched."""
    view: BatailleView = sight.view
    found = []
    answers = dict(view.fleets[1 - camp].answers)
    if cell in answers:
        found.append(_("charge here: {answer}").format(answer=answer_told(answers[cell])))
    elif view.grids != PLAIN:
        mark = _(_MARKS[tracking_grid(view, camp)[cell]])
        found.append(_("search grid: {mark}").format(mark=mark))
    elif cell in view.fleets[camp].lost:
        found.append(_("search grid: {mark}").format(mark=_(_MARKS[FLAG])))
    if view.fleets[camp].mine_spent == number_of(cell) and level_of(cell) == LEVELS[0]:
        found.append(_("a mine that went off"))
    return found


def searched(sight: SeatSight, camp: int) -> list[str]:
    """Return the progress of the search of a camp, in numbers."""
    view: BatailleView = sight.view
    name = sight.people.names[camp]
    lost = view.fleets[camp].lost
    told = []
    if lost:
        cells = listed([cell_name(cell) for cell in lost])
        told.append(_("sunk in {name}’s camp: {cells}").format(name=name, cells=cells))
    if view.grids != PLAIN:
        grid = list(tracking_grid(view, camp).values())
        hot, free = grid.count(RED_PEG), grid.count(BLANK) + grid.count(RED_PEG)
        told.append(_("{name}’s camp: {cells} possible, {hot} of them hot").format(
            name=name, cells=ngettext("{count} cell", "{count} cells", free), hot=hot))  # fmt: skip
    return told


def lane_told(sight: SeatSight, lane: Lane) -> list[str]:
    """Describe a lane: its numbers, the ships on it, and the torpedoes along it."""
    numbers = ", ".join(str(number) for number in lane.numbers)
    told = [labelled(_("lane {lane}").format(lane=lane.name), numbers)]
    told += [ship for number in lane.numbers if (ship := _on(sight, number))]
    for seat, fleet in enumerate(sight.view.fleets):
        if any(LANES[fired].name == lane.name for _turn, fired, _lost in fleet.torpedoes):
            told.append(_("fired by {name}").format(name=sight.name(seat)))
    return told


def around_number(sight: SeatSight, number: int) -> list[str]:
    """Return the numbers around one, by direction."""
    row, column = row_of(number), column_of(number)
    by_place = {(row_of(other), column_of(other)): other for other in NUMBERS}
    told = []
    for down, right, name in _SIDES:
        other = by_place.get((row + down, column + right))
        if other is not None:
            ship = _on(sight, other)
            told.append(f"{_(name)} {other}" + (f", {ship}" if ship else ""))
    return [clauses(told)]
