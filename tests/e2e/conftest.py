"""What the tests of real processes share: servers, people at terminals, a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nim_tui.tables.store import HOME_VARIABLE
from tests.e2e.chromium import browsers
from tests.e2e.people import Come, arrivals
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.conftest import cluster, guarded, kept_in
from tests.nim_tui.server.kept_in import IN_A_FILE, ON_POSTGRESQL

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["cluster", "guarded", "kept_in"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have what people do at a server kept on PostgreSQL too, every night."""
    if "servers" in metafunc.fixturenames:
        apart = pytest.param(ON_POSTGRESQL, marks=pytest.mark.nightly)
        metafunc.parametrize("kept_in", [IN_A_FILE, apart], indirect=True)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for records and settings that no other test sees."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


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
