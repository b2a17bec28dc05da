"""The walk through a game record, and the evaluation of its positions.

Only for finished games: a position holds the full state.

A seat's better moves are found from its own view alone: the result would be the same for any player
with that view. So the seed of the table has no part in it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from nim_tui.bots.bot import Bot
from nim_tui.bots.causes import CauseFinder, Causes
from nim_tui.bots.judging import at_the_end
from nim_tui.bots.playout import Barred, Playout
from nim_tui.bots.search import Decision, Judge, Worlds, fair_chances, hard_choice, weigh
from nim_tui.registry import nowhere
from nim_tui.review.course import lap_bounds
from nim_tui.review.review import BestMove, ReviewedPosition, kept, kept_phrase
from nim_tui.tables.fair_play import check_over
from nim_tui.tables.record import MoveEntry, RecordHeader, encode
from nim_tui.tables.seeds import chance_of
from nim_tui.tables.table import Table
from rules.advice import Advice, Chances, Weighed
from rules.chance import Chance
from rules.contract import AnyGame, Move, State, settle_options
from rules.messages import N_
from screens.positions import turn_of


@dataclass(frozen=True, slots=True)
class WalkedPosition:
    """A state, and the move played in it."""

    state: State
    seat: int
    move: Move
    drew: bool
    """Whether chance had a part in the outcome of the move."""


@dataclass(frozen=True, slots=True)
class GameWalk:
    """All positions of a game, and its final state."""

    game: AnyGame
    seats: int
    positions: tuple[WalkedPosition, ...]
    end: State
    spot: Callable[[Any, Any], str] = nowhere
    """The place of a move, from the mover's view, if the move itself names none."""

    def state(self, number: int) -> State:
        """Return the state after a number of moves."""
        return self.end if number == len(self.positions) else self.positions[number].state


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """The part of a record that determines a game: its set-up and moves, without undone ones."""

    header: RecordHeader
    plays: tuple[MoveEntry, ...]

    @classmethod
    def of(cls, table: Table) -> RecordedGame:
        """Return the moves of a finished table, without undone ones. Raises Unfair."""
        check_over(table)
        return cls(table.header, table.plays)

    @property
    def stamp(self) -> str:
        """The digest that identifies the game."""
        digest = hashlib.sha256()
        for line in (self.header, *self.plays):
            digest.update(encode(line) + b"\n")
        return digest.hexdigest()


def walk(game: AnyGame, told: RecordedGame, spot: Callable[[Any, Any], str] = nowhere) -> GameWalk:
    """Walk through a game whose record replays, as a table does.

    Raises a Refusal if a move is illegal.
    """
    header = told.header
    chance = chance_of(header.seed)
    options = settle_options(game, header.options)
    state: State = game.new(len(header.seats), options, chance)
    found = []
    for play in told.plays:
        before, drawn, move = state.copy(), chance.drawn, game.parse(play.move)
        game.play(state, play.seat, move, chance)
        found.append(WalkedPosition(before, play.seat, move, chance.drawn > drawn))
    return GameWalk(game, len(header.seats), tuple(found), state, spot)


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is tried: simulations a decision, tables that fit what a seat knew, games."""

    budget: int = 120
    worlds: int = 24
    games: int = 60
    """Games that are played from each set-up."""


USUAL: Final = Depth()
LEAST: Final = Depth(40, 8)
WHOLE: Final = 100
"""The number of moves reviewed at full depth per move; a longer game gets as much in total."""


def depth_for(moves: int) -> Depth:
    """Return the depth for a game of this many moves."""
    part = min(1.0, WHOLE / max(1, moves))
    return Depth(
        max(LEAST.budget, round(part * USUAL.budget)), max(LEAST.worlds, round(part * USUAL.worlds))
    )


DOUBT: Final = 2.0
"""The standard errors by which a move must be better for the played one to be charged."""
EXACT: Final = 0.01
"""By so much the parts of a change may miss the whole of it at the end of a game."""
LEAST_LOSS: Final = 0.01
"""The least loss (win probability) that is charged: no judge is more precise."""
ASKED: Final = 2
"""The number of checks whether the hard bot would have played the same."""


@dataclass(slots=True)
class Between:
    """A judge of two moves alone: both are tried equally often, in the same worlds."""

    judge: Judge
    moves: tuple[Advice, Advice]
    """The first is kept unless the other is clearly better."""
    budget: int = 0
    doubt: float = DOUBT
    explainer: None = None

    @property
    def instead(self) -> Bot:
        """The judge's quick bot."""
        return self.judge.instead

    def chances(self, state: Any) -> Chances:
        """Return the judge's win probabilities of all seats."""
        return self.judge.chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> Worlds | None:
        """Return the judge's worlds, for these moves alone."""
        worlds = self.judge.worlds(game, view, legal, chance)
        return None if worlds is None else _Pair(worlds, self.moves)


@dataclass(frozen=True, slots=True)
class _Pair:
    inner: Worlds
    moves: tuple[Advice, Advice]

    @property
    def cost(self) -> int:
        return self.inner.cost

    def candidates(self) -> Sequence[Advice]:
        return self.moves

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        return self.inner.simulate(advice, world, barred)


def verdict(judge: Judge, decision: Decision, move: Move, number: int, depth: Depth) -> BestMove:
    """Return a move's evaluation beside the best one; `number` counts its seat's decisions.

    First all moves are tried, the better ones more often; then the best and the played one are
    compared in other sampled worlds, so that luck in the first trial does not count. No loss is
    charged within the doubt of that comparison, nor for a move that the hard bot would have played
    too.
    """
    seat = decision.view.seat
    found = weigh(judge, decision, _chance("weigh", seat, number), depth.budget, also=move)
    best = found[0]
    if best.advice.move == move or not best.chances:
        return _verdict(best, best)
    played = next((each for each in found if each.advice.move == move), None)
    advice = Advice(move, N_("the move played")) if played is None else played.advice
    pair = Between(judge, (advice, best.advice))
    again = weigh(pair, decision, _chance("compare", seat, number), depth.budget // 2)
    tried = {each.advice.move: each for each in again}
    better, own = tried[best.advice.move], tried[move]
    is_sure = again[0] is better and better.chances[seat] - own.chances[seat] >= LEAST_LOSS
    if not is_sure or _would_hard_play(judge, decision, move, number):
        return _verdict(own, own)
    why = _why(judge, decision, best.advice, advice, _chance("reasons", seat, number))
    return msgspec.structs.replace(
        _verdict(better, own), why=tuple(map(kept_phrase, why.praise)), group=why.group
    )


def _why(judge: Judge, decision: Decision, better: Advice, worse: Advice, chance: Chance) -> Causes:
    """Return why a move is better than the played one, tried in separate worlds."""
    finder = CauseFinder.of(judge, decision, chance)
    return Causes() if finder is None else finder.between(better, worse)


def _would_hard_play(judge: Judge, decision: Decision, move: Move, number: int) -> bool:
    """Whether the hard bot, with other chances than those of the first trial, makes the move."""
    seat = decision.view.seat
    drawn = (_chance(f"hard {time}", seat, number) for time in range(ASKED))
    return any(hard_choice(judge, decision, each) == move for each in drawn)


def _verdict(best: Weighed, played: Weighed) -> BestMove:
    advice = best.advice
    return BestMove(
        advice.move.word, advice.reason, kept(advice.facts), best.chances, played.chances
    )


def step(judge: Judge, told: GameWalk, number: int, depth: Depth) -> ReviewedPosition:
    """Return the evaluated position after `number` moves, with the move played there, if any."""
    game, state = told.game, told.state(number)
    true = fair = _true(judge, told, state)
    if game.result(state) is None:
        seats = range(told.seats)
        fair = tuple(fair_chance(judge, game, game.view(state, n), depth) for n in seats)
    turn = turn_of(state)
    if number == len(told.positions):
        return ReviewedPosition(_rounded(true), _rounded(fair), turn=turn)
    position = told.positions[number]
    found = _weighed(judge, told, number, depth)
    return ReviewedPosition(
        _rounded(true),
        _rounded(fair),
        position.seat,
        position.move.word,
        _expected(judge, told, position, depth) if position.drew else None,
        found,
        told.spot(game.view(state, position.seat), position.move),
        found is not None or _is_left_open(judge, game, position),
        turn,
        _lap_parts(judge, told, number, Playout(true, state)),
    )


def _lap_parts(judge: Judge, told: GameWalk, number: int, start: Playout) -> dict[str, float]:
    """Return the change of a seat's chance in the lap that begins here, by group of figures.

    Nothing where no lap begins, no figure tells its end of the game, or no group has a name.
    """
    movers = [*(position.seat for position in told.positions), None]
    seat, explainer = movers[number], judge.explainer
    if explainer is None or not explainer.names or seat is None:
        return {}
    bounds = lap_bounds(movers, seat)
    if number not in bounds:
        return {}
    state = told.state(bounds[bounds.index(number) + 1])
    end = Playout(_true(judge, told, state), state)
    parts: dict[str, float] = defaultdict(float)
    for (group, _figure), part in explainer.split(end, start, seat).items():
        parts[group] += part
    rest = end.chances[seat] - start.chances[seat] - sum(parts.values())
    if told.game.result(state) is not None and abs(rest) > EXACT:
        return {}
    return {group: round(part, 5) for group, part in parts.items()}


def course(judge: Judge, told: GameWalk) -> list[Chances]:
    """Return the true chances after 0, 1, 2 ... moves, without evaluating moves."""
    numbers = range(len(told.positions) + 1)
    return [_rounded(_true(judge, told, told.state(number))) for number in numbers]


def _is_left_open(judge: Judge, game: AnyGame, position: WalkedPosition) -> bool:
    """Whether there was a choice that the judge does not evaluate.

    If it does and found no other candidate, there was none.
    """
    seat, state = position.seat, position.state
    legal = game.legal(state, seat)
    if len(legal) < 2:
        return False
    view = game.view(state, seat)
    return judge.worlds(game, view, legal, _chance("weigh", seat, 0)) is None


def _true(judge: Judge, told: GameWalk, state: Any) -> Chances:
    """Return the chances in a full state; in a finished game the winners share 1."""
    result = told.game.result(state)
    return judge.chances(state) if result is None else at_the_end(result, told.seats)


def _expected(judge: Judge, told: GameWalk, position: WalkedPosition, depth: Depth) -> Chances:
    """Return the mean chances after a move, over fresh draws."""
    chance = _chance("draw", position.seat, 0)
    found = []
    for _world in range(depth.worlds):
        state = position.state.copy()
        told.game.play(state, position.seat, position.move, chance)
        found.append(_true(judge, told, state))
    return _rounded([sum(seat) / len(found) for seat in zip(*found)])


def _weighed(judge: Judge, told: GameWalk, number: int, depth: Depth) -> BestMove | None:
    """Return the evaluation of the move after `number` others; None without alternatives."""
    game, position = told.game, told.positions[number]
    seat, state = position.seat, position.state
    legal = game.legal(state, seat)
    if len(legal) < 2:
        return None
    decision = Decision(game, game.view(state, seat), legal)
    nth = sum(before.seat == seat for before in told.positions[:number])
    found = verdict(judge, decision, position.move, nth, depth)
    if not found.chances:
        return None
    return msgspec.structs.replace(found, at=told.spot(decision.view, game.parse(found.best)))


def fair_chance(judge: Judge, game: AnyGame, view: Any, depth: Depth) -> float:
    """Return the win probability of a seat from its view."""
    seat: int = view.seat
    return fair_chances(judge, game, view, _chance("fair", seat, 0), depth.worlds)[seat]


def _rounded(chances: Sequence[float]) -> Chances:
    """Return chances as saved: finer than their precision."""
    return tuple(round(each, 5) for each in chances)


def _chance(use: str, seat: int, number: int) -> Chance:
    """Return the chance of one use, independent of anything hidden from the seat."""
    text = f"review {use} {seat} {number}".encode()
    return Chance(int.from_bytes(hashlib.sha256(text).digest()[:6], "big"))
