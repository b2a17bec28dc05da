"""Where on the sea the words of a move are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.contract import Move
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES, COMPASS, NONE
from rules.schwarm.dangers import crab_path
from rules.schwarm.view import SchwarmView
from screens.table.move_phrases import Words, words_of


def places_of(view: SchwarmView, words: Words, legal: Sequence[Move]) -> Iterable[str]:
    """The cells a choice can be taken from: where it ends, or all it may go on to."""
    own = words[1:] if words[0] in ("blue", "joker") else words
    match own:
        case ("launch",) | ("sail",):
            return _named_next(own, legal)
        case ("start" | "launch" | "station" | "researcher" | "step", cell):
            return [cell]
        case ("sail", _ship, end):
            return [end]
        case ("sail", ship):
            return [ship]
        case ("place", _stack, cell, *_rest):
            return [own[4]] if len(own) > 4 else [cell]
        case ("whale" | "wave", number):
            return [_start(view, own[0], number)]
        case ("wave", number, direction, *steps):
            return _wave(view, words, legal, _start(view, "wave", number), (direction, *steps))
        case ("crab", steps) if steps.isdigit():
            return [_crab_end(view, view.crab, int(steps))]
        case ("crab", cell):
            return [cell]
        case ("crab", cell, steps):
            return [_crab_end(view, CELL_NAMED[cell], int(steps))]
    return ()


def _named_next(words: Words, legal: Sequence[Move]) -> list[str]:
    """The cells that may follow the words chosen."""
    depth = len(words)
    following = map(words_of, legal)
    return list(dict.fromkeys(w[depth] for w in following if w[:depth] == words and len(w) > depth))


def _start(view: SchwarmView, hazard: str, number: str) -> str:
    """Where a hazard is, or the queen's cell for a new one."""
    if number == "new":
        return CELL_NAMES[view.board.queen]
    cells = view.whales if hazard == "whale" else view.waves
    cell = cells[int(number) - 1]
    return CELL_NAMES[cell if cell != NONE else view.board.queen]


def _wave(
    view: SchwarmView, words: Words, legal: Sequence[Move], start: str, way: Words
) -> list[str]:
    """The cells a wave may end on: of one length, or of all that are legal in a direction."""
    direction = COMPASS.index(way[0])
    if len(way) > 1:
        lengths = [int(way[1])]
    else:
        depth = len(words)
        found = map(words_of, legal)
        lengths = [int(w[depth]) for w in found if w[:depth] == words]
    ends = [view.board.wave_path(CELL_NAMED[start], direction, steps)[-1] for steps in lengths]
    return [CELL_NAMES[end] for end in ends if view.is_on_map(end)]


def _crab_end(view: SchwarmView, start: int, steps: int) -> str:
    return CELL_NAMES[crab_path(view.board, view.owners, view.mover, start, steps)[-1]]
