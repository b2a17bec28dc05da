"""Clubs on the screen: founded, written in, left."""

from __future__ import annotations

import pytest

from nim_tui.server.clubs.store import club_named, found, invite, join
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.testing.screens import do, running, settle, text_of, typing
from screens.lobby.pages import ClubChatPage, ClubPage, ClubsPage
from tests.screens.lobby.server import Server

pytestmark = pytest.mark.slow


async def test_a_club_is_founded_and_its_captain_excludes_a_member(server: Server) -> None:
    ben = server.account("Ben")
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "C")
        assert isinstance(pilot.app.screen, ClubsPage)
        assert "No clubs yet." not in text_of(pilot.app)  # the row to found one stands there
        await do(pilot, "n", typing("Chess friends"), "enter")
        assert isinstance(pilot.app.screen, ClubPage)
        join(server.database, club_named(server.database, "Chess friends"), ben.id)
        await do(pilot, "escape", "enter")
        assert "2 members" in text_of(pilot.app)
        await do(pilot, " ".join(["down"] * 7), "x")
        assert "Press the same key again to exclude Ben." in text_of(pilot.app)
        await do(pilot, "x")
        assert "Ben was excluded from the club." in text_of(pilot.app)
        await do(pilot, "t")
        assert isinstance(pilot.app.screen, ClubChatPage)
        await do(pilot, "t", typing("alone again"), "enter")
        assert "Ana: alone again" in text_of(pilot.app)


async def test_a_club_takes_no_reserved_name(server: Server) -> None:
    server.lobby.reserved_names = ["Chess"]
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "C n", typing("Chess friends"), "enter")
        assert "'Chess friends' is reserved" in text_of(pilot.app)
        assert isinstance(pilot.app.screen, ClubsPage)


async def test_who_joins_is_told_of_messages_in_the_lobby(server: Server) -> None:
    ana = server.account("Ana")
    club = found(server.database, ana.id, "Chess friends")
    async with running(server.visitor("Ben")) as pilot:
        await do(pilot, "C", "enter")
        assert "Anyone can join." in text_of(pilot.app)
        await do(pilot, "enter")
        assert "You are a member now." in text_of(pilot.app)
        await do(pilot, "escape", "escape")
        await server.lobby.talking.say_in_club(ana.id, "welcome", club, by=ana.id)
        await settle(pilot)
        assert "Chess friends, Ana: welcome" in text_of(pilot.app)


async def test_who_leaves_a_club_hears_only_of_the_table_they_looked_at(server: Server) -> None:
    ana, ben, cleo = (server.account(name) for name in ("Ana", "Ben", "Cleo"))
    club = found(server.database, ana.id, "Chess friends")
    join(server.database, club, ben.id)
    invite(server.database, club, ana.id, cleo.id)
    tables = [
        server.table("bataille", "Ana", "bot:easy", visibility=PRIVATE, club=club)
        for _n in range(2)
    ]
    (cleo_here,), (ben_here,) = server.arrive("Cleo"), server.arrive("Ben", at=tables[0])
    await server.lobby.clubs.leave(club, cleo.id)
    assert cleo_here.heard == [], "declining an invitation tells of no table"
    await server.lobby.clubs.leave(club, ben.id)
    assert ben_here.heard == [f"You were excluded from table {tables[0]}."]
