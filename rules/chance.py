"""Reproducible randomness, the only one the rules may use."""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")

KEY_BYTES: Final = 16
"""The length of a key for separate streams, in bytes."""
_PERSON: Final = b"nim_tui streams"
_PLAY: Final = "play"


class Chance:
    """A stream of random draws, fixed by its seed.

    It uses `random.Random(seed).random()` alone, the only sequence that Python promises to keep
    between versions: seed and moves replay a game anywhere.

    A key instead of a seed gives one stream for the play, and one `apart` for each thing dealt.
    Who has seen a whole stream can infer neither the others nor the key.
    """

    __slots__ = ("_fraction", "_key", "_source", "drawn", "uncertain")

    def __init__(self, seed: int, key: bytes = b"") -> None:
        self._key = key
        self._draw_from(random.Random(_stream(key, _PLAY) if key else seed))
        self.drawn = 0
        """The number of draws so far."""
        self.uncertain = 0
        """The number of draws among more than one."""

    def _draw_from(self, source: random.Random) -> None:
        self._source = source
        self._fraction = source.random

    def __reduce__(self) -> Any:
        """Pickle the generator's state, the number of draws and the key: a copy draws the same."""
        return _continued, (self._source, self.drawn, self._key)

    def apart(self, label: str) -> Chance:
        """Return the stream of a label; with a seed alone, this stream itself."""
        return Chance(_stream(self._key, label)) if self._key else self

    def below(self, count: int) -> int:
        """Return a whole number from 0 to count - 1, each equally likely; count is at least 1."""
        self.drawn += 1
        if count > 1:
            self.uncertain += 1
        return int(self._fraction() * count)

    def skip(self, draws: int) -> None:
        """Make draws whose results do not count, among one each."""
        self.drawn += draws
        for _draw in range(draws):
            self._fraction()

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items, each with the same chance."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def _stream(key: bytes, label: str) -> int:
    """Return the seed of one stream: a keyed hash of its label, which hides the key."""
    import hashlib  # noqa: PLC0415 - loads a library that chance from a seed does not need

    sum_ = hashlib.blake2b(label.encode(), key=key, person=_PERSON, digest_size=32)
    return int.from_bytes(sum_.digest(), "big")


def _continued(source: random.Random, drawn: int, key: bytes = b"") -> Chance:
    """Return a stream that continues after `drawn` draws."""
    chance = Chance.__new__(Chance)
    chance._key = key
    chance._draw_from(source)
    chance.drawn, chance.uncertain = drawn, 0
    return chance
