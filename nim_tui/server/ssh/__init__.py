"""Textual apps of many people in one process, each over an SSH session.

`listen` accepts connections; a `SessionHandler` returns their apps.
"""

from __future__ import annotations

from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh.host_key import UnusableHostKey, host_key
from nim_tui.server.ssh.server import SshServer, listen
from nim_tui.server.terminal.client import (
    ClientInfo,
    ConnectionRefused,
    ServedLines,
    SessionHandler,
)
from nim_tui.server.terminal.context import Counters
from screens.textual_patches.many_apps import ServedApp, prepare_process

__all__ = [
    "ClientInfo",
    "ConnectionRefused",
    "Counters",
    "Limits",
    "ServedApp",
    "ServedLines",
    "SessionHandler",
    "SshServer",
    "UnusableHostKey",
    "host_key",
    "listen",
    "prepare_process",
]
