"""A long chaos in slices: each is written down once it is done, skipped by the next run, summed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from tests.chaos.kept import Kept
from tests.chaos.told import Told

KILLS: Final = 200
"""Kills of a slice, at most."""


class Slice(msgspec.Struct, frozen=True):
    """What was done in one slice, and what came of it."""

    part: str
    seed: int
    kills: int = 0
    full_disks: int = 0
    freezes: int = 0
    outages: int = 0
    hangs: int = 0
    moves: int = 0
    """Moves that were told to be made."""
    lost: int = 0
    doubled: int = 0
    games: int = 0
    faults: tuple[str, ...] = ()

    @classmethod
    def of(cls, part: str, seed: int, told: Told, kept: Kept) -> Slice:
        """The figures of a slice."""
        return cls(
            part, seed, told.kills, told.full_disks, told.freezes, told.outages, told.hangs,
            told.moves, kept.lost, kept.doubled, kept.tables, tuple(kept.faults),
        )  # fmt: skip


def seeds(seed: int, kills: int) -> Iterator[tuple[int, int]]:
    """The seed of each slice of so many kills, and its own number of kills."""
    for number, first in enumerate(range(0, kills, KILLS)):
        yield seed * 1000 + number, min(KILLS, kills - first)


@dataclass
class Slices:
    """The slices that are done, in a file as JSON lines, or only of this run without one."""

    file: Path | None = None
    done: list[Slice] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.file is not None and self.file.exists():
            lines = self.file.read_bytes().splitlines()
            self.done += [msgspec.json.decode(line, type=Slice) for line in lines]

    def run(
        self, part: str, seed: int, kills: int, doing: Callable[[int, int], tuple[Told, Kept]]
    ) -> None:
        """Do those slices of a part that are not done: `doing` takes a seed and its kills."""
        for own, count in seeds(seed, kills):
            if any((one.part, one.seed) == (part, own) for one in self.done):
                continue
            one = Slice.of(part, own, *doing(own, count))
            self.done.append(one)
            if self.file is not None:
                with self.file.open("ab") as file:
                    file.write(msgspec.json.encode(one) + b"\n")

    def sums(self) -> Sequence[str]:
        """The figures of all slices of each part, to be printed."""
        found = []
        for part in dict.fromkeys(one.part for one in self.done):
            own = [one for one in self.done if one.part == part]
            total = {
                name: sum(getattr(one, name) for one in own)
                for name in Slice.__struct_fields__[2:-1]
            }
            told = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in total.items())
            faults = sum(len(one.faults) for one in own)
            found.append(f"{part}, {len(own)} slices: {told}, {faults} faults")
        return found

    @property
    def faults(self) -> int:
        """How many faults there are in all."""
        return sum(len(one.faults) for one in self.done)
