"""Chances to win in *Der Schwarm*, the hard bot that weighs by them, and its styles.

Points, what may be expected beside them, and the rounds left. The weights were fitted to games
between bots.

A card is followed until everybody has played one more, all at a glance; a row until it is empty,
the first stations until all are there. The position reached is judged by the chance to win. Nothing
is hidden and nothing drawn on the way, so one trial of a move tells what a hundred would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Bot
from nim_tui.bots.judging import Features, at_the_end, nearest, shares
from nim_tui.bots.levels import AGGRESSIVE, CAUTIOUS, GREEDY, Style
from nim_tui.bots.playout import Barred, Playout
from nim_tui.bots.search import HELD, Decision, weigh
from nim_tui.games.schwarm.bot import CardDecision, PlanningBot, RowDraft, Way
from nim_tui.games.schwarm.hazards import Strike, next_step
from nim_tui.games.schwarm.plan import FAR, SHORT, Plan, sheltered
from nim_tui.games.schwarm.row import RowChoice
from nim_tui.games.schwarm.worth import EVEN, Weighting, expected, standing, worth_for
from rules.advice import Advice, Chances, Weighed
from rules.chance import Chance
from rules.contract import AnyGame
from rules.schwarm.board import ROUNDS
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import (
    BOTH,
    DONE,
    IDLE,
    OVER,
    PLAY,
    RESEARCH,
    ROW,
    SAIL,
    START,
    SWIM,
    Move,
)
from rules.schwarm.scoring import result
from rules.schwarm.state import SchwarmState

MATERIAL: Final = 2
"""So many of the figures, the first ones, count points alone."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (0.075, 0.139, -0.012, 0.435, 0.247, -0.112, -0.166, 0.011, -0.810),
    4: (-0.179, 0.240, 0.222, 0.524, -0.460, 0.497, -0.825, 0.006, -0.048),
}
"""By players, from 120 games of two and 50 of four."""


def chances(state: SchwarmState) -> tuple[float, ...]:
    """The chance of each seat to win."""
    seats = len(state.points)
    if state.phase == OVER:
        return at_the_end(result(state), seats)
    return shares(features_of(state), nearest(WEIGHTS, seats))


def features_of(state: SchwarmState) -> list[Features]:
    """Return the features by which each seat is evaluated."""
    return [_features(state, seat) for seat in range(len(state.points))]


def _features(state: SchwarmState, seat: int) -> Features:
    past = state.round / ROUNDS[len(state.points)]
    points = state.points[seat] / 10
    if state.phase == START:
        return (points, past * points, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    plain = sheltered(state, seat) if state.phase == PLAY else state
    worth = (plain.points[seat] + expected(plain, seat)) / 10
    stands = standing(plain, seat) / 10
    return (
        points,
        past * points,
        worth,
        past * worth,
        stands,
        past * stands,
        float(state.is_linked[seat]),
        len(state.cards[seat]) / 3,
        (state.order.index(seat) - state.turn) % len(state.order) / 3,
    )


def follow(state: SchwarmState, way: Plan | Strike, chance: Chance, rounds: int) -> SchwarmState:
    """The state once a card, the others' and so many more of all were played.

    The round does not end with them.
    """
    after = played_out(state, way, chance)
    while after.phase == BOTH:
        after = played_out(after, _at_a_glance(after, chance), chance)
    plays = rounds * len(state.points)
    while plays and after.phase == PLAY and after.cards[after.mover]:
        after = played_out(after, _at_a_glance(after, chance), chance)
        plays -= 1
    return after


def played_out(state: SchwarmState, way: Plan | Strike, chance: Chance) -> SchwarmState:
    """The state once a card was played as it was planned; the round does not end with it."""
    seat = state.mover
    after = _struck_out(state, way.move, chance) if isinstance(way, Strike) else way.state.copy()
    if after.phase in (SAIL, RESEARCH, IDLE):
        SCHWARM.play(after, seat, DONE, chance)
    for other, cards in enumerate(state.cards):
        if other != seat:
            after.cards[other] = cards[:]
    return after


def _struck_out(state: SchwarmState, move: Move, chance: Chance) -> SchwarmState:
    """A hazard goes where it takes most."""
    seat = state.mover
    after = sheltered(state, seat)
    SCHWARM.play(after, seat, move, chance)
    while after.phase == SWIM:
        SCHWARM.play(after, seat, next_step(after, worth_for(after, seat)).move, chance)
    return after


def _at_a_glance(state: SchwarmState, chance: Chance) -> Plan | Strike:
    """Return the mover's action with the card that leaves most."""
    turn = CardDecision(state, state.mover, list(SCHWARM.legal(state, state.mover)), chance)
    return max(turn.options(turn.glance, turn.state, turn.legal), key=lambda option: option[0])[1]


TRIED: Final = 6
"""Moves that are tried."""


class SchwarmJudge:
    """Holds on to what the hard bot plans, and follows what else could be done beside it."""

    def __init__(self, budget: int = 16, rounds: int = 1, regard: Weighting = EVEN) -> None:
        self.budget = budget
        self.doubt = HELD
        self.explainer = None
        self.instead = PlanningBot(regard, SHORT._replace(whole_row=True))
        self._rounds = rounds
        self._regard = regard

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SchwarmWorlds | None:
        """Return the sampled worlds of a decision; None once the game is over."""
        if view.phase == OVER:
            return None
        state: SchwarmState = game.sample(view, chance)
        turn = CardDecision(state, view.seat, list(legal), chance, self._regard, foresight=FAR)
        return SchwarmWorlds(state, turn, chance, self._rounds)


class SchwarmWorlds:
    """The moves of one decision, followed."""

    cost = 1

    def __init__(
        self, state: SchwarmState, turn: CardDecision, chance: Chance, rounds: int
    ) -> None:
        self._state = state
        self._turn = turn
        self._chance = chance
        self._rounds = rounds
        self._tried = turn.ways()[:TRIED]
        self._ways: dict[Any, Way] = {way.move: way for way in self._tried}
        self._found: dict[Any, Playout] = {}
        """What each move came to: it comes to the same in every world."""

    def candidates(self) -> Sequence[Advice]:
        """Return the hard bot's move, then the best other moves, each with its reason."""
        return [self._turn.told(way) for way in self._tried]

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """Follow a move until everybody has answered."""
        move = advice.move
        found = self._found.get(move)
        if found is None:
            state = self._after(move)
            found = self._found[move] = Playout(chances(state), state)
        return found

    def _after(self, move: Any) -> SchwarmState:
        """The state at which the chances are looked at."""
        if self._state.phase == ROW:
            return RowDraft(self._state, self._turn.worth).emptied(move)
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
        assert not isinstance(way, RowChoice)
        if isinstance(way, Plan) and way.state.phase == RESEARCH and self._state.phase == RESEARCH:
            rest = self._turn.planner.laying(way.state)
            return Plan(move, rest.worth, rest.state)
        return way


class HardBot:
    """Takes cards by what the row leaves to all, and plans each with the whole rest of its hand."""

    beats: Final = 2

    def __init__(self, regard: Weighting = EVEN) -> None:
        self._planning = PlanningBot(regard, FAR)
        self.judge = SchwarmJudge(regard=regard)
        self._regard = regard

    @property
    def instead(self) -> Bot:
        """The bot that answers where this one cannot."""
        return PlanningBot(self._regard)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """The best of the legal moves as far as it can tell, and why."""
        return self._planning.choose(game, view, legal, chance)

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Any],
        chance: Chance,
        budget: int | None = None,
    ) -> list[Weighed]:
        """The same first, then the best other moves, with what all are worth."""
        tries = self.judge.budget if budget is None else budget
        return weigh(self.judge, Decision(game, view, legal), chance, tries)


_REGARDS: Final[dict[Style, Weighting]] = {
    CAUTIOUS: EVEN,
    GREEDY: Weighting(only=0.3, leader=0.2, other=0.1),
    AGGRESSIVE: Weighting(only=2.0, leader=1.2, other=0.4),
}


def medium(style: Style) -> PlanningBot:
    """One that weighs all alike, one that looks to its own points, one that holds others down."""
    return PlanningBot(_REGARDS[style])


def hard(style: Style) -> HardBot:
    """The same, with the whole hand in sight."""
    return HardBot(_REGARDS[style])
