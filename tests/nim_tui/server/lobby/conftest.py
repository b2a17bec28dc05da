"""What tests of playing on a server share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.nim_tui.server.lobby.browser import browsers
from tests.nim_tui.server.lobby.people import Come, arrivals
from tests.nim_tui.server.lobby.server_process import ServerProcess
from tests.nim_tui.server.lobby.steady import Play, Scene, played

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Callable[[int], ServerProcess]]:
    """Starts a server that deals every game by a seed."""
    with ExitStack() as stack:

        def begun(seed: int) -> ServerProcess:
            server = ServerProcess(tmp_path, seed)
            stack.callback(server.close)
            server.start()
            return server

        yield begun


@pytest.fixture
def server(servers: Callable[[int], ServerProcess]) -> ServerProcess:
    """A server that deals by the seed of most of these tests."""
    return servers(7)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of a file."""
    with browsers() as browser:
        yield browser


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Come]:
    """Brings somebody, with a terminal."""
    with arrivals(tmp_path) as come:
        yield come


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Plays a scene on a server in this process."""

    def play_it(scene: Scene, seed: int = 7, **more: Any) -> None:
        played(monkeypatch, tmp_path / "data", scene, seed, **more)

    return play_it
