"""How far a kept table is: whose move it is, and the turn or round its game counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nim_tui.tables.record import Record
from nim_tui.tables.store import replay
from rules.messages import Refusal

_COUNTED: Final = ("round", "turn")
"""What views call the number that a game counts by: one with rounds has turns within them."""

Stamp = tuple[Path, int, int]
"""A file as it was at a time: its path, its time and its size."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The seats waited for, what is counted ("turn", "round" or "") and its number.

    `trouble` says why the record does not lead anywhere, if it does not.
    """

    waiting: tuple[int, ...] = ()
    counted: str = ""
    number: int = 0
    trouble: Refusal | None = None


@dataclass(slots=True)
class Progresses:
    """How far records are; each is played through again only once it has changed."""

    _known: dict[Stamp, Progress] = field(default_factory=dict)

    def of(self, path: Path, record: Record) -> Progress:
        """How far a record is: playing it through takes a while."""
        stamp = _stamp(path)
        found = self._known.get(stamp)
        if found is None:
            found = self._known[stamp] = progress(record)
        return found

    def forget_others(self, paths: set[Path]) -> None:
        """Keep what is known of these files alone."""
        self._known = {stamp: known for stamp, known in self._known.items() if stamp[0] in paths}


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return path, 0, 0
    return path, status.st_mtime_ns, status.st_size


def progress(record: Record) -> Progress:
    """How far a record is, as everybody may know it."""
    try:
        table = replay(record)
    except Refusal as refusal:
        return Progress(trouble=refusal)
    view: Any = table.view(None)
    for counted in _COUNTED:
        number = getattr(view, counted, None)
        if isinstance(number, int):
            return Progress(table.waiting, counted, number)
    return Progress(table.waiting)
