"""Ends that the server wants: all at once, or one."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.driver import LEAVE
from tests.nim_tui.server.ssh.serving import connect, new_key, open_session, serving, visiting
from tests.waiting import until


async def test_all_are_told_and_their_terminals_given_back() -> None:
    async with serving() as served, visiting(served) as ana, visiting(served) as ben:
        await asyncio.wait_for(served.ssh_server.tell_all_and_stop("The server closes.", 5), 8)
        for visitor in (ana, ben):
            await visitor.is_sent_away()
            assert visitor.screen.got.endswith(LEAVE.encode() + b"The server closes.\r\n")
            assert visitor.screen.status == 0
        assert len(served.house.gone) == 2
        await served.empty()
        with pytest.raises(OSError, match=r"."):
            await connect(served.port, new_key())


@pytest.mark.slow
async def test_one_is_sent_away() -> None:
    async with serving() as served, visiting(served) as ana, visiting(served) as ben:
        first, second = served.ssh_server.sessions
        assert served.ssh_server.kick(second.number, "Enough\x1b[31m.")
        await ben.is_sent_away()
        assert ben.screen.got.endswith(LEAVE.encode() + b"Enough[31m.\r\n")
        assert served.ssh_server.sessions == (first,)
        assert not served.ssh_server.kick(second.number, "again")
        ana.type("x")
        await ana.sees("key-1-x.")


@pytest.mark.slow
async def test_an_app_that_hangs_is_cut_off_and_its_terminal_given_back() -> None:
    limits = Limits(ending_seconds=0.2)
    async with serving(limits) as served, visiting(served) as visitor, visiting(served) as other:
        first, second = served.ssh_server.sessions
        visitor.type("hx")
        await until(lambda: served.figure("keys_in") == 2)
        assert served.ssh_server.kick(first.number, "Enough.")
        await visitor.is_sent_away()
        assert visitor.screen.got.endswith(LEAVE.encode() + b"Enough.\r\n")
        assert served.ssh_server.sessions == (second,)
        other.type("x")
        await other.sees("key-1-x.")


@pytest.mark.slow
async def test_stopping_waits_for_nobody_for_ever() -> None:
    async with serving() as served:
        connection = await connect(served.port, new_key())
        stuck = await open_session(connection, window=2_000)
        stuck.channel.pause_reading()
        await asyncio.wait_for(served.ssh_server.tell_all_and_stop("Bye.", 0.3), 8)
        await served.empty()
