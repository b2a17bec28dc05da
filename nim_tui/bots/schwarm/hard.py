"""The hard bot for Der Schwarm: what its best cards are worth once the others have answered.

Each promising way to play a card is followed card by card: the rivals play theirs, then it its
own again, all at a glance; the position reached is weighed from both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice
from nim_tui.bots.schwarm import reasons
from nim_tui.bots.schwarm.bot import BEHIND, Option, Turn
from nim_tui.bots.schwarm.plan import Breadth, Planner, sheltered
from nim_tui.bots.schwarm.strike import Strike, next_step
from nim_tui.bots.schwarm.worth import expected, worth_for
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import N_
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import DONE
from rules.schwarm.phases import IDLE, OVER, PLAY, RESEARCH, SAIL, SWIM
from rules.schwarm.state import SchwarmState

FOLLOWED: Final = 6
"""Ways to play a card that are followed."""
WORLDS: Final = 2
"""How often each is followed: what is drawn on the way differs."""
DEEP: Final = Breadth(6, 6, 3, 4)


class HardBot:
    """Plays as the medium bot does, but looks how its cards are answered."""

    def __init__(self, followed: int = FOLLOWED, worlds: int = WORLDS, rounds: int = 1) -> None:
        self._followed = followed
        self._worlds = worlds
        self._rounds = rounds

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """The best of the legal moves as far as it can tell, and why."""
        if len(legal) == 1:
            return Advice(legal[0], N_("nothing else is possible"))
        state: SchwarmState = game.sample(view, chance)
        seat = state.mover
        turn = Turn(state, seat, list(legal), chance)
        turn.planner = Planner(state, turn.worth, chance, DEEP)
        if state.phase != PLAY:
            return turn.advice()
        options = sorted(
            turn.options(turn.planner, turn.state, turn.legal), key=lambda option: -option[0]
        )
        near = [
            option for option in options[: self._followed] if option[0] > options[0][0] - BEHIND
        ]
        if len(near) == 1:
            return _told(state, seat, near[0])
        seed = chance.below(1 << 40)
        best = max(near, key=lambda option: self._followed_up(state, seat, option, seed))
        return _told(state, seat, best)

    def _followed_up(self, state: SchwarmState, seat: int, option: Option, seed: int) -> float:
        return sum(
            follow(state, seat, option, Chance(seed + world), self._rounds)
            for world in range(self._worlds)
        )


def _told(state: SchwarmState, seat: int, option: Option) -> Advice:
    if isinstance(option[1], Strike):
        return reasons.struck(option[1])
    return reasons.planned(state, seat, option[1])


def follow(state: SchwarmState, seat: int, option: Option, chance: Chance, rounds: int) -> float:
    """What is left for a seat once its card, the others' and its own next are played."""
    after = played_out(state, option, chance)
    plays = rounds * len(state.points)
    while plays and after.phase == PLAY and after.cards[after.mover]:
        after = played_out(after, _at_a_glance(after, chance), chance)
        plays -= 1
    return standing_of(after, seat)


def played_out(state: SchwarmState, option: Option, chance: Chance) -> SchwarmState:
    """The state once a card was played as it was planned; the round does not end with it."""
    way, seat = option[1], state.mover
    if isinstance(way, Strike):
        return _struck_out(state, way, chance)
    after = way.state.copy()
    if after.phase in (SAIL, RESEARCH, IDLE):
        SCHWARM.play(after, seat, DONE, chance)
    for other, cards in enumerate(state.cards):
        if other != seat:
            after.cards[other] = cards[:]
    return after


def _struck_out(state: SchwarmState, strike: Strike, chance: Chance) -> SchwarmState:
    """A hazard goes where it takes most."""
    seat = state.mover
    after = sheltered(state, seat)
    SCHWARM.play(after, seat, strike.move, chance)
    while after.phase == SWIM:
        SCHWARM.play(after, seat, next_step(after, worth_for(after, seat)).move, chance)
    for other, cards in enumerate(state.cards):
        if other != seat:
            after.cards[other] = cards[:]
    return after


def _at_a_glance(state: SchwarmState, chance: Chance) -> Option:
    """What the mover does with the card that leaves most."""
    turn = Turn(state, state.mover, list(SCHWARM.legal(state, state.mover)), chance)
    return max(turn.options(turn.glance, turn.state, turn.legal), key=lambda option: option[0])


def standing_of(state: SchwarmState, seat: int) -> float:
    """What a seat may expect, against the best of its rivals and a little against the others."""
    if state.phase == OVER:
        worths = [float(points) for points in state.points]
    else:
        plain = sheltered(state, seat) if state.phase == PLAY else state
        worths = [points + expected(plain, each) for each, points in enumerate(plain.points)]
    others = sorted((worth for each, worth in enumerate(worths) if each != seat), reverse=True)
    return worths[seat] - 0.8 * others[0] - 0.2 * sum(others) / len(others)
