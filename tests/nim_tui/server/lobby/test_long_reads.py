"""Long reads leave the loop alone, and are bounded."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest

from nim_tui.server.accounts.store import register
from nim_tui.server.services import Services
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.settings.sections import WorkerLimits
from nim_tui.server.ssh import ClientInfo
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.off_loop import LongReads, TooBusy
from nim_tui.server.tables.game_store import download
from tests.nim_tui.server.storage.conftest import begun, key
from tests.waiting import PATIENCE

AT_ONCE, MOST_WAITING = WorkerLimits().long_reads, WorkerLimits().long_reads_waiting


async def test_a_record_is_made_while_the_loop_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(tmp_path / "data")
    people = [register(database, name, key(n)) for n, name in enumerate(("Ana", "Ben"))]
    table, went_on = begun(database, *people), Event()

    def slowly(*what: Any, **more: Any) -> bytes:
        assert went_on.wait(PATIENCE), "the loop stands still"
        return download(*what, **more)

    monkeypatch.setattr("nim_tui.server.sessions.sign_in.download", slowly)
    lobby = Services(database)
    sign_in = SignIn(lobby, guests=False)
    asyncio.get_running_loop().call_later(0.01, went_on.set)
    pieces = [piece async for piece in sign_in.answer(ClientInfo(1, key(0), ""), ("record", table))]
    assert b"Ana, Ben" in b"".join(pieces)
    lobby.close()
    database.close()


async def held(reads: LongReads, most: int) -> tuple[Event, list[asyncio.Task[int]]]:
    """So many reads, of which as many as may be have begun, and end once an event is set."""
    begun_all, go_on = Barrier(AT_ONCE + 1), Event()

    def read(number: int) -> int:
        if number < AT_ONCE:
            begun_all.wait(PATIENCE)
        assert go_on.wait(PATIENCE)
        return number

    tasks = [asyncio.create_task(reads.do(partial(read, number))) for number in range(most)]
    await asyncio.sleep(0)
    await asyncio.to_thread(begun_all.wait, PATIENCE)
    return go_on, tasks


async def test_no_more_than_a_few_wait() -> None:
    reads = LongReads(AT_ONCE, MOST_WAITING)
    go_on, tasks = await held(reads, MOST_WAITING)
    with pytest.raises(TooBusy, match="later"):
        await reads.do(lambda: 99)
    go_on.set()
    assert await asyncio.gather(*tasks) == list(range(MOST_WAITING))
    assert await reads.do(lambda: 99) == 99
    reads.close()


async def test_no_more_than_may_are_done_at_once() -> None:
    reads, begun_too_soon = LongReads(AT_ONCE, MOST_WAITING), Event()
    go_on, tasks = await held(reads, AT_ONCE)
    other = asyncio.create_task(reads.do(begun_too_soon.set))
    await asyncio.sleep(0.05)
    assert not begun_too_soon.is_set()
    go_on.set()
    await asyncio.gather(*tasks, other)
    assert begun_too_soon.is_set()
    reads.close()


async def test_what_nobody_waits_for_any_more_is_left_undone() -> None:
    reads, done = LongReads(AT_ONCE, MOST_WAITING), Event()
    go_on, tasks = await held(reads, AT_ONCE)
    left = asyncio.create_task(reads.do(done.set))
    await asyncio.sleep(0)
    left.cancel()
    await asyncio.wait([left])
    last = asyncio.create_task(reads.do(lambda: "last"))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*tasks)
    assert await last == "last"
    assert not done.is_set()
    reads.close()


async def test_what_a_read_raises_is_raised() -> None:
    def fails() -> None:
        raise LookupError("on purpose")

    reads = LongReads(AT_ONCE, MOST_WAITING)
    with pytest.raises(LookupError):
        await reads.do(fails)
    reads.close()
