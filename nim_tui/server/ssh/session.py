"""An SSH channel: screen, text mode or a command."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import asyncssh

from nim_tui.server.rate_limit import QuotaClaim
from nim_tui.server.settings.kinds import Size
from nim_tui.server.settings.sections import USUAL_SIZE
from nim_tui.server.ssh.asyncssh_patches import behind_tcp
from nim_tui.server.terminal.app_runner import AppRunner
from nim_tui.server.terminal.client import ClientInfo, is_table_id, may_be_link, terminal_type
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.messages import NO_PLACE, ONLY_RECORD, on_screen, spoken
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import LineRunner, SessionRunner
from nim_tui.terminals import prints_lines_only
from screens.lobby.api import TV

BOT: Final = "bot"
"""The command for the bot protocol, alone; `bot become OWNER CODE NAME` makes a bot’s account."""


class ChannelWire:
    """A Wire over a channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel
        self._connection = channel.get_connection()

    @property
    def is_open(self) -> bool:
        """Whether the channel is not closing."""
        return not self._channel.is_closing()

    @property
    def waiting(self) -> int:
        """The bytes waiting for SSH's window, and for TCP's.

        asyncssh exposes only the first; a client with a huge window would fill the second.
        """
        return self._channel.get_write_buffer_size() + behind_tcp(self._connection)

    def write(self, data: bytes) -> None:
        """Send output."""
        self._channel.write(data)

    def complain(self, line: bytes) -> None:
        """Send a line as an error."""
        self._channel.write(line, asyncssh.EXTENDED_DATA_STDERR)

    def hold(self, is_held: bool) -> None:
        """Pause or resume reading."""
        (self._channel.pause_reading if is_held else self._channel.resume_reading)()

    def abort(self) -> None:
        """Cut the whole connection off."""
        self._connection.abort()


@dataclass(frozen=True, slots=True)
class Peer:
    """The client at the other end of a connection."""

    address: str
    fingerprint: str | None
    """The fingerprint of the key; None for a guest."""
    meant: str = ""
    """The account that the user name means, if the key does not open it."""
    is_flooding: Callable[[], bool] = bool
    """Whether the connection uses more than play needs."""


class SshSession(asyncssh.SSHServerSession[bytes]):
    """A channel of an SSH connection: its requests, and the session that answers them."""

    def __init__(self, context: ServerContext, peer: Peer, ended: Callable[[], None]) -> None:
        """`ended` is called once the channel is closed."""
        self._context = context
        self._peer = peer
        self._ended = ended
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: str | None = None
        self._size: Size = USUAL_SIZE
        self._command: str | None = None
        self._came_for: tuple[str, ...] = ()
        """`table ID`, `join TOKEN`, `tv` or `bot`, which open a session as no command does."""
        self._claims: list[QuotaClaim] = []
        self._early = bytearray()
        """Input that arrived before the session started."""
        self._types_no_more = False
        self._runner: SessionRunner | None = None
        self._waiting: asyncio.TimerHandle | None = None

    # Requests of the client

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Wait, for a limited time, for a request."""
        self._channel = chan
        loop = asyncio.get_running_loop()
        self._waiting = loop.call_later(self._context.limits.sign_in_seconds, self._nothing_asked)

    def _nothing_asked(self) -> None:
        self._context.counters.refused("no_session")
        if self._channel is not None:
            self._channel.abort()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Note the terminal."""
        self._terminal = terminal_type(term_type)
        self._size = self._context.limits.clamped(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """Accept a shell, which is the game."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command; it is checked once the session has started, to answer in a line."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse all subsystems, such as sftp."""
        self._context.counters.refused("subsystem")
        return False

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Take the new size of the window."""
        self._size = self._context.limits.clamped(width, height)
        if self._runner is not None:
            self._runner.resize(self._size)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Take input."""
        if self._runner is not None:
            self._runner.typed(data)
        elif self._channel is not None and len(self._early) < self._context.limits.receive_window:
            self._early += data

    def eof_received(self) -> bool:
        """Note the end of input: it ends a game's session, and does not matter to a command."""
        self._types_no_more = True
        if self._runner is not None and (self._command is None or self._came_for):
            self._runner.no_more()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End the session of a lost client."""
        if self._waiting is not None:
            self._waiting.cancel()
        if self._runner is not None:
            self._runner.end()
        self._channel = None
        self._ended()

    # The session

    def session_started(self) -> None:
        """Start the session, in a task of its own."""
        if self._waiting is not None:
            self._waiting.cancel()
        running = asyncio.get_running_loop().create_task(self._run())
        self._context.running.add(running)
        running.add_done_callback(self._context.running.discard)

    async def _run(self) -> None:
        """Carry out the request, and close the channel."""
        channel = self._channel
        assert channel is not None
        status = 1
        try:
            status = await self._do(channel)
        except (OSError, asyncssh.Error):
            pass  # the client left in the middle of a line
        finally:
            self._context.quotas.free(self._claims)
            self._claims = []
            self._runner = None
            await self._close(channel, status)

    async def _do(self, channel: asyncssh.SSHServerChannel[bytes]) -> int:
        words = self._words() if self._command is not None else ()
        if words is None:
            self._context.counters.refused("command")
            return self._refuse(channel, ONLY_RECORD)
        if words == (BOT,) or words[:1] in (("table",), ("join",), (TV,)):
            self._came_for, words = words, ()
        full = await self._take_place()
        if full:
            self._context.refused(full, self._peer.address)
            return self._refuse(channel, NO_PLACE[full])
        if self._channel is None:
            return 1  # the client left meanwhile
        client = self._client(channel)
        if not (words or client.is_plain):
            wants_lines = await self._context.wants_lines(client)
            if self._channel is None:
                return 1  # the client left meanwhile
            client = replace(client, is_plain=wants_lines, size=self._size)
        kind = LineRunner if client.is_plain else AppRunner
        output = ClientOutput(ChannelWire(channel), self._context.limits, self._context.counters)
        runner = self._runner = kind(self._context, client, output, self._peer.is_flooding)
        if words:
            return await runner.answer(words)
        if self._early:
            runner.typed(bytes(self._early))
        if self._types_no_more:
            runner.no_more()
        return await runner.play()

    def _words(self) -> tuple[str, ...] | None:
        """Return the words of a known command, if it is one."""
        command = self._command or ""
        words = (
            tuple(command.split()) if len(command) <= self._context.limits.longest_command else ()
        )
        is_link = len(words) == 2 and words[0] == "join" and may_be_link(words[1])
        is_record = len(words) == 2 and words[0] == "record" and words[1].isprintable()
        is_table = len(words) == 2 and words[0] == "table" and is_table_id(words[1])
        is_stop = len(words) == 2 and words[0] == "stop" and words[1].isprintable()
        is_alone = words in (("export",), ("bots",), (TV,), (BOT,))
        is_of_bot = len(words) == 5 and words[:2] == (BOT, "become")
        is_of_bot = is_of_bot or (len(words) >= 4 and words[:2] == (BOT, "key"))
        is_of_bot = is_of_bot and all(word.isprintable() for word in words)
        is_known = is_record or is_table or is_link or is_stop or is_alone or is_of_bot
        return words if is_known else None

    async def _take_place(self) -> str | None:
        """Take a place in the server; or return the kind that is full."""
        claims = self._context.session_claims(self._peer.fingerprint, self._peer.address)
        full = await self._context.roll_call.take(claims)
        if full is None:
            self._claims = claims
        return full

    def _client(self, channel: asyncssh.SSHServerChannel[bytes]) -> ClientInfo:
        return ClientInfo(
            self._context.next_number(),
            self._peer.fingerprint,
            self._peer.address,
            self._terminal or "",
            self._size if self._terminal is not None else (0, 0),
            dict(channel.get_environment()),
            TV if self._came_for == (TV,) else self._came_with("table"),
            is_plain=self._terminal is None or self._is_bot or prints_lines_only(self._terminal),
            is_bot=self._is_bot,
            link=self._came_with("join"),
            meant=self._peer.meant,
        )

    @property
    def _is_bot(self) -> bool:
        return self._came_for == (BOT,)

    def _came_with(self, word: str) -> str:
        return self._came_for[1] if self._came_for[:1] == (word,) else ""

    def _refuse(self, channel: asyncssh.SSHServerChannel[bytes], line: str) -> int:
        raw = self._terminal is not None
        told = spoken(line, channel.get_environment())
        channel.write(on_screen(told, raw=raw), asyncssh.EXTENDED_DATA_STDERR)
        return 1

    async def _close(self, channel: asyncssh.SSHServerChannel[bytes], status: int) -> None:
        """Send the status once all output is read; cut off a client that does not read it."""
        channel.exit(status)
        try:
            await asyncio.wait_for(channel.wait_closed(), self._context.limits.ending_seconds)
        except TimeoutError:
            channel.abort()
