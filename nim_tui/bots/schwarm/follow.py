"""Following a move in Der Schwarm: rivals play their cards, then the seat its own, at a glance."""

from __future__ import annotations

from nim_tui.bots.schwarm.bot import Turn
from nim_tui.bots.schwarm.plan import Plan, sheltered
from nim_tui.bots.schwarm.strike import Strike, next_step
from nim_tui.bots.schwarm.worth import worth_for
from rules.chance import Chance
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import BOTH, DONE, IDLE, PLAY, RESEARCH, SAIL, SWIM, Move
from rules.schwarm.state import SchwarmState


def follow(state: SchwarmState, way: Plan | Strike, chance: Chance, rounds: int) -> SchwarmState:
    """The state once a card, the others' and so many more of all were played.

    The round does not end with them.
    """
    after = played_out(state, way, chance)
    while after.phase == BOTH:
        after = played_out(after, _at_a_glance(after, chance), chance)
    plays = rounds * len(state.points)
    while plays and after.phase == PLAY and after.cards[after.mover]:
        after = played_out(after, _at_a_glance(after, chance), chance)
        plays -= 1
    return after


def played_out(state: SchwarmState, way: Plan | Strike, chance: Chance) -> SchwarmState:
    """The state once a card was played as it was planned; the round does not end with it."""
    seat = state.mover
    after = _struck_out(state, way.move, chance) if isinstance(way, Strike) else way.state.copy()
    if after.phase in (SAIL, RESEARCH, IDLE):
        SCHWARM.play(after, seat, DONE, chance)
    for other, cards in enumerate(state.cards):
        if other != seat:
            after.cards[other] = cards[:]
    return after


def _struck_out(state: SchwarmState, move: Move, chance: Chance) -> SchwarmState:
    """A hazard goes where it takes most."""
    seat = state.mover
    after = sheltered(state, seat)
    SCHWARM.play(after, seat, move, chance)
    while after.phase == SWIM:
        SCHWARM.play(after, seat, next_step(after, worth_for(after, seat)).move, chance)
    return after


def _at_a_glance(state: SchwarmState, chance: Chance) -> Plan | Strike:
    """What the mover does with the card that leaves most."""
    turn = Turn(state, state.mover, list(SCHWARM.legal(state, state.mover)), chance)
    return max(turn.options(turn.glance, turn.state, turn.legal), key=lambda option: option[0])[1]
