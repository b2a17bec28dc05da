"""Moves and views of *Bataille sous les mers* as numbers, for research."""

from __future__ import annotations

from typing import Final

from nim_tui.research.encoding import (
    Counts,
    Each,
    Flag,
    Maybe,
    Number,
    Numbering,
    OneOf,
    Recent,
    Record,
    Row,
)
from rules.bataille.board import (
    CELLS,
    FULL_LOAD,
    LANE_SETS,
    LANES,
    NUMBERS,
    SHIPS,
    SPINNERS,
    SUBMARINES,
    SUNK,
)
from rules.bataille.deduction import GRIDS
from rules.bataille.moves import ALL_MOVES, Phase
from rules.bataille.turns import AFTER_MINE, WITHOUT_MOVE
from rules.bataille.view import BatailleView, Camp, Fleet

NUMBERING: Final = Numbering(tuple(move.word for move in ALL_MOVES))
LONGEST: Final = 300
"""Turns of a table of programs, and what longer ones count as."""
REMEMBERED: Final = 60
"""Charges and torpedoes of a seat that are told, the latest ones."""


def layout(seats: int) -> Record:
    """The places of what a seat sees."""
    ships, cell, number = len(SHIPS), Number(0, CELLS[-1]), Number(0, NUMBERS[-1])
    fleet = Record(
        Fleet,
        places=Each(OneOf(range(SUNK, NUMBERS[-1] + 1)), ships),
        charges=Each(Number(0, max(FULL_LOAD)), ships),
        lost=Recent(cell, SUBMARINES),
        mine_spent=number,
        answers=Recent(Row(cell, Number(0, 2)), REMEMBERED),
        torpedoes=Recent(
            Row(Number(0, LONGEST), Number(0, len(LANES)), Number(0, SUBMARINES)), REMEMBERED
        ),
        stretches=Recent(Row(number, number), REMEMBERED),
        tested=Counts(NUMBERS),
    )
    camp = Record(Camp, submarines=Counts(CELLS), mine=OneOf(NUMBERS))
    return Record(
        BatailleView,
        seat=OneOf(range(seats)),
        waiting=Counts(range(seats)),
        blast=Flag(),
        lanes=OneOf(LANE_SETS),
        spinner=OneOf(tuple(SPINNERS)),
        grids=OneOf(GRIDS),
        blocking=Flag(),
        after_mine=OneOf(AFTER_MINE),
        without_move=OneOf(WITHOUT_MOVE),
        turn_limit=Maybe(Number(0, LONGEST)),
        phase=OneOf(tuple(Phase)),
        turn=Number(0, LONGEST),
        mover=OneOf(range(seats)),
        fleets=Each(fleet, seats),
        camps=Each(Maybe(camp), seats),
        moved=OneOf(range(ships)),
        acted=Flag(),
        lane=OneOf(range(len(LANES))),
        shots=Number(0, ships),
        winner=OneOf(range(seats)),
        reason=OneOf(("submarines", "ships", "turn_limit")),
    )
