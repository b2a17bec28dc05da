"""What a level of bots must be worth: the gates that an entry of a game names, by data alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gate:
    """A bot among others: the lower end of its share must reach, or the upper end not exceed."""

    game: str
    bot: str
    others: tuple[str, ...]
    least: float = 0.0
    most: float = 1.0
    games: int = 200
    """Played at most."""
    draws: float = 1.0
    """The games without a single winner stay below this part."""

    @property
    def name(self) -> str:
        """What its file is called."""
        return "-".join((self.game, self.bot, *self.others))

    @property
    def bar(self) -> str:
        """What is asked for."""
        return f"at least {self.least:.0%}" if self.least else f"at most {self.most:.0%}"


def hard_gates(game: str, bars: Mapping[int, float]) -> Iterator[Gate]:
    """The hard bot among medium ones: the least share by the number of players."""
    for players, least in bars.items():
        yield Gate(game, "hard", ("medium",) * (players - 1), least)


def easy_gates(game: str, *players: int) -> Iterator[Gate]:
    """The easy bot beats random ones and loses to medium ones, for each number of players."""
    for number in players:
        others = number - 1
        least = 0.8 if number == 2 else 1.5 / number
        yield Gate(game, "easy", ("random",) * others, least)
        most = 0.2 if number == 2 else 0.6 / number
        yield Gate(game, "easy", ("medium",) * others, most=most)
