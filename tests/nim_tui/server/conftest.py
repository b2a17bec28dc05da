"""What all tests of a server share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.nim_tui.server.off_the_loop import off_the_loop


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No server in this process asks its database on the event loop."""
    with off_the_loop(monkeypatch):
        yield
