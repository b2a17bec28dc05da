"""A change of a table that was worked out and not made: it is written down first, then made."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from nim_tui.tables.record import Header, Line


class Keeper(Protocol):
    """An open record: what is appended is kept before `append` returns."""

    def append(self, line: Header | Line, waiting: tuple[int, ...] = ()) -> None:
        """Write one line, after which these seats must move.

        Raises OSError; then nothing was written.
        """

    def close(self) -> None:
        """Let go of it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A change, from the table as it stands: none other may be made until this one is, or is not.

    Between the two steps the table is as before, for whoever looks at it.
    """

    line: Line
    end: Line | None
    """The end of the game if this brings it about: it follows from the moves."""
    waiting: tuple[int, ...]
    """Who must move after it."""
    keeper: Keeper | None
    make: Callable[[], None]
    """Make the change, which is written down, and tell who notices it."""

    def store(self) -> None:
        """Write it down; this touches no table, so another thread may do it. Raises OSError."""
        if self.keeper is None:
            return
        self.keeper.append(self.line, self.waiting)
        self.store_end()

    def store_end(self) -> None:
        """Write down the end that it brings about; that may fail, as it follows from the moves."""
        if self.keeper is not None and self.end is not None:
            with suppress(OSError):
                self.keeper.append(self.end)

    def carry_out(self) -> None:
        """Write it down, then make it. Raises OSError; then nothing has changed."""
        self.store()
        self.make()
