"""Pairings of a round robin: every table of the entrants, in every order of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules.messages import N_, Refusal

MOST_ENTRANTS: Final = 12
"""More than any game seats: enough for a table of one bot among several of each other."""


class UnsuitableEntrants(Refusal):
    """The bots cannot play a round robin; the message says why."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: the bot in each seat, by level or `level/style`, and the seed."""

    lineup: tuple[str, ...]
    seed: int

    @property
    def table(self) -> tuple[str, ...]:
        """The bots that play, regardless of their seats."""
        return tuple(sorted(self.lineup))


def entrants_from(text: str) -> tuple[str, ...]:
    """Bots as typed: `hard,medium:2` is one hard and two medium, `hard/aggressive` has a style.

    Raises UnsuitableEntrants.
    """
    found: list[str] = []
    for part in text.split(","):
        level, colon, count = part.strip().partition(":")
        plain = count.isascii() and count.isdigit() and len(count) <= len(str(MOST_ENTRANTS))
        if not level or (colon and not (plain and int(count))):
            raise UnsuitableEntrants(
                N_("bots read LEVEL[/STYLE][:COUNT], with commas between, not {text}"),
                text=repr(part.strip()[:40]),
            )
        found += [level.casefold()] * (int(count) if colon else 1)
        if len(found) > MOST_ENTRANTS:
            raise UnsuitableEntrants(N_("too many bots: {most} may play"), most=MOST_ENTRANTS)
    return tuple(found)


def players_of(seats: range, entrants: Sequence[str], players: int | None) -> int:
    """How many sit at a table: as asked for, or as many of the entrants as the game seats.

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
    """All tables that so many of the entrants can make, each once, in the order they were named."""
    return list(dict.fromkeys(combinations(entrants, players)))


def round_robin(entrants: Sequence[str], players: int, games: int, seed: int) -> Iterator[Pairing]:
    """So many games of each table, table by table in turn.

    The seats move on game by game, and each seed is played once by every order of seats: what
    a seed deals favours nobody.
    """
    tables = tables_of(entrants, players)
    for number in range(games):
        turned = number % players
        for table in tables:
            lineup = (*table[-turned:], *table[:-turned]) if turned else table
            yield Pairing(lineup, seed + number // players)
