"""Explanations of the choices and places of *Bataille sous les mers*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from rules.bataille.board import COLUMN_OF_CELLS, PORT, SHIPS, level_of
from rules.bataille.deduction import BLANK, FLAG, PLAIN, RED_PEG, WHITE, tracking_grid
from rules.bataille.moves import CHARGE, HOLD, THE_MOVED, Kind, Move
from rules.bataille.view import BatailleView
from screens.bataille.signs import HOT, MINE, MISSED, NEAR, OPEN, SPENT_MINE, SUBMARINE, SUNK, pips
from screens.colours import SIDE_SIGNS
from screens.table.move_words import Words, words_of
from screens.text import N_, _, clauses, labelled, ngettext


def note(view: BatailleView, moves: Sequence[Move], before: Words, choice: Words) -> str:
    """Return the note beside a choice; `moves` begin with it, `before` are the words before."""
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
            return _("no submarine can be here")
        case Kind.DROP if not before:
            return _("below a ship at sea")
        case Kind.DROP if move.ship != THE_MOVED and len(words) == 2:
            return _ship(view, move.ship)
        case Kind.FIRE if len(choice) == 3:
            return _target(view, move.ship)
        case Kind.HOLD if view.phase == CHARGE:
            return _("no charge")
        case Kind.HOLD:
            return _("no further torpedo") if view.shots else _("no torpedo")
    return ""


def short_note(view: BatailleView, moves: Sequence[Move], before: Words, choice: Words) -> str:
    """Return the note beside a choice in a few columns; empty where the usual one is short."""
    words, move = (*before, *choice), moves[0]
    match move.kind:
        case Kind.SAIL if len(words) == 1:
            return _loaded(view, move.ship)
        case Kind.SAIL if move.place != PORT:
            return _below_in_signs(view, move.place)
        case Kind.DROP if words == words_of(move):
            return _searched(view, move)
        case Kind.DROP if len(words) == 2:
            return _loaded(view, move.ship)
        case Kind.FIRE if len(choice) == 3:
            ship = f"{SIDE_SIGNS[1 - view.mover]}{SHIPS[move.ship]}"
            return _("sinks {ship} 1 in {odds}").format(ship=ship, odds=view.odds)
    return ""


def _loaded(view: BatailleView, ship: int) -> str:
    """Return the place of a ship, and signs for its charges."""
    fleet = view.fleets[view.mover]
    place, charges = fleet.places[ship], pips(ship, fleet.charges[ship])
    where = _("in port, {charges}") if place == PORT else _("at {number}, {charges}")
    return where.format(number=place, charges=charges)


def _below_in_signs(view: BatailleView, number: int) -> str:
    """Return the three levels below a number, each behind its sign in the search grid."""
    if view.seat is None or view.grids == PLAIN:
        return ""
    grid = tracking_grid(view, 1 - view.seat)
    signs = {BLANK: OPEN, RED_PEG: HOT}
    cells = COLUMN_OF_CELLS[number]
    told = " ".join(f"{signs.get(grid[cell], MISSED)}{level_of(cell)}" for cell in cells)
    return _("below: {levels}").format(levels=told)


def _searched(view: BatailleView, move: Move) -> str:
    """Return what the search grid says of the cell in which a charge explodes, in a word or two."""
    if view.grids == PLAIN:
        return ""
    if hits_nothing(view, move):
        return _("ruled out")
    is_hot = tracking_grid(view, 1 - view.mover)[target(view, move)] == RED_PEG
    return _("hot") if is_hot else _("possible")


def hits_nothing(view: BatailleView, move: Move) -> bool:
    """Whether a charge would explode where, by the search grids, nothing can lie."""
    return view.seat == view.mover and target(view, move) in _empty(view)


def target(view: BatailleView, move: Move) -> int:
    """Return the cell in which a charge explodes."""
    ship = view.moved if move.ship == THE_MOVED else move.ship
    return COLUMN_OF_CELLS[view.fleets[view.mover].places[ship]][move.level]


@lru_cache(4)
def _empty(view: BatailleView) -> frozenset[int]:
    grid = tracking_grid(view, 1 - view.mover)
    return frozenset(cell for cell, mark in grid.items() if mark in (WHITE, FLAG))


def is_only_to_hold(moves: Sequence[Move]) -> bool:
    """Whether no torpedo is possible: the question comes anyway, as its lack would tell."""
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
    return _("ship {ship} at {number}").format(ship=name, number=place)


def below(view: BatailleView, number: int) -> str:
    """Return the words for the possible submarines below a number, by the search grids."""
    if view.seat is None or view.grids == PLAIN:
        return ""
    grid = tracking_grid(view, 1 - view.seat)
    cells = COLUMN_OF_CELLS[number]
    hot = [str(level_of(cell)) for cell in cells if grid[cell] == RED_PEG]
    open_at = [str(level_of(cell)) for cell in cells if grid[cell] in (BLANK, RED_PEG)]
    if not open_at:
        return _("no submarine can be below")
    told = _("possible below: {levels}").format(levels=", ".join(open_at))
    if not hot:
        return told
    return f"{told}, " + _("next to a near miss: {levels}").format(levels=", ".join(hot))


MEANINGS: Final[Mapping[str, str]] = {
    "sub": N_("a submarine stays there for the whole game"),
    "mine": N_("an enemy ship that stops above it is sunk"),
    "stay": N_("stay; a ship at sea may drop a charge"),
    "drop": N_("a charge at that depth: hit, near miss or miss"),
    "fire": N_("a torpedo along a lane over your submarine: the enemy sees the lane"),
    "hold": N_("no charge, no torpedo"),
}
_SIGNS: Final[Mapping[str, str]] = {
    "": N_("your searches rule out a submarine here"),
    OPEN: N_("a submarine may be here: a charge at this depth would tell"),
    HOT: N_("next to a near miss and not ruled out: a good cell to search"),
    NEAR: N_("a charge here was a near miss: a submarine is next to it"),
    MISSED: N_("a charge missed here: no submarine here or next to it"),
    SUNK: N_("a submarine was sunk here"),
    SUBMARINE: N_("your submarine: only a charge in exactly this cell sinks it"),
    MINE: N_("your mine: an enemy ship that stops above it is sunk"),
    SPENT_MINE: N_("a mine that went off"),
}


def explain_ship(view: BatailleView, seat: int, ship: int, *, in_port: bool) -> str:
    """Return a ship's abilities and the dangers to it."""
    load = view.fleets[seat].charges[ship]
    charges = ngettext("{count} charge", "{count} charges", load)
    name = labelled(f"{SIDE_SIGNS[seat]}{SHIPS[ship]}", charges)
    if in_port:
        return name + "; " + _("in port: safe and fully loaded")
    if seat == view.seat:
        return name + "; " + _("it drops charges where it stops, and reloads in port")
    return name + "; " + _("fire at it along a lane over one of your submarines")


def explain_port(view: BatailleView, seat: int) -> str:
    """Return an explanation of an empty berth."""
    if view.seat is not None and seat != view.seat:
        return _("enemy port: ships in it are safe; yours cannot enter")
    return _("your ships are safe in port and reload fully")


def explain_number(view: BatailleView, number: int) -> str:
    """Return an explanation of a square of the surface without a ship."""
    return clauses((_("open sea"), below(view, number)))


def explain_cell(sign: str, *, is_own: bool) -> str:
    """Return an explanation of a camp's cell, by its sign."""
    if is_own and sign in (OPEN, ""):
        return _("nothing of yours here")
    return _(_SIGNS[sign])
