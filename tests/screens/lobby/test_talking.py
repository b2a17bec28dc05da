"""Chat in the lobby and at a table: its readers, and refused messages."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import Looker, do, press, running, settle, text_of, typing
from screens.lobby.chat import ChatDialog
from screens.lobby.screen import LobbyScreen
from screens.widgets.menu import Menu
from tests.screens.lobby.scenes import shown, two_at_a_board, visitor
from tests.screens.lobby.server import Server


async def sit_down(pilot: Looker, server: Server) -> str:
    """Open a table with Ben; return its id."""
    table = two_at_a_board(server)
    await visitor(pilot).table.sit_down(table)
    await settle(pilot)
    return table


@pytest.mark.slow
async def test_what_is_said_in_the_lobby_is_heard_there(server: Server) -> None:
    (ben,) = server.arrive("Ben")
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Cleo", "Dan")
        (cleo,) = server.arrive("Cleo", at=table)
        await do(pilot, "t", typing("good evening"), "enter")
        await shown(pilot)
        assert "Chat  Ana: good evening" in text_of(pilot.app)
        assert ben.heard == ["Ana: good evening"]
        assert cleo.heard == []
        assert pilot.app.screen.query_one(Menu).has_focus, "back at the list"


@pytest.mark.nightly
async def test_nothing_is_said_of_nothing(server: Server) -> None:
    (ben,) = server.arrive("Ben")
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "t enter", "t space space enter", "t", typing("no"), "escape")
        await do(pilot, "apostrophe enter space enter escape")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert ben.heard == []


@pytest.mark.nightly
async def test_who_talks_too_fast_is_told(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        for _line in range(7):
            await do(pilot, "t", typing("hi"), "enter")
        assert "too fast: wait a moment" in text_of(pilot.app)
        assert len(server.lobby.talking.said()) == 6


@pytest.mark.slow
async def test_what_is_said_at_a_table_is_heard_there_alone(server: Server) -> None:
    (cleo,) = server.arrive("Cleo")
    async with running(server.visitor("Ana")) as pilot:
        await sit_down(pilot, server)
        (eva,) = server.arrive("Eva", at=visitor(pilot).who.at)
        await do(pilot, "apostrophe", typing("a fine game"), "enter")
        assert "Ana: a fine game" in text_of(pilot.app)
        assert isinstance(pilot.app.screen, ChatDialog), "there may be more to say"
        assert eva.heard == ["Ana: a fine game"]
        assert cleo.heard == []
        await do(pilot, typing("is it not"), "enter escape q")
        assert eva.heard[-1] == "Ana: is it not"
        await shown(pilot)
        assert "fine game" not in text_of(pilot.app)


@pytest.mark.slow
async def test_talk_at_a_table_pops_up_unless_the_box_is_open(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = await sit_down(pilot, server)
        server.say("Ben", "hello?", table)
        await settle(pilot)
        assert "Ben: hello?" in text_of(pilot.app)
        assert len(pilot.app._notifications) == 1
        await press(pilot, "apostrophe")
        server.say("Ben", "are you there?", table)
        server.say("Ben", "elsewhere", None)
        await shown(pilot)
        assert "Ben: are you there?" in text_of(pilot.app)
        assert "elsewhere" not in text_of(pilot.app)
        assert len(pilot.app._notifications) == 1


@pytest.mark.nightly
async def test_the_box_shows_who_comes_and_goes(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = await sit_down(pilot, server)
        await press(pilot, "apostrophe")
        (eva,) = server.arrive("Eva", at=table)
        await shown(pilot)
        assert "Online: 3   Ana, Ben, Eva" in text_of(pilot.app)
        eva.at = None
        server.lobby.comings.moved_about(table)
        await shown(pilot)
        assert "Online: 2   Ana, Ben ─" in text_of(pilot.app)


@pytest.mark.slow
async def test_talk_steers_no_terminal_of_those_at_the_table(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = await sit_down(pilot, server)
        await press(pilot, "apostrophe")
        server.say("Ben", "2Jred\n\u202edesrever [bold]loud[/bold]", table)
        await shown(pilot)
        text = text_of(pilot.app)
        assert "Ben: 2Jred desrever [bold]loud[/bold]" in text
        assert text.replace("\n", "").isprintable()


async def test_a_command_is_answered_to_who_typed_it_alone(server: Server) -> None:
    (ben,) = server.arrive("Ben")
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "t", typing("/people"), "enter")
        assert "2 people online" in text_of(pilot.app)
        await do(pilot, "t", typing("/bloquer Ben"), "enter")
        assert "Ben is blocked. They are not notified." in text_of(pilot.app)
        server.say("Ben", "hello?")
        await shown(pilot)
        assert "hello?" not in text_of(pilot.app)
        assert ben.heard == []


async def test_a_word_that_is_no_command_is_told_and_two_slashes_begin_a_message(
    server: Server,
) -> None:
    (ben,) = server.arrive("Ben")
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "t", typing("/blok Ben"), "enter")
        assert "unknown chat command '/blok'; did you mean /block?" in text_of(pilot.app)
        await do(pilot, "escape", "t", typing("//me too"), "enter")
        assert ben.heard == ["Ana: /me too"]


@pytest.mark.slow
async def test_a_command_at_a_table_is_answered_in_its_box(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await sit_down(pilot, server)
        await do(pilot, "apostrophe", typing("/help"), "enter")
        assert "/block NAME: hide a player’s messages" in text_of(pilot.app)
        await do(pilot, typing("fine"), "enter")
        assert "block NAME: hide a player’s messages" not in text_of(pilot.app)
