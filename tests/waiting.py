"""Waiting for what must come. Whoever waits in vain fails, and tells what was there instead."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0
"""Seconds to wait for what must come. An idle machine needs one; what is busy may need many."""
_STEP: Final = 0.01

Told = str | Callable[[], str]
"""What is waited for; or what tells that once it is clear that it does not come."""


async def until(is_so: Callable[[], object], what: Told = "it") -> None:
    """Wait until something is so, while the event loop goes on."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        _go_on(end, what)
        await asyncio.sleep(_STEP)


def wait_until(is_so: Callable[[], object], what: Told = "it", patience: float = PATIENCE) -> None:
    """Wait in this thread until something is so."""
    end = time.monotonic() + patience
    while not is_so():
        _go_on(end, what)
        time.sleep(_STEP)


def _go_on(end: float, what: Told) -> None:
    if time.monotonic() >= end:
        told = what if isinstance(what, str) else what()
        raise AssertionError(f"{told} did not come")
