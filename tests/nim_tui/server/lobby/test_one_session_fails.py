"""An exception in one session touches nobody else, and its person finds a way back."""

from __future__ import annotations

import pytest

from nim_tui.server.logs import LogLines
from nim_tui.server.storage.database import StorageError
from screens.bataille.screen import BatailleScreen
from screens.lobby.screen import LobbyScreen
from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.screens.tables import ANA_CAMP, BEN_CAMP

APOLOGY = b"Sorry, an error occurred and was logged."


def test_in_the_lobby(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(screen: LobbyScreen) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(LobbyScreen, "action_rules", broken)

    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        before = await ben.sees("● Ana", "● Ben")
        await ana.type("r")
        await until(lambda: APOLOGY in ana.channel.sent, "an apology")
        assert b"Traceback" not in ana.channel.sent
        assert b"ZeroDivision" not in ana.channel.sent
        assert ben.screen == before
        await ben.type("t", "still here", "\r")
        await ben.sees("Ben: still here")
        await ana.type("\r")
        await ana.sees("Lobby   Ana", "Ben: still here")

    play(scene)


@pytest.mark.slow
def test_at_a_table_the_game_goes_on(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    own = BatailleScreen.action_rules

    def broken(screen: BatailleScreen) -> None:
        if screen.model.seat.number == 0:
            raise LookupError("on purpose")
        own(screen)

    monkeypatch.setattr(BatailleScreen, "action_rules", broken)

    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        await server.table("bataille", "Ana", "Ben")
        for one in (ana, ben):
            await one.sits_down()
        await ana.say(ANA_CAMP)
        await ana.type("r")
        await until(lambda: APOLOGY in ana.channel.sent, "an apology")
        await ben.say(BEN_CAMP)
        await ben.sees("waiting for Ana")
        await ana.type("\r")
        await ana.sees("Lobby   Ana", "your turn")
        await ana.sits_down()
        await ana.sees("Your turn: move a ship", "submarine at 33.300")
        await ana.say("A 17; drop 200")
        await ben.sees("Your turn: move a ship")

    play(scene)


@pytest.mark.slow
def test_an_outage_of_the_database_is_no_mistake_of_the_program(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        visit = server.here[0].visit
        with caplog.at_level("WARNING"):
            server.handler.failed(visit, StorageError("the database does not answer"))
            server.handler.failed(visit, RuntimeError("oh"))

    play(scene)
    told = [LogLines().format(record).split(" ", 1)[1] for record in caplog.records]
    assert "WARNING visit=1 ends: the database cannot be asked: StorageError" in told
    assert "ERROR visit=1 failed; RuntimeError" in told
