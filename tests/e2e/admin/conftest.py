"""What the tests of a server as a process share: it, its folder and its database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.admin.server import Server
from tests.nim_tui.server.admin.conftest import database, folder

__all__ = ["database", "folder"]


@pytest.fixture
def server(folder: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server, with the options a test names."""
    server = Server(folder, getattr(request, "param", ()))
    server.start()
    try:
        yield server
    finally:
        server.stop()
