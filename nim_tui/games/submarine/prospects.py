"""Treasures in reach, in sentences on why one move of *Submarine* is better than another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import log
from typing import Final, NamedTuple

from nim_tui.bots.contrast import Contrast, Reason
from nim_tui.games.submarine.figures import Figured
from nim_tui.games.submarine.reasons import facts_of, moves_of
from rules.messages import N_, SeatName
from rules.submarine.board import (
    CELL_NAMES,
    COLOUR_OF,
    COLOURS,
    COLUMN_OF,
    LEVEL_OF,
    NONE,
    TOKEN_NAMES,
    TREASURES,
    TYPE_OF,
    cell_at,
)
from rules.submarine.moves import Kind
from rules.submarine.state import SubmarineState

_NIL: Final = 1e-3
"""The least chance, as chances are compared by their ratio."""


class Prospect(NamedTuple):
    """The chance of a seat to collect one treasure, as a product."""

    near: float
    """The part of its worth left by the way to it."""
    fare: float
    """The chance that its tribute can be paid."""
    colour: float
    """The chance to pay for its colour."""


def _prospects(state: SubmarineState, seat: int, kind: int) -> dict[tuple[int, int], Prospect]:
    """Return the prospects of all treasures of a type, by cell and token."""
    counted = Figured.of(state, seat)
    estimate, position = counted.estimate, counted.position
    best, fares = estimate.soonest(position), estimate.fares(position)
    colours = estimate.colour_chances(position)
    return {
        (cell, token): Prospect(best[cell], fares[cell], colours[COLOUR_OF[token]])
        for cell, tokens in enumerate(position.sea)
        for token in tokens
        if token in TREASURES and TYPE_OF[token] == kind
    }


def why_in_reach(contrast: Contrast, kind: int) -> Reason | None:
    """Say why a treasure of a type that the seat lacks is nearer, cheaper or payable."""
    gains: dict[tuple[int, int], float] = defaultdict(float)
    ratios: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for better, worse in contrast.pairs:
        after_better = _prospects(better.state, contrast.own, kind)
        after_worse = _prospects(worse.state, contrast.own, kind)
        for at, here in after_better.items():
            there = after_worse.get(at, Prospect(0.0, 0.0, 0.0))
            gains[at] += _product(here) - _product(there)
            for number, (one, other) in enumerate(zip(here, there)):
                ratios[at][number] += log(max(one, _NIL) / max(other, _NIL))
    if not gains:
        return None
    at = max(gains, key=lambda place: gains[place])
    if gains[at] <= 0:
        return None
    return _TOLD[max(range(3), key=lambda number: ratios[at][number])](contrast, *at)


def _product(prospect: Prospect) -> float:
    return prospect.near * prospect.fare * prospect.colour


def _nearer(contrast: Contrast, cell: int, token: int) -> Reason | None:
    """Name a way that is shorter, for the boat or for the diving bathyscaphe."""
    facts = facts_of(contrast, token=TOKEN_NAMES[token], cell=CELL_NAMES[cell])
    move, _worse = moves_of(contrast)
    if move.kind not in (Kind.DIVE, Kind.BOAT, Kind.PLACE):
        return None
    if move.kind == Kind.DIVE and move.cell == cell:
        return Reason.of(
            N_("It brings you to {token}, a type you lack."),
            N_("Other moves bring you closer to types you lack."),
            facts,
        )
    return Reason.of(
        N_("You reach {token} in {cell}, a type you lack, sooner than after {worse}."),
        N_("Other moves bring you closer to types you lack."),
        facts,
    )


def _cheaper(contrast: Contrast, cell: int, token: int) -> Reason:
    return Reason.of(
        N_("You can afford the tribute for {token} in {cell}, a type you lack."),
        N_("It makes a type that you lack harder to pay for."),
        facts_of(contrast, token=TOKEN_NAMES[token], cell=CELL_NAMES[cell]),
    )


def _payable(contrast: Contrast, cell: int, token: int) -> Reason:
    colour = COLOURS[COLOUR_OF[token]]
    return Reason.of(
        N_("You are likelier to have a {colour} card for {token} in {cell}."),
        N_("It makes a type that you lack harder to pay for."),
        facts_of(contrast, colour=colour, token=TOKEN_NAMES[token], cell=CELL_NAMES[cell]),
    )


_Sentence = Callable[[Contrast, int, int], Reason | None]
_TOLD: Final[tuple[_Sentence, ...]] = (_nearer, _cheaper, _payable)


def why_out_of_reach(contrast: Contrast, seat: int, kind: int) -> Reason | None:
    """Say why an opponent is less likely to collect a type that they lack."""
    better, worse = moves_of(contrast)
    facts = facts_of(contrast, name=SeatName(seat))
    if better.kind == Kind.TAKE and TYPE_OF[better.token] == kind:
        return Reason.of(
            N_("You take {token} first; {name} lacks that type too."),
            N_("It leaves {name} a type that they lack."),
            facts | {"token": TOKEN_NAMES[better.token]},
        )
    if worse.kind == Kind.TAKE and worse.joker in TREASURES and TYPE_OF[worse.joker] == kind:
        return Reason.of(
            N_("After {worse}, {joker} is left in the sea, a type that {name} lacks."),
            N_("It lays down {joker}, a type that {name} lacks."),
            facts | {"joker": TOKEN_NAMES[worse.joker]},
        )
    return _barred(contrast, seat, kind)


def _barred(contrast: Contrast, seat: int, kind: int) -> Reason | None:
    """Name a bathyscaphe that makes the opponent pay tribute."""
    move, _worse = moves_of(contrast)
    if move.kind != Kind.DIVE:
        return None
    view = contrast.view
    below = [
        (cell, token)
        for cell in range(move.cell, cell_at(COLUMN_OF[move.cell], 4) + 1)
        for token in view.sea[cell]
        if TYPE_OF[token] == kind and LEVEL_OF[cell] >= LEVEL_OF[move.cell]
    ]
    if not below or view.players[seat].board[kind] != NONE:
        return None
    cell, token = below[0]
    return Reason.of(
        N_("{name} lacks {token} in {cell}, and would owe you tribute for it."),
        N_("It puts nothing in the way of types that {name} lacks."),
        facts_of(contrast, name=SeatName(seat), token=TOKEN_NAMES[token], cell=CELL_NAMES[cell]),
    )
