"""The turtle for Bataille sous les mers: a sparring partner that never searches.

It lays its three submarines in one row, keeps its ships in port and fires whenever it can; when
it cannot, one ship goes out and comes home again. It drops no charge. Whoever relies on being
left in peace at sea loses to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice
from rules.bataille.board import ARROWS, LANE_NUMBERS, PORT, number_of, row_of
from rules.bataille.moves import MOVE, SETUP, Kind, Move
from rules.bataille.view import BatailleView
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import N_

SHUTTLE: Final = 2
"""The ship that goes out and home: the one with the fewest charges."""


class TurtleBot:
    """Hides, and fires every turn it can."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """One of the legal moves, by a fixed plan."""
        moves: list[Move] = list(legal)
        if view.phase == SETUP:
            wanted = _in_one_row(view, moves)
        elif view.phase == MOVE:
            wanted = _home_or_out(view, moves)
        else:
            wanted = _most_shots(view, moves)
        return Advice(chance.pick(wanted or moves), N_("a turtle stays in port and fires"))


def _in_one_row(view: BatailleView, moves: list[Move]) -> list[Move]:
    """Submarines under different numbers of one row that ships cross on their way from port."""
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
    """Home if a ship is out; else stay to fire, or one ship to an arrow, a known one if any."""
    fleet = view.fleets[view.mover]
    home = [move for move in moves if move.kind == Kind.SAIL and move.place == PORT]
    if home:
        return home
    stay = [move for move in moves if move.kind == Kind.STAY]
    if stay and max(fleet.places) <= PORT:  # with no ship at sea a torpedo must be possible
        return stay
    afloat = [ship for ship, place in enumerate(fleet.places) if place >= PORT]
    out = [move for move in moves if move.ship == max(afloat) and move.place in ARROWS[view.mover]]
    known = [move for move in out if move.place in fleet.tested]
    return known or out


def _most_shots(view: BatailleView, moves: list[Move]) -> list[Move]:
    """The torpedoes along the lane with the most own submarines; no charge."""
    fires = [move for move in moves if move.kind == Kind.FIRE]
    if not fires:
        return [move for move in moves if move.kind == Kind.HOLD]
    camp = view.own_camp
    own = [number_of(cell) for cell in camp.submarines] if camp else []
    shots = {move: sum(n in LANE_NUMBERS[move.lane] for n in own) for move in fires}
    return [move for move in fires if shots[move] == max(shots.values())]
