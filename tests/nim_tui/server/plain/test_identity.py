"""The banner, the name and the texts of a server in text mode."""

from __future__ import annotations

from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import SetMessage
from nim_tui.server.identity import ServerIdentity
from nim_tui.server.settings.identity import IdentityConfig
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.plain.lines import talker

CLUB = IdentityConfig(server_name="Club of the Tide", motd="Bring tea.", house_rules="Be kind.")


def test_they_are_told_at_sign_in_and_on_request(play: Play) -> None:
    async def scene(server: Steady) -> None:
        server.lobby.identity = ServerIdentity(server.database, CLUB, "Everything is\nlogged.")
        ana = await talker(server, "Ana")
        assert ana.told[:3] == ["Everything is", "logged.", "Welcome to Club of the Tide, Ana."]
        assert "Message of the day: Bring tea." in ana.told
        await server.database.ask(from_books, SetMessage("Bring cake."))
        await server.lobby.message_changed()
        told = await ana.say("about")
        assert told[:2] == ["Message of the day: Bring cake.", "Rules of this server: Be kind."]
        await server.database.ask(from_books, SetMessage())
        await server.lobby.message_changed()
        assert "Message of the day: Bring tea." in await ana.say("about")

    play(scene)
