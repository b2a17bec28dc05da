"""The pages of moderators on the screen."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.admin import from_accounts
from nim_tui.server.admin.protocol import SetRole
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.chat.store import ChatLine
from nim_tui.server.moderation.blocks import block, blocked_by
from nim_tui.server.moderation.mutes import Muted, check_not_muted
from nim_tui.server.moderation.reports import Reported, report
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.tables.listing import seats_at
from nim_tui.testing.screens import do, running, text_of
from screens.lobby.pages import CaseLinesPage, CasePage, PersonPage, ReportsPage
from screens.lobby.screen import LobbyScreen
from tests.screens.lobby.scenes import shown
from tests.screens.lobby.server import KEEPER, Server

LINES = ("you all play like fish", "and your mothers too", "I said what I said")


def reported(server: Server, place: str | None = None) -> int:
    """Let Ana report Ben."""
    ana, ben = server.account("Ana"), server.account("Ben")
    lines = [ChatLine(n, ben.id, "Ben", text, server.now) for n, text in enumerate(LINES, 1)]
    what = Reported((ana.id, "Ana"), (ben.id, "Ben"), place)
    return report(server.database, what, "insults everybody", lines)


def moderator(server: Server, **settings: str) -> VisitorApp:
    """Return the app of Mia, a moderator."""
    server.account("Mia")
    at_once(server.database.ask(from_accounts, SetRole("Mia", "moderator")))
    return server.visitor("Mia", **settings)


async def test_nobody_else_sees_reports(server: Server) -> None:
    reported(server)
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "u")
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_moderator_mutes_from_a_report(server: Server) -> None:
    reported(server)
    async with running(moderator(server)) as pilot:
        await do(pilot, "u")
        assert isinstance(pilot.app.screen, ReportsPage)
        assert "insults everybody" in text_of(pilot.app)
        await do(pilot, "enter")
        assert isinstance(pilot.app.screen, CasePage)
        assert "Ben: you all play like fish" in text_of(pilot.app)
        await do(pilot, "down down enter")
        assert "Mute Ben for how long?" in text_of(pilot.app)
        await do(pilot, "down enter")
        assert "Ben is muted until" in text_of(pilot.app)
        with pytest.raises(Muted):
            check_not_muted(server.database, server.account("Ben").id)


async def test_the_messages_of_a_report_have_a_page(server: Server) -> None:
    reported(server)
    async with running(moderator(server)) as pilot:
        await do(pilot, "u enter enter")
        assert isinstance(pilot.app.screen, CaseLinesPage)
        assert LINES[-1] in text_of(pilot.app)


async def test_a_moderator_opens_somebody_from_the_list_of_people(server: Server) -> None:
    server.arrive("Ben")
    async with running(moderator(server)) as pilot:
        await shown(pilot)
        await do(pilot, "w enter")
        if not isinstance(pilot.app.screen, PersonPage):
            await do(pilot, "down enter")
        await do(pilot, *["down"] * 6, "enter")
        assert isinstance(pilot.app.screen, CasePage)
        assert "Moderate Ben" in text_of(pilot.app)


async def test_an_admin_reads_the_audit_log(server: Server) -> None:
    server.account("Mia")
    at_once(server.database.ask(from_accounts, SetRole("Mia", "moderator")))
    async with running(server.visitor(KEEPER)) as pilot:
        await do(pilot, "u a")
        assert "give a role Mia" in text_of(pilot.app)


async def test_a_host_turns_somebody_away_from_the_page_of_invitations(server: Server) -> None:
    table = server.table("himalaya", "Ana", "Ben", "")
    async with running(server.visitor("Ana")) as pilot:
        await shown(pilot)
        await do(pilot, "y down")
        assert "Exclude Ben" in text_of(pilot.app)
        await do(pilot, "enter enter")
        assert "Ben was excluded from this table." in text_of(pilot.app)
    assert [seat.name for seat in seats_at(server.database, table)] == ["Ana", "", ""]


async def test_whom_one_blocked_is_seen_and_unblocked_from_the_profile(server: Server) -> None:
    own, other = server.account("Ana").id, server.account("Ben").id
    block(server.database, own, other)
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "p b")
        assert "Ben" in text_of(pilot.app)
        await do(pilot, "enter")
        assert "You have blocked nobody." in text_of(pilot.app)
    assert blocked_by(server.database, own) == set()
