"""What is written on a small terminal, with colour or without, to be compared byte for byte."""

from __future__ import annotations

from nim_tui.app import NimApp
from tests.screens.conftest import SMALL, do, running
from tests.screens.looking import Doing, colours_of, text_of


async def written_on(app: NimApp, *doing: str | Doing, no_color: bool = False) -> str:
    """What is written on a screen of 80 x 24 after these keys; without colour if so asked."""
    width, height = SMALL
    async with running(app) as pilot:
        await do(pilot, *doing)
        assert bool(colours_of(pilot.app)) is not no_color
        text = text_of(pilot.app)
        assert len(text.splitlines()) == height
        assert all(len(row) <= width for row in text.splitlines())
        return text
