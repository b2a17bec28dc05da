"""Friends on the screen: followed, seen to come, written to, asked to a game."""

from __future__ import annotations

import pytest

from nim_tui.server.chat.friends_store import follow
from nim_tui.testing.screens import do, running, settle, text_of, typing
from screens.lobby.pages import FriendsPage, PersonPage, TalkPage
from tests.screens.lobby.scenes import shown
from tests.screens.lobby.server import Server

pytestmark = pytest.mark.slow


async def test_a_friend_is_seen_to_come_and_written_to(server: Server) -> None:
    ana, ben = server.account("Ana"), server.account("Ben")
    follow(server.database, ana.id, ben.id)
    async with running(server.visitor("Ana")) as pilot:
        server.arrive("Ben")
        await settle(pilot)
        assert "Ben, whom you follow, is online." in text_of(pilot.app)
        await do(pilot, "F")
        assert isinstance(pilot.app.screen, FriendsPage)
        await do(pilot, "enter")
        assert isinstance(pilot.app.screen, PersonPage)
        assert "Unfollow" in text_of(pilot.app)
        await do(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, TalkPage)
        await do(pilot, "t", typing("tea at five?"), "enter")
        assert "Ana: tea at five?" in text_of(pilot.app)
        await do(pilot, "escape", "down down", "enter", "enter")
        assert "Ben is asked to play Bataille sous les mers" in " ".join(text_of(pilot.app).split())
        await do(pilot, "escape", "escape")
        await shown(pilot)
        assert "? Ben" in text_of(pilot.app)
