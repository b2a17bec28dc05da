"""Texts of the lobby and its boxes, byte for byte, without colour and in ASCII."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from syrupy.assertion import SnapshotAssertion

from nim_tui.testing.looks import unlike
from nim_tui.testing.screens import SMALL, Doing, do, running, text_of
from tests.screens.every_screen import boards_of
from tests.screens.lobby.ladders import a_ladder
from tests.screens.lobby.scenes import (
    busy_evening,
    many_people,
    many_tables,
    one_is_away,
    one_is_lent,
    rated_games,
    setting,
    sitting_at,
    two_at_a_board,
    two_with_clocks,
)
from tests.screens.lobby.server import KEEPER, Server
from tests.screens.lobby.tournaments import an_evening, several
from tests.screens.looking import hide_bars

SCREENS: Final = (
    "empty", "busy", "filtered", "over", "people", "typing", "second-page", "ratings", "help",
    "form", "talk", "seats", "lent", "clocks", "give-up", "end", "visits",
    "ladder", "tournaments", "tournament",
)  # fmt: skip
IN_FRENCH: Final = ("busy", "help", "form", "seats", "tournament")
"""One screen of each class; other French texts are checked on the walks."""
WRITTEN: Final = [*(("en", one) for one in SCREENS), *(("fr", one) for one in IN_FRENCH)]
QUICK: Final = [("en", one) for one in ("empty", "visits")]
DUMPS: Final = Path(__file__).parent / "dumps"


def deeds(server: Server, screen: str) -> Sequence[str | Doing]:
    """Return the keys and actions that lead to a screen."""
    busy = setting(server, busy_evening)
    two = sitting_at(server, two_with_clocks)
    known: dict[str, Sequence[str | Doing]] = {
        "empty": [],
        "busy": [busy, "down down down"],
        "filtered": [busy, "m f f / b e n enter"],
        "over": [busy, "f f f"],
        "people": [setting(server, many_people), "pagedown"],
        "typing": [busy, "t h i"],
        "second-page": [setting(server, many_tables), "up enter"],
        "ratings": [setting(server, rated_games), "b"],
        "help": ["question_mark"],
        "form": ["n up up enter", *["down"] * 11, "left"],
        "talk": [sitting_at(server, two_at_a_board), "apostrophe"],
        "seats": [sitting_at(server, one_is_away), "quotation_mark down"],
        "lent": [sitting_at(server, one_is_lent), "quotation_mark"],
        "clocks": [two],
        "give-up": [two, "quotation_mark up enter"],
        "end": [two, "quotation_mark up enter enter"],
        "visits": ["v enter"],
        "ladder": [setting(server, a_ladder), "d"],
        "tournaments": [setting(server, several), "o"],
        "tournament": [setting(server, an_evening), "o enter"],
    }
    return known[screen]


async def written(server: Server, screen: str, **settings: str) -> str:
    """Return the text of a screen of 80 x 24."""
    app = server.visitor(KEEPER if screen == "visits" else "Ana", **settings)
    async with running(app) as pilot:
        await do(pilot, *deeds(server, screen))
        await hide_bars(pilot)
        text = text_of(pilot.app)
    rows = text.splitlines()
    assert len(rows) == SMALL[1]
    assert all(len(row) <= SMALL[0] for row in rows)
    return text


@pytest.mark.parametrize(
    ("language", "screen"),
    [pytest.param(*one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in WRITTEN],
)
async def test_no_color(
    server: Server, dump: SnapshotAssertion, language: str, screen: str
) -> None:
    """Colours are taken away on the way to the terminal: what is written says it all."""
    text = await written(server, screen, language=language)
    assert text == dump


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(one, marks=[pytest.mark.nightly] * (("en", one) not in QUICK))
        for one in SCREENS
    ],
)
async def test_ascii_is_the_plain_screen_by_the_table_of_signs(server: Server, screen: str) -> None:
    """Cell by cell, but for the boards, whose signs are letters there."""
    plain = (DUMPS / f"test_no_color[en-{screen}].txt").read_text("utf-8")
    app = server.visitor(KEEPER if screen == "visits" else "Ana", glyphs="ascii")
    async with running(app) as pilot:
        await do(pilot, *deeds(server, screen))
        await hide_bars(pilot)
        shown, boards = text_of(pilot.app), boards_of(pilot.app)
    assert shown.isascii()
    assert unlike(shown, plain, boards) == []
