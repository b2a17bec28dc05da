"""The game Bataille sous les mers for a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bataille import legal, moves, play, playout, sample, turns, view
from rules.bataille.board import LANE_SETS, PLAYERS, SPINNERS
from rules.bataille.deduction import GRIDS
from rules.bataille.moves import MOVE, OVER
from rules.bataille.state import BatailleState
from rules.bataille.turns import AFTER_MINE, WITHOUT_MOVE
from rules.chance import Chance
from rules.contract import check_seats, settle_options
from rules.messages import N_
from rules.options import Choice, Flag, Limit, Option, OptionValue
from rules.playouts import Fraction, play_at_random


class Bataille:
    """The rules of Bataille sous les mers; rules/contract.py explains each member."""

    name: Final = "bataille"
    title: Final = "Bataille sous les mers"
    seats: Final = range(2, 3)
    options: Final[tuple[Option, ...]] = (
        Flag("blast", N_("depth charges reach the 8 squares around, on one level")),
        Choice("lanes", N_("the torpedo lanes"), LANE_SETS),
        Choice("spinner", N_("how often a torpedo hits"), tuple(SPINNERS)),
        Choice("grids", N_("search grids filled in for you, or with your own marks only"), GRIDS),
        Flag("blocking", N_("ships in the lane stop a torpedo")),
        Choice("after_mine", N_("the torpedoes of a player whose ship struck a mine"), AFTER_MINE),
        Choice("without_move", N_("what a turn without a move may contain"), WITHOUT_MOVE),
        Limit(
            "turn_limit",
            N_("turns of both players together before a draw"),
            2,
            1000,
            (60, 100, 300),
        ),
    )
    automatic: Final[Mapping[str, OptionValue]] = {"turn_limit": 300}
    former_options: Final[Mapping[int, Mapping[str, OptionValue]]] = {2: {"spinner": "third"}}
    players: Final = PLAYERS

    hides_choice = staticmethod(legal.hides_choice)
    legal = staticmethod(legal.legal)
    steps = staticmethod(play.steps)
    play = staticmethod(play.play)
    view = staticmethod(view.view_of)
    result = staticmethod(turns.result)
    sample = staticmethod(sample.sample)
    parse = staticmethod(moves.parse)

    def play_on(self, state: BatailleState, chance: Chance, fraction: Fraction) -> None:
        """Play at random to the end, faster than move by move."""
        while state.phase not in (MOVE, OVER):
            play_at_random(self, state, chance, fraction, 1)
        if state.blocking:
            play_at_random(self, state, chance, fraction)
        else:
            playout.play_on(state, chance, fraction)

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> BatailleState:
        """Return the state with both fleets in port and nothing placed; uses no chance."""
        check_seats(self, seats)
        settled = settle_options(self, options)
        limit = settled["turn_limit"]
        return BatailleState(
            blast=int(settled["blast"] is True),
            lanes=str(settled["lanes"]),
            spinner=str(settled["spinner"]),
            grids=str(settled["grids"]),
            blocking=settled["blocking"] is True,
            after_mine=str(settled["after_mine"]),
            without_move=str(settled["without_move"]),
            turn_limit=limit if isinstance(limit, int) else None,
        )


BATAILLE: Final = Bataille()
