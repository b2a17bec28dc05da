"""The game Submarine for a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.chance import Chance
from rules.contract import check_seats, settle_options
from rules.messages import N_
from rules.options import Limit, Option, OptionValue
from rules.playouts import Fraction, play_at_random
from rules.submarine import legal, moves, play, playout, view
from rules.submarine import scoring as ending
from rules.submarine.board import (
    CARDS_PER_COLOUR,
    CELLS,
    COLOURS,
    HAND,
    LEFT,
    LEVEL_OF,
    NONE,
    SETUPS,
    SHELLS,
    TOKENS_PER_CELL,
    TREASURES,
    TYPES,
)
from rules.submarine.knowledge import at_first
from rules.submarine.moves import PLACE
from rules.submarine.state import SubmarineState


class Submarine:
    """The rules of Submarine; rules/contract.py explains each member."""

    name: Final = "submarine"
    title: Final = "Submarine"
    seats: Final = range(min(SETUPS), max(SETUPS) + 1)
    options: Final[tuple[Option, ...]] = (
        Limit(
            "round_limit",
            N_("crossings of all boats before the leader wins"),
            1,
            1000,
            (10, 20, 60),
        ),
    )
    automatic: Final[Mapping[str, OptionValue]] = {"round_limit": 60}
    former_options: Final[Mapping[int, Mapping[str, OptionValue]]] = {}

    hides_choice = staticmethod(legal.hides_choice)
    legal = staticmethod(legal.legal)
    steps = staticmethod(play.steps)
    play = staticmethod(play.play)
    sample = staticmethod(view.sample)
    view = staticmethod(view.view_of)
    result = staticmethod(ending.result)
    parse = staticmethod(moves.parse)

    def play_on(self, state: SubmarineState, chance: Chance, fraction: Fraction) -> None:
        """Play at random to the end, faster than move by move."""
        while state.phase == PLACE:
            play_at_random(self, state, chance, fraction, 1)
        playout.play_on(state, fraction)

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> SubmarineState:
        """Return the state with treasures, shells and cards dealt and the first player drawn."""
        check_seats(self, seats)
        limit = settle_options(self, options)["round_limit"]
        setup = SETUPS[seats]
        sea = _deal_treasures(chance.apart("treasures"))
        shells = list(SHELLS)
        chance.apart("shells").shuffle(shells)
        cards = [c for c in range(len(COLOURS)) for _ in range(CARDS_PER_COLOUR - setup.set_aside)]
        chance.apart("cards").shuffle(cards)
        dealt = [cards[seat * setup.cards : (seat + 1) * setup.cards] for seat in range(seats)]
        hands = [sorted(own[-HAND:]) for own in dealt]
        piles = [own[:-HAND] for own in dealt]
        discards = [0] * len(COLOURS)
        return SubmarineState(
            sea=sea,
            bathyscaphes=[[0] * len(CELLS) for _ in range(seats)],
            boats=[LEFT] * seats,
            boards=[[NONE] * len(TYPES) for _ in range(seats)],
            jokers=[[shells[seat]] for seat in range(seats)],
            hands=hands,
            piles=piles,
            acts=[],
            known=[at_first(seat, hands, piles, discards) for seat in range(seats)],
            discards=discards,
            left_over=cards[seats * setup.cards :],
            exchanges=[0] * seats,
            round_limit=limit if isinstance(limit, int) else None,
            mover=chance.apart("who begins").below(seats),
        )


def _deal_treasures(chance: Chance) -> list[tuple[int, ...]]:
    """Deal treasures, 1 to 4 a cell on levels 1 to 4 (T)."""
    treasures = list(TREASURES)
    chance.shuffle(treasures)
    sea = []
    for cell in CELLS:
        count = TOKENS_PER_CELL[LEVEL_OF[cell] - 1]
        sea.append(tuple(sorted(treasures[:count])))
        del treasures[:count]
    return sea


SUBMARINE: Final = Submarine()
