"""The game Der Schwarm for a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.chance import Chance
from rules.contract import check_seats, settle_options
from rules.options import Option, OptionValue
from rules.playouts import Fraction, play_at_random
from rules.schwarm import legal, play, playout, view
from rules.schwarm import moves as words
from rules.schwarm import scoring as ending
from rules.schwarm.board import GOLDEN, KINDS, ROUNDS, SEA_KINDS, START_POINTS, WAVES, WHALES
from rules.schwarm.board_file import board_of
from rules.schwarm.cells import NONE
from rules.schwarm.moves import START
from rules.schwarm.state import OPTIONS, Options, SchwarmState


class Schwarm:
    """The rules of Der Schwarm; rules/contract.py explains each member."""

    name: Final = "schwarm"
    title: Final = "Der Schwarm"
    seats: Final = range(min(ROUNDS), max(ROUNDS) + 1)
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
    parse = staticmethod(words.parse)

    def play_on(self, state: SchwarmState, chance: Chance, fraction: Fraction) -> None:
        """Play at random to the end, faster than move by move."""
        while state.phase == START:
            play_at_random(self, state, chance, fraction, 1)
        playout.play_on(state, chance, fraction)

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> SchwarmState:
        """Return the state with the sea tiled and turn order drawn; no first station stands yet."""
        check_seats(self, seats)
        settled = Options.of(settle_options(self, options))
        board = board_of(settled.board)
        order = list(range(seats))
        chance.apart("who begins").shuffle(order)
        return SchwarmState(
            board=board,
            options=settled,
            order=order,
            turn=seats - 1 if settled.free_start else 0,
            sea=[board.tiles[kind] for kind in SEA_KINDS],
            face_down=board.sea,
            blue_pile=list(board.blue),
            owners=[NONE] * len(board.coast),
            crew=[0] * len(board.coast),
            points=[START_POINTS] * seats,
            cards=[[] for _ in range(seats)],
            tiles=[[0] * len(KINDS) for _ in range(seats)],
            order_cards=[NONE] * seats,
            capacities=[NONE] * seats,
            stations=[0] * seats,
            researchers=[0] * seats,
            buoyed=[0] * seats,
            buoys=[[] for _ in range(seats)],
            ships=[[] for _ in range(seats)],
            is_linked=[False] * seats,
            joined=[0] * seats,
            beside=[(0, 0, 0, 0)] * seats,
            whales=[NONE] * WHALES,
            waves=[NONE] * WAVES,
            golden_left=board.tiles[GOLDEN],
        )


SCHWARM: Final = Schwarm()
