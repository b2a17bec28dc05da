"""Reviews worked out in worker processes, each once for all who wait.

Within a turn a seat may often do two things in either order; doing the lesser one first costs
nothing as long as the better one remains possible.

When the last viewer leaves, the work stops; what was found is kept in memory for a while, and the
positions in the file of the review for good, to be continued.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec

from nim_tui.bots.search import Judge
from nim_tui.registry import game_named
from nim_tui.review import review_file as file
from nim_tui.review.analysis import Depth, GameWalk, RecordedGame, course, depth_for, step, walk
from nim_tui.review.review import VERSION, BestMove, Review, ReviewedPosition, SetUpFinding
from nim_tui.review.set_up import set_up_jobs, set_ups_found
from nim_tui.tables.record import MoveEntry, RecordHeader
from nim_tui.thinking.question import Job, NotDone, Thinker
from rules.advice import Chances
from rules.messages import N_, Refusal


def settled(steps: Sequence[ReviewedPosition]) -> tuple[ReviewedPosition, ...]:
    """Return the positions without losses that the same seat's next decision makes good."""
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
    """Return a verdict without the loss that the next one charges."""
    seats = range(len(now.played))
    left = [now.played[each] - after.given(each) for each in seats]
    if left[seat] >= now.chances[seat]:
        return msgspec.structs.replace(now, played=now.chances)
    played = tuple(min(1.0, max(0.0, chance)) for chance in left)
    return msgspec.structs.replace(now, played=played)


@dataclass(frozen=True, slots=True)
class CourseJob:
    """A job for another process: the chances after each move of a game."""

    judge: Judge
    record: bytes

    @classmethod
    def of(cls, told: RecordedGame, judge: Judge) -> CourseJob:
        """Return the job for a recorded game."""
        return cls(judge, _packed(told))

    def __str__(self) -> str:
        return f"course of a game by {type(self.judge).__name__}"

    def do(self) -> list[Chances]:
        """Evaluate every position."""
        return course(self.judge, _walked(self.record))


@dataclass(frozen=True, slots=True)
class PositionJob:
    """A job for another process: one position of a game; moves are sent as words."""

    judge: Judge
    record: bytes
    number: int
    depth: Depth

    def __str__(self) -> str:
        return f"part {self.number} of a review by {type(self.judge).__name__}"

    def do(self) -> ReviewedPosition:
        """Return the reviewed position."""
        return step(self.judge, _walked(self.record), self.number, self.depth)


def parts_of(told: RecordedGame, judge: Judge, depth: Depth | None = None) -> Sequence[PositionJob]:
    """Return a job for each position, including the end, at the depth for the game's length."""
    record, depth = _packed(told), depth or depth_for(len(told.plays))
    return [PositionJob(judge, record, n, depth) for n in range(len(told.plays) + 1)]


def put_together(
    told: RecordedGame, steps: Sequence[ReviewedPosition], set_ups: Sequence[SetUpFinding] = ()
) -> Review:
    """Return the review made of all its positions."""
    return Review(VERSION, told.stamp, settled(steps), tuple(set_ups))


def _packed(told: RecordedGame) -> bytes:
    return msgspec.msgpack.encode((told.header, told.plays))


@lru_cache(maxsize=1)
def _walked(record: bytes) -> GameWalk:
    """Return a walked game, cached for all jobs in this process."""
    header, plays = msgspec.msgpack.decode(record, type=tuple[RecordHeader, tuple[MoveEntry, ...]])
    entry = game_named(header.game)
    return walk(entry.game, RecordedGame(header, plays), entry.spot)


TRIES: Final = 2
"""The number of attempts at a job before the review is abandoned."""


OFTEN: Final = 4
"""The number of jobs after which the file is written."""

logger = logging.getLogger(__name__)


class NotReviewed(Refusal):
    """A game cannot be reviewed; the message says why."""


class ReviewJob:
    """The review of one game, done or in progress."""

    def __init__(
        self, told: RecordedGame, judge: Judge, path: Path, depth: Depth | None = None
    ) -> None:
        self._told = told
        self._judge = judge
        self._depth = depth or depth_for(len(told.plays))
        self._sheet = _Sheet(told, path, self._depth)
        self._steps: dict[int, ReviewedPosition] = {}
        self._set_ups = set_up_jobs(told, self._depth.games)
        self._wins: dict[int, float] = {}
        """The games won, by the number of the job."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._lookers = 0
        self.review: Review | None = None
        """The review, once it is complete."""
        self.trouble: NotReviewed | None = None

    @property
    def is_over(self) -> bool:
        """Whether the review is done or has failed."""
        return self.review is not None or self.trouble is not None

    @property
    def is_looked_at(self) -> bool:
        """Whether anybody waits for the review."""
        return self._lookers > 0

    @property
    def progress(self) -> tuple[int, int]:
        """The number of jobs done, and of all jobs."""
        return len(self._steps) + len(self._wins), len(self._told.plays) + 1 + len(self._set_ups)

    async def changed(self) -> None:
        """Wait until more is found."""
        await self._changed.wait()

    def join(self, thinker: Thinker, room: asyncio.Semaphore) -> None:
        """Add a viewer: continue, in as many lanes as there is room."""
        self._lookers += 1
        if self._task is None and not self.is_over:
            self.trouble = None
            # Not in the context of the first viewer's session: other sessions may watch after it
            # ends.
            self._task = asyncio.get_running_loop().create_task(
                self._go_on(thinker, room), context=Context()
            )

    def leave(self) -> None:
        """Remove a viewer."""
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
            if self._task is asyncio.current_task():  # unless new viewers came meanwhile
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
                for number in range(len(self._set_ups)):
                    if number not in self._wins:
                        lanes.create_task(self._weigh(number, thinker, room))
            steps = [self._steps[part.number] for part in parts]
            set_ups = set_ups_found(self._set_ups, [won for _n, won in sorted(self._wins.items())])
            found = put_together(self._told, steps, set_ups)
            await asyncio.to_thread(self._sheet.keep, found)
        self.review = found

    async def _do(self, part: PositionJob, thinker: Thinker, room: asyncio.Semaphore) -> None:
        self._steps[part.number] = await self._tried(part, thinker, room)
        self._tell()
        if len(self._steps) % OFTEN == 0:
            # Also written without viewers: not by a task, which would end with the app.
            loop, found = asyncio.get_running_loop(), dict(self._steps)
            await asyncio.shield(loop.run_in_executor(None, self._sheet.keep_begun, found))

    async def _weigh(self, number: int, thinker: Thinker, room: asyncio.Semaphore) -> None:
        self._wins[number] = await self._tried(self._set_ups[number], thinker, room)
        self._tell()

    @staticmethod
    async def _tried(job: Job, thinker: Thinker, room: asyncio.Semaphore) -> Any:
        """Do a job, once more if it was not done. Raises NotDone."""
        async with room:
            for _again in range(TRIES - 1):
                with suppress(NotDone):
                    return await thinker.do(job)
            return await thinker.do(job)


class _Sheet:
    """The file of one review, written from any thread, one write at a time."""

    def __init__(self, told: RecordedGame, path: Path, depth: Depth) -> None:
        self._told, self._path, self._depth = told, path, depth
        self._writing = Lock()
        self._kept = 0
        self._is_done = False

    def read(self) -> tuple[Review | None, Mapping[int, ReviewedPosition]]:
        """Return the review, else the positions found so far."""
        found = file.read(self._path, self._told)
        begun = {} if found else file.read_begun(self._path, self._told, self._depth)
        return found, begun

    def keep_begun(self, steps: Mapping[int, ReviewedPosition]) -> None:
        """Save the positions found so far, unless more were saved meanwhile."""
        with self._writing:
            if not self._is_done and len(steps) > self._kept:
                self._kept = len(steps)
                file.keep(self._path, file.so_far(self._told, self._depth, steps))

    def keep(self, review: Review) -> None:
        """Save the review."""
        with self._writing:
            self._is_done = True
            file.keep(self._path, review)


class ReviewService:
    """The reviews in progress, and the latest finished ones."""

    def __init__(
        self, thinker: Thinker, lanes: int, most: int = 8, depth: Depth | None = None
    ) -> None:
        """`lanes` jobs run at the same time, of at most `most` reviews with viewers."""
        self._thinker = thinker
        self._room = asyncio.Semaphore(lanes)
        self._most = most
        self._depth = depth
        self._works: OrderedDict[str, ReviewJob] = OrderedDict()

    def look_at(self, told: RecordedGame, judge: Judge, path: Path) -> ReviewJob:
        """Return the review of a finished game; the caller must call its `leave` in the end.

        Raises NotReviewed if too many are in progress.
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
        """The number of reviews with viewers."""
        return sum(work.is_looked_at for work in self._works.values())

    def _make_room(self) -> None:
        """Forget the oldest reviews without viewers."""
        for stamp, work in tuple(self._works.items()):
            if len(self._works) < self._most:
                return
            if not work.is_looked_at:
                del self._works[stamp]
        if len(self._works) >= self._most:
            raise NotReviewed(N_("too many reviews are running: try again later"))
