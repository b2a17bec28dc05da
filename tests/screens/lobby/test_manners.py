"""Channels, blocks, reports and slow mode: who receives a message, and who learns nothing of it."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.merging import erase, merge
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import CloseReport, ListReports
from nim_tui.server.chat.store import MOST_KEPT, said, say
from nim_tui.server.moderation.blocks import CannotBlock, blocked_by
from nim_tui.server.moderation.mutes import SlowModeActive
from nim_tui.server.moderation.reports import NoReport
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.storage.schema import SPECTATORS
from nim_tui.testing.screens import do, press, running, settle, text_of, typing
from screens.lobby.pages import PersonPage
from tests.screens.lobby.scenes import shown, visitor
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_profile import shows
from tests.screens.tables import WON


def heard(server: Server, name: str, table: str | None = None) -> list[str]:
    """Return the messages that somebody can read now."""
    return [line.text for line in server.lobby.talking.said(table, server.account(name).id)]


# Channels


async def test_what_spectators_say_reaches_no_player_until_the_end(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    ana, ben, eva, dan = server.arrive("Ana", "Ben", "Eva", "Dan", at=table)
    server.say("Eva", "his submarine is at 14.200", table)
    assert (ana.heard, ben.heard) == ([], [])
    assert dan.heard == ["Eva: his submarine is at 14.200"]
    assert heard(server, "Ana", table) == heard(server, "Ben", table) == []
    assert heard(server, "Dan", table) == ["his submarine is at 14.200"]
    server.say("Ana", "good luck", table)
    assert eva.heard == dan.heard[1:] == ["Ana: good luck"]
    assert heard(server, "Ben", table) == ["good luck"]
    server.play(table, WON)
    assert heard(server, "Ben", table) == ["his submarine is at 14.200", "good luck"]
    server.say("Eva", "well played", table)
    assert ben.heard[-1] == "Eva: well played"


async def test_a_player_whom_a_bot_replaces_hears_no_spectators(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    (ana,) = server.arrive("Ana", at=table)
    server.arrive("Eva", at=table)
    await server.held(table).stand_ins.lend(0)
    server.say("Eva", "psst", table)
    assert heard(server, "Ana", table) == []
    assert not any("psst" in line for line in ana.heard)


@pytest.mark.slow
async def test_nothing_on_a_players_screen_tells_of_spectators_talk(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Ana", "Ben")
        server.arrive("Ben", "Eva", at=table)
        await visitor(pilot).table.sit_down(table)
        await press(pilot, "apostrophe")
        server.say("Ben", "hello", table)
        await shown(pilot)
        before = text_of(pilot.app)
        for number in range(60):
            server.say("Eva", f"whisper {number}", table)
        await shown(pilot)
        assert text_of(pilot.app) == before
        assert "whisper" not in await shows(pilot, "tab")


def test_much_talk_of_spectators_drives_no_line_of_players_out(server: Server) -> None:
    host = server.account("Ana").id
    table = server.table("bataille", "Ana", "")
    say(server.database, host, "remember this", table)
    for number in range(MOST_KEPT + 5):
        say(server.database, host, str(number), table, SPECTATORS)
    assert [line.text for line in said(server.database, table)] == ["remember this"]
    assert len(said(server.database, table, SPECTATORS, most=MOST_KEPT)) == MOST_KEPT


@pytest.mark.slow
async def test_a_spectator_sees_who_of_them_spoke(server: Server) -> None:
    async with running(server.visitor("Eva")) as pilot:
        table = server.table("bataille", "Ana", "Ben")
        server.arrive("Ana", "Dan", at=table)
        await visitor(pilot).table.sit_down(table)
        await press(pilot, "apostrophe")
        assert "to spectators; (names) in brackets are spectators …" in text_of(pilot.app)
        server.say("Dan", "who is ahead?", table)
        server.say("Ana", "not me", table)
        await shown(pilot)
        assert "(Dan): who is ahead?" in text_of(pilot.app)
        assert " Ana: not me" in text_of(pilot.app)


# Blocks


@pytest.mark.slow
async def test_of_who_is_blocked_nothing_is_heard_and_nobody_is_told(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        (ben,) = server.arrive("Ben")
        server.say("Ben", "you fool")
        await shown(pilot)
        assert "you fool" in text_of(pilot.app)
        await shows(pilot, "w", "down", "enter", *["down"] * 4, "enter")
        assert isinstance(pilot.app.screen, PersonPage)
        assert "Ben is blocked. They are not notified." in text_of(pilot.app)
        assert "blocked" in await shows(pilot, "escape")
        await press(pilot, "escape")
        server.say("Ben", "still here")
        await shown(pilot)
        assert "you fool" not in text_of(pilot.app)
        assert "still here" not in text_of(pilot.app)
        assert ben.heard == []
        assert heard(server, "Ben") == ["you fool", "still here"]
        await shows(pilot, "w", "down", "enter", *["down"] * 4, "enter")
        await press(pilot, "escape", "escape")
        await shown(pilot)
        assert "still here" in text_of(pilot.app)


async def test_who_is_blocked_finds_everything_as_before(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    ana, _ben, cleo = server.arrive("Ana", "Ben", "Cleo", at=table)
    own, other = server.account("Ana").id, server.account("Ben").id
    await server.lobby.talking.block(own, other)
    server.say("Ben", "hello", table)
    assert ana.heard == []
    assert cleo.heard == ["Ben: hello"]
    assert heard(server, "Ben", table) == ["hello"]
    server.say("Ana", "I can still be heard", table)
    assert heard(server, "Ben", table) == ["hello", "I can still be heard"]
    assert server.lobby.shown.people(table) == ["Ana", "Ben", "Cleo"]


async def test_who_is_blocked_invites_in_vain(server: Server) -> None:
    (ana,) = server.arrive("Ana")
    server.table("bataille", "Ben", "?Ana")
    assert len(ana.heard) == 1
    await server.lobby.talking.block(server.account("Ana").id, server.account("Ben").id)
    server.table("bataille", "Ben", "?Ana")
    assert len(ana.heard) == 1


async def test_blocks_are_kept_and_bounded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben = server.account("Ana").id, server.account("Ben").id
    talking = server.lobby.talking
    await talking.block(ana, ben)
    await talking.block(ana, ben)
    assert blocked_by(server.database, ana) == {ben}
    with pytest.raises(CannotBlock, match="that is you"):
        await talking.block(ana, ana)
    monkeypatch.setattr("nim_tui.server.moderation.blocks.MOST_BLOCKED", 1)
    with pytest.raises(CannotBlock, match="already blocked 1 people"):
        await talking.block(ana, server.account("Cleo").id)
    await talking.unblock(ana, ben)
    assert blocked_by(server.database, ana) == set()


async def test_blocks_go_with_merged_accounts(server: Server) -> None:
    ana, ben, two = (server.account(name) for name in ("Ana", "Ben", "Ben Two"))
    await server.lobby.talking.block(ana.id, two.id)
    merge(server.database, two, ben)
    assert blocked_by(server.database, ana.id) == {ben.id}


# Reports


@pytest.mark.slow
async def test_a_report_holds_what_was_said_last_and_is_closed_once(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.arrive("Ben")
        for number in range(25):
            server.say("Ben", f"insult {number}")
        await shows(pilot, "w", "down", "enter", *["down"] * 5, "enter")
        await do(pilot, typing("he insults me"), "enter")
        assert "Report 1 is saved. Nobody is notified" in await shows(pilot)
    (one,) = (await server.database.ask(from_books, ListReports()))["reports"]
    assert (one["by"], one["about"], one["table"]) == ("Ana", "Ben", None)
    assert one["reason"] == "he insults me"
    assert [line["text"] for line in one["lines"]] == [f"insult {n}" for n in range(5, 25)]
    await server.database.ask(from_books, CloseReport(one["report"], "muted him"))
    assert (await server.database.ask(from_books, ListReports()))["reports"] == []
    (kept,) = (await server.database.ask(from_books, ListReports(closed=True)))["reports"]
    assert kept["note"] == "muted him"
    with pytest.raises(NoReport):
        await server.database.ask(from_books, CloseReport(one["report"]))


async def test_a_player_reports_nothing_that_they_cannot_read(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    server.arrive("Ana", "Ben", "Eva", at=table)
    server.say("Eva", "psst", table)
    server.say("Ben", "grr", table)
    await server.lobby.talking.report(server.account("Ana"), server.account("Ben"), "why", table)
    (one,) = (await server.database.ask(from_books, ListReports()))["reports"]
    assert [line["text"] for line in one["lines"]] == ["grr"]


async def test_reports_are_bounded(server: Server) -> None:
    ana, ben = server.account("Ana"), server.account("Ben")
    for _time in range(3):
        await server.lobby.talking.report(ana, ben, "why", None)
    with pytest.raises(TooOften):
        await server.lobby.talking.report(ana, ben, "why", None)


async def test_nothing_of_a_deleted_person_is_left_in_reports(server: Server) -> None:
    ana, ben = server.account("Ana"), server.account("Ben")
    server.say("Ana", "ana's words")
    server.say("Ben", "ben's words")
    talking = server.lobby.talking
    for by, about in ((ana, ben), (ben, ana)):
        await talking.report(by, about, "why", None)
    erase(server.database, ana)
    (one,) = (await server.database.ask(from_books, ListReports()))["reports"]
    assert (one["by"], one["about"]) == ("someone", "Ben")
    assert [line["text"] for line in one["lines"]] == ["ben's words"]


# Slow mode


async def test_slow_mode_holds_each_back_in_the_lobby_alone(server: Server) -> None:
    (cleo,) = server.arrive("Cleo")
    table = server.table("bataille", "Ana", "Ben")
    server.lobby.talking.set_slow_mode(30)
    assert cleo.heard == ["Slow mode in the lobby: one message every 30 s."]
    server.say("Ana", "one")
    with pytest.raises(SlowModeActive, match="wait 27 s"):
        server.say("Ana", "two")
    server.say("Ben", "mine")
    server.say("Ana", "here", table)
    server.later(30)
    server.say("Ana", "three")
    server.lobby.talking.set_slow_mode(0)
    server.say("Ana", "four")
    assert [line.text for line in server.lobby.talking.said()] == ["one", "mine", "three", "four"]


# Coming in


@pytest.mark.nightly
async def test_who_comes_in_reads_what_was_said_before(server: Server) -> None:
    for number in range(60):
        server.say("Ben", f"line {number}")
    async with running(server.visitor("Ana")) as pilot:
        await settle(pilot)
        assert "line 59" in text_of(pilot.app)
        await press(pilot, "apostrophe")
        assert "line 59" in text_of(pilot.app)
    assert len(heard(server, "Ana")) == 50


@pytest.mark.nightly
async def test_a_notice_lies_over_no_prompt(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Ana", "Ben")
        server.arrive("Ben", at=table)
        await visitor(pilot).table.sit_down(table)
        await settle(pilot)
        question = next(line for line in text_of(pilot.app).splitlines() if "Your turn" in line)
        for number in range(6):
            server.say("Ben", f"hello {number} " + "and so on " * 15, table)
        await settle(pilot)
        assert question in text_of(pilot.app).splitlines()
