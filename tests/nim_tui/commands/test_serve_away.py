"""How `nim-tui serve` ends when what it needs is away, and not wrong."""

from __future__ import annotations

import pytest

from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.migrate import DatabaseAway, UnusableDatabase
from rules.messages import Refusal
from tests.nim_tui.conftest import run


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        (DatabaseAway("{path} cannot be used ({why})", path="db", why="refused"), 75),
        (StorageError("the database does not answer"), 75),
        (UnusableDatabase("not the address of a database"), 2),
    ],
    ids=["away for an hour", "away in the middle of the start", "a wrong setting"],
)
def test_a_unit_is_started_again_where_that_can_help(
    trouble: Refusal, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def serve(*_settings: object) -> None:
        raise trouble

    monkeypatch.setattr("nim_tui.server.serve.serve_until_stopped", serve)
    told = run("serve")
    assert (told.exit_code, told.stderr.count("\n")) == (code, 1)
