"""Playouts: how a game went on after a move in one sampled world, and what that came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nim_tui.bots.bot import Bot
from rules.advice import Advice, Chances
from rules.chance import Chance
from rules.contract import AnyGame, Event, Move


class Happening(NamedTuple):
    """An event of a playout, the move that led to it, and the seat of that move."""

    seat: int
    move: Move
    event: Event


class Barred(NamedTuple):
    """A move that a seat may not make in a playout, to see what depends on it."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Playout:
    """The chances of all seats at the end of a playout, and how it got there."""

    chances: Chances
    state: Any = None
    """The full state that was judged, of the sampled world."""
    happenings: tuple[Happening, ...] = ()
    """All events after the candidate was chosen, its own first."""


@dataclass(frozen=True, slots=True)
class SampledWorlds:
    """The worlds of one decision, in which a quick bot plays on for all seats.

    The same number is the same world: what is hidden is drawn alike for every move, and then
    chance falls alike as far as the same is drawn.
    """

    game: AnyGame
    view: Any
    moves: Sequence[Advice]
    """The moves worth a try, and why."""
    bot: Bot
    is_far_enough: Callable[[Any], bool]
    """Whether a position is where the judge looks."""
    chances: Callable[[Any], Chances]
    seed: int
    cost: int = 1
    """Simulations that each one here counts as."""
    further: SampledWorlds | None = None
    """The worlds in which causes are sought, if the search stops too early to see any reply."""

    def candidates(self) -> Sequence[Advice]:
        """The moves worth a try."""
        return self.moves

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """Play a move and go on until the judge looks; `barred` is never chosen on the way."""
        game, chance = self.game, Chance(self.seed + world)
        state = game.sample(self.view, chance)
        seat, move, happenings = self.view.seat, advice.move, list[Happening]()
        while True:
            events = game.play(state, seat, move, chance)
            happenings += (Happening(seat, move, event) for event in events)
            waiting = state.waiting()
            if not waiting or self.is_far_enough(state):
                return Playout(self.chances(state), state, tuple(happenings))
            seat = waiting[0]
            move = self._choose(state, seat, chance, barred)

    def _choose(self, state: Any, seat: int, chance: Chance, barred: Barred | None) -> Move:
        legal = self.game.legal(state, seat)
        if barred is not None and barred.seat == seat:
            legal = [move for move in legal if move != barred.move] or legal
        move: Move = legal[0]
        if len(legal) > 1:
            move = self.bot.choose(self.game, self.game.view(state, seat), legal, chance).move
        return move
