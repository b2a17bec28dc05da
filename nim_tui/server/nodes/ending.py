"""Ending what goes on by itself."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN: Final = 0.5
"""Seconds after which a task that did not notice that it was cancelled is cancelled again."""


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they are over: before Python 3.12 waiting for something could miss it."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=AGAIN)
