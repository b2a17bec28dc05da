"""Games between bots, one after the other, as fast as they play: no table, no record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from time import process_time
from typing import Any, Final

from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.tables.seeds import MOST_SEED
from rules.chance import Chance
from rules.contract import AnyGame, Result
from rules.messages import N_, Refusal
from rules.options import OptionValue

MOST_MOVES: Final = 100_000
"""A game longer than this is given up."""


class EndlessGame(Refusal):
    """A game did not come to an end; the message says which and what to change."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How one game went: its seed, how many moves it took, how it ended."""

    seed: int
    moves: int
    result: Result
    thought: tuple[tuple[float, ...], ...] = field(default=(), compare=False, repr=False)
    """Of each seat: the seconds of processor time that each of its decisions took."""


def play_out(
    game: AnyGame, options: Mapping[str, OptionValue], bots: Sequence[Bot], seed: int
) -> MatchResult:
    """One game to its end; the same for the same seed. Raises EndlessGame."""
    chance = Chance(seed)
    state = game.new(len(bots), options, chance)
    thought: list[list[float]] = [[] for _ in bots]
    for moves in range(MOST_MOVES):
        waiting = state.waiting()
        if not waiting:
            result = game.result(state)
            assert result is not None, "nobody is waited for and the game is not over"
            return MatchResult(seed, moves, result, tuple(map(tuple, thought)))
        seat = waiting[0]
        drawn = bot_chance(seed, seat, moves)
        view, legal, begun = game.view(state, seat), game.legal(state, seat), process_time()
        advice = bots[seat].choose(game, view, legal, drawn)
        thought[seat].append(process_time() - begun)
        game.play(state, seat, advice.move, chance)
    raise EndlessGame(
        N_(
            "the game of seed {seed} did not end within {most} moves;"
            " leave the options at what they are for bots, or set a limit"
        ),
        seed=seed,
        most=MOST_MOVES,
    )


def games_between(
    game: AnyGame, options: Mapping[str, OptionValue], bots: Sequence[Bot], seed: int, games: int
) -> Iterator[MatchResult]:
    """Games with the seeds from `seed` on. Options left out are those for play among bots."""
    settled = {**game.automatic, **options}
    for number in range(games):
        yield play_out(game, settled, bots, (seed + number) % (MOST_SEED + 1))


@dataclass(slots=True)
class MatchTally:
    """The totals of a number of games: `wins` by seat, `draws` where nobody won alone."""

    wins: list[int]
    draws: int = 0
    lengths: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, seats: int) -> MatchTally:
        """No game yet."""
        return cls([0] * seats)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.lengths)

    @property
    def moves(self) -> int:
        """How many moves all of them took."""
        return sum(self.lengths)

    def add(self, outcome: MatchResult) -> None:
        """Count one game."""
        winners = outcome.result.winners
        if len(winners) == 1:
            self.wins[winners[0]] += 1
        else:
            self.draws += 1
        self.lengths.append(outcome.moves)
        self.reasons[outcome.result.reason] += 1

    def facts(self) -> dict[str, Any]:
        """The figures as JSON has them; at least one game was counted."""
        return {
            "games": self.games,
            "wins": list(self.wins),
            "draws": self.draws,
            "lengths": {
                "min": min(self.lengths),
                "median": median(self.lengths),
                "mean": round(fmean(self.lengths), 2),
                "max": max(self.lengths),
            },
            "reasons": dict(self.reasons.most_common()),
        }
