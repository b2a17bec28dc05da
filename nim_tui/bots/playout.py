"""Playouts: a game played on after a move in one sampled world, and its evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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
    """A move that a seat may not make in a playout, to test what depends on it."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Playout:
    """The chances of all seats at the end of a playout, and the way there."""

    chances: Chances
    state: Any = None
    """The evaluated full state of the sampled world."""
    happenings: tuple[Happening, ...] = ()
    """All events after the candidate was chosen, its own first."""


@dataclass(frozen=True, slots=True)
class SampledWorlds:
    """The worlds of one decision, in which a quick bot plays on for all seats.

    The same number is the same world: hidden things are drawn alike for every move, and later draws
    are alike as long as the same things are drawn. The bot's choice depends on the view, the legal
    moves and the chance alone: where it draws among one only, it is asked once for each view.
    """

    game: AnyGame
    view: Any
    moves: Sequence[Advice]
    """The candidate moves, with reasons."""
    bot: Bot
    is_far_enough: Callable[[Any], bool]
    """Whether a playout may stop at this state for evaluation."""
    chances: Callable[[Any], Chances]
    seed: int
    cost: int = 1
    """Simulations that each one here counts as."""
    further: SampledWorlds | None = None
    """Longer worlds for finding causes, if the search stops too early to see any reply."""
    _chosen: dict[Any, tuple[Move, int]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )
    """By view: the move that the bot always chooses there, and the number of draws it makes.

    Often several worlds, or several moves, lead to the same view.
    """

    def candidates(self) -> Sequence[Advice]:
        """Return the candidate moves."""
        return self.moves

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """Play a move and go on until the evaluation; `barred` is never chosen on the way."""
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
        game, legal = self.game, self.game.legal(state, seat)
        is_barred = barred is not None and barred.seat == seat
        if barred is not None and is_barred:
            legal = [move for move in legal if move != barred.move] or legal
        if len(legal) == 1:
            only: Move = legal[0]
            return only
        view = game.view(state, seat)
        try:
            known = None if is_barred else self._chosen.get(view)
        except TypeError:  # the view of another game may have no hash
            return self.bot.choose(game, view, legal, chance).move
        if known is not None:
            chance.skip(known[1])
            return known[0]
        drawn, uncertain = chance.drawn, chance.uncertain
        move: Move = self.bot.choose(game, view, legal, chance).move
        if chance.uncertain == uncertain and not is_barred:
            self._chosen[view] = move, chance.drawn - drawn
        return move
