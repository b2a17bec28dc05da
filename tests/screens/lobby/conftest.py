"""Fixtures of the tests of the lobby: a server without SSH and without chance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from nim_tui.server.app.app import VisitorApp
from tests.nim_tui.server.off_the_loop import off_the_loop
from tests.screens.lobby.server import Server


@pytest.fixture(autouse=True, scope="session")
def the_hours_are_universal() -> Iterator[None]:
    """Let the server's clock show the same hours on any machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(autouse=True)
def nothing_by_chance(monkeypatch: pytest.MonkeyPatch, bots_wait: None) -> None:
    """Count ids of tables, deal games by one seed, let bots wait and toasts stay."""
    numbers = count(101)
    server = "nim_tui.server"
    for made in ("tables.table_store", "contests.tournament_store"):
        monkeypatch.setattr(f"{server}.{made}.fresh_id", lambda: f"dokivuna-{next(numbers)}")
    for made in ("lobby.table_setup", "contests.ladder_service", "contests.tournament_rounds"):
        monkeypatch.setattr(f"{server}.{made}.fresh_seed", lambda: 7)
    monkeypatch.setattr(f"{server}.contests.tournament_rounds.lot", lambda: 7)


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if a server queries its database on the event loop."""
    with off_the_loop(monkeypatch):
        yield


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """Yield a server without users; its parameter: the hours after which a game is rated."""
    server = Server(tmp_path / "data", rated_hours=getattr(request, "param", 0))
    yield server
    server.close()


@pytest.fixture
def leaving(monkeypatch: pytest.MonkeyPatch) -> list[VisitorApp]:
    """Return the apps that were left, which keep running."""
    left: list[VisitorApp] = []

    def leave(app: VisitorApp) -> None:
        left.append(app)

    monkeypatch.setattr(VisitorApp, "exit", leave)
    return left
