"""Contrast: every text has at least 4.5:1 against its background, in every theme."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from nim_tui.settings import THEMES
from nim_tui.testing.looks import unreadable
from nim_tui.testing.screens import SMALL, press, running
from tests.screens.conftest import MakeApp
from tests.screens.tables import PAIR, SEARCHED, table_after


def long(keys: str) -> ParameterSet:
    """Mark a sight for nightly runs alone."""
    return pytest.param(keys, marks=pytest.mark.nightly)


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "keys", ["b", "i", *map(long, ("", "question_mark", "equals_sign", "g", "r"))]
)
async def test_a_table_can_be_read(
    make_app: MakeApp, first_bot: None, theme: str, keys: str
) -> None:
    async with running(make_app(table_after(SEARCHED), theme=theme), SMALL) as pilot:
        await press(pilot, *keys.split())
        assert unreadable(pilot.app) == {}


@pytest.mark.parametrize("theme", THEMES)
async def test_home_and_forms_can_be_read(make_app: MakeApp, theme: str) -> None:
    async with running(make_app(theme=theme), SMALL) as pilot:
        assert unreadable(pilot.app) == {}
        await press(pilot, "n")
        assert unreadable(pilot.app) == {}
        await press(pilot, "escape", "s")
        assert unreadable(pilot.app) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
async def test_the_curtain_and_the_keys_can_be_read(make_app: MakeApp, theme: str) -> None:
    async with running(make_app(table_after(seats=PAIR), theme=theme), SMALL) as pilot:
        assert unreadable(pilot.app) == {}
    async with running(make_app(theme=theme), SMALL) as pilot:
        await press(pilot, "s", "up", "enter")
        assert unreadable(pilot.app) == {}
        await press(pilot, "enter")
        assert unreadable(pilot.app) == {}
