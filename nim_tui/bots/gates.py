"""Strength gates of bot levels, as data that the entry of a game names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gate:
    """A bot among others: its share's interval must reach `least`, or stay below `most` (0..1)."""

    game: str
    bot: str
    others: tuple[str, ...]
    least: float = 0.0
    most: float = 1.0
    games: int = 200
    """The most games played."""
    draws: float = 1.0
    """The limit on the share of games without a single winner."""

    @property
    def name(self) -> str:
        """The name of the file of its games."""
        return "-".join((self.game, self.bot, *self.others))

    @property
    def bar(self) -> str:
        """The bar, in words."""
        return f"at least {self.least:.0%}" if self.least else f"at most {self.most:.0%}"


def hard_gates(game: str, bars: Mapping[int, float]) -> Iterator[Gate]:
    """Yield gates of the hard bot among medium ones: the least share per number of players."""
    for players, least in bars.items():
        yield Gate(game, "hard", ("medium",) * (players - 1), least)


def easy_gates(game: str, *players: int) -> Iterator[Gate]:
    """Yield gates of the easy bot, among random and among medium bots, per number of players."""
    for number in players:
        others = number - 1
        least = 0.8 if number == 2 else 1.5 / number
        yield Gate(game, "easy", ("random",) * others, least)
        most = 0.2 if number == 2 else 0.6 / number
        yield Gate(game, "easy", ("medium",) * others, most=most)
