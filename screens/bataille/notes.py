"""A few words beside a choice: where a ship is, what it carries, what a move would come to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.bataille.board import COLUMN_OF_CELLS, PORT, SHIPS, level_of
from rules.bataille.deduction import BLANK, FLAG, PLAIN, RED_PEG, WHITE, tracking_grid
from rules.bataille.moves import CHARGE, HOLD, THE_MOVED, Kind, Move
from rules.bataille.view import BatailleView
from screens.player_styles import SIDE_SIGNS
from screens.table.move_phrases import Words, words_of
from screens.text import _, ngettext


def note(view: BatailleView, moves: Sequence[Move], before: Words, choice: Words) -> str:
    """The words beside a choice; `moves` are those that begin with it, `before` what was said."""
    words, move = (*before, *choice), moves[0]
    match move.kind:
        case Kind.SAIL if len(words) == 1:
            return _ship(view, move.ship)
        case Kind.SAIL if move.place == PORT:
            return _("go home and rearm")
        case Kind.SAIL:
            return below(view, move.place)
        case Kind.STAY:
            return _("move no ship")
        case Kind.DROP if words == words_of(move) and hits_nothing(view, move):
            return _("nothing can lie here")
        case Kind.DROP if not before:
            return _("below a ship at sea")
        case Kind.DROP if move.ship != THE_MOVED and len(words) == 2:
            return _ship(view, move.ship)
        case Kind.FIRE if len(choice) == 3:
            return _target(view, move.ship)
        case Kind.HOLD:
            return _("no charge") if view.phase == CHARGE else _("no torpedo")
    return ""


def hits_nothing(view: BatailleView, move: Move) -> bool:
    """Whether a charge would go off where nothing can lie, by the search grids."""
    return view.seat == view.mover and target(view, move) in _empty(view)


def target(view: BatailleView, move: Move) -> int:
    """The cell in which a charge goes off."""
    ship = view.moved if move.ship == THE_MOVED else move.ship
    return COLUMN_OF_CELLS[view.fleets[view.mover].places[ship]][move.level]


@lru_cache(4)
def _empty(view: BatailleView) -> frozenset[int]:
    grid = tracking_grid(view, 1 - view.mover)
    return frozenset(cell for cell, mark in grid.items() if mark in (WHITE, FLAG))


def is_only_to_hold(moves: Sequence[Move]) -> bool:
    """Whether nothing can be fired: it is asked so that silence tells nothing."""
    return list(moves) == [HOLD]


def _ship(view: BatailleView, ship: int) -> str:
    fleet = view.fleets[view.mover]
    place, load = fleet.places[ship], fleet.charges[ship]
    charges = ngettext("{count} charge", "{count} charges", load)
    if place == PORT:
        return _("in port, {charges}").format(charges=charges)
    return _("at {number}, {charges}").format(number=place, charges=charges)


def _target(view: BatailleView, ship: int) -> str:
    seat = 1 - view.mover
    name, place = f"{SIDE_SIGNS[seat]}{SHIPS[ship]}", view.fleets[seat].places[ship]
    return _("at {ship} on {number}").format(ship=name, number=place)


def below(view: BatailleView, number: int) -> str:
    """What may lie below a number, by the search grids."""
    if view.seat is None or view.grids == PLAIN:
        return ""
    grid = tracking_grid(view, 1 - view.seat)
    cells = COLUMN_OF_CELLS[number]
    hot = [str(level_of(cell)) for cell in cells if grid[cell] == RED_PEG]
    open_at = [str(level_of(cell)) for cell in cells if grid[cell] in (BLANK, RED_PEG)]
    if not open_at:
        return _("nothing can lie below it")
    told = _("open below: {levels}").format(levels=", ".join(open_at))
    if not hot:
        return told
    return f"{told}, " + _("hot: {levels}").format(levels=", ".join(hot))
