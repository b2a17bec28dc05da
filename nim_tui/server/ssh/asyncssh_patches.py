"""Access to internals of asyncssh: missing limits, and facts it does not expose.

Its private names used here are listed, with the tests that guard them, in
nim_tui/server/private_names.py.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

import asyncssh
from asyncssh.compression import Decompressor, _ZLibCompress, register_compression_alg
from asyncssh.connection import SSHConnection
from asyncssh.packet import SSHPacket

from nim_tui.server.paced_input import PacedInput, PacedProtocol, Pump
from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.client import wish
from nim_tui.server.terminal.context import Counters
from nim_tui.server.work import Meter

COMPRESSIONS: Final = ["zlib@openssh.com", "none"]
"""The compressions offered; zlib alone would refuse clients without `-C`."""
_LARGEST_PACKET: Final = 262_144
A_PACKET: Final = 100
"""The memory, in bytes, of a packet that asyncssh keeps, however small."""


class BoundedDecompressor(Decompressor):
    """A decompressor that refuses packets beyond the size limit.

    asyncssh unpacks any packet, up to a thousand times its size.
    """

    def __init__(self) -> None:
        self._inflating = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the packet; None ends the connection."""
        try:
            packet = self._inflating.decompress(data, _LARGEST_PACKET)
        except zlib.error:
            return None
        return None if self._inflating.unconsumed_tail else packet


register_compression_alg(b"zlib@openssh.com", _ZLibCompress, BoundedDecompressor, True, False)


class BoundedChannel(asyncssh.SSHServerChannel[bytes]):
    """A channel that accepts a few short environment variables; forwards neither X11 nor agents."""

    def __init__(
        self, connection: asyncssh.SSHServerConnection, limits: Limits, counters: Counters
    ) -> None:
        super().__init__(
            connection,
            connection._loop,
            allow_pty=True,
            line_editor=False,
            line_echo=False,
            line_history=0,
            max_line_length=0,
            encoding=None,
            errors="strict",
            window=limits.receive_window,
            max_pktsize=limits.receive_window,
        )
        self._counters = counters

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if wish(name, value) is None:
            self._counters.refused("environment")
            return False
        self._env[name] = value
        return True

    def _process_x11_req_request(self, packet: SSHPacket) -> bool:
        self._counters.refused("forwarding")
        return False

    # asyncssh answers from a task of its own and returns None at once; False refuses at once.
    def _process_auth_agent_req_at_openssh_dot_com_request(  # type: ignore[override]
        self, packet: SSHPacket
    ) -> bool:
        self._counters.refused("forwarding")
        return False


def behind_tcp(connection: SSHConnection) -> int:
    """Return the bytes that wait for TCP's window, or for the end of a key exchange.

    asyncssh exposes only those that wait for SSH's window.
    """
    kept = connection._deferred_packets
    deferred = len(kept) * A_PACKET + sum(len(part) for _type, parts in kept for part in parts)
    transport = connection._transport
    return deferred + (transport.get_write_buffer_size() if transport is not None else 0)


def is_exchanging_keys(connection: SSHConnection) -> bool:
    """Whether a key exchange is in progress."""
    return not connection._kex_complete


def take_by_turns(
    connection: SSHConnection,
    meter: Meter,
    pump: Pump,
    cut_off: Callable[[], None],
    is_patient: Callable[[], bool],
) -> None:
    """Make a connection parse its input in slices, and pay for it.

    While asyncssh waits for something it handles no packet, but would parse all of them afterwards.
    """
    transport = connection._transport
    assert transport is not None
    paced = PacedInput(
        transport,
        connection.data_received,
        meter,
        pump,
        cut_off=cut_off,
        handled=lambda: connection._recv_seq,
        is_busy=lambda: not hasattr(connection._recv_handler, "__self__"),
        is_patient=is_patient,
    )
    transport.set_protocol(PacedProtocol(connection, paced))
