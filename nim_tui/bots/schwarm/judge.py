"""The judge of Der Schwarm: what moves come to once the others have answered.

A card is followed until everybody has played one more, all at a glance; a row until it is empty,
the first stations until all are there. The position reached is judged by the chance to win. Nothing
is hidden and nothing drawn on the way, so one trial of a move tells what a hundred would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice, Chances
from nim_tui.bots.schwarm.bot import PlanningBot, Turn, Way
from nim_tui.bots.schwarm.draft import Draft
from nim_tui.bots.schwarm.follow import follow
from nim_tui.bots.schwarm.foresight import FAR, SHORT
from nim_tui.bots.schwarm.plan import Plan
from nim_tui.bots.schwarm.row import Choice
from nim_tui.bots.schwarm.strike import Strike
from nim_tui.bots.schwarm.value import chances
from nim_tui.bots.schwarm.worth import EVEN, Regard
from nim_tui.bots.search import HELD
from rules.chance import Chance
from rules.contract import AnyGame
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import OVER, RESEARCH, ROW, START, SWIM, Move
from rules.schwarm.state import SchwarmState

TRIED: Final = 6
"""Moves that are tried."""


class SchwarmJudge:
    """Holds on to what the hard bot plans, and follows what else could be done beside it."""

    def __init__(self, budget: int = 16, rounds: int = 1, regard: Regard = EVEN) -> None:
        self.budget = budget
        self.doubt = HELD
        self.instead = PlanningBot(regard, SHORT._replace(whole_row=True))
        self._rounds = rounds
        self._regard = regard

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SchwarmWorlds | None:
        """What may come of a decision; None once the game is over."""
        if view.phase == OVER:
            return None
        state: SchwarmState = game.sample(view, chance)
        turn = Turn(state, view.seat, list(legal), chance, self._regard, foresight=FAR)
        return SchwarmWorlds(state, turn, chance, self._rounds)


class SchwarmWorlds:
    """The moves of one decision, followed."""

    cost = 1

    def __init__(self, state: SchwarmState, turn: Turn, chance: Chance, rounds: int) -> None:
        self._state = state
        self._turn = turn
        self._chance = chance
        self._rounds = rounds
        self._tried = turn.ways()[:TRIED]
        self._ways: dict[Any, Way] = {way.move: way for way in self._tried}
        self._found: dict[Any, Chances] = {}
        """What each move came to: it comes to the same in every world."""

    def candidates(self) -> Sequence[Advice]:
        """What the hard bot does, then the best other moves, and why."""
        return [self._turn.told(way) for way in self._tried]

    def simulate(self, advice: Advice, world: int) -> Chances:
        """The chances once everybody has answered."""
        move = advice.move
        found = self._found.get(move)
        if found is None:
            found = self._found[move] = chances(self._after(move))
        return found

    def _after(self, move: Any) -> SchwarmState:
        """The state at which the chances are looked at."""
        if self._state.phase == ROW:
            return Draft(self._state, self._turn.worth).emptied(move)
        if self._state.phase == START:
            return self._founded(move)
        return follow(self._state, self._way(move), self._chance, self._rounds)

    def _founded(self, move: Move) -> SchwarmState:
        """The state once all have their first station."""
        state, bot = self._state.copy(), PlanningBot()
        SCHWARM.play(state, state.mover, move, self._chance)
        while state.phase == START:
            seat = state.mover
            view, legal = SCHWARM.view(state, seat), SCHWARM.legal(state, seat)
            next_one: Any = bot.choose(SCHWARM, view, legal, self._chance).move
            SCHWARM.play(state, seat, next_one, self._chance)
        return state

    def _way(self, move: Move) -> Plan | Strike:
        """How a card goes on after a move, to its end."""
        way = self._ways.get(move)
        if way is None and self._state.phase == SWIM:
            return Strike(0.0, move, 0, 0)
        if way is None:
            way = self._turn.option(move)[1]
        assert not isinstance(way, Choice)
        if isinstance(way, Plan) and way.state.phase == RESEARCH and self._state.phase == RESEARCH:
            rest = self._turn.planner.laying(way.state)
            return Plan(move, rest.worth, rest.state)
        return way
