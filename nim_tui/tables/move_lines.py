"""Moves as files list them by hand or by a program: a line a seat, `1: B 20; hold`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby


def moves_in(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Seat and words of each move, as such lines list them."""
    for line in lines:
        seat, _colon, words = line.partition(":")
        for move in words.split(";"):
            yield int(seat), move.strip()


def lines_of(moves: Iterable[tuple[int, str]]) -> list[str]:
    """The lines that list these moves: one for all that a seat makes in a row."""
    rows = groupby(moves, key=lambda move: move[0])
    return [f"{seat}: {'; '.join(words for _seat, words in row)}" for seat, row in rows]
