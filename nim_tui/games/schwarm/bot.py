"""The medium bot of *Der Schwarm*.

The row has neither hidden cards nor chance. Everybody is assumed to take the card that a quick
evaluation prefers; a choice is judged by what all hold in the end and paid for it.

From its view alone the bot evaluates networks, the way to the queen and to other shores, the tiles
it can still lay and the hazards against the leaders, and plans each card to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from nim_tui.bots.playout import Happening
from nim_tui.games.schwarm import reasons
from nim_tui.games.schwarm.hazards import HAZARDS, Strike, best_strike, next_steps
from nim_tui.games.schwarm.plan import (
    GLANCE,
    NARROW,
    SHORT,
    UNLIKE,
    Foresight,
    Plan,
    Planner,
    best_of,
)
from nim_tui.games.schwarm.row import RowChoice, RowValues, early, ranked
from nim_tui.games.schwarm.worth import EVEN, Weighting, Worth, worth_for
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import N_
from rules.schwarm.cards import BRILLIANT, CARDS_FOR, DOUBLE, JOKER, PROTECTION, Action
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import (
    BOTH,
    DONE,
    IDLE,
    PLAY,
    RESEARCH,
    ROW,
    SAIL,
    START,
    SWIM,
    Kind,
    Move,
)
from rules.schwarm.state import SchwarmState


class RowDraft:
    """The row of one decision, played until it is empty."""

    def __init__(self, state: SchwarmState, worth: Worth) -> None:
        self._state = state
        self._worth = worth
        self._row = RowValues(state)
        self._no_chance = Chance(0)
        self._at_a_glance: RowChoice | None = None

    def ways(self, legal: list[Move]) -> list[RowChoice]:
        """Return the cheapest of each kind of card, those first that lead to the best outcome."""
        at_a_glance = ranked(self._state, self._row.choices(self._state, legal))
        ways: dict[object, RowChoice] = {}
        for choice in at_a_glance:
            ways.setdefault(self._like(choice.move), choice)
        self._at_a_glance = at_a_glance[0]
        return sorted(ways.values(), key=lambda choice: -self._left(self.emptied(choice.move)))

    def told(self, choice: RowChoice) -> Advice:
        """Return a choice with the reason for it."""
        if choice is self._at_a_glance:
            return reasons.taken(self._state, choice)
        assert self._at_a_glance is not None
        with_it, without = (self.emptied(each.move) for each in (choice, self._at_a_glance))
        return reasons.taken_for_later(self._state, choice, with_it, without)

    def _like(self, move: Move) -> object:
        """Return a key that is equal for moves that differ in their price alone."""
        if move.kind == Kind.CARD:
            return self._state.row[move.number]
        return move

    def emptied(self, move: Move) -> SchwarmState:
        """Return the state once all have their cards, after this move."""
        return self.followed(move, lambda state, options: ranked(state, options)[0].move)[0]

    def followed(
        self, move: Move, choose: Callable[[SchwarmState, list[RowChoice]], Move]
    ) -> tuple[SchwarmState, list[Happening]]:
        """Return the state and events once all took their cards by `choose` after this move."""
        state, happenings = self._state.copy(), list[Happening]()
        while True:
            seat = state.mover
            events = SCHWARM.play(state, seat, move, self._no_chance)
            happenings += [Happening(seat, move, event) for event in events]
            if state.phase != ROW:
                return state, happenings
            options = self._row.choices(state, SCHWARM.legal(state, state.mover))
            move = choose(state, options)

    def _left(self, state: SchwarmState) -> float:
        """Return the seat's prospects against its rivals when the row is empty."""
        weights = self._worth.weights
        rivals = sum(
            weight * self._held(state, seat) for seat, weight in enumerate(weights) if weight
        )
        return self._held(state, self._worth.seat) - rivals

    def _held(self, state: SchwarmState, seat: int) -> float:
        """Return a seat's points, hand, and the gains from its order and capacity cards.

        The golden tile and the fast ship count in the hand already.
        """
        capacity = state.capacities[seat]
        value = state.points[seat] + self._row.hope(state, seat, state.cards[seat])
        value += early(state, state.order_cards[seat])
        if capacity in (BRILLIANT, PROTECTION):
            value += self._row.capacity(state, seat, capacity)
        return value


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


BEHIND: Final = 8.0
"""A card that is worse by this much is not searched further."""

Way = Plan | Strike | RowChoice
"""A possible action."""
Option = tuple[float, Plan | Strike]
"""The worth of the resulting state, and the action with a card."""


class PlanningBot:
    """A bot that plans a card together with those it plays after it."""

    def __init__(self, regard: Weighting = EVEN, foresight: Foresight = SHORT) -> None:
        self._regard = regard
        self._foresight = foresight

    @property
    def instead(self) -> PlanningBot:
        """The bot that answers if this one is late: the best of a few ways, at a glance."""
        return PlanningBot(self._regard, GLANCE)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return the best legal move by the bot's estimate, and why."""
        if len(legal) == 1:
            return Advice(legal[0], N_("no other move is possible"))
        state: Any = game.sample(view, chance)
        regard, foresight = self._regard, self._foresight
        turn = CardDecision(state, view.seat, list(legal), chance, regard, foresight=foresight)
        return turn.advice()


class CardDecision:
    """The search of one decision."""

    def __init__(
        self,
        state: SchwarmState,
        seat: int,
        legal: list[Move],
        chance: Chance,
        regard: Weighting = EVEN,
        *,
        foresight: Foresight = SHORT,
    ) -> None:
        self.foresight = foresight
        self.legal = legal
        self.worth = worth_for(state, seat, regard)
        self.seat = seat
        self.chance = chance
        self.planner = Planner(state, self.worth, chance, foresight.breadth)
        self.glance = Planner(state, self.worth, chance, NARROW)
        self.state = self.planner.root
        self.draft = RowDraft(self.state, self.worth) if foresight.whole_row else None

    def advice(self) -> Advice:
        """Return the best move, and the reason for it."""
        return self.told(self.ways()[0])

    def ways(self) -> list[Way]:
        """Return the possible moves, each once: the best one first, then by the resulting worth."""
        state, planner = self.state, self.planner
        if state.phase == ROW:
            return self._takings()
        if state.phase == SWIM:
            return [*next_steps(state, self.worth)]
        if state.phase == SAIL:
            return self._furthest_first([(way.worth, way) for way in planner.ways_to_sail(state)])
        if state.phase == RESEARCH:
            return self._tiles()
        if state.phase == START:
            plans = [planner.plan(state, move) for move in self.legal]
            return _once([best_of(plans), *sorted(plans, key=lambda plan: -plan.worth)])
        return self._furthest_first(list(self.options(planner, state, self.legal)))

    def told(self, way: Way) -> Advice:
        """Return a way with the reason for it."""
        if isinstance(way, Strike):
            return reasons.struck(way)
        if isinstance(way, RowChoice):
            return reasons.taken(self.state, way) if self.draft is None else self.draft.told(way)
        if self.state.phase == START:
            return reasons.start(self.state, self.seat, way)
        return reasons.planned(self.state, self.seat, way)

    def _takings(self) -> list[Way]:
        if self.draft is None:
            return [*ranked(self.state, RowValues(self.state).choices(self.state, self.legal))]
        return [*self.draft.ways(self.legal)]

    def _tiles(self) -> list[Way]:
        """Return tiles to lay, and laying no more, which comes first if no tile gains."""
        tiles = self.planner.tiles(self.state)
        stop = Plan((DONE,), self.worth.of(self.state), self.state)
        least = self.worth.of(self.planner.played(self.state, DONE)) + UNLIKE
        gains = bool(tiles) and tiles[0].worth > least
        return [*tiles, stop] if gains else [stop, *tiles]

    def _furthest_first(self, options: list[Option]) -> list[Way]:
        """Return the best option for the rest of the hand, then all by their immediate worth."""
        ranked = sorted(options, key=lambda option: -option[0])
        is_sailing = self.state.phase == SAIL
        looked_at = options[: self.foresight.breadth.ends] if is_sailing else ranked
        followed = sorted(looked_at, key=lambda option: -option[0])[: self.foresight.followed]
        near = [option for option in followed if option[0] > followed[0][0] - BEHIND]
        if len(near) > 1 and self.state.phase != BOTH and not self.state.parts:
            near.sort(key=lambda option: -self._with_rest(option))
        return _once([near[0][1], *(way for _worth, way in ranked)])

    def _with_rest(self, option: Option) -> float:
        """Return the worth after this card and then the best of the remaining ones."""
        state, gained = self.state, 0.0
        for _card in range(self.foresight.ahead):
            state, gain = self._after(state, option[1])
            if not state.cards[self.seat]:
                break
            options = self.options(self.glance, state, self._next_legal(state))
            gained, option = gained + gain, max(options, key=lambda option: option[0])
        return gained + option[0]

    def _after(self, state: SchwarmState, way: Plan | Strike) -> tuple[SchwarmState, float]:
        """Return the state after a card, and the worth that it does not show.

        Points taken by a hazard are only counted, not taken.
        """
        if isinstance(way, Strike):
            after, gained = state.copy(), way.worth
            after.cards[self.seat].remove(way.move.card)
        else:
            after, gained = way.state.copy(), 0.0
        if after.phase in (SAIL, RESEARCH, IDLE):
            SCHWARM.play(after, self.seat, DONE, self.chance)
        after.turn, after.phase = after.order.index(self.seat), PLAY
        return after, gained

    def _next_legal(self, state: SchwarmState) -> list[Move]:
        """Return the legal moves of cards, jokers only if nothing else is left."""
        legal = SCHWARM.legal(state, self.seat)
        return [move for move in legal if move.card not in (JOKER, DOUBLE)] or legal

    def options(
        self, planner: Planner, state: SchwarmState, legal: Sequence[Move]
    ) -> Iterator[Option]:
        """Yield the best option of every card and every action."""
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
                for plan in planner.few(state, moves):
                    yield plan.worth, plan

    def option(self, move: Move) -> Option:
        """Return one card played this way, with its best continuation, however poor."""
        if _ACTION_OF.get(move.kind) in HAZARDS:
            return 0.0, Strike(0.0, move, 0, 0)
        if move.kind == Kind.DOUBLE:
            return self._double(self.state, move)
        plan = self.planner.plan(self.state, move)
        return plan.worth, plan

    def _hazard(self, state: SchwarmState, card: int, action: Action) -> Iterator[Option]:
        strike = best_strike(state, self.worth, card, action)
        if strike is not None:
            after = state.copy()
            after.cards[self.seat].remove(card)
            yield self.worth.of(after) + strike.worth, strike

    def _double(self, state: SchwarmState, move: Move) -> Option:
        """Return both parts of a double action, the better one first."""
        planner = self.glance
        after = planner.played(state, move)
        done = Plan((move,), self.worth.of(after), after)
        while done.state.phase == BOTH:
            legal = SCHWARM.legal(done.state, self.seat)
            plans = [plan for _worth, plan in self.options(planner, done.state, legal)]
            best = max((p for p in plans if isinstance(p, Plan)), key=lambda plan: plan.worth)
            done = done.then(best)
            if done.state.phase in (SAIL, RESEARCH):
                after = planner.played(done.state, DONE)
                done = Plan((*done.path, DONE), done.worth, after)
        return done.worth, done


def _once(ways: Iterable[Way | None]) -> list[Way]:
    """Return the first way of each move."""
    found: dict[Move, Way] = {}
    for way in ways:
        if way is not None:
            found.setdefault(way.move, way)
    return [*found.values()]


def _is_better_kept(state: SchwarmState, seat: int, card: int, action: Action | None) -> bool:
    """Whether a joker would do what another card in the hand does as well."""
    if card != JOKER or action is None:
        return False
    return any(other in state.cards[seat] for other in CARDS_FOR[action] if other != JOKER)


_IDLE_MOVES: Final = (Kind.DONE, Kind.USELESS)
_HAZARD_MOVES: Final = (Kind.WHALE, Kind.WAVE, Kind.NEW_CRAB, Kind.CRAB)


def sensible(_view: Any, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the moves a beginner considers: those that build or take, else hazards, else all."""
    acts = [move for move in legal if move.kind not in _IDLE_MOVES]
    return [move for move in acts if move.kind not in _HAZARD_MOVES] or acts or legal


def medium_bot() -> PlanningBot:
    """Return the medium bot."""
    return PlanningBot()
