"""Monte Carlo search over sampled worlds; racing of moves; rollouts by a bot.

Every move is tried in the same sampled worlds, so that luck affects all alike; after each round the
worse half is dropped (sequential halving; Karnin, Koren and Somekh 2013). A quick bot's move may be
kept unless another is better by more than chance explains.

What is specific to a game is its judge: the candidate moves, how a world is played on, and the
evaluation of a position.
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
    """One per world; all candidates are tried in the same worlds, in the same order."""

    @property
    def tries(self) -> int:
        """The number of worlds in which the candidate was tried."""
        return len(self.playouts)

    @property
    def chances(self) -> Chances:
        """The mean chance of each seat to win."""
        return _mean(self.playouts)

    def beside(self, best: Runner[C]) -> Chances:
        """Estimate the chances after as many tries as `best` had, from the worlds in common."""
        here = _mean(best.playouts[: self.tries])
        return tuple(
            min(1.0, max(0.0, own + everywhere - there))
            for own, everywhere, there in zip(self.chances, best.chances, here)
        )

    def is_better(self, other: Runner[C], own: int, doubt: float) -> bool:
        """Whether this candidate is better by `doubt` standard errors in the common worlds."""
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
    """Return all candidates, best first for the seat `own`, after about `budget` simulations.

    `simulate(candidate, world)` plays on from a candidate in a sampled world: the same number is
    the same world for all. With `doubt` the first candidate is tried to the end, and is the best
    unless another is better by `doubt` standard errors.
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
"""The range of numbers of sampled worlds; those of a decision are drawn from it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, as the deciding seat sees it."""

    game: AnyGame
    view: Any
    legal: Sequence[Move]


class Worlds(Protocol):
    """The sampled worlds of one decision, consistent with the view of one seat."""

    @property
    def cost(self) -> int:
        """The simulations that each one here counts as: a longer playout costs more."""

    def candidates(self) -> Sequence[Advice]:
        """Return the candidate moves with reasons, the likeliest first; at least one."""

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """Play this move in a world, and on; the same number is the same world."""


class Judge(Protocol):
    """The evaluation of one game: positions, and playouts from them."""

    budget: int
    """The simulations per decision."""
    doubt: float
    """The standard errors by which a move must be better than a quick bot's."""

    @property
    def explainer(self) -> Explainer | None:
        """The explainer of differences; None if the game has no sentences for them."""

    @property
    def instead(self) -> Bot:
        """The bot that needs no search."""

    def chances(self, state: Any) -> Chances:
        """Return the win probability of each seat in a full state, hidden things included."""

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> Worlds | None:
        """Return the worlds of a decision; None if there is nothing to search for."""


@runtime_checkable
class Weighing(Protocol):
    """A bot that can evaluate moves: every bot of the catalog."""

    @property
    def judge(self) -> Judge:
        """The judge that evaluates moves."""

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Move],
        chance: Chance,
        budget: int | None = None,
    ) -> Sequence[Weighed]:
        """Return the move that `choose` gives, then other candidates, best first.

        `budget` counts the simulations of all moves together; None: the bot's default.
        """


HELD: Final = inf
"""The doubt of a judge whose search is weaker than the bot behind its first candidate."""
ALIKE: Final = 0.01
"""The greatest difference of win probability between moves that count as equal."""


class SearchBot:
    """A bot that looks ahead; its answers depend on the view and on chance, not on the clock."""

    beats = 2

    def __init__(self, judge: Judge, taste: Bot | None = None) -> None:
        """`taste` decides between moves that are nearly equal."""
        self.judge = judge
        self._taste = taste

    @property
    def instead(self) -> Bot:
        """The bot that answers when this one cannot."""
        return self.judge.instead

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return the move with the best win probability found, and the reason for it."""
        return self.weigh(game, view, legal, chance)[0].advice

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Move],
        chance: Chance,
        budget: int | None = None,
    ) -> list[Weighed]:
        """Return the candidate moves, best first; `budget` counts all their simulations."""
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
    """Return the candidate moves, the chosen one first, with the chances of all seats.

    `capped`: no other move is shown as better than the chosen one, as that may be luck.
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
    """Return evaluated moves, best first for the deciding seat, with reasons.

    Only the view of that seat is used. `budget` counts the simulations of all moves together;
    `also` is a move that must be in the result. A move without alternatives is returned alone,
    without chances.
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
    """Return the hard bot's move: the judge's best move, or the quick bot's one that it keeps."""
    game, view, legal = decision.game, decision.view, decision.legal
    worlds = judge.worlds(game, view, legal, chance) if judge.doubt == HELD else None
    if worlds is not None:
        return worlds.candidates()[0].move
    return weigh(judge, decision, chance, judge.budget)[0].advice.move


def fair_chances(judge: Judge, game: AnyGame, view: Any, chance: Chance, worlds: int) -> Chances:
    """Return the win probability of each seat, averaged over worlds that fit the view."""
    found = [judge.chances(game.sample(view, chance)) for _world in range(worlds)]
    return tuple(sum(seat) / worlds for seat in zip(*found))
