"""Rounds that look after what nobody sends anything for: exchanges without end, memory, the log."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from nim_tui.server.logs import log_gathered
from nim_tui.server.terminal.context import ServerContext

ROUND: Final = 1.0
"""Seconds from one round to the next."""

logger = logging.getLogger(__name__)


async def patrol(context: ServerContext) -> None:
    """Make rounds, for ever."""
    while True:
        await asyncio.sleep(ROUND)
        make_round(context)


def make_round(context: ServerContext) -> None:
    """Look after every connection, after the memory of the process, and after gathered lines.

    Where too much waits to be sent, or too much memory is used, the slowest reader is cut off:
    one a round, as what it held is free only a little later.
    """
    now = context.now()
    for connection in list(context.connections):
        connection.look_after(now)
    has_to_go = context.memory.look()
    waiting = {runner: runner.waiting for runner in context.runners.values()}
    if waiting and (has_to_go or sum(waiting.values()) > context.limits.waiting_bytes_in_all):
        max(waiting, key=waiting.__getitem__).drop()
    log_gathered()
