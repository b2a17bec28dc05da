"""What tests of processes at one database share with those of the storage."""

from __future__ import annotations

from tests.nim_tui.server.storage.conftest import (
    ana,
    ben,
    blank,
    clock,
    database,
    folder,
    kind,
    pytest_generate_tests,
    table,
)
from tests.nim_tui.server.storage.test_again import won

__all__ = [
    "ana",
    "ben",
    "blank",
    "clock",
    "database",
    "folder",
    "kind",
    "pytest_generate_tests",
    "table",
    "won",
]
