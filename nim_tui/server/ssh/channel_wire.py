"""The wire of an SSH session: its channel."""

from __future__ import annotations

import asyncssh

from nim_tui.server.ssh.asyncssh_patches import behind_tcp


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
        """Bytes behind SSH's window, and behind TCP's.

        asyncssh tells of the first only; a client with a huge window would fill the second.
        """
        return self._channel.get_write_buffer_size() + behind_tcp(self._connection)

    def write(self, data: bytes) -> None:
        """Send what is painted."""
        self._channel.write(data)

    def complain(self, line: bytes) -> None:
        """Send a line as an error."""
        self._channel.write(line, asyncssh.EXTENDED_DATA_STDERR)

    def hold(self, is_held: bool) -> None:
        """Stop or go on reading."""
        (self._channel.pause_reading if is_held else self._channel.resume_reading)()

    def abort(self) -> None:
        """Cut the whole connection off."""
        self._connection.abort()
