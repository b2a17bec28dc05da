"""Actions of admins in the lobby, each after two presses; others have none."""

from __future__ import annotations

from nim_tui.server.serve import HANDS_OVER, HANDS_OVER_TO_GUESTS
from nim_tui.server.storage.schema import OVER, RUNNING
from nim_tui.server.tables.listing import table_seen
from nim_tui.testing.screens import do, press, running, text_of
from screens.lobby.pages import SessionsPage
from screens.lobby.screen import LobbyScreen
from tests.screens.lobby.scenes import shown
from tests.screens.lobby.server import KEEPER, Server


async def test_nobody_else_sees_visits(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "v")
        assert isinstance(pilot.app.screen, LobbyScreen)
        await do(pilot, "question_mark")
        assert "Sessions" not in text_of(pilot.app)


async def test_a_visit_is_ended_by_enter_twice(server: Server) -> None:
    app = server.visitor(KEEPER)
    server.visits_of("Ben", "Cleo")
    async with running(app) as pilot:
        await do(pilot, "v down enter")
        assert "Press Enter again to end this session." in text_of(pilot.app)
        assert server.doorman.sent_away == []
        await do(pilot, "enter")
        assert server.doorman.sent_away == [2]
        assert "Session 2 ended." in text_of(pilot.app)


async def test_another_mark_between_ends_no_visit(server: Server) -> None:
    app = server.visitor(KEEPER)
    server.visits_of("Ben", "Cleo")
    async with running(app) as pilot:
        await do(pilot, "v down enter down up enter")
        assert server.doorman.sent_away == []
        assert isinstance(pilot.app.screen, SessionsPage)


async def test_a_visit_that_is_over_by_then(server: Server) -> None:
    app = server.visitor(KEEPER)
    server.visits_of("Ben")
    async with running(app) as pilot:
        await do(pilot, "v down enter")
        server.doorman.sessions = server.doorman.sessions[:1]
        await do(pilot, "enter")
        assert "unknown session 2" in text_of(pilot.app)


async def test_a_table_is_closed_by_the_same_key_twice(server: Server) -> None:
    async with running(server.visitor(KEEPER)) as pilot:
        table = server.table("himalaya", "Ben", "Cleo", "Dan")
        await shown(pilot)
        await press(pilot, "x")
        assert "Press the same key again to close this table." in text_of(pilot.app)
        assert table_seen(server.database, table, None).status == RUNNING
        await press(pilot, "x")
        assert table_seen(server.database, table, None).status == OVER
        await shown(pilot)
        assert "Himalaya" not in text_of(pilot.app)
        await press(pilot, "f", "f", "f")
        assert "▲ Ben  ▼ Cleo  ◆ Dan" in text_of(pilot.app)
        assert "closed" in text_of(pilot.app)


async def test_a_table_that_is_over_cannot_be_closed(server: Server) -> None:
    async with running(server.visitor(KEEPER)) as pilot:
        server.close_table(server.table("himalaya", "Ben", "Cleo", "Dan"))
        await press(pilot, "f", "f", "f", "x")
        assert "close this table" not in text_of(pilot.app)
        assert "you are not a player at this table" in text_of(pilot.app)


def test_at_the_end_each_is_told_in_their_language_and_guests_of_their_seats(
    server: Server,
) -> None:
    server.visitor("Ana", language="fr")
    server.visitor("Ben")
    server.stranger(None)
    server._book.end_all(HANDS_OVER, HANDS_OVER_TO_GUESTS)
    ana, ben, guest = (server.doorman.last_lines[number] for number in (1, 2, 3))
    assert ana.endswith("votre place est gardée.")
    assert ben == HANDS_OVER
    assert guest == HANDS_OVER_TO_GUESTS
