"""What is known of the camps of Bataille, in words: searches, shots, submarines, mines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.plain.text import clauses, in_ranges, listed
from rules.bataille.board import CELLS, LANES, LEVELS, NUMBERS, cell_name
from rules.bataille.deduction import BLANK, PLAIN, RED_PEG, tracking_grid
from rules.bataille.events import HIT, MISS
from rules.bataille.view import BatailleView
from screens.table.teller import Sight
from screens.text import _, labelled, ngettext

_LISTED: Final = 24


def both(view: BatailleView) -> Sequence[int]:
    """Both seats, the own one first."""
    return (0, 1) if view.seat in (None, 0) else (1, 0)


def searched_camps(view: BatailleView) -> Sequence[int]:
    """The camps one cannot see."""
    return [camp for camp in (0, 1) if camp != view.seat]


def level_known(sight: Sight, level: int) -> list[str]:
    """Everything that is known at one depth of the camp that is searched."""
    told = []
    for camp in searched_camps(sight.view):
        grid = tracking_grid(sight.view, camp)
        first = CELLS[LEVELS.index(level) * len(NUMBERS)]
        cells = range(first, first + len(NUMBERS))
        for sign, text in ((RED_PEG, _("hot")), (BLANK, _("open"))):
            numbers = [str(cell - first + 1) for cell in cells if grid[cell] == sign]
            if numbers:
                told.append(labelled(f"{text}, {level}", listed(in_ranges(numbers))))
    return told or [_("nothing can lie at {level}").format(level=level)]


def marked(sight: Sight, camp: int, wanted: Sequence[str]) -> str:
    """The cells of a camp that have one of these marks, level by level."""
    if sight.view.grids == PLAIN:
        return _("the search grids mark nothing in this game")
    grid = tracking_grid(sight.view, camp)
    told = []
    for depth, level in enumerate(LEVELS):
        first = depth * len(NUMBERS)
        numbers = [str(n) for n in NUMBERS if grid[first + n] in wanted]
        if numbers:
            told.append(_("at {level}: {numbers}").format(
                level=level, numbers=listed(in_ranges(numbers))))  # fmt: skip
    return clauses(told) or _("nowhere")


def answers(sight: Sight, seat: int) -> list[str]:
    """The charges a seat dropped, and what was told of each."""
    answers = sight.view.fleets[seat].answers
    each = [f"{cell_name(cell)} {answer_told(answer)}" for cell, answer in answers]
    told = _("charges at {cells}").format(cells=", ".join(each[-_LISTED:]))
    return [labelled(sight.head(seat), told)] if each else []


def answer_told(answer: int) -> str:
    """An answer to a charge: of a near miss how many submarines lay beside it."""
    if answer in (HIT, MISS):
        return _("hit") if answer == HIT else _("miss")
    many = ngettext(" for {count} submarine", " for {count} submarines", answer)
    return _("near miss") + (many if answer > 1 else "")


def fired(sight: Sight, seat: int) -> list[str]:
    """The lanes a seat fired along, and when."""
    lanes = [
        _("{lane} on turn {turn}").format(lane=LANES[lane].name, turn=turn)
        for turn, lane, _lost in sight.view.fleets[seat].torpedoes
    ]
    told = _("torpedoes along {lanes}").format(lanes=", ".join(lanes[-_LISTED:]))
    return [labelled(sight.head(seat), told)] if lanes else []


def camps(sight: Sight) -> list[str]:
    """Submarines and mines, as far as they may be seen; those that were lost."""
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
    return told or [_("nothing is known of it yet")]
