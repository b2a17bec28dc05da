"""Games of an arena: the pairings of a round robin, and playing one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean, median
from time import perf_counter, process_time
from typing import Any, Final

from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.protocol.program import ProgramBot, SeatFacts
from nim_tui.tables.seat_plans import program_from
from nim_tui.tables.seeds import MOST_SEED
from rules.chance import Chance
from rules.contract import AnyGame, Event, Result, State, settle_options
from rules.messages import N_, Refusal
from rules.options import OptionValue
from screens.people import default_name

MOST_ENTRANTS: Final = 12
"""The most entrants: more than any game seats, enough for each bot among several of another."""


class UnsuitableEntrants(Refusal):
    """The bots cannot play a round robin; the message says why."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to play: the bot in each seat, by level or `level/style`, and the seed."""

    lineup: tuple[str, ...]
    seed: int

    @property
    def table(self) -> tuple[str, ...]:
        """The bots that play, regardless of their seats."""
        return tuple(sorted(self.lineup))


def entrants_from(text: str) -> tuple[str, ...]:
    """Return bots as typed: `hard,medium:2` is one hard and two medium, `hard/aggressive` a style.

    `exec:COMMAND` is a program of the user, `exec/SECONDS:COMMAND` with a time for answers. Raises
    UnsuitableEntrants, UnsuitableProgram.
    """
    found: list[str] = []
    for part in text.split(","):
        if (program := program_from(part)) is not None:
            found.append(program.text)
            continue
        level, colon, count = part.strip().partition(":")
        plain = count.isascii() and count.isdigit() and len(count) <= len(str(MOST_ENTRANTS))
        if not level or (colon and not (plain and int(count))):
            raise UnsuitableEntrants(
                N_("write bots as LEVEL[/STYLE][:COUNT], separated by commas, not {text}"),
                text=repr(part.strip()[:40]),
            )
        found += [level.casefold()] * (int(count) if colon else 1)
        if len(found) > MOST_ENTRANTS:
            raise UnsuitableEntrants(N_("too many bots: {most} at most"), most=MOST_ENTRANTS)
    return tuple(found)


def players_of(seats: range, entrants: Sequence[str], players: int | None) -> int:
    """Return the number of players: as requested, or as many entrants as the game allows.

    Raises UnsuitableEntrants.
    """
    wanted = min(len(entrants), seats[-1]) if players is None else players
    if wanted not in seats or wanted > len(entrants):
        low, high = seats[0], min(seats[-1], len(entrants))
        raise UnsuitableEntrants(
            N_("a table seats {low} to {high} of these bots, not {wanted}"),
            wanted=wanted,
            low=low,
            high=max(low, high),
        )
    return wanted


def tables_of(entrants: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return all tables of that size among the entrants, each once, in their order."""
    return list(dict.fromkeys(combinations(entrants, players)))


def round_robin(entrants: Sequence[str], players: int, games: int, seed: int) -> Iterator[Pairing]:
    """Yield `games` pairings of each table, taking the tables in turn.

    The seats rotate game by game, and each seed is played once in every order of seats, so that no
    deal favours anyone.
    """
    tables = tables_of(entrants, players)
    for number in range(games):
        turned = number % players
        for table in tables:
            lineup = (*table[-turned:], *table[:-turned]) if turned else table
            yield Pairing(lineup, seed + number // players)


MOST_MOVES: Final = 100_000
"""The number of moves after which a game is abandoned."""


class EndlessGame(Refusal):
    """A game did not end; the message says which, and what to change."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a game: its seed, its number of moves, and its end."""

    seed: int
    moves: int
    result: Result
    thought: tuple[tuple[float, ...], ...] = field(default=(), compare=False, repr=False)
    """Per seat: the processor time of each decision, in seconds; a program's is by the clock."""
    plays: tuple[tuple[int, str], ...] = field(default=(), compare=False, repr=False)
    """The moves: the seat of each, and its words."""


class _Programs:
    """The programs among the bots of a game, told what their seats know."""

    def __init__(
        self, game: AnyGame, options: Mapping[str, OptionValue], bots: Sequence[Bot]
    ) -> None:
        found = ((seat, bot) for seat, bot in enumerate(bots) if isinstance(bot, ProgramBot))
        self._seats = dict(found)
        self._logs: dict[int, list[Event]] = {seat: [] for seat in self._seats}
        names = [default_name(number) for number in range(1, len(bots) + 1)]
        for seat, bot in self._seats.items():
            bot.begin(SeatFacts(game, seat, names, settle_options(game, options)))

    def note(self, events: Sequence[Event]) -> None:
        """Tell each seat its part of these events."""
        for seat, log in self._logs.items():
            told = (event.seen_by(seat) for event in events)
            log += [event for event in told if event is not None]
            self._seats[seat].note(log)

    def end(self, game: AnyGame, state: State, result: Result) -> None:
        """Tell each the end."""
        for seat, bot in self._seats.items():
            bot.end(game.view(state, seat), result)


def play_out(
    game: AnyGame, options: Mapping[str, OptionValue], bots: Sequence[Bot], seed: int
) -> MatchResult:
    """Play a game to its end. Raises EndlessGame.

    It is reproducible by its seed, unless programs play: they are told no seed.
    """
    chance = Chance(seed)
    state = game.new(len(bots), options, chance)
    programs = _Programs(game, options, bots)
    clocks = [perf_counter if isinstance(bot, ProgramBot) else process_time for bot in bots]
    thought: list[list[float]] = [[] for _ in bots]
    plays: list[tuple[int, str]] = []
    for moves in range(MOST_MOVES):
        waiting = state.waiting()
        if not waiting:
            result = game.result(state)
            assert result is not None, "nobody is waited for and the game is not over"
            programs.end(game, state, result)
            return MatchResult(seed, moves, result, tuple(map(tuple, thought)), tuple(plays))
        seat = waiting[0]
        drawn, time = bot_chance(seed, seat, moves), clocks[seat]
        view, legal, begun = game.view(state, seat), game.legal(state, seat), time()
        advice = bots[seat].choose(game, view, legal, drawn)
        thought[seat].append(time() - begun)
        programs.note(game.play(state, seat, advice.move, chance))
        plays.append((seat, advice.move.word))
    raise EndlessGame(
        N_(
            "the game with seed {seed} did not end within {most} moves; use the default "
            "options, or set a limit"
        ),
        seed=seed,
        most=MOST_MOVES,
    )


def games_between(
    game: AnyGame, options: Mapping[str, OptionValue], bots: Sequence[Bot], seed: int, games: int
) -> Iterator[MatchResult]:
    """Yield games of seeds from `seed` on; missing options take their values for bots."""
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
        """Return the tally of no games."""
        return cls([0] * seats)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.lengths)

    @property
    def moves(self) -> int:
        """The number of moves of all games."""
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
        """Return the figures as JSON data; at least one game was counted."""
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
