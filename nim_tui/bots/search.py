"""The hard bots: promising moves are tried in imagined worlds, and the best chance to win taken.

What is special to a game is its judge: which moves are worth a try, how a world goes on from
there, and what a position is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nim_tui.bots.bot import Advice, Bot
from nim_tui.bots.race import Chances, race
from rules.chance import Chance
from rules.contract import AnyGame, Move

WORLDS = 1 << 40
"""Imagined worlds are numbered; which are looked at is drawn once a decision."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move, why, and the chance of each seat to win after it, as far as it was tried."""

    advice: Advice
    chances: Chances


class Worlds(Protocol):
    """The worlds that one seat can imagine at one decision."""

    def candidates(self) -> Sequence[Advice]:
        """The moves worth a try and why, the likeliest first; at least one."""

    def simulate(self, advice: Advice, world: int) -> Chances:
        """The chances after this move in that world; the same number is the same world."""


class Judge(Protocol):
    """What a search must know of a game."""

    budget: int
    """Simulations of a decision."""

    @property
    def instead(self) -> Bot:
        """The bot that needs no search."""

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> Worlds | None:
        """The worlds of a decision; None where there is nothing to be searched for."""


class SearchBot:
    """Looks ahead; its answers depend on the view and on chance alone, not on the clock."""

    beats = 2

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    @property
    def instead(self) -> Bot:
        """The bot that answers where this one cannot."""
        return self._judge.instead

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """The move with the best chance to win that was found, and why."""
        worlds = self._judge.worlds(game, view, legal, chance) if len(legal) > 1 else None
        if worlds is None:
            return self.instead.choose(game, view, legal, chance)
        return weighed(worlds, view, self._judge.budget)[0].advice


def weighed(worlds: Worlds, view: Any, budget: int) -> list[Weighed]:
    """The moves worth a try, best first, with the chances of all seats."""
    candidates = worlds.candidates()
    if len(candidates) == 1:
        return [Weighed(candidates[0], ())]
    seats, own = len(view.players), view.seat
    runners = race(candidates, worlds.simulate, seats=seats, own=own, budget=budget)
    return [Weighed(runner.candidate, runner.chances) for runner in runners]
