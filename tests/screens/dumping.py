"""The text of a small terminal, with or without colours, to be compared byte for byte."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from nim_tui.app.app import NimApp
from nim_tui.testing.screens import SMALL, Doing, colours_of, do, running, text_of
from screens.ascii import to_ascii
from tests.every import by_day
from tests.screens.looking import hide_bars


def each_of(
    screens: Iterable[str], *, in_french: str, days: int | None = None
) -> pytest.MarkDecorator:
    """Run a test for each screen in English, and as a slow test in French for some.

    By day only `days` screens are tried, if set.
    """
    french = in_french.split()
    if days is None:
        slow = pytest.mark.slow
        named = [("en", one) for one in screens]
        pairs = [*named, *(pytest.param("fr", one, marks=slow) for one in french)]
    else:
        pairs = by_day([*(("en", one) for one in screens), *(("fr", one) for one in french)], days)
    return pytest.mark.parametrize(("language", "screen"), pairs)


def kept_without_color(request: pytest.FixtureRequest, language: str, screen: str) -> str:
    """Return the stored dump of the test without colours."""
    dumps = request.path.parent / "dumps"
    return (dumps / f"test_no_color[{language}-{screen}].txt").read_text("utf-8")


def in_ascii(text: str) -> str:
    """Return a dump in ASCII by the table of signs, cell by cell."""
    return "\n".join(map(to_ascii, text.split("\n")))


async def written_on(app: NimApp, *doing: str | Doing, no_color: bool = False) -> str:
    """Return the text of a screen of 80 x 24 after these keys, without headline and key bar."""
    width, height = SMALL
    async with running(app) as pilot:
        await do(pilot, *doing)
        await hide_bars(pilot)
        assert bool(colours_of(pilot.app)) is not no_color
        text = text_of(pilot.app)
        assert len(text.splitlines()) == height
        assert all(len(row) <= width for row in text.splitlines())
        return text
