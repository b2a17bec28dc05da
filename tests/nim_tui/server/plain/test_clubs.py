"""Clubs in text mode: founded, joined, written in; moderation holds there as in the lobby."""

from __future__ import annotations

from nim_tui.server.moderation.mutes import mute
from nim_tui.server.moderation.reports import reports
from nim_tui.server.storage.schema import OPEN, PRIVATE
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.nim_tui.server.plain.lines import talker


def test_members_of_a_club_write_to_each_other(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben, eve = [await talker(server, name) for name in ("Ana", "Ben", "Eve")]
        await ana.say("clubs")
        assert "1. Ana: captain, you." in await ana.say("new Chess friends")
        told = await ben.say("clubs")
        assert "1. Chess friends: 1 member, captain Ana, anyone." in told
        await ben.say("go 1")
        assert "You are a member now." in await ben.say("join")
        await ana.say("say hello all")
        assert "Chess friends, Ana: hello all." in await ben.hears_of("hello all")
        assert any(line.endswith("Ana says: hello all.") for line in await ben.say("chat"))
        assert not any("hello all" in line for line in eve.hears())
        await eve.say("clubs")
        await eve.say("go 1")
        assert "Only members of the club can do that." in await eve.say("say let me in")
        assert "Only members of the club can do that." in await eve.say("chat")

    play(scene)


def test_mutes_blocks_and_reports_hold_in_a_club(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = [await talker(server, name) for name in ("Ana", "Ben")]
        await ana.say("clubs")
        await ana.say("new Chess friends")
        await ben.say("clubs")
        await ben.say("go 1")
        await ben.say("join")
        await ben.say("say you are all fools")
        told = await ana.say("report Ben rude")
        assert any(line.startswith("Report 1 is saved") for line in told)
        ((report,), _count) = reports(server.database)
        assert report.reason == "club Chess friends: rude"
        assert [text for _who, _name, text in report.lines] == ["you are all fools"]
        await ana.say("quit")
        await ana.say("quit")
        await ana.say("block Ben")
        await ben.say("say anybody here?")
        await ana.say("clubs")
        await ana.say("go 1")
        assert not any("anybody" in line or "fools" in line for line in await ana.say("chat"))
        mute(server.database, server.accounts["Ben"].id, None)
        assert "An admin muted you." in await ben.say("say still here")

    play(scene)


def test_a_captain_invites_turns_away_and_hands_over(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben, eve = [await talker(server, name) for name in ("Ana", "Ben", "Eve")]
        await ana.say("clubs")
        await ana.say("new Chess friends")
        await ana.say("joining")
        assert "Invited players can join now." in await ana.say("2")
        await eve.say("clubs")
        await eve.say("go 1")
        told = await eve.say("join")
        assert "This club is by invitation: ask its captain." in told
        assert "Ben is invited." in await ana.say("invite Ben")
        await ben.hears_of("Ana invites you to the club Chess friends")
        await ben.say("clubs")
        await ben.say("go 1")
        await ben.say("join")
        asked = await ana.say("captain Ben")
        assert "To make Ben the captain, type: captain Ben yes." in asked
        assert "Ben is the captain now." in await ana.say("captain Ben yes")
        await ben.say("exclude Ana yes")
        await ana.hears_of("You were excluded from the club Chess friends")
        assert "You were excluded from this club." in await ana.say("join")
        assert "The club is closed." in await ben.say("close yes")
        await ben.say("quit")
        assert "No clubs yet: type new and a name." in await ben.say("list")

    play(scene)


def test_tables_and_tournaments_of_a_club_are_listed_there(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = [await talker(server, name) for name in ("Ana", "Ben")]
        await ana.say("clubs")
        await ana.say("new Chess friends")
        await ben.say("new bataille open")
        await ben.say("")
        told = await ana.say("list")
        assert not any("Bataille" in line for line in told)
        await ben.say("clubs")
        await ben.say("go 1")
        await ben.say("join")
        assert any(
            "Bataille sous les mers" in line and "Ben" in line for line in await ana.say("list")
        )

    play(scene)


def test_a_half_point_bye_is_asked_for_and_taken_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        await ana.say("tournaments")
        await ana.say("new bataille")
        await ana.say("format=Swiss")
        await ana.say("half-point byes=1")
        told = await ana.say("")
        assert any("Half-point byes: 1 per player" in line for line in told)
        assert any("half-point bye in the next round" in line for line in await ana.say("rest"))
        assert any("Ana (half-point bye next)" in line for line in await ana.say("list"))
        assert "You play the next round." in await ana.say("rest")

    play(scene)


def test_a_tournament_of_team_matches_asks_for_teams_and_boards(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        await ana.say("tournaments")
        await ana.say("new bataille")
        for line in ("format=team matches", "boards=2", "players=2", "your team=Reds"):
            await ana.say(line)
        told = await ana.say("")
        assert any("2 boards per match." in line for line in told)
        await ben.say("tournaments")
        await ben.say("go 1")
        assert "Add the name of your team." in await ben.say("join")
        told = await ben.say("join Blues")
        assert any("round 1" in line for line in [*told, *await ben.say("list")])
        lines = [line for line in await ben.say("list") if "match points" in line]
        assert len(lines) == 2

    play(scene)


def test_a_table_of_a_club_is_for_its_members_at_every_door(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben, eve = [await talker(server, name) for name in ("Ana", "Ben", "Eve")]
        await ana.say("clubs")
        await ana.say("new Chess friends")
        await ana.say("quit")
        await ana.say("quit")
        await ana.say("new bataille open")
        told = await ana.say("what")
        assert any("club Chess friends" in line for line in told), told
        told = await ana.say("visible to=club Chess friends")
        assert any("club Chess friends" in line for line in told), told
        await ana.say("")
        ((table, row),) = [(row.id, row) for row in server.lobby.table_list.all_in(OPEN)]
        assert (row.visibility, row.club_name) == (PRIVATE, "Chess friends")
        for stranger in (ben, eve):
            assert not any("Bataille" in line for line in await stranger.say("list"))
            for words in (f"join {table}", f"watch {table}"):
                told = await stranger.say(words)
                assert any("unknown table" in line.lower() for line in told), told
        await ben.say("clubs")
        await ben.say("go 1")
        await ben.say("join")
        assert any("Bataille" in line for line in await ben.say("list"))
        await ben.say("quit")
        await ben.say("quit")
        told = await ben.say("list")
        assert any("Bataille" in line and "Club Chess friends" in line for line in told), told
        await ben.say("join 1")
        assert server.lobby.table_list.seated(table).count(None) == 0
        for words in ("tv", f"watch {table}", f"join {table}"):
            told = await eve.say(words)
            assert any("nknown table" in line or "o game that" in line for line in told), told
        assert (await server.record("Eve", table))[0] == 1
        await ben.say("quit")
        await ben.say("clubs")
        await ben.say("go 1")
        await ben.say("leave yes")
        assert server.lobby.table_list.seated(table).count(None) == 0, "he plays on"

    play(scene)


def test_who_is_excluded_watches_no_table_of_the_club(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = [await talker(server, name) for name in ("Ana", "Ben")]
        await ana.say("clubs")
        await ana.say("new Chess friends")
        await ben.say("clubs")
        await ben.say("go 1")
        await ben.say("join")
        await ben.say("quit")
        await ben.say("quit")
        host, _other = server.numbers("Ana", "Ben")
        seats = [SeatWish(account=host), SeatWish(bot="easy")]
        plan = TablePlan("bataille", seats, "Of us", visibility=PRIVATE, club=1)
        table = await server.lobby.tables.create(host, plan)
        await ben.say(f"watch {table}")
        assert [one.who.name for one in server.lobby.guests.at(table)] == ["Ben"]
        await ana.say("exclude Ben yes")
        assert any("excluded from table" in line for line in await ben.hears_of("excluded"))
        await until(lambda: not server.lobby.guests.at(table), "his leaving")
        told = await ben.say(f"watch {table}")
        assert any("nknown table" in line for line in told), told

    play(scene)


def test_the_screen_of_a_club_shows_its_tables(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        (ana,), (guest,) = server.numbers("Ana"), server.here
        club = await server.lobby.clubs.found(ana, "Chess friends")
        plan = TablePlan(
            "bataille", [SeatWish(account=ana), SeatWish()], "Of us", visibility=PRIVATE, club=club
        )
        await server.lobby.tables.create(ana, plan)
        await guest.sees("Of us")
        await guest.type("C")
        await guest.sees("Chess friends")
        await guest.type("\r")
        await guest.sees("club  waiting for players")

    play(scene)
