"""Asking a client whether it is still there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import asyncssh

UNANSWERED: Final = 3
"""Asks in a row that a client may leave unanswered, before it counts as gone."""

_ASKS: Final = 3
"""How often a client is asked that is to answer soon."""

_LONGER: Final = 1.0
"""Seconds over the time it has, so that a server that is busy does not take the last ask back."""


async def ask_now(
    connection: asyncssh.SSHServerConnection, gone: asyncio.Event, seconds: float, usual: float
) -> None:
    """Ask; a client without a sign of life for so long is cut off, which sets `gone`.

    Whatever it sends is one: its answer may wait behind much that it has to read. `usual` are the
    seconds between two asks otherwise.
    """
    connection.set_keepalive(seconds / _ASKS, _ASKS - 1)
    with suppress(TimeoutError):
        await asyncio.wait_for(gone.wait(), seconds + _LONGER)
    if not gone.is_set():
        connection.set_keepalive(usual, UNANSWERED)
