"""The quick and the sparring bot of *Bataille sous les mers*, a beginner's habits, and camps.

The quick bot sails to unsearched numbers, and near promising answers. The sparring bot lays its
three submarines in one row, keeps its ships in port and fires whenever possible; otherwise one ship
goes out and comes home. It drops no charge, and beats players who rely on being left in peace at
sea.

A beginner sails, drops a charge and fires whenever possible. Its submarines lie under one number,
in the column where enemy ships leave port; after sinking one it looks for the others in the same
row, but not where the answers so far rule a submarine out, if there is another move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nim_tui.bots.bot import best_of
from nim_tui.games.bataille.estimate import MEDIUM, Weights, steps_home
from rules.advice import Advice
from rules.bataille.board import (
    ARROWS,
    CELLS,
    COLUMN_OF_CELLS,
    COLUMNS,
    LANE_NUMBERS,
    NEAR,
    PORT,
    ROWS,
    SUBMARINES,
    column_of,
    number_of,
    row_of,
)
from rules.bataille.deduction import answer_requirements
from rules.bataille.events import HIT, MISS
from rules.bataille.moves import (
    CHARGE,
    MOVE,
    SETUP,
    THE_MOVED,
    Kind,
    Move,
)
from rules.bataille.moves import (
    Move as BatailleMove,
)
from rules.bataille.view import BatailleView
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import N_

_LEVELS: Final = ("100", "200", "300")


def camps(moves: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return a seat's camp by its moves, one of the bot, and the same squares at other levels."""
    camp = moves[: SUBMARINES + 1]
    if [move.split()[0] for move in camp] != ["sub"] * SUBMARINES + ["mine"]:
        return {}
    found: dict[str, Sequence[str]] = {
        N_("With this camp, a hard bot wins {share} of its games against itself."): camp,
        N_("With its own camps, it wins {share}."): (),
    }
    squares = [move.split()[1].partition(".") for move in camp[:SUBMARINES]]
    if {level for _square, _dot, level in squares} != {*_LEVELS}:
        spread = [f"sub {square}.{level}" for (square, _dot, _), level in zip(squares, _LEVELS)]
        name = N_("With the same squares at 100, 200 and 300, it wins {share}.")
        found[name] = [*spread, camp[SUBMARINES]]
    return found


def lay_camp(
    view: BatailleView, moves: list[BatailleMove], chance: Chance, weights: Weights
) -> Advice:
    """Lay submarines apart from each other, the mine anywhere, or rather where ships pass."""
    camp = view.own_camp
    own = camp.submarines if camp else ()
    if moves[0].kind == Kind.MINE:
        inner = [move for move in moves if weights.apart and _is_inner(move.place)]
        reason = N_("a mine works best where nobody expects it")
        return Advice(chance.pick(inner if inner and chance.below(4) else moves), reason)
    numbers = {number_of(cell) for cell in own}
    near = NEAR[view.blast]
    closed = {cell for one in own for cell in near[one]}
    if weights.apart:
        closed |= {other for cell in closed for other in near[cell]}
    apart = [
        move for move in moves if number_of(move.place) not in numbers and move.place not in closed
    ]
    return Advice(chance.pick(apart or moves), _why_there(own, weights))


def _why_there(own: Sequence[int], weights: Weights) -> str:
    if not own:
        return N_("one hiding place is as good as another; keep the next ones far away")
    if weights.apart:
        return N_("spread out: no charge can near-miss two submarines at once")
    return N_("submarines far apart are not found together")


def _is_inner(number: int) -> bool:
    return 1 <= row_of(number) < ROWS - 1 and 1 <= column_of(number) < COLUMNS - 1


_OPEN: Final = 1.0
"""The worth of a cell without any information."""
_NEARBY: Final = 2.0
"""The added worth for each near-miss answer."""
_UNTESTED: Final = 0.5
"""The cost of a number that may have a mine."""
_HOME: Final = 1.5
"""The worth of fetching charges with an empty ship."""
_STEP: Final = 0.2
"""The cost of each step left to the port."""


class GlancingBot:
    """A bot that uses only the answers to its charges."""

    def __init__(self, weights: Weights = MEDIUM) -> None:
        """`weights`: those for laying camps."""
        self._weights = weights

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return a quick choice of move, and the reason for it."""
        moves: list[BatailleMove] = list(legal)
        if view.phase == SETUP:
            return lay_camp(view, moves, chance, self._weights)
        if view.phase == MOVE:
            promises = _promises(view)
            move = best_of([(_turn(view, promises, move), move) for move in moves], chance)
            return Advice(move, N_("more cells to search there"))
        if view.phase == CHARGE:
            promises = _promises(view)
            move = best_of([(_charge(view, promises, move), move) for move in moves], chance)
            return Advice(move, N_("a submarine may still be there"))
        return _fire(view, moves, chance)


def _fire(view: BatailleView, moves: list[BatailleMove], chance: Chance) -> Advice:
    """Return any torpedo, along a lane that reveals nothing new if there is one."""
    fires = [move for move in moves if move.kind == Kind.FIRE]
    if not fires:
        return Advice(chance.pick(moves), N_("no other move is possible"))
    shown = {lane for _turn, lane, _lost in view.fleets[view.mover].torpedoes}
    known = [move for move in fires if move.lane in shown]
    return Advice(
        chance.pick(known or fires), N_("a torpedo may hit; it only reveals one of your lanes")
    )


def _promises(view: BatailleView) -> dict[int, float]:
    """Return the promise of a charge in each cell, from the answers to earlier charges."""
    near, found = NEAR[view.blast], dict.fromkeys(CELLS, _OPEN)
    answers = view.fleets[view.mover].answers
    for cell, answer in answers:
        if answer not in (HIT, MISS):
            for other in near[cell]:
                found[other] += _NEARBY
    for cell, answer in answers:
        empty = (cell, *near[cell]) if answer == MISS else (cell,)
        found.update(dict.fromkeys(empty, 0.0))
    return found


def _turn(view: BatailleView, promises: dict[int, float], move: BatailleMove) -> float:
    """Return the promise of one way to move a ship."""
    fleet = view.fleets[view.mover]
    if move.kind == Kind.STAY:
        return 0.0
    load = fleet.charges[move.ship]
    if move.place == PORT:
        return 0.0 if load else _HOME
    risk = 0.0 if move.place in fleet.tested else _UNTESTED
    if not load:
        return _HOME - _STEP * steps_home(view.mover, move.place) - risk
    return max(promises[cell] for cell in COLUMN_OF_CELLS[move.place]) - risk


def _charge(view: BatailleView, promises: dict[int, float], move: BatailleMove) -> float:
    """Return the promise of a charge; keeping it is better than nothing."""
    if move.kind != Kind.DROP:
        return _OPEN / 2
    fleet = view.fleets[view.mover]
    ship = view.moved if move.ship == THE_MOVED else move.ship
    return promises[COLUMN_OF_CELLS[fleet.places[ship]][move.level]]


class TurtleBot:
    """A bot that hides, and fires every turn it can."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return one of the legal moves, by a fixed plan."""
        moves: list[Move] = list(legal)
        if view.phase == SETUP:
            wanted = _in_one_row(view, moves)
        elif view.phase == MOVE:
            wanted = _home_or_out(view, moves)
        else:
            wanted = _most_shots(view, moves)
        return Advice(chance.pick(wanted or moves), N_("stays in port and fires torpedoes"))


def _in_one_row(view: BatailleView, moves: list[Move]) -> list[Move]:
    """Return places under different numbers of one row that ships cross after leaving port."""
    camp = view.own_camp
    own = [number_of(cell) for cell in camp.submarines] if camp else []
    if moves[0].kind == Kind.MINE:
        return moves
    rows = {row_of(number) for number in own} or {row_of(number) for number in ARROWS[0]}
    return [
        move
        for move in moves
        if row_of(number_of(move.place)) in rows and number_of(move.place) not in own
    ]


def _home_or_out(view: BatailleView, moves: list[Move]) -> list[Move]:
    """Return moves home for a ship at sea; else staying to fire, or a ship to an arrow."""
    fleet = view.fleets[view.mover]
    home = [move for move in moves if move.kind == Kind.SAIL and move.place == PORT]
    if home:
        return home
    stay = [move for move in moves if move.kind == Kind.STAY]
    if stay and max(fleet.places) <= PORT:  # without a ship at sea a torpedo must be possible
        return stay
    afloat = [ship for ship, place in enumerate(fleet.places) if place >= PORT]
    out = [move for move in moves if move.ship == max(afloat) and move.place in ARROWS[view.mover]]
    known = [move for move in out if move.place in fleet.tested]
    return known or out


def _most_shots(view: BatailleView, moves: list[Move]) -> list[Move]:
    """Return the torpedoes along the lane with the most submarines; no charge."""
    fires = [move for move in moves if move.kind == Kind.FIRE]
    if not fires:
        return [move for move in moves if move.kind == Kind.HOLD]
    camp = view.own_camp
    own = [number_of(cell) for cell in camp.submarines] if camp else []
    shots = {move: sum(n in LANE_NUMBERS[move.lane] for n in own) for move in fires}
    return [move for move in fires if shots[move] == max(shots.values())]


_ACTS: Final = (Kind.SAIL, Kind.DROP, Kind.FIRE)


def habits(view: Any, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that act towards the goal; if there are none, those that wait; else all."""
    if view.phase == SETUP:
        return _camp(view, legal) or legal
    acts = [move for move in legal if move.kind in _ACTS]
    barred = answer_requirements(view, 1 - view.mover)[0]
    useful = [move for move in acts if _is_useful(view, move, barred)]
    rows = {row_of(number_of(cell)) for cell in view.fleets[1 - view.mover].lost}
    waits = [move for move in legal if move.kind not in _ACTS]
    return [move for move in useful if _is_in(view, move, rows)] or useful or waits or legal


def _camp(view: BatailleView, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the places at the enemy's port, or for a mine at its own; then below the first."""
    assert view.seat is not None
    own = {number_of(cell) for cell in (view.own_camp.submarines if view.own_camp else ())}
    if legal[0].kind == Kind.MINE:
        return [move for move in legal if _is_near(view.seat, move.place)]
    if own:
        return [move for move in legal if number_of(move.place) in own]
    return [move for move in legal if _is_near(1 - view.seat, number_of(move.place))]


def _is_near(seat: int, number: int) -> bool:
    """Whether a number lies in the column where a seat's ships leave port."""
    return column_of(number) == column_of(ARROWS[seat][0])


def _is_useful(view: BatailleView, move: Move, barred: set[int]) -> bool:
    """Whether a move fires, fetches charges, or searches where a submarine may be."""
    if move.kind == Kind.FIRE:
        return True
    fleet = view.fleets[view.mover]
    if move.kind == Kind.SAIL and not fleet.charges[move.ship]:
        return True
    number = _number(view, move)
    if number == PORT:
        return False
    cells = COLUMN_OF_CELLS[number]
    searched = (cells[move.level],) if move.kind == Kind.DROP else cells
    return any(cell not in barred for cell in searched)


def _is_in(view: BatailleView, move: Move, rows: set[int]) -> bool:
    """Whether a move that searches does so in one of these rows; true without any rows."""
    if not rows or move.kind == Kind.FIRE:
        return True
    if move.kind == Kind.SAIL and not view.fleets[view.mover].charges[move.ship]:
        return True
    return row_of(_number(view, move)) in rows


def _number(view: BatailleView, move: Move) -> int:
    """Return the number, or the port, where a ship ends its move or drops its charge."""
    if move.kind == Kind.SAIL:
        return move.place
    ship = view.moved if move.ship == THE_MOVED else move.ship
    return view.fleets[view.mover].places[ship]
