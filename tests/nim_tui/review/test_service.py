"""Working reviews out: progress is told, work is given up and gone on with, trouble is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nim_tui.review.analysis import Depth, RecordedGame
from nim_tui.review.review import Review
from nim_tui.review.service import (
    OFTEN,
    NotReviewed,
    PositionJob,
    ReviewJob,
    ReviewService,
    parts_of,
    put_together,
)
from nim_tui.review.set_up import SetUpJob, set_up_jobs, set_ups_found
from nim_tui.thinking.pool import Pool
from nim_tui.thinking.question import AnswerCount, Job, NotDone, Thinker
from tests.nim_tui.review.reviewing import SHALLOW, judge_of, told_of
from tests.screens.tables import SEARCHED, table_after

TOLD = told_of(table_after(SEARCHED))
SHORT = RecordedGame(TOLD.header, TOLD.plays[:12])
PARTS = len(SHORT.plays) + 1


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool(2, patience=120.0)
    yield pool
    await pool.close()


class Steady:
    """Does so many jobs at once, and no more until it is told to; some fail."""

    def __init__(self, may: int = 10**6, fails: int = 0) -> None:
        self.done: list[int] = []
        self.set_ups = 0
        self.may = may
        self.fails = fails
        self.more = asyncio.Event()
        self.counted = AnswerCount()

    async def think(self, question: Any) -> Any:
        raise AssertionError("nobody asks a bot here")

    async def weigh(self, question: Any) -> Any:
        raise AssertionError("nobody asks for a hint here")

    async def do(self, job: Job) -> Any:
        while len(self.done) + self.set_ups >= self.may:
            await self.more.wait()
        if isinstance(job, SetUpJob):
            self.set_ups += 1
            return job.games / 2
        assert isinstance(job, PositionJob)
        if self.fails:
            self.fails -= 1
            raise NotDone
        self.done.append(job.number)
        return done(job)


FOUND: dict[tuple[bytes, int, Depth], Any] = {}
"""What was found of a position of a game, and how deep: each is worked out once for all tests."""


def done(part: PositionJob) -> Any:
    """What a part of a review comes to."""
    asked = (part.record, part.number, part.depth)
    if asked not in FOUND:
        FOUND[asked] = part.do()
    return FOUND[asked]


@cache
def reviewed() -> Review:
    """The review of the short game, put together here."""
    return put_together(SHORT, [done(part) for part in parts_of(SHORT, judge_of(SHORT), SHALLOW)])


def looked_at(service: ReviewService, path: Path, told: RecordedGame = SHORT) -> ReviewJob:
    return service.look_at(told, judge_of(told), path)


def service_of(thinker: Thinker, **named: Any) -> ReviewService:
    return ReviewService(thinker, 2, depth=SHALLOW, **named)


async def ended(work: ReviewJob) -> list[tuple[int, int]]:
    """All that was told of its progress until its end."""
    told = [work.progress]
    while not work.is_over:
        await work.changed()
        told.append(work.progress)
    return told


@pytest.mark.slow
async def test_processes_tell_their_progress_and_find_what_is_found_here(
    pool: Pool, tmp_path: Path
) -> None:
    work = looked_at(service_of(pool), tmp_path / "r.json")
    progress = await ended(work)
    assert progress[0] == (0, PARTS)
    assert progress[-1] == (PARTS, PARTS)
    assert progress == sorted(progress)
    assert len(set(progress)) > 3
    assert work.review == reviewed()


@pytest.mark.slow
async def test_a_second_look_works_nothing_out(tmp_path: Path) -> None:
    first, second = Steady(), Steady(may=0)
    path = tmp_path / "r.json"
    await ended(looked_at(service_of(first), path))
    work = looked_at(service_of(second), path)
    await ended(work)
    assert work.review == reviewed()
    assert sorted(first.done) == list(range(PARTS))
    assert not second.done


@pytest.mark.slow
async def test_who_leaves_gives_the_work_up_and_goes_on_later(tmp_path: Path) -> None:
    thinker = Steady(may=4)
    service = service_of(thinker)
    work = looked_at(service, tmp_path / "r.json")
    while work.progress[0] < 4:
        await work.changed()
    work.leave()
    await asyncio.sleep(0)
    assert not work.is_looked_at
    assert work.review is None
    thinker.may = 10**6
    assert looked_at(service, tmp_path / "r.json") is work
    await ended(work)
    assert sorted(thinker.done) == list(range(PARTS)), "nothing is done twice"
    assert work.review == reviewed()


async def test_set_ups_are_counted_and_none_is_weighed_twice(tmp_path: Path) -> None:
    deep = replace(SHALLOW, games=30)
    jobs = set_up_jobs(SHORT, deep.games)
    thinker = Steady(may=PARTS + 2)
    service = ReviewService(thinker, 2, depth=deep)
    work = looked_at(service, tmp_path / "r.json")
    while work.progress != (PARTS + 2, PARTS + len(jobs)):
        await work.changed()
    work.leave()
    await asyncio.sleep(0)
    thinker.may = 10**6
    progress = await ended(looked_at(service, tmp_path / "r.json"))
    assert (progress[0], progress[-1][0]) == ((PARTS + 2, PARTS + len(jobs)), PARTS + len(jobs))
    assert thinker.set_ups == len(jobs)
    assert work.review is not None
    assert work.review.set_ups == set_ups_found(jobs, [job.games / 2 for job in jobs])


async def test_two_who_look_share_the_work(tmp_path: Path) -> None:
    thinker = Steady()
    service = service_of(thinker)
    works = [looked_at(service, tmp_path / "r.json") for _looker in range(2)]
    assert works[0] is works[1]
    works[0].leave()
    await ended(works[1])
    assert works[1].review is not None
    assert len(thinker.done) == PARTS


@pytest.mark.slow
async def test_a_part_that_failed_is_tried_again(tmp_path: Path) -> None:
    work = looked_at(ReviewService(Steady(fails=1), 1, depth=SHALLOW), tmp_path / "r.json")
    await ended(work)
    assert work.review == reviewed()


async def test_what_cannot_be_worked_out_is_told_and_may_be_tried_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Steady(fails=2)
    service = ReviewService(thinker, 1, depth=SHALLOW)
    work = looked_at(service, tmp_path / "r.json")
    await ended(work)
    assert str(work.trouble) == "the review failed"
    assert "given up" in caplog.text
    work.leave()
    again = looked_at(service, tmp_path / "r.json")
    await ended(again)
    assert again.review is not None


async def test_so_many_reviews_are_looked_at_and_no_more(tmp_path: Path) -> None:
    service = service_of(Steady(may=0), most=2)
    games = [RecordedGame(TOLD.header, TOLD.plays[:count]) for count in (3, 4, 5)]
    works = [looked_at(service, tmp_path / f"{n}.json", games[n]) for n in (0, 1)]
    with pytest.raises(NotReviewed, match="too many"):
        looked_at(service, tmp_path / "2.json", games[2])
    works[0].leave()
    third = looked_at(service, tmp_path / "2.json", games[2])
    for work in (works[1], third):
        work.leave()


@pytest.mark.slow
def test_what_was_found_outlives_the_app_that_was_closed(tmp_path: Path) -> None:
    """Another service, in another process as it were, goes on from the file."""
    thinker, rest, third, path = Steady(may=10), Steady(), Steady(may=0), tmp_path / "r.json"

    async def closed_early() -> None:
        work = looked_at(ReviewService(thinker, 1, depth=SHALLOW), path)
        while work.progress[0] < 10:
            await work.changed()
        work.leave()

    async def gone_on_with() -> None:
        again = looked_at(ReviewService(rest, 1, depth=SHALLOW), path)
        assert (10 - 10 % OFTEN, PARTS) in await ended(again)
        assert again.review == reviewed()

    async def looked_at_later() -> None:
        progress = await ended(looked_at(ReviewService(third, 1, depth=SHALLOW), path))
        assert progress[-1] == (0, PARTS)

    asyncio.run(closed_early())
    asyncio.run(gone_on_with())
    assert len(rest.done) <= PARTS - (10 - OFTEN)
    assert not set(rest.done) & set(thinker.done[: 10 - OFTEN])
    asyncio.run(looked_at_later())
    assert not third.done


async def test_what_was_found_less_deep_is_not_gone_on_with(tmp_path: Path) -> None:
    first, path = Steady(may=8), tmp_path / "r.json"
    work = looked_at(ReviewService(first, 1, depth=Depth(4, 2)), path)
    while work.progress[0] < 8:
        await work.changed()
    work.leave()
    thinker = Steady()
    await ended(looked_at(ReviewService(thinker, 1, depth=SHALLOW), path))
    assert sorted(thinker.done) == list(range(PARTS))
