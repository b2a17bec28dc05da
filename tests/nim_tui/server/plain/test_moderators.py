"""Moderators and admins in text mode: reports, and the orders they give from inside."""

from __future__ import annotations

from nim_tui.server.accounts.admin import from_accounts
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import ListAudit, SetRole
from nim_tui.server.admin.service import AdminService
from nim_tui.server.admin.statistics import Statistics
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.ssh import Limits
from nim_tui.server.storage.schema import OPEN
from nim_tui.server.terminal.context import ServerContext
from tests.nim_tui.server.lobby.steady import Play, Steady, print_of
from tests.nim_tui.server.plain.lines import Talker, talker


async def moderator(server: Steady, role: str = "moderator") -> Talker:
    """Let Mia come, who has a role, to a server that takes orders from inside."""
    handler = SignIn(server.lobby, guests=True, admins=[print_of("Kim")])
    registry = SessionRegistry(handler, server.database)
    handler.open_moderation(
        AdminService(server.lobby, registry, Statistics(server.lobby, server.counters))
    )
    server.context = ServerContext(handler, Limits(), server.counters, guests=True, banner="")
    await (await talker(server, "Mia")).leave()
    await server.database.ask(from_accounts, SetRole("Mia", role))  # type: ignore[arg-type]
    return await talker(server, "Mia")


async def reported(server: Steady) -> Talker:
    """Let Ben shout, and Ana report it."""
    ben, ana = await talker(server, "Ben"), await talker(server, "Ana")
    await ben.say("say you all play like fish")
    told = await ana.say("report Ben insults everybody")
    assert "Report 1 is sent to 1 moderator." in told
    await ana.leave()
    return ben


async def orders(server: Steady) -> list[tuple[str, str, str, int | None]]:
    found = (await server.database.ask(from_books, ListAudit(after=0)))["audit"]
    return [(one["by"], one["order"], one["whom"], one["report"]) for one in found[1:]]


def test_a_moderator_reads_a_report_and_answers_it(play: Play) -> None:
    async def scene(server: Steady) -> None:
        mia = await moderator(server)
        ben = await reported(server)
        listed = await mia.say("reports")
        assert any("Ana about Ben (lobby): insults everybody" in line for line in listed)
        opened = await mia.say("go 1")
        assert "Ben: you all play like fish." in opened
        assert "Mute Ben for how long?" in (await mia.say("mute"))[-1]
        muted = await mia.say("1 hour")
        assert muted[0].startswith("Ben is muted until ")
        assert any("muted you until" in line for line in await ben.say("say blub"))
        assert "Done." in await mia.say("warn please stay kind")
        assert "A moderator warns you: please stay kind." in await ben.hears_of("warns you")
        assert "Report closed." in await mia.say("done muted and warned")
        assert any("Mia: mute" in line for line in await mia.say("list"))
        assert await orders(server) == [
            ("Mia", "mute", "Ben", 1), ("Mia", "warn", "Ben", 1), ("Mia", "close-report", "", 1),
        ]  # fmt: skip

    play(scene)


def test_a_ban_needs_a_reason_and_a_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        mia = await moderator(server)
        await reported(server)
        await mia.say("moderate Ben")
        assert "Add how long: day, week or month, then the reason." in await mia.say("ban")
        assert "Add the reason, which the banned person sees." in await mia.say("ban week")
        banned = await mia.say("ban week insults")
        assert banned[0].startswith("Ben is banned until ")
        assert await orders(server) == [("Mia", "ban", "Ben", None)]

    play(scene)


def test_members_have_no_commands_of_moderators(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await moderator(server)
        ana = await talker(server, "Ana")
        for word in ("reports", "moderate Ben", "audit"):
            assert not any("Report" in line for line in await ana.say(word))
        assert not any("(moderators)" in line for line in await ana.say("help"))

    play(scene)


def test_a_role_counts_at_once_and_is_lost_at_once(play: Play) -> None:
    async def scene(server: Steady) -> None:
        mia = await moderator(server, "admin")
        ana = await talker(server, "Ana")
        await mia.say("moderate Ana")
        await mia.say("role")
        assert "Ana: moderator." in await mia.say("moderator")
        heard = await ana.hears_of("moderator")
        assert "You are now a moderator: see Reports in the lobby." in heard
        assert "No report is open." in await ana.say("reports")
        await mia.say("role")
        await mia.say("member")
        assert any("your role does not allow" in line.lower() for line in await ana.say("list"))

    play(scene)


def test_what_spectators_said_is_hidden_from_a_moderator_who_plays_there(play: Play) -> None:
    async def scene(server: Steady) -> None:
        mia = await moderator(server)
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        table = await server.table("bataille", "Mia", "Ana")
        await ben.say(f"watch {table}")
        await ana.say(f"watch {table}")
        await ben.say("say her fleet is in the north")
        await ana.say("report Ben tells secrets")
        await mia.say("reports")
        opened = await mia.say("go 1")
        assert "The messages are hidden from you while you play at that table." in opened
        assert not any("north" in line for line in opened)

    play(scene)


def test_nobody_reads_reports_about_themselves(play: Play) -> None:
    async def scene(server: Steady) -> None:
        mia = await moderator(server)
        ana = await talker(server, "Ana")
        await ana.say("report Mia mutes everybody")
        assert "No report is open." in await mia.say("reports")
        assert not any("mutes everybody" in line for line in await mia.say("go 1"))

    play(scene)


def test_who_is_excluded_neither_watches_nor_sits_down_again(play: Play) -> None:
    async def scene(server: Steady) -> None:
        mia = await moderator(server)
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        table = await server.table("bataille", "Ana", "Mia")
        await ben.say(f"watch {table}")
        await ana.say(f"join {table}")
        await ana.say("report Ben shouts")
        await mia.say("reports")
        await mia.say("go 1")
        assert f"To exclude Ben from table {table}, type: exclude yes." in await mia.say("exclude")
        assert f"Ben was excluded from table {table}." in await mia.say("exclude yes")
        assert f"You were excluded from table {table}." in await ben.hears_of("Lobby.")
        assert "You were excluded from this table." in await ben.say(f"watch {table}")

    play(scene)


def test_a_warning_waits_for_somebody_who_is_away(play: Play) -> None:
    async def scene(server: Steady) -> None:
        mia = await moderator(server)
        ben = await reported(server)
        await ben.leave()
        await mia.say("moderate Ben")
        await mia.say("warn stay kind")
        back = await talker(server, "Ben")
        assert "A moderator warns you: stay kind." in back.told
        await back.leave()
        again = await talker(server, "Ben")
        assert not any("warns you" in line for line in again.told)

    play(scene)


def test_a_host_turns_somebody_away_in_text_mode(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        await ana.say("new himalaya me open open")
        await ana.say("")
        (table,) = [row.id for row in server.lobby.table_list.all_in(OPEN)]
        await ben.say(f"join {table}")
        assert f"Ben was excluded from table {table}." in await ana.say(f"exclude {table} Ben")
        assert any("excluded" in line for line in await ben.hears_of("excluded"))
        assert any("excluded" in line for line in await ben.say(f"join {table}"))

    play(scene)
