"""Ended sessions are collected, and not in the middle of a key."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.ssh import collector as janitor_module
from nim_tui.server.ssh.collector import (
    LONGEST_KEPT,
    MANY_ENDED,
    QUIET,
    TOO_MANY_ENDED,
    Janitor,
)
from tests.nim_tui.server.ssh.serving import serving, visiting


async def test_a_visit_is_left_to_the_janitor() -> None:
    async with serving() as served:
        async with visiting(served):
            pass
        await served.empty()
        janitor = served.listening._hall.janitor
        assert janitor.is_due(asyncio.get_running_loop().time() + LONGEST_KEPT + 1)


async def test_the_janitor_waits_for_quiet() -> None:
    janitor = Janitor()
    now = asyncio.get_running_loop().time()
    later = now + QUIET + 1
    assert not janitor.is_due(later)
    janitor.ended()
    assert not janitor.is_due(later)
    assert janitor.is_due(now + LONGEST_KEPT + 1)
    for _ in range(MANY_ENDED):
        janitor.ended()
    assert janitor.is_due(later)
    janitor.key()
    assert not janitor.is_due(now + QUIET / 2)
    for _ in range(TOO_MANY_ENDED):
        janitor.ended()
    assert janitor.is_due(now + QUIET / 2)
    janitor.collect()
    assert not janitor.is_due(later)


async def test_the_janitor_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(janitor_module, "QUIET", 0.01)
    swept = asyncio.Event()
    janitor = Janitor()
    monkeypatch.setattr(janitor, "collect", swept.set)
    for _ in range(MANY_ENDED):
        janitor.ended()
    sweeping = asyncio.create_task(janitor.sweep())
    await asyncio.wait_for(swept.wait(), 10)
    sweeping.cancel()
