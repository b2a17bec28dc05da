"""The game Himalaya for a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.chance import Chance
from rules.contract import check_seats, settle_options
from rules.himalaya import legal, moves, play, playout, view
from rules.himalaya import scoring as ending
from rules.himalaya.board import CUBES, NONE, VILLAGES, board_of
from rules.himalaya.legal import EVENT_TOKENS
from rules.himalaya.moves import OVER
from rules.himalaya.state import OPTIONS, HimalayaState, Options
from rules.himalaya.turns import refill
from rules.options import Option, OptionValue
from rules.playouts import Fraction, play_at_random


class Himalaya:
    """The rules of Himalaya; rules/contract.py explains each member."""

    name: Final = "himalaya"
    title: Final = "Himalaya"
    seats: Final = range(3, 5)
    options: Final[tuple[Option, ...]] = OPTIONS
    automatic: Final[Mapping[str, OptionValue]] = {}
    former_options: Final[Mapping[int, Mapping[str, OptionValue]]] = {}

    hides_choice = staticmethod(legal.hides_choice)
    legal = staticmethod(legal.legal)
    steps = staticmethod(play.steps)
    play = staticmethod(play.play)
    sample = staticmethod(view.sample)
    view = staticmethod(view.view_of)
    result = staticmethod(ending.result)
    parse = staticmethod(moves.parse)

    def play_on(self, state: HimalayaState, chance: Chance, fraction: Fraction) -> None:
        """Play at random to the end, faster than move by move."""
        trips = playout.trips_on(state.board.neighbours)
        while state.phase != OVER:
            if playout.is_plain_turn(state):
                playout.play_turn(state, trips, chance, fraction)
            else:
                play_at_random(self, state, chance, fraction, 1)

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> HimalayaState:
        """Return the state with map filled and first player drawn; no caravan is placed yet."""
        check_seats(self, seats)
        settled = Options.of(settle_options(self, options))
        board = board_of(settled.board)
        places = len(VILLAGES) + 1
        state = HimalayaState(
            board=board,
            options=settled,
            goods=[()] * places,
            orders=[NONE] * places,
            cube_bag=list(board.cubes),
            disc_bag=[disc.copies for disc in board.discs],
            caravans=[0] * seats,
            cubes=[[0] * len(CUBES) for _ in range(seats)],
            discs=[[] for _ in range(seats)],
            tokens=[0] * seats,
            stupas=[NONE] * places,
            delegations=[[0] * seats for _ in board.regions],
            event_tokens=[EVENT_TOKENS if settled.events else 0] * seats,
        )
        list(refill(state, chance.apart("map")))
        state.first = state.mover = chance.apart("who begins").below(seats)
        return state


HIMALAYA: Final = Himalaya()
