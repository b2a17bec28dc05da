"""The strength of bots, from their games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import sqrt
from statistics import median
from typing import Any, Final

from nim_tui.arena.results import ArenaGame, seconds_at

SURE: Final = 1.96
"""Standard errors on either side of a share, for a 95% interval."""


def interval(share: float, games: int, sure: float = SURE) -> tuple[float, float]:
    """Return Wilson's interval of a share over a number of games (E. B. Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    square = sure * sure / games
    middle = (share + square / 2) / (1 + square)
    reach = sure * sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(slots=True)
class BotStrength:
    """The results of the bots of one level, all their seats together."""

    level: str
    games: int = 0
    first: float = 0.0
    """First places; a shared one counts as a fraction."""
    even: float = 0.0
    """First places expected if all bots were equal."""
    seconds: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)
    rating: float | None = None

    @property
    def share(self) -> float:
        """The share of first places (0..1)."""
        return self.first / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of the share."""
        return interval(self.share, self.games)

    @property
    def decisions(self) -> int:
        """The number of decisions timed."""
        return self.steps.total()

    @property
    def mean_seconds(self) -> float:
        """The mean time of a decision, in seconds."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def slowest(self, part: float) -> float:
        """Return the time, in seconds, that only this part (0..1) of the decisions exceed."""
        left = self.decisions * part
        for step, count in sorted(self.steps.items(), reverse=True):
            left -= count
            if left < 0:
                return seconds_at(step)
        return 0.0

    def facts(self) -> dict[str, Any]:
        """Return the figures as JSON data."""
        low, high = self.interval
        return {
            "bot": self.level,
            "games": self.games,
            "share": round(self.share, 4),
            "interval": [round(low, 4), round(high, 4)],
            "even": round(self.even / self.games, 4) if self.games else None,
            "rating": None if self.rating is None else round(self.rating, 2),
            "seconds": {
                "mean": round(self.mean_seconds, 5),
                "p99": round(self.slowest(0.01), 5),
                "max": round(self.slowest(0.0), 5),
            },
        }


def standings(games: Sequence[ArenaGame]) -> list[BotStrength]:
    """Return the levels that played, best first."""
    found: dict[str, BotStrength] = {}
    for game in games:
        for seat, level in enumerate(game.lineup):
            standing = found.setdefault(level, BotStrength(level))
            standing.games += 1
            standing.first += game.share(seat)
            standing.even += 1 / len(game.lineup)
            if game.thinking:
                standing.seconds += game.thinking[seat].seconds
                standing.steps.update(game.thinking[seat].steps)
    for level, rating in _ratings(games):
        found[level].rating = rating
    return sorted(found.values(), key=lambda standing: (-standing.share, standing.level))


def _ratings(games: Sequence[ArenaGame]) -> Iterator[tuple[str, float]]:
    """Yield openskill's mean of each level, updated game by game; nothing without openskill."""
    if find_spec("openskill") is None:
        return
    from openskill.models import PlackettLuce  # noqa: PLC0415

    model = PlackettLuce()
    known: dict[str, Any] = {}
    for game in games:
        seats = [known.get(level) or model.rating(name=level) for level in game.lineup]
        if len(set(game.lineup)) == 1 or not game.ranking:
            known.update(zip(game.lineup, seats))
            continue
        places = [next(n for n, group in enumerate(game.ranking) if seat in group)
                  for seat in range(len(seats))]  # fmt: skip
        rated = model.rate([[seat] for seat in seats], ranks=[float(place) for place in places])
        moved: dict[str, list[Any]] = {}
        for level, (after,) in zip(game.lineup, rated):
            moved.setdefault(level, []).append(after)
        for level, ratings in moved.items():
            mu = sum(each.mu for each in ratings) / len(ratings)
            sigma = sum(each.sigma for each in ratings) / len(ratings)
            known[level] = model.rating(mu=mu, sigma=sigma, name=level)
    yield from ((level, rating.mu) for level, rating in known.items())


def by_seat(games: Sequence[ArenaGame]) -> list[float]:
    """Return each seat's share of first places; seats of larger tables come last."""
    most = max((len(game.lineup) for game in games), default=0)
    return [
        sum(game.share(seat) for game in games if seat < len(game.lineup))
        / max(1, sum(seat < len(game.lineup) for game in games))
        for seat in range(most)
    ]


def summary(games: Sequence[ArenaGame]) -> dict[str, Any]:
    """Return a summary of games as JSON data."""
    moves = sorted(game.moves for game in games)
    return {
        "games": len(games),
        "draws": sum(len(game.winners) != 1 for game in games),
        "bots": [standing.facts() for standing in standings(games)],
        "seats": [round(share, 4) for share in by_seat(games)],
        "moves": {"min": moves[0], "median": median(moves), "max": moves[-1]} if moves else {},
        "reasons": dict(Counter(game.reason for game in games).most_common()),
    }
