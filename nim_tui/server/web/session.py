"""A session over a websocket."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from secrets import token_urlsafe
from typing import Final

from aiohttp import WebSocketError, WSMessage, WSMsgType
from aiohttp.web import WebSocketResponse

from nim_tui.bucket import Bucket
from nim_tui.server.logs import log_refusal
from nim_tui.server.paced_input import PacedProtocol
from nim_tui.server.settings.kinds import Size
from nim_tui.server.terminal.app_runner import AppRunner
from nim_tui.server.terminal.client import ClientInfo, ConnectionRefused, GuestPass, Purpose
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.looks import Looks, looks_told
from nim_tui.server.terminal.messages import NO_PLACE, on_screen, spoken
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import LineRunner, SessionRunner
from nim_tui.server.web.wire import LOOK_AGAIN, SocketWire
from rules.messages import N_, Refusal

NO_NAME: Final = N_("This server needs a name: choose one in this browser.")
NOT_KNOWN: Final = N_("This server accepts no new users, and does not know this browser.")
LONGEST_WORD: Final = 64
"""The most characters of a text frame, which holds a size."""
FRAMES_ON_END: Final = 16
"""Frames handled per loop iteration; while as many wait, none is parsed."""
A_FRAME: Final = 2
"""The points of a frame."""
SECRET_BYTES: Final = 18
"""Random bytes of the secret by which a page resumes its session."""
BYTES_A_POINT: Final = 512
"""The bytes of input for one more point: a short frame may hold many, compressed."""
SIZES_AT_ONCE: Final = 40
SIZES_A_SECOND: Final = 20.0
"""Sizes a second that are accepted after a burst."""
THERE: Final = "[]"
"""The liveness check of a page, and its answer: pages in sight send one after 2.5 s of silence."""
SILENT: Final = 6.0
"""Seconds after which a page that sent something and then nothing is asked for an answer."""
ANSWERED: Final = 8.0
"""Seconds for its answer, which may come after much output on a slow line."""
HELD: Final = 30.0
"""Seconds for which the session of a lost connection waits for its page."""
LOOKS: Final = "looks "
"""The beginning of a text frame with the looks of the device, which changed."""
ENDED: Final = 1000
"""The close code of a session ended by either side."""
LEFT: Final = 1001
"""The close code of a page that was closed."""
NOT_TAKEN: Final = 1008
"""The close code for an invalid frame."""
RESTARTED: Final = 1012
"""The close code of a server that stops: pages come back by themselves."""
TRY_LATER: Final = 1013
"""The close code of a server that cannot tell now whether to admit somebody."""


@dataclass(frozen=True, slots=True)
class WebRequestInfo:
    """The facts about a client before sign-in."""

    fingerprint: str | None
    address: str
    size: Size
    language: str
    table: str
    looks: Looks
    is_plain: bool = False
    """Whether they use text mode."""
    is_touch: bool = False
    """Whether the page shows the keys, for fingers."""
    guest: GuestPass | None = None
    """The identity of a returning guest."""
    link: str = ""
    """The invitation to a seat that they came with; may be invalid."""
    purpose: Purpose | None = None
    """The action that they pressed on a page, if any."""

    @property
    def identity(self) -> tuple[str | None, str | None]:
        """What tells the browser from others: its key, and its secret as a guest."""
        return self.fingerprint, None if self.guest is None else self.guest.digest


class WebSession:
    """An OpenConnection for as long as the session lasts, over one socket after another."""

    def __init__(
        self,
        context: ServerContext,
        arrival: WebRequestInfo,
        socket: WebSocketResponse,
        transport: asyncio.Transport,
        resumable: dict[str, WebSession],
    ) -> None:
        """`resumable` are the sessions that pages can resume, by their secret."""
        self._context = context
        self._arrival = arrival
        self._resumable = resumable
        self._wire = SocketWire(socket, transport)
        self._output = ClientOutput(self._wire, context.limits, context.counters)
        self._wishes = {"LANG": f"{arrival.language}.UTF-8"}
        self._runner: SessionRunner | None = None
        self._sizes = Bucket(SIZES_AT_ONCE, SIZES_A_SECOND, self._output.time())
        self._code = ENDED
        self._heard = asyncio.Event()
        self._spoke_at = self._output.time()
        """The loop time of the page's last frame that was no mere answer."""
        self._is_resumed = asyncio.Event()
        self._may_resume = arrival.identity != (None, None) and not arrival.is_plain
        self._begin_with(arrival, socket, transport)

    def _begin_with(
        self, arrival: WebRequestInfo, socket: WebSocketResponse, transport: asyncio.Transport
    ) -> None:
        self._socket = socket
        self._is_done = asyncio.Event()
        """Set once this socket is no longer needed."""
        self._meter = self._context.sources.meter(arrival.address)
        paced = transport.get_protocol()
        if isinstance(paced, PacedProtocol):
            paced.wait_while(self._has_frames)
        self._sending = asyncio.create_task(self._wire.send_all())

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
        """Cut the connection off, for good."""
        self._may_resume = False
        self._is_resumed.set()
        self._wire.abort()

    async def answers_within(self, seconds: float) -> bool:
        """Check liveness; cut the connection off without an answer within `seconds`."""
        is_there = await self._answers(seconds)
        if not is_there:
            self.abort()
        return is_there

    async def _answers(self, seconds: float) -> bool:
        self._heard.clear()
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(seconds):
                await self._socket.ping()
                await self._heard.wait()
        return self._heard.is_set() or not self._wire.is_read

    def _has_frames(self) -> bool:
        """Whether parsed frames wait: empty ones have no bytes to count."""
        parsed = self._socket._reader
        return parsed is not None and len(parsed._buffer) >= FRAMES_ON_END

    # The session

    async def last(self) -> None:
        """Run the session of a person who may sign in, or tell them why not."""
        context = self._context
        context.connections.add(self)
        try:
            await self._take_part()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wire.is_taken(), context.limits.ending_seconds)
            if self._wire.is_open:
                is_stopped = context.is_closing and self._code == ENDED
                await self._socket.close(code=RESTARTED if is_stopped else self._code)
        finally:
            context.connections.discard(self)
            self._sending.cancel()
            self._is_done.set()
            self._wire.abort()

    async def _take_part(self) -> None:
        context, arrival = self._context, self._arrival
        why = await context.turns_away(arrival.fingerprint, arrival.address)
        if why is not None:
            log_refusal(arrival.address, why.code)
            self._code = TRY_LATER if why.code == "trouble" else ENDED
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

    def _client(self) -> ClientInfo:
        arrival = self._arrival
        return ClientInfo(
            self._context.next_number(),
            arrival.fingerprint,
            arrival.address,
            "" if arrival.is_plain else "xterm-256color",
            arrival.size,
            {**self._wishes, "COLORTERM": "truecolor"},
            arrival.table,
            arrival.looks,
            arrival.is_plain,
            is_touch=arrival.is_touch,
            is_browser=True,
            guest=arrival.guest,
            link=arrival.link,
            purpose=arrival.purpose,
            tell_page=self._wire.tell,
        )

    async def _play(self) -> None:
        kind = LineRunner if self._arrival.is_plain else AppRunner
        runner = self._runner = kind(self._context, self._client(), self._output, self._is_flooding)
        secret = token_urlsafe(SECRET_BYTES)
        self._resumable[secret] = self
        self._wire.tell("session", secret)
        tasks = [
            asyncio.create_task(self._read_on(runner)),
            asyncio.create_task(self._mind_silence()),
        ]
        try:
            await runner.play()
        finally:
            self._runner = None
            del self._resumable[secret]
            self._wire.hold(False)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _is_flooding(self) -> bool:
        return self._meter.is_used_up()

    # Lost connections

    async def resume(
        self, arrival: WebRequestInfo, socket: WebSocketResponse, transport: asyncio.Transport
    ) -> bool:
        """Continue the session over another socket, as long as that lasts.

        Return False at once if it is another browser's, or over.
        """
        if self._arrival.identity != arrival.identity or not self._may_resume:
            return False
        why = await self._context.turns_away(arrival.fingerprint, arrival.address)
        runner = self._runner
        if why is not None or runner is None or runner.is_ended or not self._may_resume:
            return False
        self._sending.cancel()
        self._is_done.set()
        self._wire.attach(socket, transport)
        self._arrival = replace(self._arrival, address=arrival.address)
        self._begin_with(arrival, socket, transport)
        runner.comes_from(arrival.address)
        runner.resize(arrival.size)
        if arrival.looks != runner.client.looks:
            runner.wear(arrival.looks)
        self._is_resumed.set()
        await self._is_done.wait()
        return True

    async def _read_on(self, runner: SessionRunner) -> None:
        """Read from one socket after another until the session is over."""
        try:
            while await self._read(runner) and await self._is_back():
                runner.show_again()
        finally:
            if self._arrival.guest is not None:
                self._arrival.guest.is_cut = True
            runner.end()

    async def _is_back(self) -> bool:
        """Wait for another socket of the page, for a limited time."""
        if self._may_resume:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_resumed.wait(), HELD)
        is_back = self._may_resume and self._is_resumed.is_set()
        self._is_resumed.clear()
        return is_back

    async def _mind_silence(self) -> None:
        """Cut off a page that spoke, then says nothing and does not answer, as one out of sight."""
        asked_after = self._spoke_at
        while True:
            silent = self._output.time() - self._spoke_at
            await asyncio.sleep(max(SILENT - silent, LOOK_AGAIN) if silent < SILENT else SILENT)
            is_new = self._spoke_at != asked_after
            if is_new and self._output.time() - self._spoke_at >= SILENT and self._wire.is_open:
                asked_after = self._spoke_at
                if not (self._wire.waiting or await self._answers(ANSWERED)):
                    self._wire.abort()

    async def _read(self, runner: SessionRunner) -> bool:
        """Read keys and sizes; return True once the connection is lost, False at the end."""
        socket = self._socket
        for number in count(1):
            await self._wire.may_read()
            message = await socket.receive()
            if socket is not self._socket:
                return True
            self._heard.set()
            if not self._meter.pay(cost(message)):
                self._context.refused("work", self._arrival.address)
                self._code = NOT_TAKEN
                return False
            if number % FRAMES_ON_END == 0:
                await asyncio.sleep(0)  # frames already received need no wait
            if message.type is WSMsgType.PONG:
                continue
            self._spoke_at = self._output.time()
            if message.type is WSMsgType.PING:
                with suppress(ConnectionError):  # the browser is gone, as will be reported
                    await socket.pong(message.data)
            elif message.type is WSMsgType.BINARY:
                runner.typed(message.data)
            elif message.type is not WSMsgType.TEXT or not await self._takes(runner, message.data):
                break
        return self._is_lost(message)

    async def _takes(self, runner: SessionRunner, text: str) -> bool:
        """Take a size or looks, or answer a liveness check; return False if sent too often."""
        if self._sizes.pay(1, self._output.time()):
            return False
        if text == THERE:
            with suppress(ConnectionError):
                await self._socket.send_str(THERE)
            return True
        size = told_size(text)
        if size is not None:
            runner.resize(self._context.limits.clamped(*size))
        looks = looks_told(text.removeprefix(LOOKS)) if text.startswith(LOOKS) else None
        if looks is not None:
            runner.wear(looks)
        return size is not None or looks is not None

    def _is_lost(self, message: WSMessage) -> bool:
        """Whether the last message is that of a lost connection; count what no page sends."""
        if message.type is WSMsgType.TEXT or isinstance(message.data, WebSocketError):
            self._context.counters.refused("web_frame")
            self._code = NOT_TAKEN
            return False
        return not (message.type is WSMsgType.CLOSE and message.data in (ENDED, LEFT))


def cost(message: WSMessage) -> float:
    """Return the points of a received frame."""
    is_long = message.type in (WSMsgType.BINARY, WSMsgType.TEXT)
    return A_FRAME + (len(message.data) / BYTES_A_POINT if is_long else 0)


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
