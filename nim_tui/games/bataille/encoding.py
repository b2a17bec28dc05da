"""The encoding of *Bataille sous les mers*: moves and views as numbers, for research."""

from __future__ import annotations

from typing import Final

from nim_tui.research.encoding import (
    Counts,
    Each,
    FlagField,
    Maybe,
    NumberField,
    Numbering,
    OneOf,
    Recent,
    RecordField,
    TupleField,
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
"""The turns of the longest game among programs; longer ones count the same."""
REMEMBERED: Final = 60
"""The number of a seat's latest charges and torpedoes that are encoded."""


def layout(seats: int) -> RecordField:
    """Return the layout of a seat's view."""
    ships, cell, number = len(SHIPS), NumberField(0, CELLS[-1]), NumberField(0, NUMBERS[-1])
    fleet = RecordField(
        Fleet,
        places=Each(OneOf(range(SUNK, NUMBERS[-1] + 1)), ships),
        charges=Each(NumberField(0, max(FULL_LOAD)), ships),
        lost=Recent(cell, SUBMARINES),
        mine_spent=number,
        answers=Recent(TupleField(cell, NumberField(0, 2)), REMEMBERED),
        torpedoes=Recent(
            TupleField(
                NumberField(0, LONGEST), NumberField(0, len(LANES)), NumberField(0, SUBMARINES)
            ),
            REMEMBERED,
        ),
        stretches=Recent(TupleField(number, number), REMEMBERED),
        tested=Counts(NUMBERS),
    )
    camp = RecordField(Camp, submarines=Counts(CELLS), mine=OneOf(NUMBERS))
    return RecordField(
        BatailleView,
        seat=OneOf(range(seats)),
        waiting=Counts(range(seats)),
        blast=FlagField(),
        lanes=OneOf(LANE_SETS),
        spinner=OneOf(tuple(SPINNERS)),
        grids=OneOf(GRIDS),
        blocking=FlagField(),
        after_mine=OneOf(AFTER_MINE),
        without_move=OneOf(WITHOUT_MOVE),
        turn_limit=Maybe(NumberField(0, LONGEST)),
        phase=OneOf(tuple(Phase)),
        turn=NumberField(0, LONGEST),
        mover=OneOf(range(seats)),
        fleets=Each(fleet, seats),
        camps=Each(Maybe(camp), seats),
        moved=OneOf(range(ships)),
        acted=FlagField(),
        lane=OneOf(range(len(LANES))),
        shots=NumberField(0, ships),
        winner=OneOf(range(seats)),
        reason=OneOf(("submarines", "ships", "turn_limit")),
    )
