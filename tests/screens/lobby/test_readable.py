"""Every text of the lobby and its boxes can be read, in every theme."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nim_tui.settings import THEMES
from nim_tui.testing.looks import unreadable
from nim_tui.testing.screens import LARGE, SMALL, Doing, do, running
from tests.screens.lobby.scenes import (
    busy_evening,
    one_is_away,
    rated_games,
    setting,
    sitting_at,
    two_at_a_board,
)
from tests.screens.lobby.server import KEEPER, Server

NEW_KEY = "SHA256:a-key-that-nobody-knows-so-far-here-or-there"


def boxes(server: Server) -> Sequence[Sequence[str | Doing]]:
    """Return the actions that open each box."""
    return (
        [setting(server, rated_games), "b"],
        ["question_mark"],
        ["n", "enter"],
        ["v", "enter"],
        ["t"],
        [sitting_at(server, one_is_away), "quotation_mark down"],
        [sitting_at(server, two_at_a_board), "apostrophe"],
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.nightly)])
async def test_the_lobby_can_be_read(server: Server, theme: str, size: tuple[int, int]) -> None:
    async with running(server.visitor("Ana", theme=theme), size) as pilot:
        assert unreadable(pilot.app) == {}
        await do(pilot, setting(server, busy_evening))
        assert unreadable(pilot.app) == {}
        await do(pilot, "f f f")
        assert unreadable(pilot.app) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("box", range(7))
async def test_boxes_can_be_read(server: Server, theme: str, box: int) -> None:
    async with running(server.visitor(KEEPER, theme=theme)) as pilot:
        await do(pilot, *boxes(server)[box])
        assert unreadable(pilot.app) == {}


@pytest.mark.slow
async def test_the_way_in_can_be_read(server: Server) -> None:
    async with running(server.stranger(NEW_KEY)) as pilot:
        assert unreadable(pilot.app) == {}
