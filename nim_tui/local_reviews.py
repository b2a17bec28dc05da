"""Reviews of the games that are kept on one's own machine: each a file beside its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App

from nim_tui.tables.store import review_of

if TYPE_CHECKING:
    from nim_tui.review.desk import Desk
    from nim_tui.tables.record import Header, Line
    from nim_tui.tables.table import Table
    from nim_tui.thinking.pool import Pool

# What works out reviews is imported where it is needed: the home screen paints without it.

Replay = Callable[["Header", Sequence["Line"], int, "int | None", int], None]
"""Shows a record from a position on: its lines, where, the own seat, and whose view."""
TryAgain = Callable[["Header", Sequence["Line"], int, int], None]
"""Begins a new table from a position of a record, for a seat. Raises CannotStart."""


class LocalReviews:
    """Works reviews out in processes of their own, so that bots and hints need not wait."""

    def __init__(self, app: App[Any], replay: Replay, try_again: TryAgain) -> None:
        self._app = app
        self._replay = replay
        self._try_again = try_again
        self._pool: Pool | None = None
        self._desk: Desk | None = None

    def open(
        self,
        table: Table,
        record: Path,
        own: int | None,
        then: Callable[[], None],
    ) -> None:
        """Open the review of the game of a table that is over. Raises CannotStart."""
        from nim_tui.open_table import cannot_start  # noqa: PLC0415
        from nim_tui.review.open import review_screen  # noqa: PLC0415
        from nim_tui.review.walk import Told  # noqa: PLC0415
        from nim_tui.tables.fair_play import Unfair  # noqa: PLC0415

        try:
            told = Told.of(table)
        except Unfair as refusal:
            raise cannot_start(refusal) from refusal
        header = table.header
        lines: Sequence[Line] = (*table.plays, *table.early_over)
        screen = review_screen(
            self._desk_here(),
            told,
            review_of(record),
            own,
            go=lambda number, seat: self._replay(header, lines, number, own, seat),
            try_again=lambda number, seat: self._try_again(header, lines, number, seat),
        )
        self._app.push_screen(screen, lambda _nothing: then())

    def _desk_here(self) -> Desk:
        from nim_tui.review.desk import Desk  # noqa: PLC0415
        from nim_tui.thinking.pool import Pool, processors  # noqa: PLC0415

        if self._desk is None:
            lanes = max(1, processors() - 1)
            self._pool = Pool(lanes)
            self._desk = Desk(self._pool, lanes)
        return self._desk

    async def close(self) -> None:
        """Nothing is worked out any more."""
        if self._pool is not None:
            await self._pool.close()
