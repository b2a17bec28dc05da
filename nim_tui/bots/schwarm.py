"""The medium program for Der Schwarm: it weighs what a position is worth and follows its cards.

From its view alone it judges networks, the way to the queen and to other shores, the tiles it
can still lay and what hazards take from those in the lead, and plays each card as far as it goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from nim_tui.bots import schwarm_reasons as reasons
from nim_tui.bots.bot import Advice
from nim_tui.bots.schwarm_plan import UNLIKE, Plan, Planner
from nim_tui.bots.schwarm_row import best_choice, choices
from nim_tui.bots.schwarm_strike import HAZARDS, Strike, best_strike, next_step
from nim_tui.bots.schwarm_worth import worth_for
from rules.chance import Chance
from rules.game import AnyGame
from rules.schwarm.cards import CARDS_FOR, JOKER, Action
from rules.schwarm.moves import DONE, Kind, Move
from rules.schwarm.phases import BOTH, RESEARCH, ROW, SAIL, START, SWIM
from rules.schwarm.state import SchwarmState
from rules.text import N_

_ACTION_OF: Final = {
    Kind.STATION: Action.STATION,
    Kind.SHIP: Action.SHIP,
    Kind.CREW: Action.RESEARCHER,
    Kind.RESEARCH: Action.RESEARCHER,
    Kind.WHALE: Action.WHALE,
    Kind.WAVE: Action.WAVE,
    Kind.NEW_CRAB: Action.CRAB,
    Kind.CRAB: Action.CRAB,
}


class MediumBot:
    """Plans one card ahead."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """The best of the legal moves as far as it can tell, and why."""
        if len(legal) == 1:
            return Advice(legal[0], N_("nothing else is possible"))
        state: Any = game.sample(view, chance)
        return Turn(state, view.seat, list(legal), chance).advice()


class Turn:
    """One decision."""

    def __init__(self, state: SchwarmState, seat: int, legal: list[Move], chance: Chance) -> None:
        self.legal = legal
        self.worth = worth_for(state, seat)
        self.seat = seat
        self.planner = Planner(state, self.worth, chance)
        self.state = self.planner.root

    def advice(self) -> Advice:
        """What to do, and why."""
        state, seat, planner = self.state, self.seat, self.planner
        if state.phase == ROW:
            options = choices(state, self.worth, self.legal)
            return reasons.taken(state, best_choice(state, seat, options))
        if state.phase == SWIM:
            return reasons.struck(next_step(state, self.worth))
        if state.phase == SAIL:
            return reasons.planned(state, seat, planner.sailing(state))
        if state.phase == RESEARCH:
            return reasons.planned(state, seat, planner.laying(state, 1))
        if state.phase == START:
            return self._start()
        return self._card()

    def _start(self) -> Advice:
        best = self.planner.best(self.state, self.legal)
        assert best is not None
        return reasons.start(self.state, self.seat, best)

    def _card(self) -> Advice:
        """The card that leaves most when it was played, with the rest of the hand."""
        best: tuple[float, Plan | Strike] | None = None
        for option in self.options(self.state, self.legal):
            if best is None or option[0] > best[0] + UNLIKE:
                best = option
        assert best is not None
        if isinstance(best[1], Strike):
            return reasons.struck(best[1])
        return reasons.planned(self.state, self.seat, best[1])

    def options(
        self, state: SchwarmState, legal: Sequence[Move]
    ) -> Iterator[tuple[float, Plan | Strike]]:
        """Of every card and every action: the best that can be done."""
        groups: dict[tuple[int, Action | None, Kind], list[Move]] = {}
        kind: Kind
        for move in legal:
            action = _ACTION_OF.get(move.kind)
            if not _is_better_kept(state, self.seat, move.card, action):
                kind = Kind.CRAB if move.kind == Kind.NEW_CRAB else move.kind
                groups.setdefault((move.card, action, kind), []).append(move)
        for (card, action, kind), moves in groups.items():
            if action in HAZARDS:
                yield from self._hazard(state, card, action)
            elif kind == Kind.DOUBLE:
                yield self._double(state, moves[0])
            else:
                plan = self.planner.best(state, moves)
                assert plan is not None
                yield plan.worth, plan

    def _hazard(
        self, state: SchwarmState, card: int, action: Action
    ) -> Iterator[tuple[float, Strike]]:
        strike = best_strike(state, self.worth, card, action)
        if strike is not None:
            after = state.copy()
            after.cards[self.seat].remove(card)
            yield self.worth.of(after) + strike.worth, strike

    def _double(self, state: SchwarmState, move: Move) -> tuple[float, Plan]:
        """Both parts, the better one first."""
        after = self.planner.played(state, move)
        worth = self.worth.of(after)
        while after.phase == BOTH:
            plans = [plan for _worth, plan in self.options(after, after.legal(self.seat))]
            best = max((p for p in plans if isinstance(p, Plan)), key=lambda plan: plan.worth)
            after, worth = best.state, best.worth
            if after.phase in (SAIL, RESEARCH):
                after = self.planner.played(after, DONE)
        return worth, Plan(move, worth, after)


def _is_better_kept(state: SchwarmState, seat: int, card: int, action: Action | None) -> bool:
    """Whether a joker would do what another card in the hand does as well."""
    if card != JOKER or action is None:
        return False
    return any(other in state.cards[seat] for other in CARDS_FOR[action] if other != JOKER)
