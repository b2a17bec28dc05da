"""Memory of this process, and how much of it there may be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

SHARE: Final = 0.75
"""Of what the machine, or the group of processes, has: that much may be used if nothing is set."""
_CGROUP: Final = Path("/sys/fs/cgroup/memory.max")
_STATM: Final = Path("/proc/self/statm")


def used() -> int:
    """Bytes that this process holds in memory; 0 where the system does not tell."""
    try:
        return int(_STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def usual_bound() -> int:
    """Bytes that this process may hold where nothing is set; 0 where the system does not tell."""
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
    try:
        group = int(_CGROUP.read_text("ascii"))
    except (OSError, ValueError):  # there is none, or it says "max"
        group = there
    return int(SHARE * min(there, group))


class MemoryBound:
    """Whether so much memory is used that newcomers are to wait, or somebody has to go."""

    def __init__(self, bound: int, used: Callable[[], int] = used) -> None:
        """`bound` is in bytes; 0: the usual one."""
        self._bound = bound or usual_bound()
        self._used = used
        self.is_reached = False
        """Whether nobody new is taken, as found by the last look."""

    def look(self) -> bool:
        """Look again; whether a tenth more than the bound is used, so that somebody has to go."""
        held = self._used() if self._bound else 0
        self.is_reached = 0 < self._bound <= held
        return self.is_reached and held >= 1.1 * self._bound
