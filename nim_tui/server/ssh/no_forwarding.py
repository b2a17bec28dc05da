"""Forwarding of ports, sockets and networks: refused, whatever is asked for, and counted."""

from __future__ import annotations

import asyncssh

from nim_tui.server.ssh.counters import Counters


class NoForwarding(asyncssh.SSHServer):
    """A connection through which nobody gets anywhere else."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """No way through to anywhere."""
        return self._no_forwarding()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """No port of the server."""
        return self._no_forwarding()

    def unix_connection_requested(self, dest_path: str) -> bool:
        """No socket of the server."""
        return self._no_forwarding()

    def unix_server_requested(self, listen_path: str) -> bool:
        """No socket on the server."""
        return self._no_forwarding()

    def tun_requested(self, unit: int | None) -> bool:
        """No tunnel."""
        return self._no_forwarding()

    def tap_requested(self, unit: int | None) -> bool:
        """No tunnel."""
        return self._no_forwarding()

    def _no_forwarding(self) -> bool:
        self._counters.refused("forwarding")
        return False
