"""Fuzzing of the doors that are newer than ssh: lines, browsers, addresses, on their own."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from random import Random
from typing import cast

from nim_tui.server.ip_addresses import address_in, network_of
from nim_tui.server.notifications.addresses import mail_address, web_address
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.sections import Limits
from nim_tui.server.storage.schema import KINDS
from nim_tui.server.terminal.context import Counters, ServerContext
from nim_tui.server.terminal.line_input import LONGEST_TYPED, LineInput
from nim_tui.server.web import PageParts
from nim_tui.server.web.server import WebServer
from nim_tui.server.web.session import told_size
from rules.messages import Refusal
from tests.fuzz import browsers, inputs
from tests.fuzz.parts import NoTime
from tests.nim_tui.server.ssh.tiny import TinyHandler


def lines(draw: Random, count: int) -> None:
    """Bytes, as a session without a screen hears them; at a terminal they are echoed."""
    echoed: list[str] = []
    ears = _ears(draw, echoed)
    for _each in range(count):
        ears.typed(inputs.keys(draw) + draw.choice((b"", b"", b"\r", b"\n", b"\r\n")))
        for _line in range(50):
            line = ears.take()
            if line is None:
                break
            assert len(line) <= LONGEST_TYPED
        assert sum(map(len, echoed)) < 20_000, "a few bytes are echoed as very many"
        echoed.clear()
        if draw.random() < 0.01:
            ears.end()
            ears = _ears(draw, echoed)


def _ears(draw: Random, echoed: list[str]) -> LineInput:
    echo = echoed.append if draw.random() < 0.5 else None
    return LineInput(NoTime(), Limits(), Counters(), arrived=lambda: None, echo=echo)


def addresses(draw: Random, count: int) -> None:
    """Addresses of people, of webhooks, of mail."""
    starts = ("https://", "http://", "https://[", "https://discord.com/api/webhooks/", "")
    hosts = ("ntfy.sh", "127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "2130706433", "a@b", "x.test:0")
    for _each in range(count):
        said = (
            draw.choice(starts)
            + draw.choice(hosts)
            + inputs.text(draw, draw.choice((20, 20, 20, 1500)))
        )
        known = address_in(said)
        assert known is None or network_of(said)
        network_of(inputs.text(draw, 40))
        kind = draw.choice(KINDS)
        for use in (mail_address, partial(web_address, kind, loopback=False)):
            try:
                told = use(said)
            except Refusal as refusal:
                told = str(refusal)
            assert len(told) < 1000


class _Line(asyncio.Transport):
    """A connection without a network."""

    def __init__(self, peer: str) -> None:
        super().__init__({"peername": (peer, 4711)})
        self.said = b""
        self.is_closed = False
        self.protocol: asyncio.BaseProtocol = asyncio.Protocol()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.said += bytes(data)

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def requests(draw: Random, count: int) -> None:
    """Requests, as the door for browsers reads and answers them; and frames that tell sizes."""

    async def answer_all() -> None:
        context = ServerContext(TinyHandler(), Limits(), Counters(), guests=True, banner="")
        door = WebServer(context, WebConfig(web_proxy=("127.0.0.1",)), PageParts())
        for _each in range(count):
            size = told_size(browsers.size_told(draw))
            assert size is None or all(0 < side < 10_000 for side in size)
            # Sessions are opened over real connections.
            asked = browsers.request(draw).replace(b" /ws", b" /w")
            line = _Line(draw.choice(("127.0.0.1", "192.0.2.7", "2001:db8::1")))
            caller = door._connection()
            caller.connection_made(line)
            reader = cast("asyncio.Protocol", line.protocol)
            reader.data_received(asked)
            for _turn in range(8):
                await asyncio.sleep(0)
            reader.connection_lost(None)
            assert re.match(rb"HTTP/1\.[01] 5", line.said) is None, line.said[:200]
        assert not context.counters.figures["connections_open"]

    asyncio.run(answer_all())
