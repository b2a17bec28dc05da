"""What a server remembers of people, games and figures does not grow with all there ever was."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import event

from nim_tui.server.accounts.store import Account
from nim_tui.server.admin.offline import book_figures
from nim_tui.server.lobby import attendance, rematches
from nim_tui.server.lobby.attendance import LastSeen
from nim_tui.server.lobby.rematches import RematchBook
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.storage.database import Database
from tests.nim_tui.server.storage.conftest import Clock


def test_of_who_went_long_ago_it_is_known_since_when_at_most(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "MOST_KNOWN", 2)
    here = LastSeen(database)
    for account in (1, 2, 3):
        here.note_come(account)
        here.note_gone(account)
        clock.pass_by(10)
    assert [here.gone_at(account) for account in (1, 2, 3)] == [
        None, clock() - 20, clock() - 10,
    ]  # fmt: skip
    assert [here.away_for(account) for account in (1, 2, 3)] == [30, 20, 10]
    here.note_come(2)
    here.note_gone(2)
    here.note_elsewhere(come=[4], gone=[])
    here.note_elsewhere(come=[], gone=[4])
    assert [here.gone_at(account) for account in (2, 3, 4)] == [clock(), None, clock()]


def test_rematches_are_remembered_of_the_last_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rematches, "MOST_KNOWN", 2)
    book = RematchBook(cast(Foundation, SimpleNamespace(guests=None, table_list=None)))
    for number in range(3):
        book.note(f"game-{number}", f"again-{number}")
    assert [book.of(f"game-{number}") for number in range(3)] == [None, "again-1", "again-2"]
    book.note("game-1", "again-3")
    book.note("game-3", "again-4")
    assert book.played_before() == ["game-1", "game-3"]


def test_metrics_do_not_have_lines_counted(database: Database, ana: Account) -> None:
    asked: list[str] = []

    @event.listens_for(database.engine, "before_cursor_execute")
    def note(*about: Any) -> None:
        asked.append(about[2])

    figures = book_figures(database, briefly=True)["database"]
    assert figures["accounts"] == 1
    assert "lines" not in figures
    assert not any("FROM lines" in text or "FROM chat" in text for text in asked)
    assert book_figures(database)["database"]["lines"] == 0
