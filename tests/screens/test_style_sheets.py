"""Style sheets are parsed once per process and set of colours, for any number of apps."""

from __future__ import annotations

from typing import Any

import pytest

from nim_tui.testing.screens import colours_of, running, settle, text_of
from screens.textual_patches import style_sheets
from tests.screens.conftest import MakeApp
from tests.screens.tables import SEARCHED, table_after


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the sheets that Textual parses, from an empty cache on."""
    asked: list[str] = []
    parses = style_sheets.PARSES

    def parse(sheet: Any, css: str, *place: Any, **named: Any) -> Any:
        asked.append(css)
        return parses(sheet, css, *place, **named)

    monkeypatch.setattr(style_sheets, "PARSES", parse)
    style_sheets._parsed.clear()
    return asked


async def seen(make_app: MakeApp, theme: str) -> tuple[str, set[str]]:
    """Return the text and colours of a table in an app of its own."""
    async with running(make_app(table_after(SEARCHED), theme=theme)) as pilot:
        await settle(pilot)
        return text_of(pilot.app), colours_of(pilot.app)


async def test_the_next_app_parses_nothing(make_app: MakeApp, parsed: list[str]) -> None:
    first = await seen(make_app, "sea")
    assert parsed
    parsed.clear()
    assert await seen(make_app, "sea") == first
    assert parsed == []


async def test_other_colours_are_parsed_anew(make_app: MakeApp, parsed: list[str]) -> None:
    sea = await seen(make_app, "sea")
    parsed.clear()
    light = await seen(make_app, "light")
    assert parsed
    assert light[0] == sea[0]
    assert light[1] != sea[1]
    assert await seen(make_app, "sea") == sea
