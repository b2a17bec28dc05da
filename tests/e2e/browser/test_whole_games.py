"""Whole games in a browser, from the first page to the end and back, without a keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.hands import Finger, Hand
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import ending_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), *needs("chromium")]

SEED = 7
BATAILLE, SUBMARINE = "Bataille", "Submarine"
HIMALAYA, SCHWARM = "Himalaya", "Der Schwarm"


def nightly(*games: str) -> list[object]:
    return [pytest.param(game, marks=pytest.mark.nightly) for game in games]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for guests too."""
    server = ServerProcess(tmp_path, SEED)
    server.start("--guests")
    yield server
    server.close()


def plays_from_first_page_to_end(one: Hand, server: ServerProcess, game: str) -> None:
    one.begins(game)
    one.plays()
    assert ending_of(server.data) is not None
    one.presses_text("lobby")
    one.wait_for(LOBBY)
    one.goes_back()
    one.page.get_by_role("button", name=f"Play now: {game}").wait_for()
    assert one.errors == []
    one.context.close()


@pytest.mark.parametrize("game", [BATAILLE, *nightly(SUBMARINE, HIMALAYA, SCHWARM)])
def test_by_the_mouse_alone(server: ServerProcess, browser: Browser, game: str) -> None:
    plays_from_first_page_to_end(Hand(browser, server, SEED), server, game)


@pytest.mark.parametrize("game", [BATAILLE, *nightly(SUBMARINE, HIMALAYA, SCHWARM)])
def test_by_fingers_alone(server: ServerProcess, browser: Browser, game: str) -> None:
    plays_from_first_page_to_end(Finger(browser, server, SEED), server, game)
