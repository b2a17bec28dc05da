"""Ended sessions are collected, and not in the middle of a key."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.terminal import context as janitor_module
from nim_tui.server.terminal.context import (
    LONGEST_KEPT,
    MANY_ENDED,
    QUIET,
    TOO_MANY_ENDED,
    GcScheduler,
)
from tests.nim_tui.server.ssh.serving import serving, visiting


async def test_a_visit_is_left_to_the_janitor() -> None:
    async with serving() as served:
        async with visiting(served):
            pass
        await served.empty()
        collector = served.ssh_server._context.collector
        assert collector.is_due(asyncio.get_running_loop().time() + LONGEST_KEPT + 1)


@pytest.mark.slow
async def test_the_janitor_waits_for_quiet() -> None:
    collector = GcScheduler()
    now = asyncio.get_running_loop().time()
    later = now + QUIET + 1
    assert not collector.is_due(later)
    collector.ended()
    assert not collector.is_due(later)
    assert collector.is_due(now + LONGEST_KEPT + 1)
    for _ in range(MANY_ENDED):
        collector.ended()
    assert collector.is_due(later)
    collector.key()
    assert not collector.is_due(now + QUIET / 2)
    for _ in range(TOO_MANY_ENDED):
        collector.ended()
    assert collector.is_due(now + QUIET / 2)
    collector.collect()
    assert not collector.is_due(later)


@pytest.mark.slow
async def test_the_janitor_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(janitor_module, "QUIET", 0.01)
    swept = asyncio.Event()
    collector = GcScheduler()
    monkeypatch.setattr(collector, "collect", swept.set)
    for _ in range(MANY_ENDED):
        collector.ended()
    sweeping = asyncio.create_task(collector.sweep())
    await asyncio.wait_for(swept.wait(), 10)
    sweeping.cancel()
