"""Statistics of a running server, by group and name, without personal names."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from nim_tui.server.admin.offline import book_figures
from nim_tui.server.admin.protocol import Facts
from nim_tui.server.measurements import A_MINUTE, TEN_MINUTES, Measurements
from nim_tui.server.notifications.sender import COUNTED
from nim_tui.server.services import Services
from nim_tui.server.ssh import Counters
from nim_tui.server.storage.database import StorageError
from nim_tui.thinking.pool import Pool


class Statistics:
    """The counts and measurements of a server, collected."""

    def __init__(
        self,
        lobby: Services,
        counters: Counters,
        delay: Measurements | None = None,
        pools: Mapping[str, Pool] | None = None,
    ) -> None:
        """`delay` is that of the event loop; `pools` are the worker processes, by name."""
        self._lobby = lobby
        self._counters = counters
        self._delay = delay or Measurements()
        self._pools = pools or {}
        self._opened = time.monotonic()

    async def facts(self, *, briefly: bool = False) -> Facts:
        """Return all statistics, by group and name; `briefly` leaves out slow counts.

        Raises StorageError.
        """
        counted = await asyncio.to_thread(book_figures, self._lobby.database, briefly=briefly)
        live = await self.live()
        return counted | live | {"notices": counted["notices"] | live["notices"]}

    async def known(self) -> Facts:
        """Return the statistics for metrics; without the database's if it cannot be read."""
        with suppress(StorageError):
            return await self.facts(briefly=True)
        return await self.live()

    async def live(self) -> Facts:
        """Return the statistics that need no database."""
        live = {
            "transport": dict(self._counters.figures),
            "queues": self._queues(),
            "notices": {name: self._lobby.notices.service.counted[name] for name in COUNTED},
            "server": self._server(),
            "bots": self._bots(),
        }
        return live | await asyncio.to_thread(self._times)

    def _queues(self) -> Facts:
        lobby = self._lobby
        reviewing = 0 if lobby.reviews is None else lobby.reviews.service.looked_at
        return {
            "lobby_paints_due": lobby.shown.paints_due,
            "long_reads": lobby.long_reads.waiting,
            "reviews": reviewing,
            **{f"{name}_asked": pool.asked for name, pool in self._pools.items()},
        }

    def _bots(self) -> Facts:
        counted = self._lobby.opener.thinker.counted
        return {"answers": counted.answers, "answers_late": counted.late}

    def _server(self) -> Facts:
        return {
            "process": os.getpid(),
            "tables_held": len(self._lobby.held),
            "tables_played": self._lobby.held.tables_played,
            "memory_bytes": _memory(),
            "descriptors_open": _descriptors(),
            "descriptors_most": resource.getrlimit(resource.RLIMIT_NOFILE)[0],
            "worker_processes": sum(pool.processes for pool in self._pools.values()),
            "cpu_seconds": round(time.process_time(), 3),
            "writes_refused": self._lobby.database.writes_refused,
            "uptime_seconds": round(time.monotonic() - self._opened, 3),
        }

    def _times(self) -> Facts:
        """Return the delays of the loop and of the database, in milliseconds."""
        database = self._lobby.database
        measured = {
            "loop_delay": self._delay,
            "database_reads": database.reads,
            "database_writes": database.writes,
        }
        return {name: _spreads(kept) for name, kept in measured.items()}


def _spreads(measured: Measurements) -> Facts:
    """Return p50, p99 and maximum over one and ten minutes, in milliseconds."""
    facts: Facts = {}
    for window, seconds in (("1m", A_MINUTE), ("10m", TEN_MINUTES)):
        spread = measured.over(seconds)
        facts[f"count_{window}"] = spread.number
        for name, value in zip(("p50", "p99", "max"), spread[1:]):
            facts[f"{name}_{window}_ms"] = round(value * 1000, 3)
    return facts


def _descriptors() -> int:
    """Return the number of open file descriptors; -1 if unknown."""
    try:
        return len(os.listdir("/dev/fd")) - 1
    except OSError:
        return -1


def _memory() -> int:
    """Return the bytes in memory now; if unknown, the most so far."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    return pages * resource.getpagesize()
