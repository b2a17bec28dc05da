"""The judge of the hard bot for Himalaya: it answers the programs that rivals are likely to lay.

What rivals may program is drawn from plans of several kinds of players. Each own program is
carried out against the same drawn ones by the rules themselves, to the end of the turn; then
the position is judged by the chance to win. What to do with an order is found in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice, Chances
from nim_tui.bots.himalaya.bot import MediumBot, reason_for, uses, why_used
from nim_tui.bots.himalaya.plan import Planner
from nim_tui.bots.himalaya.rivals import drawn, likely
from nim_tui.bots.himalaya.value import chances
from nim_tui.bots.search import WORLDS, SearchBot
from rules.chance import Chance
from rules.contract import AnyGame
from rules.himalaya.moves import FILL, OVER, PROGRAM, TAKE, Move
from rules.himalaya.state import HimalayaState
from rules.himalaya.view import HimalayaView

PROGRAMS: Final = 14
"""Own programs that are tried."""
KINDS: Final = (0.1, 0.3, 0.6)
"""The kinds of players: how much they fear that others are there first."""


class HimalayaJudge:
    """Searches to the end of the turn."""

    def __init__(self, budget: int = 300, doubt: float = 0.0) -> None:
        self.budget = budget
        self.doubt = doubt
        self.instead = MediumBot()

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> HimalayaWorlds | None:
        """The programs that others may lay, or lay open already."""
        if view.phase not in (PROGRAM, FILL, TAKE):
            return None
        return HimalayaWorlds(game, view, legal, chance)


class HimalayaWorlds:
    """Imagined tables that fit what a seat sees, each with programs for all."""

    cost = 1

    def __init__(
        self, game: AnyGame, view: HimalayaView, legal: Sequence[Move], chance: Chance
    ) -> None:
        assert view.seat is not None
        self._game = game
        self._view = view
        self._legal = legal
        self._seat = view.seat
        self._seed = chance.below(WORLDS)
        self._rivals = {
            seat: likely(view, seat, KINDS)
            for seat, player in enumerate(view.players)
            if view.phase == PROGRAM and seat != self._seat and not player.program
        }

    def candidates(self) -> list[Advice]:
        """The best own programs, or what may be done with an order, what is worth most first.

        Of those that come to the same the first is taken.
        """
        if self._view.phase == PROGRAM:
            plans = Planner(self._view, self._seat).best_few(PROGRAMS)
            return [reason_for(plan) for plan in plans]
        moves = self._legal
        if self._view.phase == FILL:
            moves = uses(self._view, moves)
        return [why_used(self._view, move) for move in moves]

    def simulate(self, advice: Advice, world: int) -> Chances:
        """What the chances are at the end of the turn."""
        chance = Chance(self._seed + world)
        state: HimalayaState = self._game.sample(self._view, chance)
        for seat, plans in self._rivals.items():
            state.programs[seat] = drawn(plans, chance).program
        self._game.play(state, self._seat, advice.move, chance)
        while state.phase != OVER and state.turn == self._view.turn:
            seat = state.waiting()[0]
            self._game.play(state, seat, _used(self._game, state, seat), chance)
        return chances(state)


def _used(game: AnyGame, state: HimalayaState, seat: int) -> Move:
    """What a seat does with an order, or takes on a market day."""
    view, legal = game.view(state, seat), game.legal(state, seat)
    move: Move = legal[0]
    if len(legal) > 1:
        move = MediumBot().choose(game, view, legal, Chance(0)).move  # type: ignore[assignment]
    return move


def hard_bot() -> SearchBot:
    """The hard bot."""
    return SearchBot(HimalayaJudge())
