"""How bots lay their camp in Bataille sous les mers."""

from __future__ import annotations

from nim_tui.bots.bataille.weights import Weights
from nim_tui.bots.bot import Advice
from rules.bataille.board import COLUMNS, NEAR, ROWS, column_of, number_of, row_of
from rules.bataille.moves import Kind
from rules.bataille.moves import Move as BatailleMove
from rules.bataille.view import BatailleView
from rules.chance import Chance
from rules.messages import N_


def lay_camp(
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
