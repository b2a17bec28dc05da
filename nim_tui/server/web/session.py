"""A session over a websocket."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Final

from aiohttp import WebSocketError, WSMessage, WSMsgType
from aiohttp.web import WebSocketResponse

from nim_tui.bucket import Bucket
from nim_tui.server.logs import log_refusal
from nim_tui.server.paced_input import PacedProtocol
from nim_tui.server.settings.kinds import Size
from nim_tui.server.terminal.client import ClientInfo, ConnectionRefused, GuestPass
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.messages import NO_PLACE, on_screen, spoken
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import AppRunner, LineRunner, SessionRunner
from rules.messages import N_, Refusal

LOOK_AGAIN: Final = 0.2
"""Seconds between two checks whether a browser is still connected."""


class SocketWire:
    """A Wire over a websocket: output goes in frames, as fast as they are read."""

    def __init__(self, socket: WebSocketResponse, transport: asyncio.Transport) -> None:
        self._socket = socket
        self._transport = transport
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._is_wanted = asyncio.Event()
        self._is_sent = asyncio.Event()
        self._is_sent.set()
        self._may_read = asyncio.Event()
        self._may_read.set()

    @property
    def is_open(self) -> bool:
        """Whether the browser is still connected."""
        return not self._socket.closed and not self._transport.is_closing()

    @property
    def waiting(self) -> int:
        """The bytes that wait here and in TCP's buffer."""
        return self._unsent_bytes + self._transport.get_write_buffer_size()

    @property
    def is_read(self) -> bool:
        """Whether frames are being read."""
        return self._may_read.is_set()

    def write(self, data: bytes) -> None:
        """Send output, in the next frame."""
        self._unsent.append(data)
        self._unsent_bytes += len(data)
        self._is_sent.clear()
        self._is_wanted.set()

    def complain(self, line: bytes) -> None:
        """Send a line, which a websocket can only send like other output."""
        self.write(line)

    def hold(self, is_held: bool) -> None:
        """Pause or resume reading frames; full buffers then slow TCP down."""
        if is_held:
            self._may_read.clear()
        else:
            self._may_read.set()

    def abort(self) -> None:
        """Cut the browser off."""
        self._may_read.set()
        self._transport.abort()

    async def may_read(self) -> None:
        """Wait until the next frame may be read, or the browser is gone."""
        while self.is_open and not self._may_read.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._may_read.wait(), LOOK_AGAIN)

    async def send_all(self) -> None:
        """Send frames, until this is cancelled or the browser is gone."""
        with suppress(ConnectionError):
            while True:
                await self._is_wanted.wait()
                self._is_wanted.clear()
                data = b"".join(self._unsent)
                self._unsent.clear()
                self._unsent_bytes = 0  # from here on the transport counts them
                await self._socket.send_bytes(data)
                if not self._unsent:
                    self._is_sent.set()

    async def is_taken(self) -> None:
        """Wait until everything was sent, but not for a browser that does not read."""
        while self.is_open and not self._is_sent.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_sent.wait(), LOOK_AGAIN)


NO_NAME: Final = N_("This server needs a name: choose one in this browser.")
NOT_KNOWN: Final = N_("This server accepts no new users, and does not know this browser.")
LONGEST_WORD: Final = 64
"""The most characters of a text frame, which holds a size."""
FRAMES_ON_END: Final = 16
"""Frames handled per loop iteration; while as many wait, none is parsed."""
A_FRAME: Final = 2
"""The points of a frame."""
SIZES_AT_ONCE: Final = 40
SIZES_A_SECOND: Final = 20.0
"""Seconds until one more size may be sent after a burst."""
THERE: Final = "[]"
"""The liveness check of a page, and its answer: a sleeping connection may be dead."""
ENDED: Final = 1000
"""The close code of a session ended by either side."""
NOT_TAKEN: Final = 1008
"""The close code for an invalid frame."""


@dataclass(frozen=True, slots=True)
class WebRequestInfo:
    """The facts about a client before sign-in."""

    fingerprint: str | None
    address: str
    size: Size
    language: str
    table: str
    is_light: bool
    is_plain: bool = False
    """Whether they use text mode."""
    is_touch: bool = False
    """Whether the page shows the keys, for fingers."""
    guest: GuestPass | None = None
    """The identity of a returning guest."""
    link: str = ""
    """The invitation to a seat that they came with; may be invalid."""


class WebSession:
    """An OpenConnection for as long as the session lasts."""

    def __init__(
        self,
        context: ServerContext,
        arrival: WebRequestInfo,
        socket: WebSocketResponse,
        transport: asyncio.Transport,
    ) -> None:
        self._context = context
        self._arrival = arrival
        self._socket = socket
        self._wire = SocketWire(socket, transport)
        paced = transport.get_protocol()
        if isinstance(paced, PacedProtocol):
            paced.wait_while(self._has_frames)
        self._output = ClientOutput(self._wire, context.limits, context.counters)
        self._wishes = {"LANG": f"{arrival.language}.UTF-8"}
        self._runner: SessionRunner | None = None
        self._meter = context.sources.meter(arrival.address)
        self._sizes = Bucket(SIZES_AT_ONCE, SIZES_A_SECOND, self._output.time())
        self._code = ENDED
        self._heard = asyncio.Event()

    # For the server

    @property
    def fingerprint(self) -> str | None:
        """The browser's key."""
        return self._arrival.fingerprint

    @property
    def has_sessions(self) -> bool:
        """Whether a session is open."""
        return self._runner is not None

    def look_after(self, now: float) -> None:
        """Do nothing: nothing is left open here."""

    def close(self) -> None:
        """Close the connection."""
        if self._runner is not None:
            self._runner.end()

    def abort(self) -> None:
        """Cut the connection off."""
        self._wire.abort()

    async def answers_within(self, seconds: float) -> bool:
        """Check liveness; cut the connection off without an answer within `seconds`."""
        self._heard.clear()
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(seconds):
                await self._socket.ping()
                await self._heard.wait()
        is_there = self._heard.is_set() or not self._wire.is_read
        if not is_there:
            self.abort()
        return is_there

    def _has_frames(self) -> bool:
        """Whether parsed frames wait: empty ones have no bytes to count."""
        parsed = self._socket._reader
        return parsed is not None and len(parsed._buffer) >= FRAMES_ON_END

    # The session

    async def last(self) -> None:
        """Run the session of a person who may sign in, or tell them why not."""
        context = self._context
        context.connections.add(self)
        sending = asyncio.create_task(self._wire.send_all())
        try:
            await self._take_part()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wire.is_taken(), context.limits.ending_seconds)
            if self._wire.is_open:
                await self._socket.close(code=self._code)
        finally:
            context.connections.discard(self)
            sending.cancel()
            self._wire.abort()

    async def _take_part(self) -> None:
        context, arrival = self._context, self._arrival
        why = await context.turns_away(arrival.fingerprint, arrival.address)
        if why is not None:
            log_refusal(arrival.address, why.code)
            self._tell(_in_a_browser(why))
            return
        claims = context.session_claims(arrival.fingerprint, arrival.address)
        full = await context.roll_call.take(claims)
        if full is not None:
            context.refused(full, arrival.address)
            self._tell(NO_PLACE[full])
            return
        try:
            await self._play()
        finally:
            context.quotas.free(claims)

    def _tell(self, line: str | Refusal) -> None:
        self._output.send(on_screen(spoken(line, self._wishes)))

    async def _play(self) -> None:
        arrival = self._arrival
        client = ClientInfo(
            self._context.next_number(),
            arrival.fingerprint,
            arrival.address,
            "" if arrival.is_plain else "xterm-256color",
            arrival.size,
            {**self._wishes, "COLORTERM": "truecolor"},
            arrival.table,
            arrival.is_light,
            arrival.is_plain,
            is_touch=arrival.is_touch,
            is_browser=True,
            guest=arrival.guest,
            link=arrival.link,
        )
        kind = LineRunner if arrival.is_plain else AppRunner
        runner = self._runner = kind(self._context, client, self._output, self._meter.is_used_up)
        reading = asyncio.create_task(self._read(runner))
        try:
            await runner.play()
        finally:
            self._runner = None
            self._wire.hold(False)
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading

    async def _read(self, runner: SessionRunner) -> None:
        """Read keys and sizes until the browser is gone."""
        try:
            for number in count(1):
                await self._wire.may_read()
                message = await self._socket.receive()
                self._heard.set()
                if not self._meter.pay(A_FRAME):
                    self._context.refused("work", self._arrival.address)
                    self._code = NOT_TAKEN
                    return
                if number % FRAMES_ON_END == 0:
                    await asyncio.sleep(0)  # frames already received need no wait
                if message.type is WSMsgType.PING:
                    with suppress(ConnectionError):  # the browser is gone, as will be reported
                        await self._socket.pong(message.data)
                elif message.type is WSMsgType.PONG:
                    pass
                elif message.type is WSMsgType.BINARY:
                    runner.typed(message.data)
                elif message.type is WSMsgType.TEXT and await self._takes(runner, message.data):
                    pass
                else:
                    self._mind(message)
                    return
        finally:
            if self._arrival.guest is not None:
                self._arrival.guest.is_cut = True
            runner.end()

    async def _takes(self, runner: SessionRunner, text: str) -> bool:
        """Take a size, or answer a liveness check; return False if sent too often."""
        size = told_size(text)
        if self._sizes.pay(1, self._output.time()):
            return False
        if text == THERE:
            with suppress(ConnectionError):
                await self._socket.send_str(THERE)
            return True
        if size is not None:
            runner.resize(self._context.limits.clamped(*size))
        return size is not None

    def _mind(self, message: WSMessage) -> None:
        """Count frames that no page of this server sends; ignore closed or broken connections."""
        if message.type is WSMsgType.TEXT or isinstance(message.data, WebSocketError):
            self._context.counters.refused("web_frame")
            self._code = NOT_TAKEN


def told_size(text: str) -> Size | None:
    """Return the columns and rows in a text frame, such as `[80, 24]`."""
    try:
        told = json.loads(text) if len(text) <= LONGEST_WORD else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, list) or len(told) != 2:
        return None
    if any(isinstance(one, bool) or not isinstance(one, int) for one in told):
        return None
    width, height = told
    return (width, height) if 0 < width < 10_000 and 0 < height < 10_000 else None


def _in_a_browser(why: ConnectionRefused) -> ConnectionRefused:
    """Return the reason of a refusal, worded for people with a browser and without SSH."""
    words = {"no_key": NO_NAME, "closed": NOT_KNOWN}
    return ConnectionRefused(why.code, words[why.code]) if why.code in words else why
