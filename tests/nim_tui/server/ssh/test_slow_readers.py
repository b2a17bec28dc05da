"""Clients that do not take what they get."""

from __future__ import annotations

import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh.session import ChannelWire
from nim_tui.server.terminal.driver import ClientDriver
from nim_tui.server.terminal.output import ClientOutput
from tests.nim_tui.server.ssh.serving import (
    Served,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)
from tests.waiting import until


def newest_wire(served: Served) -> ClientOutput:
    """The wire of the newest app."""
    driver = served.house.app._driver
    assert isinstance(driver, ClientDriver)
    return driver._output


@pytest.mark.slow
async def test_painting_waits_for_a_slow_reader_and_then_goes_on() -> None:
    async with serving() as served, visiting(served) as other:
        connection = await connect(served.port, new_key())
        slow = await open_session(connection, window=20_000)
        await slow.sees("welcome-here")
        app, output = served.house.app, newest_wire(served)
        slow.channel.pause_reading()
        slow.type("f")
        await until(lambda: output.is_slow, "a full buffer")
        frames = app.frames
        await until(lambda: app.frames > frames + 50, "more frames")
        assert output.waiting < 2 * Limits().paused_bytes
        other.type("x")
        await other.sees("key-1-x.")
        slow.channel.resume_reading()
        await until(lambda: not output.is_slow, "an empty buffer")
        slow.forget()
        newest = app.frames
        await until(lambda: newest_shown(slow.screen.text) > newest, "a new frame")
        assert served.figure("refused_slow_reader") == 0
        connection.abort()


def newest_shown(text: str) -> int:
    """The number of the newest wall on a screen."""
    return max((int(word) // 7919 for word in text.split() if word.isdecimal()), default=0)


@pytest.mark.slow
async def test_a_reader_that_stalls_is_dropped() -> None:
    async with serving(Limits(stalled_seconds=0.2)) as served, visiting(served) as other:
        connection = await connect(served.port, new_key())
        slow = await open_session(connection, window=20_000)
        await slow.sees("welcome-here")
        slow.channel.pause_reading()
        slow.type("f")
        await connection.wait_closed()
        await served.refused("slow_reader")
        await until(lambda: served.figure("sessions_open") == 1)
        other.type("x")
        await other.sees("key-1-x.")


async def test_too_much_left_lying_is_dropped_at_once() -> None:
    limits = Limits(waiting_bytes=30_000)
    async with serving(limits) as served:
        connection = await connect(served.port, new_key())
        slow = await open_session(connection, window=1_000)
        slow.channel.pause_reading()
        await until(lambda: served.house.apps and served.house.apps[-1]() is not None)
        slow.type("f")
        await connection.wait_closed()
        await served.refused("slow_reader")
        await served.empty()


@pytest.mark.slow
async def test_a_huge_window_hides_nothing() -> None:
    """What is behind TCP's window counts as well as what is behind SSH's."""
    async with serving(Limits(stalled_seconds=0.3)) as served:
        connection = await connect(served.port, new_key())
        slow = await open_session(connection, window=2_000_000_000)
        await slow.sees("welcome-here")
        output = newest_wire(served)
        transport = connection._transport
        assert transport is not None
        transport.pause_reading()
        piece = b"\0" * 60_000
        while not output.is_slow and output.is_open:
            output.send(piece)
        wire = output._wire
        assert isinstance(wire, ChannelWire)
        assert wire._channel.get_write_buffer_size() == 0
        served.house.app.paint_a_wall()
        await served.refused("slow_reader")
        connection.abort()
        await served.empty()
