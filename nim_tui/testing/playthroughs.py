"""Short games as every seat sees them, to be read as diffs, and counts of positions.

A leaked secret shows as a line with one viewer too many. A count of the sequences of legal moves
changes only when the rules do.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any, Final

from rules.chance import Chance
from rules.contract import AnyGame, Event, Move, State
from rules.options import OptionValue

UNBROKEN: Final = "\N{NO-BREAK SPACE}"
WRITTEN_OUT: Final = 1_000
"""The most legal moves written out; a longer list is cut to its first few and their number."""


@dataclass(frozen=True)
class Playthrough:
    """A seeded random game: its set-up, and the number of moves."""

    name: str
    game: AnyGame
    players: tuple[str, ...]
    options: Mapping[str, OptionValue]
    seed: int
    moves: int

    def text(self) -> str:
        """Return the text of the whole playthrough."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        pick, chance = Random(self.seed), Chance(self.seed)
        state = self.game.new(len(self.players), self.options, chance)
        options = ", ".join(f"{name} {value}" for name, value in self.options.items()) or "default"
        yield f"{self.game.title}. Options: {options}. Seed {self.seed}."
        yield from self._position(state, None)
        for step in range(1, self.moves + 1):
            waiting = state.waiting()
            if not waiting:
                return
            seat = waiting[int(pick.random() * len(waiting))]
            legal, before = self.game.legal(state, seat), state.copy()
            move = legal[int(pick.random() * len(legal))]
            yield f"\n{step}. {self.players[seat]}: {move.word}"
            yield from self._events(self.game.play(state, seat, move, chance))
            yield from self._position(state, before)

    def _lookers(self) -> dict[str, int | None]:
        return {**{player: seat for seat, player in enumerate(self.players)}, "others": None}

    def _who(self, lookers: list[str]) -> str:
        return "all" if len(lookers) == len(self._lookers()) else ", ".join(lookers)

    def _events(self, events: list[Event]) -> Iterator[str]:
        for event in events:
            heard: dict[str, list[str]] = {}
            for name, seat in self._lookers().items():
                told = event.seen_by(seat)
                heard.setdefault(self._said(told) if told else "nothing", []).append(name)
            for said, lookers in heard.items():
                yield f"   told to {self._who(lookers)}: {said}"

    def _said(self, event: Event) -> str:
        facts = [f"{name} {value}" for name, value in event.facts().items()]
        seat = [] if event.seat is None else [self.players[event.seat]]
        return ", ".join([event.name, *seat, *facts]) + (" (reveals)" if event.reveals else "")

    def _position(self, state: State, before: State | None) -> Iterator[str]:
        """Yield the changes of each view and of the legal moves of each seat."""
        seen: dict[str, list[str]] = {}
        for name, seat in self._lookers().items():
            old = {} if before is None else dict(self._flat("", self.game.view(before, seat)))
            for key, value in self._flat("", self.game.view(state, seat)):
                if old.get(key) != value and key != "seat":
                    seen.setdefault(f"{key} = {value}", []).append(name)
        for change, lookers in seen.items():
            yield f"   seen by {self._who(lookers)}: {change}"
        for seat in state.waiting():
            if before is not None and self.game.legal(before, seat) == self.game.legal(state, seat):
                continue
            menu = f"   {self.players[seat]} may: {self._menu(self.game.legal(state, seat))}"
            yield fill(menu, 100, subsequent_indent="      ").replace(UNBROKEN, " ")
        result = self.game.result(state)
        if result is not None:
            yield f"   {result}"

    def _menu(self, moves: Sequence[Move]) -> str:
        few = moves if len(moves) <= WRITTEN_OUT else moves[:3]
        words = [move.word.replace(" ", UNBROKEN) for move in few]
        return ", ".join(words if few is moves else [*words, f"... {len(moves)} in all"])

    def _flat(self, key: str, value: object) -> Iterator[tuple[str, str]]:
        """Yield the fields of a view one by one, those of each player under the player's name."""
        if is_dataclass(value) and not isinstance(value, type):
            inside = f"{key}: " if key and not key.endswith(": ") else key
            for part in fields(value):
                yield from self._flat(f"{inside}{part.name}", getattr(value, part.name))
        elif isinstance(value, tuple) and any(is_dataclass(part) for part in value):
            for player, part in zip(self.players, value):
                yield from self._flat(f"{key} of {player}: ", part)
        else:
            yield key.removesuffix(": "), repr(value)


Ends = Callable[[Any, Any], bool]
"""Whether a sequence ends with a move, such as one whose effects are drawn by chance."""


def count(
    game: AnyGame, state: State, length: int, ends: Ends = lambda _state, _move: False
) -> int:
    """Return the number of sequences of `length` legal moves, those that end early included."""
    if not length:
        return 1
    total = 0
    for seat in state.waiting():
        moves = game.legal(state, seat)
        if length == 1:
            total += len(moves)
            continue
        for move in moves:
            if ends(state, move):
                total += 1
                continue
            new = state.copy()
            game.play(new, seat, move, Chance(0))
            total += count(game, new, length - 1, ends)
    return total


@dataclass(frozen=True)
class CountCase:
    """A position after some moves, and the number of sequences of 1, 2, 3 ... moves from it."""

    name: str
    counts: Sequence[int]
    seats: int
    seed: int = 0
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    moves: Sequence[str] = ()
    """As `0: bid 3`: the seat and its move."""

    def __str__(self) -> str:
        return self.name

    def counted(self, game: AnyGame) -> list[int]:
        """Return the numbers as they are now."""
        chance = Chance(self.seed)
        state = game.new(self.seats, self.options, chance)
        for line in self.moves:
            seat, _, words = line.partition(":")
            game.play(state, int(seat), game.parse(words), chance)
        return [count(game, state, length) for length in range(1, len(self.counts) + 1)]


def count_cases(path: Path) -> list[CountCase]:
    """Return the cases of a file: tables `[[case]]` with the fields of CountCase."""
    return [CountCase(**case) for case in tomllib.loads(path.read_text("utf-8"))["case"]]
