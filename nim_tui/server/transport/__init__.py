"""Many people's Textual apps in one process, each over an SSH session.

`listen` lets them in; what they get is asked of a `Front`.
"""

from __future__ import annotations

from nim_tui.server.transport.counters import Counters
from nim_tui.server.transport.host_key import UnusableHostKey, host_key
from nim_tui.server.transport.limits import Limits
from nim_tui.server.transport.listening import Listening, listen
from nim_tui.server.transport.textual_fixes import ServedApp, prepare_process
from nim_tui.server.transport.visit import Front, Visit

__all__ = [
    "Counters",
    "Front",
    "Limits",
    "Listening",
    "ServedApp",
    "UnusableHostKey",
    "Visit",
    "host_key",
    "listen",
    "prepare_process",
]
