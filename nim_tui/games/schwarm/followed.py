"""Moves of *Der Schwarm* followed in sampled worlds.

A card is followed until everybody has played one more, each chosen at a glance; a row until it is
empty, the first stations until all are placed. Nothing is hidden, but the tiles that ships lift are
random: each world draws its own. Each world also draws the rivals' preferences between nearly equal
moves, so that two moves do not differ by an accident of a reply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

from nim_tui.bots.playout import Barred, Happening, Playout
from nim_tui.games.schwarm.bot import CardDecision, Option, PlanningBot, RowDraft, Way
from nim_tui.games.schwarm.hazards import Strike, next_step
from nim_tui.games.schwarm.plan import Plan, sheltered
from nim_tui.games.schwarm.row import RowChoice, ranked
from nim_tui.games.schwarm.worth import worth_for
from rules.advice import Advice, Chances
from rules.chance import Chance
from rules.schwarm.events import Lifted
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

TRIED: Final = 6
"""The number of moves tried."""
ALIKE: Final = 1.5
"""The points within which a rival is indifferent between moves."""
_TASTES: Final = 1009
"""The number of levels of preference."""


def any_copy(card: int) -> Move:
    """Return the taking of a card from wherever it lies in the row, as a move to be barred."""
    return Move(f"card {card}", Kind.CARD, card=card)


class Course:
    """The course of one world: its draws, the rivals' preferences, and its events."""

    def __init__(self, own: int, seed: int, barred: Barred | None) -> None:
        self.own = own
        self.chance = Chance(seed)
        self.happenings = list[Happening]()
        self._seed = seed
        self._barred = barred

    def play(self, state: SchwarmState, move: Move) -> None:
        """Make a move, and record its events."""
        seat = state.mover
        for event in SCHWARM.play(state, seat, move, self.chance):
            self.happenings.append(Happening(seat, move, event))

    def best(self, state: SchwarmState, options: Sequence[Option]) -> Plan | Strike:
        """Return the mover's action with a card."""
        free = [one for one in options if not self._is_barred(state, one[1].move)] or options
        best = max(free, key=lambda option: option[0] + self._taste(state.mover, option[1].move))
        return best[1]

    def taken(self, state: SchwarmState, choices: list[RowChoice]) -> Move:
        """Return the mover's choice from the row."""
        free = [one for one in choices if not self._is_barred(state, one.move)] or choices
        seat = state.mover
        return ranked(state, free, lambda move: self._taste(seat, move, state.row))[0].move

    def _taste(self, seat: int, move: Move, row: Sequence[int] = ()) -> float:
        """Return a rival's random preference for a move, in points, whatever came before."""
        if seat == self.own:
            return 0.0
        card = row[move.number] if move.kind == Kind.CARD else move.card
        mixed = (self._seed * 31 + seat) * 31 + (card + 1) * 31 * 31 + move.kind
        return ALIKE * (mixed * 2654435761 % (1 << 32) % _TASTES) / _TASTES

    def _is_barred(self, state: SchwarmState, move: Move) -> bool:
        barred = self._barred
        if barred is None or barred.seat != state.mover:
            return False
        known: Any = barred.move
        if move.kind == Kind.CARD:
            return bool(state.row[move.number] == known.card)
        return bool(move == known)


class SchwarmWorlds:
    """The moves of one decision, followed in sampled worlds."""

    cost = 1

    def __init__(
        self,
        state: SchwarmState,
        turn: CardDecision,
        seed: int,
        rounds: int,
        chances: Callable[[SchwarmState], Chances],
    ) -> None:
        self._state = state
        self._turn = turn
        self._seed = seed
        self._rounds = rounds
        self._chances = chances
        self._glances: dict[object, list[Option]] = {}
        """The options of each position, shared by many worlds."""
        self._founded: dict[Move, Playout] = {}

    @cached_property
    def _ways(self) -> dict[Any, Way]:
        return {way.move: way for way in self._turn.ways()[:TRIED]}

    def candidates(self) -> Sequence[Advice]:
        """Return the hard bot's move, then the best other moves, each with its reason."""
        return [self._turn.told(way) for way in self._ways.values()]

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """Follow a move until everybody has answered."""
        move: Any = advice.move
        if self._state.phase == START:
            return self._all_founded(move)
        course = Course(self._state.mover, self._seed + world, barred)
        if self._state.phase == ROW:
            draft = self._turn.draft or RowDraft(self._state, self._turn.worth)
            state, happenings = draft.followed(move, course.taken)
        else:
            state, happenings = self._followed(move, course), course.happenings
        return Playout(self._chances(state), state, tuple(happenings))

    def _followed(self, move: Move, course: Course) -> SchwarmState:
        """Return the state after this card, the rivals' cards and further cards of all.

        The round does not end with them.
        """
        after = self._played_out(self._state, self._way(move), course)
        plays = self._rounds * len(after.points)
        while plays and after.phase == PLAY and after.cards[after.mover]:
            after = self._played_out(after, course.best(after, self._at_a_glance(after)), course)
            plays -= 1
        return after

    def _played_out(self, state: SchwarmState, way: Plan | Strike, course: Course) -> SchwarmState:
        """Return the state after a card is played as planned; the round does not end with it."""
        seat, after = state.mover, sheltered(state, state.mover)
        if isinstance(way, Strike):
            _strike(after, way.move, course)
        else:
            self._carry_out(after, way, course)
        if after.phase in (SAIL, RESEARCH, IDLE):
            course.play(after, DONE)
        for other, cards in enumerate(state.cards):
            if other != seat:
                after.cards[other] = cards[:]
        return after

    def _carry_out(self, state: SchwarmState, plan: Plan, course: Course) -> None:
        """Make the moves of a plan; what follows newly drawn tiles is planned again."""
        begun, path = len(course.happenings), plan.path
        while path:
            course.play(state, path[0])
            path = path[1:]
            if state.phase == BOTH and _has_lifted(course.happenings[begun:]):
                path = ()
            if not path and state.phase == BOTH:
                options = [one for one in self._at_a_glance(state) if isinstance(one[1], Plan)]
                path = _path(max(options, key=lambda option: option[0])[1])
            elif not path and state.phase in (SAIL, RESEARCH) and state.parts:
                path = (DONE,)

    def _at_a_glance(self, state: SchwarmState) -> list[Option]:
        """Return the mover's actions with each card."""
        key = _key(state)
        found = self._glances.get(key)
        if found is None:
            legal = [*SCHWARM.legal(state, state.mover)]
            turn = CardDecision(state, state.mover, legal, Chance(self._seed))
            found = [*turn.options(turn.glance, turn.state, turn.legal)]
            self._glances[key] = found
        return found

    def _all_founded(self, move: Move) -> Playout:
        """Return the playout until all have their first station, without any draws."""
        found = self._founded.get(move)
        if found is None:
            state, bot = self._state.copy(), PlanningBot()
            course = Course(state.mover, self._seed, None)
            course.play(state, move)
            while state.phase == START:
                seat = state.mover
                view, legal = SCHWARM.view(state, seat), SCHWARM.legal(state, seat)
                next_one: Any = bot.choose(SCHWARM, view, legal, course.chance).move
                course.play(state, next_one)
            found = self._founded[move] = Playout(
                self._chances(state), state, tuple(course.happenings)
            )
        return found

    def _way(self, move: Move) -> Plan | Strike:
        """Return the rest of a card after a move, to its end."""
        way = self._ways.get(move)
        if way is None and self._state.phase == SWIM:
            return Strike(0.0, move, 0, 0)
        if way is None:
            way = self._turn.option(move)[1]
        assert not isinstance(way, RowChoice)
        if self._state.phase == RESEARCH and isinstance(way, Plan) and _goes_on(way):
            return way.then(self._turn.planner.laying(way.state))
        return way


def _goes_on(plan: Plan) -> bool:
    """Whether more tiles may be placed after the first."""
    return plan.move != DONE and plan.state.phase == RESEARCH


def _path(way: Plan | Strike) -> tuple[Move, ...]:
    return way.path if isinstance(way, Plan) else (way.move,)


def _has_lifted(happenings: Sequence[Happening]) -> bool:
    return any(isinstance(each.event, Lifted) for each in happenings)


def _strike(state: SchwarmState, move: Move, course: Course) -> None:
    """Send a hazard where it takes most points."""
    seat = state.mover
    course.play(state, move)
    while state.phase == SWIM:
        course.play(state, next_step(state, worth_for(state, seat)).move)


def _key(state: SchwarmState) -> object:
    """Return the key of the facts that a glance at a position depends on."""
    return (
        state.turn, state.phase, state.parts, state.left, state.may_launch, state.face_down,
        state.crab, *state.points, *state.shapes, *map(tuple, state.cards),
        *map(tuple, state.tiles), *map(tuple, state.ships), *map(tuple, state.buoys),
        tuple(state.owners), tuple(state.crew), tuple(state.whales), tuple(state.waves),
    )  # fmt: skip
