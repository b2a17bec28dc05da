"""Paints of the lobby are gathered: in turns, each viewer once a second, in slices with rests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from nim_tui.server.lobby.updates import BURST, PATIENCE, SLICE, Done, UpdateBatcher
from tests.nim_tui.server.lobby.still_time import SteadyLoop

EVERY = 1.0


class Viewer:
    """Somebody who follows, and takes a while to paint: the clock goes on by so much."""

    def __init__(
        self, update_queue: UpdateBatcher, takes: float = 0.0, *, answers: bool = True
    ) -> None:
        self.shown: list[float] = []
        """When it was asked, in seconds since the scene began."""
        self._takes = takes
        self._answers = answers
        self._began = asyncio.get_running_loop().time()
        self.leave = update_queue.follow(self.show)

    def show(self, done: Done) -> None:
        loop = asyncio.get_running_loop()
        self.shown.append(round(loop.time() - self._began, 4))
        if self._answers:
            loop.call_soon(self._paint, done)

    def _paint(self, done: Done) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SteadyLoop)
        loop._waiter.now += self._takes
        done()


Scene = Callable[[UpdateBatcher], Coroutine[Any, Any, None]]


def played(scene: Scene) -> None:
    """Play a scene on a loop whose clock goes on only when told."""

    async def begin() -> None:
        await scene(UpdateBatcher(EVERY))

    with asyncio.Runner(loop_factory=SteadyLoop) as runner:
        runner.run(begin())


def test_what_changes_together_is_shown_once() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewer = Viewer(update_queue)
        for _change in range(5):
            update_queue.changed()
        await asyncio.sleep(10)
        assert viewer.shown == [BURST]

    played(scene)


def test_a_viewer_paints_at_most_once_a_second_and_shows_the_last_change() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewer = Viewer(update_queue)
        for _change in range(50):
            update_queue.changed()
            await asyncio.sleep(0.07)
        await asyncio.sleep(10)
        assert viewer.shown == [BURST + EVERY * second for second in range(5)]

    played(scene)


def test_nobody_is_asked_where_nothing_changed() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewer = Viewer(update_queue)
        await asyncio.sleep(10)
        assert viewer.shown == []

    played(scene)


def test_viewers_paint_one_after_the_other_in_slices_with_rests() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewers = [Viewer(update_queue, takes=0.004) for _viewer in range(6)]
        update_queue.changed()
        await asyncio.sleep(10)
        moments = sorted(moment for viewer in viewers for moment in viewer.shown)
        pairs = [BURST + slice_ * (0.008 + SLICE) for slice_ in range(3)]
        assert moments == pytest.approx([m for first in pairs for m in (first, first + 0.004)])

    played(scene)


def test_a_rest_is_as_long_as_the_work_before() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewers = [Viewer(update_queue, takes=0.050) for _viewer in range(3)]
        update_queue.changed()
        await asyncio.sleep(10)
        moments = sorted(moment for viewer in viewers for moment in viewer.shown)
        assert moments == pytest.approx([BURST, BURST + 0.1, BURST + 0.2])

    played(scene)


def test_a_key_is_heard_between_two_paints() -> None:
    """However many follow, the loop is never held for longer than one of them paints."""

    async def scene(update_queue: UpdateBatcher) -> None:
        for _viewer in range(200):
            Viewer(update_queue, takes=0.004)
        update_queue.changed()
        loop = asyncio.get_running_loop()
        stalls = []
        for _beat in range(2000):
            before = loop.time()
            await asyncio.sleep(0.001)
            stalls.append(loop.time() - before - 0.001)
        assert max(stalls) <= 0.004 + 1e-9

    played(scene)


def test_who_waited_longest_comes_first() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewers = [Viewer(update_queue, takes=0.3) for _viewer in range(4)]
        for _change in range(100):
            update_queue.changed()
            await asyncio.sleep(0.1)
        counts = [len(viewer.shown) for viewer in viewers]
        assert max(counts) - min(counts) <= 1

    played(scene)


def test_who_comes_in_is_shown_it_first() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        others = [Viewer(update_queue, takes=0.004) for _viewer in range(20)]
        await asyncio.sleep(5)
        newcomer = Viewer(update_queue, takes=0.004)
        update_queue.changed()
        await asyncio.sleep(5)
        assert newcomer.shown == [BURST]
        assert min(other.shown[0] for other in others) > 5 + BURST

    played(scene)


def test_who_never_answers_holds_nobody_up() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewer = Viewer(update_queue)
        Viewer(update_queue, answers=False)
        update_queue.changed()
        await asyncio.sleep(10)
        assert viewer.shown == pytest.approx([BURST + PATIENCE * 2])

    played(scene)


def test_who_fails_or_leaves_holds_nobody_up() -> None:
    async def scene(update_queue: UpdateBatcher) -> None:
        viewer = Viewer(update_queue)

        def fails(done: Done) -> None:
            raise ZeroDivisionError

        update_queue.follow(fails)
        leaver = Viewer(update_queue, answers=False)
        update_queue.changed()
        await asyncio.sleep(BURST + 0.01)
        leaver.leave()
        await asyncio.sleep(0.1)
        assert len(leaver.shown) == len(viewer.shown) == 1
        update_queue.changed()
        await asyncio.sleep(10)
        assert (len(leaver.shown), len(viewer.shown)) == (1, 2)

    played(scene)
