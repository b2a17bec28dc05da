"""An SSH connection: authentication, keepalive, refused forwarding."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import asyncssh
from asyncssh.auth import KbdIntChallenge, KbdIntResponse

from nim_tui.server.ip_addresses import address_in
from nim_tui.server.logs import log_refusal
from nim_tui.server.rate_limit import QuotaClaim
from nim_tui.server.ssh.asyncssh_patches import (
    BoundedChannel,
    behind_tcp,
    is_exchanging_keys,
    take_by_turns,
)
from nim_tui.server.ssh.proxy import CHECKS
from nim_tui.server.ssh.session import Peer, SshSession
from nim_tui.server.terminal.client import ConnectionRefused
from nim_tui.server.terminal.context import Counters, ServerContext
from nim_tui.server.terminal.messages import in_every_language
from nim_tui.server.work import Meter


class NoForwarding(asyncssh.SSHServer):
    """A connection without any forwarding."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Refuse connections to other hosts."""
        return self._no_forwarding()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Refuse ports of the server."""
        return self._no_forwarding()

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Refuse sockets of the server."""
        return self._no_forwarding()

    def unix_server_requested(self, listen_path: str) -> bool:
        """Refuse sockets on the server."""
        return self._no_forwarding()

    def tun_requested(self, unit: int | None) -> bool:
        """Refuse tunnels."""
        return self._no_forwarding()

    def tap_requested(self, unit: int | None) -> bool:
        """Refuse tunnels."""
        return self._no_forwarding()

    def _no_forwarding(self) -> bool:
        self._counters.refused("forwarding")
        return False


UNANSWERED: Final = 3
"""Consecutive liveness checks a client may leave unanswered before it counts as gone."""

_ASKS: Final = 3
"""The number of liveness checks when an answer is due soon."""

_LONGER: Final = 1.0
"""Seconds beyond the time limit, so that a busy server does not cancel the last check."""


async def ask_now(
    connection: asyncssh.SSHServerConnection, gone: asyncio.Event, seconds: float, usual: float
) -> None:
    """Check liveness; a client silent for `seconds` is cut off, which sets `gone`.

    Anything it sends counts as an answer, as the answer may wait behind much that it has to read.
    `usual` is the normal interval, in seconds.
    """
    connection.set_keepalive(seconds / _ASKS, _ASKS - 1)
    with suppress(TimeoutError):
        await asyncio.wait_for(gone.wait(), seconds + _LONGER)
    if not gone.is_set():
        connection.set_keepalive(usual, UNANSWERED)


_Opened = tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A key that a client offered, with the server's findings on it."""

    fingerprint: str
    why_not: ConnectionRefused | None
    meant: str
    """The account that the user name means, if the key does not open it."""


class SshConnection(NoForwarding):
    """An SSH connection: it admits the holders of allowed keys, and guests if the server does."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context.counters)
        self._context = context
        self._connection: asyncssh.SSHServerConnection | None = None
        self._claims: list[QuotaClaim] = []
        self._signing_in: list[QuotaClaim] = []
        self._tries = 0
        self._shown: str | None = None
        self._is_guest = False
        """Whether an admitted guest was asked the only question."""
        self._asked: _Asked | None = None
        """The key offered last, whose signature comes next."""
        self._passed_over: str | None = None
        """The first key that signed but opens another account than the user name means."""
        self._meant = ""
        """The account that the user name means, if the signed key does not open it."""
        self._turned_away: ConnectionRefused | None = None
        """Why a person who has proved their key, or has none, may not sign in."""
        self._is_told = False
        self._gave_up = ""
        """The reason for ending the connection before sign-in, if it was."""
        self._is_signed_in = self._is_check = False
        self._gone = asyncio.Event()
        self._meter: Meter | None = None
        self._sessions = 0
        self._empty: asyncio.TimerHandle | None = None
        self._exchanging_since: float | None = None
        self.address = ""
        self.fingerprint: str | None = None
        """The fingerprint of the key, once signed in; None for a guest."""

    # Arrival and departure

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take the places of a connection and a sign-in, or be cut off at once."""
        quotas, self._is_check = self._context.quotas, bool(conn.get_extra_info(CHECKS))
        peer = conn.get_extra_info("peername")
        self.address = str(address_in(peer[0]) or peer[0]) if peer else ""
        full = self._take_places()
        if full or self._context.is_closing:
            if full:
                self._context.refused(full, self.address)
            quotas.free([*self._claims, *self._signing_in])
            conn.abort()
            return
        self._connection = conn
        self._context.pending.add(self.make_room, self.address)
        self._context.connections.add(self)
        self._context.counters.opened("connections")
        self._meter = self._context.sources.meter(self.address)
        take_by_turns(
            conn,
            self._meter,
            self._context.pump,
            lambda: self._cut_off("work"),
            lambda: not self._is_signed_in,
        )

    def _take_places(self) -> str | None:
        """Take places for a connection and its sign-in; return the kind that is full, or None."""
        context, address = self._context, self.address
        turned_away = context.turned_away_at_once("" if self._is_check else address)
        if turned_away is not None:
            return turned_away
        has_room = context.pending.has_room(address)
        is_dropped = not has_room and context.early_drop.drops(context.quotas.taken("signing_in"))
        coming, signing_in = context.connection_claims(address), context.signing_in_claims(address)
        full = "signing_in_early" if is_dropped else context.quotas.take([*coming, *signing_in])
        if full is None:
            self._claims, self._signing_in = coming, signing_in
        return full

    def make_room(self) -> None:
        """Give up the place of a sign-in, for somebody whose network holds fewer."""
        self._cut_off("signing_in_early")
        self._free_sign_in()

    def _cut_off(self, why: str) -> None:
        """Cut the connection off, for a reason that is counted and logged."""
        if self._connection is not None:
            self._context.counters.refused(why)
            self._gave_up = self._gave_up or why
            if self._is_signed_in:
                log_refusal(self.address, why)
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the places."""
        if self._connection is None:
            return
        if isinstance(exc, asyncssh.ConnectionLost) and "Login timeout" in str(exc):
            self._context.counters.refused("sign_in_seconds")
            self._gave_up = self._gave_up or "sign_in_seconds"
        was_check = self._is_check and not self._tries
        if not (self._is_signed_in or was_check or self._context.is_closing):
            why = self._turned_away.code if self._turned_away is not None else "unfinished"
            log_refusal(self.address, self._gave_up or why)
        self._connection = None
        self._gone.set()
        self._keep_open()
        self._free_sign_in()
        self._context.quotas.free(self._claims)
        self._context.connections.discard(self)
        self._context.counters.closed("connections")

    @property
    def has_sessions(self) -> bool:
        """Whether a session is open or being closed."""
        return self._sessions > 0

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()

    def abort(self) -> None:
        """Cut the connection off."""
        if self._connection is not None:
            self._connection.abort()

    def look_after(self, now: float) -> None:
        """Cut the connection off if a key exchange does not end: asyncssh keeps its input so long.

        Also if it reads none of its answers, even if these are only refusals.

        `now` is in monotonic seconds.
        """
        if self._connection is None:
            return
        if behind_tcp(self._connection) > self._context.limits.waiting_bytes:
            self._context.counters.refused("slow_reader")
            self.abort()
        elif not is_exchanging_keys(self._connection):
            self._exchanging_since = None
        elif self._exchanging_since is None:
            self._exchanging_since = now
        elif (
            self._is_signed_in
            and now - self._exchanging_since >= self._context.limits.sign_in_seconds
        ):
            self._cut_off("rekey")

    async def answers_within(self, seconds: float) -> bool:
        """Check liveness; cut the connection off without an answer within `seconds`."""
        if self._connection is not None:
            usual = self._context.limits.keepalive_seconds
            await ask_now(self._connection, self._gone, seconds, usual)
        return self._connection is not None

    # Signing in. Whichever method succeeds is the last one tried: asyncssh breaks off one that is
    # still being validated when the next is tried. And nothing else is answered between the end
    # of a validation, where what was shown is noted, and its success: that is who comes in.

    async def begin_auth(self, username: str) -> bool:
        """Start a sign-in; the user name only tells which of several keys is meant."""
        self._try()
        if self._tries == 1 and self._context.banner and self._connection is not None:
            self._connection.send_auth_banner(self._context.banner.rstrip("\n") + "\n")
        return True

    def _free_sign_in(self) -> None:
        """Free the place among those signing in."""
        signing_in, self._signing_in = self._signing_in, []
        self._context.pending.remove(self.make_room)
        self._context.quotas.free(signing_in)

    def public_key_auth_supported(self) -> bool:
        """Return True: people are identified by keys."""
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Let any key sign: a client that offers one need not hold it, and learns nothing.

        Its signature is the same attempt, once; only then a key that may not sign in fails.
        """
        self._shown, self._is_guest = None, False
        fingerprint = key.get_fingerprint("sha256")
        asked, self._asked = self._asked, None
        if asked is None or asked.fingerprint != fingerprint:
            self._try()
            why_not = await self._context.turns_away(fingerprint, self.address)
            meant = "" if why_not else await self._context.meant(username, fingerprint)
            asked = self._asked = _Asked(fingerprint, why_not, meant)
        self._meant = asked.meant
        if asked.why_not is not None or (asked.meant and self._may_another_follow):
            self._fail_once_signed(key, asked)
        self._shown = fingerprint
        return True

    @property
    def _may_another_follow(self) -> bool:
        """Whether an attempt is left after a passed-over key, to sign in with another."""
        return self._tries <= self._context.limits.sign_in_attempts

    def _fail_once_signed(self, key: asyncssh.SSHKey, asked: _Asked) -> None:
        """Note why a key that has signed may not sign in, so that the next one is tried."""
        verify = key.verify

        def fails(data: bytes, sig: bytes) -> bool:
            if verify(data, sig):
                self._turned_away = self._turned_away or asked.why_not
                if asked.why_not is None:
                    self._passed_over = self._passed_over or asked.fingerprint
            return False

        key.verify = fails  # type: ignore[method-assign]

    def kbdint_auth_supported(self) -> bool:
        """Return True: guests sign in this way, and people without a valid key are told why."""
        return True

    async def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> KbdIntChallenge:
        """Ask nothing of a guest, or of the holder of a passed-over key, as no key fits.

        A person whose key was refused is told the reason.
        """
        self._shown, self._is_guest = None, False
        self._try()
        if self._passed_over is not None:
            self._is_guest = True
            return "", "", "", ()
        if self._turned_away is None and await self._is_admitted(None):
            self._is_guest = True
            return "", "", "", ()
        self._tell_why()
        return False

    def validate_kbdint_response(self, username: str, responses: KbdIntResponse) -> KbdIntChallenge:
        """Admit a person who answered the empty question: by passed-over key, or as a guest."""
        self._shown = self._passed_over
        return self._is_guest

    def auth_completed(self) -> None:
        """Signed in: the place of the sign-in is free again."""
        self._is_signed_in = True
        self.fingerprint = self._shown
        self._free_sign_in()
        self._wait_for_session()

    def _try(self) -> None:
        self._tries += 1
        if self._tries > self._context.limits.sign_in_attempts + 1:
            self._context.counters.refused("sign_in_attempts")
            self._gave_up = "sign_in_attempts"
            self._tell_why()
            raise asyncssh.DisconnectError(
                asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many attempts to sign in"
            )

    async def _is_admitted(self, fingerprint: str | None) -> bool:
        """Check whether a person may sign in; note the reason if not."""
        why = await self._context.turns_away(fingerprint, self.address)
        self._turned_away = self._turned_away or why
        return why is None

    def _tell_why(self) -> None:
        """Send the reason of a refusal once, before the client gives up.

        Not before the client has offered all its keys, as another one may be accepted.
        """
        if self._turned_away is None or self._is_told or self._connection is None:
            return
        self._is_told = True
        self._connection.send_auth_banner(in_every_language(self._turned_away))

    # Sessions

    def session_requested(self) -> _Opened:
        """Open a session, if the connection has not too many."""
        if self._connection is None or self._context.is_closing:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_CONNECT_FAILED, "the server is closing")
        if self._sessions >= self._context.limits.sessions_a_connection:
            self._context.counters.refused("sessions_a_connection")
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "too many sessions of one connection"
            )
        self._sessions += 1
        self._keep_open()
        channel = BoundedChannel(self._connection, self._context.limits, self._context.counters)
        is_flooding = bool if self._meter is None else self._meter.is_used_up
        peer = Peer(self.address, self.fingerprint, self._meant, is_flooding)
        return channel, SshSession(self._context, peer, self._session_ended)

    def _session_ended(self) -> None:
        """Count one session fewer."""
        self._sessions -= 1
        if not self._sessions:
            self._wait_for_session()

    def _wait_for_session(self) -> None:
        """Close a connection that opens no session."""
        self._keep_open()
        if self._connection is not None:
            loop = asyncio.get_running_loop()
            self._empty = loop.call_later(self._context.limits.sign_in_seconds, self._close_empty)

    def _keep_open(self) -> None:
        if self._empty is not None:
            self._empty.cancel()
            self._empty = None

    def _close_empty(self) -> None:
        self._context.counters.refused("no_session")
        self.abort()
