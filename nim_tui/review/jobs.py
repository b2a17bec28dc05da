"""The work of a review in parts, each for whatever process has time: a position a part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from nim_tui.bots.search import Judge
from nim_tui.catalog import offer_named
from nim_tui.review.put_off import settled
from nim_tui.review.review import VERSION, Review, Step
from nim_tui.review.walk import Told, Walk, walk
from nim_tui.review.weighing import Depth, depth_for, step
from nim_tui.tables.record import Header, Play


@dataclass(frozen=True, slots=True)
class Part:
    """One position of a game, on its way to another process; moves go as words."""

    judge: Judge
    record: bytes
    number: int
    depth: Depth

    def __str__(self) -> str:
        return f"part {self.number} of a review by {type(self.judge).__name__}"

    def do(self) -> Step:
        """What is found there."""
        return step(self.judge, _walked(self.record), self.number, self.depth)


def parts_of(told: Told, judge: Judge, depth: Depth | None = None) -> Sequence[Part]:
    """A part for each position, the end too; as deep as a game of that length is reviewed."""
    record, depth = _packed(told), depth or depth_for(len(told.plays))
    return [Part(judge, record, n, depth) for n in range(len(told.plays) + 1)]


def put_together(told: Told, steps: Sequence[Step]) -> Review:
    """The review, once all parts are done."""
    return Review(VERSION, told.stamp, settled(steps))


def _packed(told: Told) -> bytes:
    return msgspec.msgpack.encode((told.header, told.plays))


@lru_cache(maxsize=1)
def _walked(record: bytes) -> Walk:
    """A game walked through, once for all parts that are done in this process."""
    header, plays = msgspec.msgpack.decode(record, type=tuple[Header, tuple[Play, ...]])
    offer = offer_named(header.game)
    return walk(offer.game, Told(header, plays), offer.spot)
