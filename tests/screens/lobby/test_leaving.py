"""Leaving the server by the key that also leaves a table: pressed twice if it has a cost."""

from __future__ import annotations

import pytest

from nim_tui.server.app.app import VisitorApp
from nim_tui.server.storage.off_loop import at_once
from nim_tui.tables.clock import ClockPlan
from nim_tui.testing.screens import Looker, press, running, text_of
from tests.screens.lobby.scenes import shown, visitor
from tests.screens.lobby.server import Server

GOES_ON = "One of your games continues without you. Press the same key again to leave."
GIVES_UP = "Leaving frees your seats. Press the same key again to leave."


def told(pilot: Looker) -> str:
    """Return the text above the keys."""
    return text_of(pilot.app).splitlines()[-2].strip()


async def test_who_sits_nowhere_leaves_at_once(server: Server, leaving: list[VisitorApp]) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.table("bataille", "Ben", "Cleo")
        await shown(pilot)
        await press(pilot, "q")
        assert leaving == [pilot.app]


@pytest.mark.slow
async def test_a_second_q_from_a_table_being_played_does_not_leave_the_server(
    server: Server, leaving: list[VisitorApp]
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.table("bataille", "Ana", "Ben")
        await shown(pilot)
        await press(pilot, "enter", "q", "q")
        assert not leaving
        assert told(pilot) == GOES_ON
        await press(pilot, "q")
        assert leaving == [pilot.app]


async def test_another_key_takes_it_back(server: Server, leaving: list[VisitorApp]) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.table("bataille", "Ana", "Ben")
        server.table("bataille", "Ana", "Cleo")
        await shown(pilot)
        await press(pilot, "q", "down", "q")
        assert not leaving
        assert told(pilot) == GOES_ON


async def test_games_by_correspondence_and_tables_that_wait_keep_no_member(
    server: Server, leaving: list[VisitorApp]
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.table("bataille", "Ana", "Ben", clock=ClockPlan("days", 86_400))
        server.table("bataille", "Ana", "")
        await shown(pilot)
        await press(pilot, "q")
        assert leaving == [pilot.app]


async def test_a_guest_is_asked_as_soon_as_they_have_a_seat(
    server: Server, leaving: list[VisitorApp]
) -> None:
    async with running(server.stranger(None)) as pilot:
        table = server.table("himalaya", "Ben", "", "")
        at_once(server.lobby.tables.join(table, visitor(pilot).who.account))
        await shown(pilot)
        await press(pilot, "q")
        assert not leaving
        assert told(pilot) == GIVES_UP
        await press(pilot, "q")
        assert leaving == [pilot.app]
