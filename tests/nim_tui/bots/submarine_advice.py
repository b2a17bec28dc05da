"""What the medium bot advises at Submarine."""

from __future__ import annotations

from nim_tui.games.submarine.bot import MediumBot
from rules.advice import Advice
from rules.chance import Chance
from rules.submarine import SUBMARINE
from rules.submarine.state import SubmarineState


def advice(state: SubmarineState, seed: int = 1) -> Advice:
    """What the program advises whoever must move."""
    seat = state.mover
    return MediumBot().choose(
        SUBMARINE, SUBMARINE.view(state, seat), SUBMARINE.legal(state, seat), Chance(seed)
    )


def word(state: SubmarineState) -> str:
    return advice(state).move.word


def reason(state: SubmarineState) -> str:
    said = advice(state)
    return said.reason.format(**said.facts)
