"""Find decisions fit for a puzzle: one move clearly best, among several candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log2
from typing import Any, Final

from msgspec import structs

from nim_tui.bots.bot import Bot
from nim_tui.bots.causes import CauseFinder
from nim_tui.bots.search import WORLDS, Decision, Judge, weigh
from nim_tui.puzzles.puzzle_file import SCALE, CandidateMove, WrittenPhrase, facts_to_keep
from rules.advice import Weighed
from rules.chance import Chance
from rules.messages import Phrase

LEAST_MOVES: Final = 4
"""The least number of legal moves."""
MARGIN: Final = 7.0
"""The least lead of the best move over any wrong one, in percentage points."""
CLOSE: Final = 2.0
"""The greatest lag of a correct move behind the best, in percentage points."""
MOST_RIGHT: Final = 3
"""The most correct moves; there must be more wrong ones, so that guessing does not pay."""
OPEN: Final = (12.0, 97.0)
"""The range of the best move's win probability, in percent, in an undecided game."""
TRIES: Final = 7
"""The number of best moves that are saved."""
LOOKED_THROUGH: Final = 100
"""With more legal moves than this only the evaluated ones are searched."""
MORE: Final = 10
"""The factor on the budget to confirm a puzzle."""
ASKED: Final = 3
"""The number of times the hard bot is asked."""


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """A decision with one move that is clearly best."""

    right: tuple[str, ...]
    """Canonical words of the correct moves, the best first."""
    tries: tuple[CandidateMove, ...]
    margin: float


@dataclass(frozen=True, slots=True)
class Finder:
    """A search of decisions with a judge: `budget` simulations each, ten times more to confirm."""

    judge: Judge
    budget: int
    hard: Bot | None = None
    """The bot that must find the solution: no puzzle contradicts the best bot that people meet."""
    margin: float = field(default=MARGIN)

    def glance(self, decision: Decision, chance: Chance) -> FoundPuzzle | None:
        """Return the puzzle that a decision seems to hold, if any."""
        if len(decision.legal) < LEAST_MOVES:
            return None
        found = self._clear(weigh(self.judge, decision, chance, self.budget), decision)
        return found if found is not None and is_final(decision, found, chance) else None

    def confirm(
        self, glanced: FoundPuzzle, decision: Decision, chance: Chance
    ) -> FoundPuzzle | None:
        """Return the puzzle with the figures of a longer search, if that agrees."""
        sure = self._clear(weigh(self.judge, decision, chance, self.budget * MORE), decision)
        if sure is None or sure.right[0] not in glanced.right:
            return None
        if not self._is_found_by_hard(sure, decision, chance):
            return None
        return with_reasons(self.judge, decision, sure, chance)

    def _is_found_by_hard(self, found: FoundPuzzle, decision: Decision, chance: Chance) -> bool:
        """Whether the hard bot finds the move whatever its chance, which decides between equals."""
        if self.hard is None:
            return True
        game, view, legal = decision.game, decision.view, decision.legal
        drawn = [Chance(chance.below(WORLDS)) for _time in range(ASKED)]
        return all(
            self.hard.choose(game, view, legal, each).move.word in found.right for each in drawn
        )

    def _clear(self, weighed: Sequence[Weighed], decision: Decision) -> FoundPuzzle | None:
        """Return the moves of a decision as a puzzle, if right and wrong are clearly apart."""
        tries = sorted(tries_of(weighed, decision), key=lambda each: -each.wins)
        if len(tries) < LEAST_MOVES or not OPEN[0] <= tries[0].wins <= OPEN[1]:
            return None
        right = [each for each in tries if tries[0].wins - each.wins <= CLOSE]
        if len(right) > MOST_RIGHT or len(tries) < 2 * len(right) + 2:
            return None
        margin = tries[0].wins - tries[len(right)].wins
        if margin < self.margin:
            return None
        return FoundPuzzle(tuple(each.move for each in right), tuple(tries[:TRIES]), margin)


def with_reasons(
    judge: Judge, decision: Decision, found: FoundPuzzle, chance: Chance
) -> FoundPuzzle:
    """Return a puzzle with why its best move is best, and what each wrong one overlooks."""
    finder = CauseFinder.of(judge, decision, chance)
    if finder is None:
        return found
    best, *others = found.tries
    advice = best.advice(decision.game.parse(best.move))
    tries, praise = list[CandidateMove](), tuple[Phrase, ...]()
    for tried in others:
        if tried.move in found.right:
            tries.append(tried)
            continue
        why = finder.between(advice, tried.advice(decision.game.parse(tried.move)))
        praise = praise or why.praise
        tries.append(with_why(tried, why.blame))
    return replace(found, tries=(with_why(best, praise), *tries))


def with_why(tried: CandidateMove, why: Sequence[Phrase]) -> CandidateMove:
    """Return a move with other sentences on why it is better or worse."""
    return structs.replace(tried, why=tuple(WrittenPhrase.of(each) for each in why))


def is_final(decision: Decision, found: FoundPuzzle, chance: Chance) -> bool:
    """Whether every wrong move gives up the best one.

    Otherwise both may be made in either order, so the order proves nothing.
    """
    game, seat = decision.game, decision.view.seat
    tried = {each.move for each in found.tries} - {*found.right}
    is_short = len(decision.legal) <= LOOKED_THROUGH
    wrong = [
        move for move in decision.legal
        if move.word in tried or (is_short and move.word not in found.right)
    ]  # fmt: skip
    world = game.sample(decision.view, chance)
    due = _due(world)
    for move in wrong:
        after = world.copy()
        game.play(after, seat, move, chance)
        is_on = seat in after.waiting() and _due(after) == due
        if is_on and any(later.word == found.right[0] for later in game.legal(after, seat)):
            return False
    return True


def _due(state: Any) -> tuple[object, object]:
    """Return the phase and the turn, as the same words mean another thing at another time."""
    return getattr(state, "phase", None), getattr(state, "turn", None)


def tries_of(weighed: Sequence[Weighed], decision: Decision) -> list[CandidateMove]:
    """Return evaluated moves as they are saved; empty if there was nothing to evaluate."""
    own = decision.view.seat
    return [
        CandidateMove(
            each.advice.move.word,
            round(100 * min(max(each.chances[own], 0.0), 1.0), 1),
            each.advice.reason,
            facts_to_keep(each.advice.facts),
        )
        for each in weighed
        if each.chances
    ]


def difficulty(found: FoundPuzzle, legal: int, *, is_seen: bool) -> int:
    """Return the estimated difficulty, on the scale of ratings, before people have tried.

    Higher with many moves and a close second; lower if the medium bot finds the solution.
    """
    guess = 1150 + 25 * min(log2(legal), 14) + (0 if is_seen else 250)
    guess -= min(10 * (found.margin - MARGIN), 200)
    return min(max(round(guess), SCALE.start), SCALE.stop - 1)
