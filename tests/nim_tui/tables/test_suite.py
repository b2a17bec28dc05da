"""Tables of every game: undo, records, and two worlds at every door."""

from __future__ import annotations

from nim_tui.registry import all_games
from nim_tui.testing.tables import TableSuite


class TestGames(TableSuite):
    """Our own."""

    games = tuple(entry.game for entry in all_games().values())
