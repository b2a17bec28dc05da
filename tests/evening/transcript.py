"""What one person saw of an evening, line by line and bounded, and how soon they were answered."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

MOST_LINES: Final = 20_000
"""Lines that are kept of a person; older ones are dropped, and counted."""
LONGEST: Final = 400
"""Characters that are kept of a line."""


class Seen(NamedTuple):
    """A line that somebody saw, and when (seconds since 1970)."""

    time: float
    text: str


@dataclass
class Transcript:
    """All that a person saw and typed, as far as it is kept."""

    name: str
    seen: deque[Seen] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    dropped: int = 0
    file: Path | None = None
    """Where it is written as well, all the while."""

    def add(self, lines: Iterable[str], *, own: bool = False) -> None:
        """Note lines that were shown, or typed by the person themselves."""
        now = time.time()
        new = [Seen(now, f"> {text}" if own else text) for line in lines if (text := _kept(line))]
        self.dropped += max(0, len(self.seen) + len(new) - MOST_LINES)
        self.seen.extend(new)
        if self.file is not None and len(self.seen) < MOST_LINES:
            with self.file.open("a", encoding="utf-8") as file:
                at = time.strftime("%H:%M:%S", time.gmtime(now))
                file.writelines(f"{at} {one.text}\n" for one in new)

    @property
    def shown(self) -> list[Seen]:
        """The lines that were shown, not typed."""
        return [one for one in self.seen if not one.text.startswith("> ")]


def _kept(line: str) -> str:
    return line.rstrip()[:LONGEST]


class Answer(NamedTuple):
    """What somebody typed, when (seconds since 1970), and the seconds until the first line."""

    asked: float
    took: float
    who: str
    line: str


@dataclass
class Answers:
    """How soon people were answered."""

    taken: list[Answer] = field(default_factory=list)

    def between(self, begin: float, end: float) -> list[float]:
        """The seconds of what was asked meanwhile, the least first."""
        return sorted(one.took for one in self.taken if begin <= one.asked < end)

    def slowest(self, count: int) -> list[Answer]:
        """The answers that took longest."""
        return sorted(self.taken, key=lambda one: -one.took)[:count]


def share(taken: Sequence[float], of: float) -> float:
    """The seconds within which such a share of sorted ones is; infinite if there are none."""
    return taken[min(int(len(taken) * of), len(taken) - 1)] if taken else float("inf")
