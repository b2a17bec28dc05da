"""A terminal that cannot spell the signs of boards is sent those of ASCII."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.app.app import NimApp
from nim_tui.tables.store import Store
from nim_tui.terminals import encoding_wished, spells_signs
from nim_tui.testing.screens import running, text_of
from tests.screens.tables import SEARCHED, table_after


@pytest.mark.parametrize(
    ("terminal", "encoding", "spells"),
    [
        ("xterm-256color", "utf-8", True),
        ("xterm-256color", "UTF8", True),
        ("xterm-256color", "", True),
        ("xterm", "ISO8859-1", False),
        ("xterm", "iso8859-15", False),
        ("xterm", "ascii", False),
        ("xterm", "no such", False),
        ("linux", "utf-8", False),
        ("linux-16color", "", False),
    ],
)
def test_the_type_and_the_encoding_tell(terminal: str, encoding: str, spells: bool) -> None:
    assert spells_signs(terminal, encoding) is spells


@pytest.mark.parametrize(
    ("wished", "encoding"),
    [
        ({}, ""),
        ({"LANG": "fr_FR"}, ""),
        ({"LANG": "fr_FR.UTF-8"}, "UTF-8"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "de_DE.ISO8859-15@euro"}, "ISO8859-15"),
        ({"LANG": "C.ISO8859-1", "LC_CTYPE": "C.UTF-8", "LC_ALL": ""}, "UTF-8"),
    ],
)
def test_the_encoding_that_is_wished(wished: dict[str, str], encoding: str) -> None:
    assert encoding_wished(wished) == encoding


async def test_whatever_is_set_only_ascii_is_sent_there(tmp_path: Path) -> None:
    table = table_after(SEARCHED)
    app = NimApp(
        Store(tmp_path), tmp_path / "settings.json", lambda app: app.table.open(table),
        spells=False,
    )  # fmt: skip
    async with running(app) as pilot:
        assert text_of(pilot.app).isascii()
        app.set_setting("glyphs", "unicode")
        await pilot.pause()
        assert text_of(pilot.app).isascii()
