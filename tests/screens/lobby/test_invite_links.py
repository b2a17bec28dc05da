"""Invite links: made by the host, shown once, pasted in another user's lobby."""

from __future__ import annotations

import re

import pytest
from textual import events

from nim_tui.server.settings.addresses import PublicAddresses
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.testing.screens import Looker, do, press, running, settle, text_of, typing
from screens.lobby.input_line import TypingField
from screens.lobby.pages import InviteLinksPage
from screens.lobby.screen import LobbyScreen
from screens.table.screen import GameScreen
from tests.screens.lobby.scenes import shown, visitor
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_seating import is_offered, told

TOKEN = re.compile(r"[2-9A-Z]{4}(?:-[2-9A-Z]{4}){4}")


def family(server: Server, *seats: str) -> str:
    """Set up Ana's private table of Himalaya."""
    return server.table("himalaya", "Ana", *(seats or ("", "")), title="Family", visibility=PRIVATE)


def invitation(server: Server, table: str) -> str:
    """Return a token made by Ana."""
    return at_once(server.lobby.invite_links.make(table, server.account("Ana").id))


def text(pilot: Looker) -> str:
    """Return the text of the screen, without line breaks."""
    return " ".join(text_of(pilot.app).split())


@pytest.mark.slow
async def test_the_host_makes_one_which_somebody_uses_in_their_lobby(server: Server) -> None:
    server.lobby.invite_links.known_as = PublicAddresses(
        "https://games.example.org", "games.example.org"
    )
    table = family(server)
    async with running(server.visitor("Ana")) as pilot:
        await shown(pilot)
        await press(pilot, "y")
        assert isinstance(pilot.app.screen, InviteLinksPage)
        await press(pilot, "enter")
        lines = [line.strip("│ ") for line in text_of(pilot.app).splitlines()]
        (token,) = {found for line in lines for found in TOKEN.findall(line)}
        assert f"ssh -t games.example.org join {token}" in lines
        assert f"https://games.example.org/i/{token}" in lines
        assert "1 open" in text(pilot)
        await press(pilot, "q", "y")
        assert not TOKEN.search(text_of(pilot.app)), "it is shown once"
    async with running(server.visitor("Ben")) as pilot:
        assert "Family" not in text_of(pilot.app)
        await do(pilot, "g", typing(f"ssh -t games.example.org join {token}"), "enter")
        await shown(pilot)
        assert "You have a seat" in text(pilot)
        assert "Family" in text_of(pilot.app)
        assert visitor(pilot).who.at is None
    assert list(server.lobby.table_list.seated(table)) == [
        server.account("Ana").id,
        server.account("Ben").id,
        None,
    ]


@pytest.mark.slow
async def test_with_the_last_seat_the_game_is_on_the_screen(server: Server) -> None:
    token = invitation(server, server.table("bataille", "Ana", "", visibility=PRIVATE))
    async with running(server.visitor("Ben")) as pilot:
        await do(pilot, "g", typing(token.lower()), "enter")
        assert isinstance(pilot.app.screen, GameScreen)


async def test_what_is_pasted_opens_the_field_and_does_nothing_yet(server: Server) -> None:
    token = invitation(server, family(server))
    async with running(server.visitor("Ben")) as pilot:
        pilot.app.screen.post_message(events.Paste(f"\nhttps://g.example.org/i/{token}\nq"))
        await settle(pilot)
        assert pilot.app.screen.query_one(TypingField).value.endswith(token)
        assert "Family" not in text_of(pilot.app)
        await press(pilot, "enter")
        await shown(pilot)
        assert "Family" in text_of(pilot.app)


@pytest.mark.parametrize("typed", ["2345-6789-ABCD-EFGH-JKMN", "hello", "join ABC", "/i/"])
async def test_whatever_opens_nothing_is_told_alike(server: Server, typed: str) -> None:
    family(server)
    async with running(server.visitor("Ben")) as pilot:
        await do(pilot, "g", typing(typed), "enter")
        assert told(pilot) == "this invite link is wrong, used or expired"
        assert "Family" not in text_of(pilot.app)


@pytest.mark.nightly
async def test_the_name_of_a_table_leads_there_and_takes_no_seat(server: Server) -> None:
    hidden, table = family(server), server.table("bataille", "Cleo", "")
    async with running(server.visitor("Ben")) as pilot:
        await do(pilot, "g", typing(f"https://games.example.org/t/{table}"), "enter")
        await shown(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert list(server.lobby.table_list.seated(table))[1] is None
        await do(pilot, "g", typing(hidden), "enter")
        assert f"unknown table '{hidden}'" in text_of(pilot.app)


@pytest.mark.nightly
async def test_taken_back_ones_open_nothing(server: Server) -> None:
    table = family(server)
    tokens = [invitation(server, table) for _ in range(2)]
    async with running(server.visitor("Ana")) as pilot:
        await shown(pilot)
        await press(pilot, "y")
        assert "2 open" in text(pilot)
        await press(pilot, "down", "enter")
        assert "None of the links can be used any more." in text(pilot)
    async with running(server.visitor("Ben")) as pilot:
        for token in tokens:
            await do(pilot, "g", typing(token), "enter", "escape")
    assert list(server.lobby.table_list.seated(table))[1:] == [None, None]


@pytest.mark.slow
async def test_hosts_alone_are_offered_it_while_their_table_waits(server: Server) -> None:
    server.table("submarine", "Ben", "Ana", "")
    async with running(server.visitor("Ana")) as pilot:
        await shown(pilot)
        assert not is_offered(visitor(pilot), "link")
    async with running(server.visitor("Ben")) as pilot:
        await shown(pilot)
        assert is_offered(visitor(pilot), "link")
    server.table("bataille", "Cleo", "Dan")
    async with running(server.visitor("Cleo")) as pilot:
        await shown(pilot)
        assert not is_offered(visitor(pilot), "link")


@pytest.mark.slow
async def test_without_a_known_address_that_is_said(server: Server) -> None:
    family(server)
    async with running(server.visitor("Ana")) as pilot:
        await shown(pilot)
        await press(pilot, "y", "enter")
        assert re.search(r"ssh -t HOST join [2-9A-Z-]{24}", text(pilot))
        assert "Replace HOST with the address of this server." in text(pilot)
        assert "https://" not in text(pilot)


async def test_a_finished_game_is_passed_on_by_lines(server: Server) -> None:
    server.lobby.invite_links.known_as = PublicAddresses(
        "https://games.example.org", "games.example.org:22"
    )
    table = server.table("bataille", "Ana", "Ben")
    async with running(server.visitor("Ana")) as pilot:
        await shown(pilot)
        assert not is_offered(visitor(pilot), "pass_on")
        server.win(table, loser="Ben")
        await do(pilot, "f", "f", "f")
        await shown(pilot)
        await press(pilot, "z")
        told = text_of(pilot.app)
        assert f"ssh games.example.org record {table} > game.jsonl" in told
        assert "nim-tui record export game.jsonl --to html > game.html" in told
        assert f"https://games.example.org/t/{table}" in told
