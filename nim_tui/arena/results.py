"""Results of arena games, saved line by line, so that an arena can resume where it stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil, log
from pathlib import Path
from typing import Any, Final

import msgspec

from nim_tui.arena.matches import MatchResult, Pairing
from rules.messages import N_, Refusal

FINENESS: Final = 1.1
"""The factor between the steps in which decision times are counted."""
LEAST: Final = 1e-5
"""The least decision time, in seconds; shorter ones count as this."""
MOST_CHARACTERS: Final = 1 << 28
"""The largest file read, in characters."""


class UnfitResults(Refusal):
    """The file holds no results, or those of another arena; the message says which."""


class Thinking(msgspec.Struct, frozen=True, array_like=True):
    """The processor time of one seat's decisions: the sum in seconds, and the count by step."""

    seconds: float
    steps: dict[int, int]


class ArenaGame(msgspec.Struct, frozen=True):
    """A game played in the arena."""

    lineup: tuple[str, ...]
    seed: int
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    moves: int
    thinking: tuple[Thinking, ...]

    @property
    def pairing(self) -> Pairing:
        """The pairing that was played."""
        return Pairing(self.lineup, self.seed)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share first place."""
        return self.ranking[0] if self.ranking else ()

    def share(self, seat: int) -> float:
        """Return a seat's part of first place, from 0 to 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def played(pairing: Pairing, outcome: MatchResult) -> ArenaGame:
    """Return the game of a pairing and its result."""
    result = outcome.result
    thinking = tuple(
        Thinking(round(sum(seconds), 4), dict(Counter(map(_step, seconds))))
        for seconds in outcome.thought
    )
    return ArenaGame(
        pairing.lineup, pairing.seed, result.ranking, result.reason, outcome.moves, thinking
    )


def _step(seconds: float) -> int:
    return max(0, ceil(log(max(seconds, LEAST) / LEAST, FINENESS)))


def seconds_at(step: int) -> float:
    """Return the longest time, in seconds, that counts in a step."""
    return float(LEAST * FINENESS**step)


class Results:
    """The games of one arena, saved in a file if there is one.

    A file begins with the facts common to all its games; a cut last line is left out.
    """

    def __init__(
        self, about: Mapping[str, Any], path: Path | None, origin: Mapping[str, str] | None = None
    ) -> None:
        """Read the games of a file, or begin one. Raises UnfitResults, OSError.

        `about` must be what the file is about. `origin` tells what plays the games: a new file
        takes it up, and one that is there keeps its own.
        """
        self._about = dict(about)
        self._path = path
        self.origin = dict(origin or {})
        """What the file was begun with."""
        self.games: dict[Pairing, ArenaGame] = {}
        if path is not None and path.exists() and path.stat().st_size:
            self._take_up(path)
        elif path is not None:
            path.write_bytes(msgspec.json.encode({**self._about, **self.origin}) + b"\n")

    def _take_up(self, path: Path) -> None:
        if path.stat().st_size > MOST_CHARACTERS:
            raise UnfitResults(N_("{file} is too large for a results file"), file=str(path))
        lines = path.read_bytes().split(b"\n")
        try:
            about = msgspec.json.decode(lines[0])
        except msgspec.DecodeError:
            about = None
        told = about if isinstance(about, dict) else {}
        self.origin = {key: str(told.pop(key, "")) for key in self.origin}
        if told != msgspec.json.decode(msgspec.json.encode(self._about)):
            raise UnfitResults(
                N_("{file} holds results of another match; choose another file"), file=str(path)
            )
        for number, line in enumerate(lines[1:-1], start=2):
            try:
                game = msgspec.json.decode(line, type=ArenaGame, strict=False)
            except (msgspec.DecodeError, msgspec.ValidationError) as error:
                raise UnfitResults(
                    N_("{file}, line {line}: {why}"), file=str(path), line=number, why=str(error)
                ) from error
            self.games[game.pairing] = game
        if lines[-1]:
            path.write_bytes(b"\n".join([*lines[:-1], b""]))

    def add(self, game: ArenaGame) -> None:
        """Count a game, and save it. Raises OSError."""
        self.games[game.pairing] = game
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")

    def of(self, pairings: Iterator[Pairing]) -> list[ArenaGame]:
        """Return the games played among these pairings, in the order of the pairings."""
        return [self.games[pairing] for pairing in pairings if pairing in self.games]
