"""What tests of the lobby share: a server without SSH, where nothing is left to chance."""

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
    """The clock of the server shows the same hours wherever the tests run."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(autouse=True)
def nothing_by_chance(monkeypatch: pytest.MonkeyPatch, bots_wait: None) -> None:
    """Ids of tables are counted, games dealt by one seed; programs never move, notices stay."""
    numbers = count(101)
    server = "nim_tui.server"
    for made in ("tables.table_store", "contests.tournament_store"):
        monkeypatch.setattr(f"{server}.{made}.fresh_id", lambda: f"dokivuna-{next(numbers)}")
    for made in ("lobby.table_setup", "contests.ladders", "contests.tournament_rounds"):
        monkeypatch.setattr(f"{server}.{made}.fresh_seed", lambda: 7)
    monkeypatch.setattr(f"{server}.contests.tournament_rounds.lot", lambda: 7)


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No server here asks its database on the event loop."""
    with off_the_loop(monkeypatch):
        yield


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server to which nobody has come yet; its parameter: after how many hours one is rated."""
    server = Server(tmp_path / "data", rated_hours=getattr(request, "param", 0))
    yield server
    server.close()


@pytest.fixture
def leaving(monkeypatch: pytest.MonkeyPatch) -> list[VisitorApp]:
    """The apps that were left, which go on nevertheless."""
    left: list[VisitorApp] = []

    def leave(app: VisitorApp) -> None:
        left.append(app)

    monkeypatch.setattr(VisitorApp, "exit", leave)
    return left
