"""What the tests of browsers share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.line import Line
from tests.e2e.server_process import ServerProcess


@pytest.fixture
def line(server: ServerProcess) -> Iterator[Line]:
    """A line to the server, good until it is made bad."""
    with Line(server.web_port) as line:
        yield line
