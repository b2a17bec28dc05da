"""Monte Carlo search over sampled worlds; racing of moves; rollouts by a bot.

Every move is tried in the same imagined worlds, so that luck weighs on all alike; after each
round the worse half is left out (sequential halving; Karnin, Koren and Somekh 2013). What a quick
bot would do may be held on to, unless another is better by more than chance makes likely.

What is special to a game is its judge: which moves are worth a try, how a world goes on from
there, and what a position is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf, log2, sqrt
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from nim_tui.bots.bot import Bot
from nim_tui.bots.contrast import Explainer
from nim_tui.bots.playout import Barred, Playout
from rules.advice import Advice, Chances, Weighed
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import N_

C = TypeVar("C")


@dataclass(slots=True)
class Runner(Generic[C]):
    """A candidate and its playouts."""

    candidate: C
    playouts: list[Playout]
    """One a world; all candidates are tried in the same worlds, in the same order."""

    @property
    def tries(self) -> int:
        """The number of worlds in which the candidate was tried."""
        return len(self.playouts)

    @property
    def chances(self) -> Chances:
        """The chance of each seat to win, on average."""
        return _mean(self.playouts)

    def beside(self, best: Runner[C]) -> Chances:
        """The chances as if tried as often as the best: its own, less its lag where both were."""
        here = _mean(best.playouts[: self.tries])
        return tuple(
            min(1.0, max(0.0, own + everywhere - there))
            for own, everywhere, there in zip(self.chances, best.chances, here)
        )

    def is_better(self, other: Runner[C], own: int, doubt: float) -> bool:
        """Whether it is better by `doubt` standard errors in the worlds both were tried in."""
        pairs = zip(self.playouts, other.playouts)
        gains = [here.chances[own] - there.chances[own] for here, there in pairs]
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
        return mean > doubt * sqrt(spread / len(gains))


def race(
    candidates: Sequence[C],
    simulate: Callable[[C, int], Playout],
    *,
    own: int,
    budget: int,
    doubt: float = 0.0,
) -> list[Runner[C]]:
    """All candidates, best first for the seat `own`, after `budget` simulations or a few more.

    `simulate(candidate, world)` plays on from a candidate in an imagined world: the same number
    is the same world for all. With `doubt` the first candidate is tried to the end, and the best
    unless another is better by so many standard errors.
    """
    runners = [Runner(candidate, []) for candidate in candidates]
    first, left, out = runners[0], list(runners), list[Runner[C]]()
    rounds = max(1, ceil(log2(len(runners))))
    world = 0
    for _round in range(rounds):
        tries = max(1, budget // (rounds * len(left)))
        for number in range(world, world + tries):
            for runner in left:
                runner.playouts.append(simulate(runner.candidate, number))
        world += tries
        left.sort(key=lambda runner: -runner.chances[own])
        keep = max(1, ceil(len(left) / 2))
        if doubt and first in left[keep:]:
            left.remove(first)
            left.insert(keep, first)
            keep += 1
        out = left[keep:] + out
        left = left[:keep]
    if doubt:
        left.sort(key=lambda each: each is not first and not each.is_better(first, own, doubt))
    return left + out


def _mean(playouts: Sequence[Playout]) -> Chances:
    return tuple(sum(seat) / len(playouts) for seat in zip(*(each.chances for each in playouts)))


WORLDS = 1 << 40
"""Imagined worlds are numbered; which are looked at is drawn once a decision."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, as the seat that must move sees it."""

    game: AnyGame
    view: Any
    legal: Sequence[Move]


class Worlds(Protocol):
    """The worlds that one seat can imagine at one decision."""

    @property
    def cost(self) -> int:
        """Simulations that each one here counts as: a longer look is dearer."""

    def candidates(self) -> Sequence[Advice]:
        """The moves worth a try and why, the likeliest first; at least one."""

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """Play this move in that world, and on; the same number is the same world."""


class Judge(Protocol):
    """The evaluation of one game: the worth of a position, and how play may go on."""

    budget: int
    """Simulations of a decision."""
    doubt: float
    """By how many standard errors a move must be better than what a quick bot would do."""

    @property
    def explainer(self) -> Explainer | None:
        """Names the causes of differences; None where the game has no sentences for them."""

    @property
    def instead(self) -> Bot:
        """The bot that needs no search."""

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win, as things truly stand. It may look at all of it."""

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> Worlds | None:
        """The worlds of a decision; None where there is nothing to be searched for."""


@runtime_checkable
class Weighing(Protocol):
    """A bot that can say what moves are worth: every bot of the catalog."""

    @property
    def judge(self) -> Judge:
        """The judge that tells the worth of moves."""

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Move],
        chance: Chance,
        budget: int | None = None,
    ) -> Sequence[Weighed]:
        """The move that `choose` gives, then others worth a try, the best first.

        `budget` counts simulations, of all moves together; without it as many as the bot takes.
        """


HELD: Final = inf
"""The doubt of a judge whose search is weaker than what its first candidate comes from."""
ALIKE: Final = 0.01
"""Moves whose chances differ by no more than this are a matter of taste."""


class SearchBot:
    """Looks ahead; its answers depend on the view and on chance alone, not on the clock."""

    beats = 2

    def __init__(self, judge: Judge, taste: Bot | None = None) -> None:
        """`taste` has its way where moves are nearly alike."""
        self.judge = judge
        self._taste = taste

    @property
    def instead(self) -> Bot:
        """The bot that answers where this one cannot."""
        return self.judge.instead

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """The move with the best chance to win that was found, and why."""
        return self.weigh(game, view, legal, chance)[0].advice

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Move],
        chance: Chance,
        budget: int | None = None,
    ) -> list[Weighed]:
        """The moves worth a try, the best first; `budget` counts simulations of all together."""
        tries = self.judge.budget if budget is None else budget
        found = weigh(self.judge, Decision(game, view, legal), chance, tries)
        if self._taste is None or len(found) == 1:
            return found
        liked = self._taste.choose(game, view, legal, chance).move
        least = found[0].chances[view.seat] - ALIKE
        found.sort(key=lambda each: each.advice.move != liked or each.chances[view.seat] < least)
        return found


def weighed(
    worlds: Worlds,
    candidates: Sequence[Advice],
    view: Any,
    budget: int,
    doubt: float = 0.0,
    *,
    capped: bool = True,
) -> list[Weighed]:
    """The moves worth a try, the one that is chosen first, with the chances of all seats.

    `capped`: what may be luck is not told, nothing is worth more than the move that is chosen.
    """
    if len(candidates) == 1:
        return [Weighed(candidates[0], ())]
    own = view.seat
    tries = max(1, budget // worlds.cost)
    runners = race(candidates, worlds.simulate, own=own, budget=tries, doubt=doubt)
    best = runners[0].chances
    chances = [runner.beside(runners[0]) for runner in runners]
    found = [
        Weighed(runner.candidate, min(best, told, key=lambda each: each[own]) if capped else told)
        for runner, told in zip(runners, chances)
    ]
    return [found[0], *sorted(found[1:], key=lambda each: -each.chances[own])]


def weigh(
    judge: Judge, decision: Decision, chance: Chance, budget: int, also: Move | None = None
) -> list[Weighed]:
    """Return moves, best first, with their worth to the seat that must move, and reasons.

    Only the view of that seat is used. `budget` counts simulations, of all moves together; `also`
    is a move that must be among the answers. A move with nothing to be compared to is returned
    alone, without chances.
    """
    game, view, legal = decision.game, decision.view, decision.legal
    worlds = judge.worlds(game, view, legal, chance) if len(legal) > 1 else None
    if worlds is None:
        return [Weighed(judge.instead.choose(game, view, legal, chance), ())]
    candidates = [*worlds.candidates()]
    if also is not None and also not in [each.move for each in candidates]:
        candidates.append(Advice(also, N_("the move played")))
    return weighed(worlds, candidates, view, budget, judge.doubt)


def hard_choice(judge: Judge, decision: Decision, chance: Chance) -> Move:
    """Return the hard bot's move: the judge's best move, or the one that the judge holds on to."""
    game, view, legal = decision.game, decision.view, decision.legal
    worlds = judge.worlds(game, view, legal, chance) if judge.doubt == HELD else None
    if worlds is not None:
        return worlds.candidates()[0].move
    return weigh(judge, decision, chance, judge.budget)[0].advice.move


def fair_chances(judge: Judge, game: AnyGame, view: Any, chance: Chance, worlds: int) -> Chances:
    """The chance of each seat to win, as far as one of them can know: over tables that fit."""
    found = [judge.chances(game.sample(view, chance)) for _world in range(worlds)]
    return tuple(sum(seat) / worlds for seat in zip(*found))
