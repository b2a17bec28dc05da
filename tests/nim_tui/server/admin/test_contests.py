"""Tournaments as an admin lists and closes them, with and without a running server."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.store import register
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import CloseTournament, ListTournaments
from nim_tui.server.admin.service import AdminService
from nim_tui.server.admin.statistics import Statistics
from nim_tui.server.contests.tournament_store import CannotUseTournament, TournamentPlan, set_up
from nim_tui.server.services import Services
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.ssh import Counters
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.storage.conftest import key

PLAN = TournamentPlan("bataille", 6, 2, ClockPlan("days", 86_400), "Cup", PRIVATE)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return open_database(tmp_path / "data")


def made(database: Database) -> str:
    ana = register(database, "Ana", key(1))
    return set_up(database, ana.id, PLAN, ContestConfig())


def test_they_are_listed_and_closed_without_a_server(database: Database) -> None:
    assert from_books(database, ListTournaments())["total"] == 0
    tournament = made(database)
    (one,) = from_books(database, ListTournaments())["tournaments"]
    assert (one["tournament"], one["title"], one["host"]) == (tournament, "Cup", "Ana")
    assert (one["status"], one["players"], one["size"], one["round"]) == ("open", 1, 6, 0)
    assert from_books(database, CloseTournament(tournament)) == {"closed": tournament}
    assert from_books(database, ListTournaments())["tournaments"] == []
    with pytest.raises(CannotUseTournament, match="is over"):
        from_books(database, CloseTournament(tournament))
    with pytest.raises(CannotUseTournament, match="unknown tournament"):
        from_books(database, CloseTournament("nothing"))
    database.close()


async def test_they_are_listed_and_closed_by_a_running_server(database: Database) -> None:
    lobby = Services(database)
    visits = SessionRegistry(SignIn(lobby, guests=True), database)
    service = AdminService(lobby, visits, Statistics(lobby, Counters()))
    tournament = made(database)
    assert await service.answer(CloseTournament(tournament)) == {"closed": tournament}
    with pytest.raises(CannotUseTournament, match="is over"):
        await service.answer(CloseTournament(tournament))
    lobby.close()
    database.close()
