"""Set-ups weighed by playouts: the hardest bot plays all seats on from a player's set-up.

From as many set-ups of its own, and from some that differ in one property, it plays the same
number of games. So what is told is measured, if only against this bot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from nim_tui.bots.judging import at_the_end
from nim_tui.registry import game_named
from nim_tui.review.analysis import RecordedGame
from nim_tui.review.review import SetUpFinding, SetUpTry
from rules.chance import Chance
from rules.contract import settle_options
from rules.options import OptionValue

AT_ONCE: Final = 20
"""Games of one job."""
MOST_MOVES: Final = 600
"""A game that is longer counts as shared."""
MOST_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class SetUpJob:
    """Some games from one set-up, on their way to another process."""

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    seat: int
    name: str
    """What is tried: see `SetUpTry`."""
    moves: tuple[str, ...]
    """The set-up in canonical words; empty for one that the bot chooses."""
    first: int
    """The seed of the first game."""
    games: int

    def __str__(self) -> str:
        return f"{self.games} games from a set-up of {self.game}"

    def do(self) -> float:
        """Play the games; return how many the seat won, shared ones in part."""
        return sum(self._won(self.first + number) for number in range(self.games))

    def _won(self, seed: int) -> float:
        entry = game_named(self.game)
        game, bot, chance = entry.game, entry.bot(entry.bots[0]), Chance(seed)
        state: Any = game.new(self.seats, self.options, chance)
        left = [game.parse(word) for word in self.moves]
        for _move in range(MOST_MOVES):
            if not (waiting := state.waiting()):
                break
            seat = waiting[0]
            legal = game.legal(state, seat)
            if seat == self.seat and left:
                move = left.pop(0)
            elif len(legal) == 1:
                move = legal[0]
            else:
                move = bot.choose(game, game.view(state, seat), legal, chance).move
            game.play(state, seat, move, chance)
        return at_the_end(game.result(state), self.seats)[self.seat]


def set_up_jobs(told: RecordedGame, games: int) -> list[SetUpJob]:
    """Return the jobs that weigh the set-ups of people, where the game says what they are."""
    header, entry = told.header, game_named(told.header.game)
    options = dict(settle_options(entry.game, header.options))
    options.update({k: v for k, v in entry.game.automatic.items() if options[k] is None})
    people = [number for number, seat in enumerate(header.seats) if seat.bot is None]
    jobs = []
    for seat in people[:MOST_SEATS]:
        own = [play.move for play in told.plays if play.seat == seat]
        for name, moves in entry.set_ups(own).items():
            terms = header.game, len(header.seats), options, seat, name, tuple(moves)
            starts = range(0, games, AT_ONCE)
            jobs += [SetUpJob(*terms, first, min(AT_ONCE, games - first)) for first in starts]
    return jobs


def set_ups_found(jobs: Sequence[SetUpJob], wins: Sequence[float]) -> tuple[SetUpFinding, ...]:
    """Return what the jobs came to, seat by seat."""
    found: dict[int, dict[str, SetUpTry]] = {}
    for job, won in zip(jobs, wins):
        tries = found.setdefault(job.seat, {})
        before = tries.get(job.name, SetUpTry(job.name, 0, 0.0))
        tries[job.name] = SetUpTry(job.name, before.games + job.games, before.wins + won)
    return tuple(SetUpFinding(seat, tuple(tries.values())) for seat, tries in found.items())
