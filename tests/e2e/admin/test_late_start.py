"""A server that does not listen in time leaves nothing behind: no process, no thread."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.e2e.admin.server import Server

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("options", "patience"), [((), 0.0), (("--no-such-option",), 20.0)], ids=["late", "refused"]
)
def test_a_start_that_fails_ends_cleanly(
    folder: Path, options: tuple[str, ...], patience: float
) -> None:
    before = threading.enumerate()
    server = Server(folder, options, patience=patience)
    with pytest.raises(AssertionError):
        server.start()
    assert not server.is_running
    assert threading.enumerate() == before
