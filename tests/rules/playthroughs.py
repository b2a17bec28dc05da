"""Golden playthroughs: short games as every seat sees them, to be read as diffs.

`python -m tests.rules.playthroughs` writes them anew. A leaked secret shows as a line with one
viewer too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Final

from rules.bataille.game import BATAILLE
from rules.chance import Chance
from rules.contract import AnyGame, Event, Move, State
from rules.himalaya.game import HIMALAYA
from rules.options import OptionValue
from rules.schwarm.game import SCHWARM
from rules.submarine.game import SUBMARINE

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

    @property
    def path(self) -> Path:
        """The file of the text."""
        return Path(__file__).parent / self.game.name / "playthroughs" / f"{self.name}.txt"

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
            for field in fields(value):
                yield from self._flat(f"{inside}{field.name}", getattr(value, field.name))
        elif isinstance(value, tuple) and any(is_dataclass(part) for part in value):
            for player, part in zip(self.players, value):
                yield from self._flat(f"{key} of {player}: ", part)
        else:
            yield key.removesuffix(": "), repr(value)


FIVE: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve")

PLAYTHROUGHS: Final = (
    Playthrough("default", BATAILLE, BATAILLE.players, {}, 14931, 40),
    Playthrough(
        "blast",
        BATAILLE,
        BATAILLE.players,
        {"blast": True, "lanes": "all", "spinner": "third", "grids": "plain", "turn_limit": 8},
        3011,
        40,
    ),
    Playthrough("two", SUBMARINE, FIVE[:2], {}, 1533, 90),
    Playthrough("five", SUBMARINE, FIVE, {}, 5555, 90),
    Playthrough("three", HIMALAYA, FIVE[:3], {}, 5162, 25),
    Playthrough("four", HIMALAYA, FIVE[:4], {"events": True, "split_delegations": True}, 18446, 35),
    Playthrough("two", SCHWARM, FIVE[:2], {}, 590, 42),
    Playthrough("three", SCHWARM, FIVE[:3], {"free_start": True}, 1922, 48),
    Playthrough("four", SCHWARM, FIVE[:4], {"great_wave": True, "closed_hands": True}, 2429, 52),
)


if __name__ == "__main__":
    for playthrough in PLAYTHROUGHS:
        playthrough.path.parent.mkdir(exist_ok=True)
        playthrough.path.write_bytes(playthrough.text().encode())
