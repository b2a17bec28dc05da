"""Working reviews out in worker processes, once for all.

Within a turn a seat often may do two things one after the other. Whoever does the lesser one first
loses nothing, as long as the better one is still open.

Whoever leaves gives the work up if nobody else looks; what was found until then is kept in memory
for a while, and in the file of the review for good, so that it goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from nim_tui.bots.search import Judge
from nim_tui.registry import game_named
from nim_tui.review import review_file as file
from nim_tui.review.analysis import Depth, GameWalk, RecordedGame, course, depth_for, step, walk
from nim_tui.review.review import VERSION, BestMove, Review, ReviewedPosition
from nim_tui.tables.record import MoveEntry, RecordHeader
from nim_tui.thinking.question import NotDone, Thinker
from rules.advice import Chances
from rules.messages import N_, Refusal


def settled(steps: Sequence[ReviewedPosition]) -> tuple[ReviewedPosition, ...]:
    """The same steps; where a seat decides next too, and the same would be best, that counts."""
    pairs = [_settled(step, after) for step, after in pairwise(steps)]
    return (*pairs, *steps[-1:])


def _settled(step: ReviewedPosition, after: ReviewedPosition) -> ReviewedPosition:
    now, then = step.verdict, after.verdict
    if now is None or then is None or step.seat != after.seat or now.best != then.best:
        return step
    if now.best == step.move or step.seat is None:
        return step
    return msgspec.structs.replace(step, verdict=_less(now, after, step.seat))


def _less(now: BestMove, after: ReviewedPosition, seat: int) -> BestMove:
    """A verdict without what the next one charges."""
    seats = range(len(now.played))
    left = [now.played[each] - after.given(each) for each in seats]
    if left[seat] >= now.chances[seat]:
        return msgspec.structs.replace(now, played=now.chances)
    played = tuple(min(1.0, max(0.0, chance)) for chance in left)
    return msgspec.structs.replace(now, played=played)


@dataclass(frozen=True, slots=True)
class CourseJob:
    """The chances after each move of a game, on their way to another process."""

    judge: Judge
    record: bytes

    @classmethod
    def of(cls, told: RecordedGame, judge: Judge) -> CourseJob:
        """The job for a recorded game."""
        return cls(judge, _packed(told))

    def __str__(self) -> str:
        return f"course of a game by {type(self.judge).__name__}"

    def do(self) -> list[Chances]:
        """Judge every position."""
        return course(self.judge, _walked(self.record))


@dataclass(frozen=True, slots=True)
class PositionJob:
    """One position of a game, on its way to another process; moves go as words."""

    judge: Judge
    record: bytes
    number: int
    depth: Depth

    def __str__(self) -> str:
        return f"part {self.number} of a review by {type(self.judge).__name__}"

    def do(self) -> ReviewedPosition:
        """Return the step that is found for this part."""
        return step(self.judge, _walked(self.record), self.number, self.depth)


def parts_of(told: RecordedGame, judge: Judge, depth: Depth | None = None) -> Sequence[PositionJob]:
    """A part for each position, the end too; as deep as a game of that length is reviewed."""
    record, depth = _packed(told), depth or depth_for(len(told.plays))
    return [PositionJob(judge, record, n, depth) for n in range(len(told.plays) + 1)]


def put_together(told: RecordedGame, steps: Sequence[ReviewedPosition]) -> Review:
    """The review, once all parts are done."""
    return Review(VERSION, told.stamp, settled(steps))


def _packed(told: RecordedGame) -> bytes:
    return msgspec.msgpack.encode((told.header, told.plays))


@lru_cache(maxsize=1)
def _walked(record: bytes) -> GameWalk:
    """A game walked through, once for all parts that are done in this process."""
    header, plays = msgspec.msgpack.decode(record, type=tuple[RecordHeader, tuple[MoveEntry, ...]])
    offer = game_named(header.game)
    return walk(offer.game, RecordedGame(header, plays), offer.spot)


TRIES: Final = 2
"""How often a part is begun before the work is given up."""


OFTEN: Final = 4
"""After so many parts more the file is written."""

logger = logging.getLogger(__name__)


class NotReviewed(Refusal):
    """A game cannot be reviewed; the message says why."""


class ReviewJob:
    """The review of one game, done or under way."""

    def __init__(
        self, told: RecordedGame, judge: Judge, path: Path, depth: Depth | None = None
    ) -> None:
        self._told = told
        self._judge = judge
        self._depth = depth or depth_for(len(told.plays))
        self._sheet = _Sheet(told, path, self._depth)
        self._steps: dict[int, ReviewedPosition] = {}
        self._parts: Sequence[PositionJob] = ()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._lookers = 0
        self.review: Review | None = None
        """What was found, once all was."""
        self.trouble: NotReviewed | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.review is not None or self.trouble is not None

    @property
    def is_looked_at(self) -> bool:
        """Whether anybody waits for it."""
        return self._lookers > 0

    @property
    def progress(self) -> tuple[int, int]:
        """How many parts are done, of how many."""
        return len(self._steps), len(self._told.plays) + 1

    async def changed(self) -> None:
        """Wait until something more was found."""
        await self._changed.wait()

    def join(self, thinker: Thinker, room: asyncio.Semaphore) -> None:
        """Somebody looks: go on, in as many lanes as there is room."""
        self._lookers += 1
        if self._task is None and not self.is_over:
            self.trouble = None
            # Not in the context of the session that looks first: others may look on after it.
            self._task = asyncio.get_running_loop().create_task(
                self._go_on(thinker, room), context=Context()
            )

    def leave(self) -> None:
        """Somebody no longer looks."""
        self._lookers -= 1
        if self._lookers == 0 and self._task is not None:
            self._task.cancel()
            self._task = None

    def _tell(self) -> None:
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    async def _go_on(self, thinker: Thinker, room: asyncio.Semaphore) -> None:
        try:
            await self._work(thinker, room)
        except* (NotDone, Refusal) as group:
            logger.error("a review was given up: %.200s", group.exceptions[0])
            self.trouble = NotReviewed(N_("the review failed"))
        finally:
            if self._task is asyncio.current_task():  # not, where others came to look meanwhile
                self._task = None
            self._tell()

    async def _work(self, thinker: Thinker, room: asyncio.Semaphore) -> None:
        found, begun = await asyncio.to_thread(self._sheet.read)
        if found is None:
            self._steps = {**begun, **self._steps}
            self._tell()
            parts = await asyncio.to_thread(parts_of, self._told, self._judge, self._depth)
            async with asyncio.TaskGroup() as lanes:
                for part in parts:
                    if part.number not in self._steps:
                        lanes.create_task(self._do(part, thinker, room))
            found = put_together(self._told, [self._steps[part.number] for part in parts])
            await asyncio.to_thread(self._sheet.keep, found)
        self.review = found

    async def _do(self, part: PositionJob, thinker: Thinker, room: asyncio.Semaphore) -> None:
        async with room:
            for tried in range(1, TRIES + 1):
                try:
                    self._steps[part.number] = await thinker.do(part)
                    break
                except NotDone:
                    if tried == TRIES:
                        raise
        self._tell()
        if len(self._steps) % OFTEN == 0:
            # Written also where nobody looks any more: no task, which would end with the app.
            loop, found = asyncio.get_running_loop(), dict(self._steps)
            await asyncio.shield(loop.run_in_executor(None, self._sheet.keep_begun, found))


class _Sheet:
    """The file of one review, written by whatever thread, one after the other."""

    def __init__(self, told: RecordedGame, path: Path, depth: Depth) -> None:
        self._told, self._path, self._depth = told, path, depth
        self._writing = Lock()
        self._kept = 0
        self._is_done = False

    def read(self) -> tuple[Review | None, Mapping[int, ReviewedPosition]]:
        """The review, else what was found of it so far."""
        found = file.read(self._path, self._told)
        begun = {} if found else file.read_begun(self._path, self._told, self._depth)
        return found, begun

    def keep_begun(self, steps: Mapping[int, ReviewedPosition]) -> None:
        """Save the steps found so far, unless more were saved meanwhile."""
        with self._writing:
            if not self._is_done and len(steps) > self._kept:
                self._kept = len(steps)
                file.keep(self._path, file.so_far(self._told, self._depth, steps))

    def keep(self, review: Review) -> None:
        """All that was found."""
        with self._writing:
            self._is_done = True
            file.keep(self._path, review)


class ReviewService:
    """The reviews being worked out, and the last ones that were."""

    def __init__(
        self, thinker: Thinker, lanes: int, most: int = 8, depth: Depth | None = None
    ) -> None:
        """`lanes` parts are done at the same time, of at most `most` reviews somebody looks at."""
        self._thinker = thinker
        self._room = asyncio.Semaphore(lanes)
        self._most = most
        self._depth = depth
        self._works: OrderedDict[str, ReviewJob] = OrderedDict()

    def look_at(self, told: RecordedGame, judge: Judge, path: Path) -> ReviewJob:
        """The review of a game that is over: who asks must call its `leave` in the end.

        Raises NotReviewed where too many are worked out already.
        """
        stamp = told.stamp
        work = self._works.get(stamp)
        if work is None or work.trouble is not None:
            self._make_room()
            work = self._works[stamp] = ReviewJob(told, judge, path, self._depth)
        self._works.move_to_end(stamp)
        work.join(self._thinker, self._room)
        return work

    @property
    def looked_at(self) -> int:
        """How many reviews somebody looks at."""
        return sum(work.is_looked_at for work in self._works.values())

    def _make_room(self) -> None:
        """Forget the oldest that nobody looks at."""
        for stamp, work in tuple(self._works.items()):
            if len(self._works) < self._most:
                return
            if not work.is_looked_at:
                del self._works[stamp]
        if len(self._works) >= self._most:
            raise NotReviewed(N_("too many reviews are running: try again later"))
