"""Clubs by order of an operator."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.store import NoSuchAccount, register
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import CloseClub, ListClubs, MakeClub
from nim_tui.server.clubs.store import CannotUseClub
from nim_tui.server.moderation.audit import audit
from nim_tui.server.storage.migrate import open_database
from tests.nim_tui.server.storage.conftest import key


def test_an_operator_makes_lists_and_closes_clubs(tmp_path: Path) -> None:
    database = open_database(tmp_path / "data")
    register(database, "Ana", key(1))
    with pytest.raises(NoSuchAccount):
        from_books(database, MakeClub(name="Chess friends", whom="Nobody"))
    from_books(database, MakeClub(name="Chess friends", whom="Ana"))
    (club,) = from_books(database, ListClubs())["clubs"]
    assert (club["club"], club["captain"], club["members"]) == ("Chess friends", "Ana", 1)
    with pytest.raises(CannotUseClub):
        from_books(database, CloseClub(club="Go friends"))
    from_books(database, CloseClub(club="chess friends"))
    assert from_books(database, ListClubs())["clubs"] == []
    kept, _count = audit(database)
    assert [(one.what, one.whom) for one in kept] == [
        ("close-club", "chess friends"), ("make-club", "Ana"),
    ]  # fmt: skip
