"""The hard bots: promising moves are tried in imagined worlds, and the best chance to win taken.

What is special to a game is its judge: which moves are worth a try, how a world goes on from
there, and what a position is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, Protocol

from nim_tui.bots.bot import Advice, Bot, Chances, Weighed
from nim_tui.bots.race import race
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import N_

WORLDS = 1 << 40
"""Imagined worlds are numbered; which are looked at is drawn once a decision."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What there is to decide, as the seat that must move sees it."""

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

    def simulate(self, advice: Advice, world: int) -> Chances:
        """The chances after this move in that world; the same number is the same world."""


class Judge(Protocol):
    """What is known of a game: what a position is worth, and how it may go on."""

    budget: int
    """Simulations of a decision."""
    doubt: float
    """By how many standard errors a move must be better than what a quick bot would do."""

    @property
    def instead(self) -> Bot:
        """The bot that needs no search."""

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win, as things truly stand. It may look at all of it."""

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> Worlds | None:
        """The worlds of a decision; None where there is nothing to be searched for."""


HELD: Final = inf
"""The doubt of a judge whose search is weaker than what its first candidate comes from."""
ALIKE: Final = 0.01
"""Moves whose chances differ by no more than this are a matter of taste."""


class SearchBot:
    """Looks ahead; its answers depend on the view and on chance alone, not on the clock."""

    beats = 2

    def __init__(self, judge: Judge, taste: Bot | None = None) -> None:
        """`taste` has its way where moves are nearly alike."""
        self._judge = judge
        self._taste = taste

    @property
    def instead(self) -> Bot:
        """The bot that answers where this one cannot."""
        return self._judge.instead

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
        tries = self._judge.budget if budget is None else budget
        found = weigh(self._judge, Decision(game, view, legal), chance, tries)
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
    """What moves are worth to the seat that must move, the best first, and why.

    It sees the view of that seat alone. `budget` counts simulations, of all moves together;
    `also` is a move that must be among the answers. Without chances, and alone, is a move that
    there is nothing to be weighed against.
    """
    game, view, legal = decision.game, decision.view, decision.legal
    worlds = judge.worlds(game, view, legal, chance) if len(legal) > 1 else None
    if worlds is None:
        return [Weighed(judge.instead.choose(game, view, legal, chance), ())]
    candidates = [*worlds.candidates()]
    if also is not None and also not in [each.move for each in candidates]:
        candidates.append(Advice(also, N_("what was played")))
    return weighed(worlds, candidates, view, budget, judge.doubt)


def hard_choice(judge: Judge, decision: Decision, chance: Chance) -> Move:
    """What the hard bot of the game makes of a decision: what the judge finds, or holds on to."""
    game, view, legal = decision.game, decision.view, decision.legal
    worlds = judge.worlds(game, view, legal, chance) if judge.doubt == HELD else None
    if worlds is not None:
        return worlds.candidates()[0].move
    return weigh(judge, decision, chance, judge.budget)[0].advice.move


def fair_chances(judge: Judge, game: AnyGame, view: Any, chance: Chance, worlds: int) -> Chances:
    """The chance of each seat to win, as far as one of them can know: over tables that fit."""
    found = [judge.chances(game.sample(view, chance)) for _world in range(worlds)]
    return tuple(sum(seat) / worlds for seat in zip(*found))
