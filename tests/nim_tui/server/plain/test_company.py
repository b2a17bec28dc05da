"""What goes on around a game by lines: time, absence, votes, sessions that end, wrong commands."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.plain.table_news import time_said
from nim_tui.server.plain.visit import MOST, PendingNews
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.lobby.steady import Play, Steady, print_of, until
from tests.nim_tui.server.plain.lines import Talker, talker
from tests.nim_tui.server.plain.test_doors import open_wide


def test_the_own_time_is_told_and_ends_the_game(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        await server.table("bataille", "Ana", "Ben", clock=ClockPlan("move", 90))
        await ana.say("join")
        await ben.say("join")
        for word in ("sub 31.200", "sub 28.100", "sub 36.300", "mine 22"):
            await ben.say(word)
        ana.hears()
        await asyncio.sleep(80)
        assert ana.hears() == ["1 minute left.", "20 seconds left.", "10 seconds left."]
        await asyncio.sleep(20)
        assert ana.hears()[0] == "You ran out of time. Winner: Ben."
        assert any("You win" in line for line in ben.hears())

    play(scene, ticks=True)


def test_who_is_away_is_voted_about(play: Play) -> None:
    async def scene(server: Steady) -> None:
        three = [await talker(server, name) for name in ("Ana", "Ben", "Cleo")]
        ana, ben, cleo = three
        await server.table("himalaya", "Ana", "Ben", "Cleo")
        for one in three:
            await one.say("join")
        assert (await ana.say("vote cleo"))[0] == "No vote is possible on this seat now."
        await cleo.leave()
        await ana.hears_of("Cleo is away.")
        away = server.lobby.limits.away_seconds
        await asyncio.sleep(away + 5)
        assert "To vote for a stand-in for Cleo, type vote and the name." in await ana.say("seats")
        assert "You vote for a bot to play for Cleo, who is away." in await ana.say("vote cl")
        assert "Ana votes for a bot to play for Cleo, who is away." in ben.hears()
        assert "A bot is now playing for Cleo." in await ben.say("vote")
        back = await talker(server, "Cleo")
        assert (await back.say("join"))[-1] == "Waiting for Ben."
        assert "Cleo is playing again." in await ana.hears_of("Cleo is playing again.")

    play(scene, ticks=True)


def test_what_somebody_takes_back_is_told_as_far_as_it_was_told(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        await server.table("bataille", "Ana", "Ben")
        await ana.say("join")
        await ben.say("join")
        await ana.say("sub 14.200")
        ben.hears()
        assert (await ana.say("undo"))[0] == "Undone: sub 14.200."
        assert not any("14.200" in line for line in ben.hears()), "what is hidden stays so"

    play(scene)


def test_others_are_told_which_move_was_taken_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        await server.table("schwarm", "Ana", "Ben", rated_from=None)
        await ana.say("join")
        await ben.say("join")
        ana.hears()
        await ben.say("start h0")
        (told, _question) = ana.hears()
        assert told.startswith("Ben: ")
        assert (await ben.say("undo"))[0] == "Undone: start h0."
        assert ana.hears()[0] == f"Undone: {told}"

    play(scene)


def test_a_session_that_ends_leaves_the_game_as_it_is(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        table = await server.table("bataille", "Ana", "Ben")
        await ana.say("join")
        await ben.say("join")
        await ana.say("sub 14.200; sub 20.300")
        await ana.leave()
        assert server.lobby.shown.people(table) == ["Ben"]
        again = await talker(server, "Ana")
        heard = await again.say("join")
        assert heard[1:3] == ["You: submarine at 14.200.", "You: submarine at 20.300."]
        assert heard[-1] == "Your turn: hide submarine 3 of 3."

    play(scene)


def test_an_admin_closes_the_table(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        table = await server.table("bataille", "Ana", bots=["random"])
        await ana.say("join")
        for guest in server.lobby.held.let_go(table):
            guest.be_shown_out(table)
        heard = await ana.hears_of("Lobby.")
        assert heard == ["An admin closed this table.", heard[-1]]
        assert ana.runner is not None

    play(scene)


def test_an_admin_closes_a_table_once_they_have_said_yes(play: Play) -> None:
    async def scene(server: Steady) -> None:
        open_wide(server, "Kim")
        kim = await talker(server, "Kim")
        table = await server.table("bataille", "Kim", bots=["random"])
        asked = await kim.say(f"close {table}")
        assert f"To close table “Bataille sous les mers”, type: close {table} yes." in asked
        assert "Table closed." in await kim.say(f"close {table} yes")

    play(scene)


def test_what_a_guest_sets_of_whom_nothing_is_kept_is_not_kept(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They can look on while nothing can be written, and hear of no trouble with their settings."""

    def refuse(_database: Database, _browser: str) -> Account:
        raise WriteRefused("the disk is full")

    monkeypatch.setattr("nim_tui.server.accounts.registration.register_guest", refuse)

    async def scene(server: Steady) -> None:
        guest = Talker(server, None)
        server.here.append(guest)  # type: ignore[arg-type]
        await guest.come()
        heard = await guest.say("set plain always")
        assert heard == ["Setting changed.", heard[-1]]
        await server.database.settled()
        assert guest.hears() == []

    play(scene, guests=True)


def test_what_cannot_be_done_is_said_in_a_line(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        no_table = "No table has that number; type tables for the list."
        for line, answer in (
            ("join", no_table),
            ("join 7", no_table),
            ("join bataille-999", "Unknown table 'bataille-999'."),
            ("watch", no_table),
            ("leave", "Add the number of a table."),
            ("replay 1", no_table),
            ("say", "Add the text, as in: say hello."),
            ("block Nobody", "No player is called 'Nobody'."),
            ("new chess", "Unknown game; choose one of: bataille, submarine, himalaya, schwarm."),
            ("new bataille a, b, c", "Bataille is for 2 players, not 4."),
            ("\x1b[31mred", "Unknown command “[31mred”. Type help."),
            ("dance", "Unknown command “dance”. Type help."),
        ):  # fmt: skip
            heard = await ana.say(line)
            assert heard == [answer, heard[-1]], line
            assert heard[-1].startswith("Lobby.")
        running = await server.table("bataille", "Ana", bots=["random"])
        heard = await ana.say(f"replay {running}")
        assert "Only a finished game can be replayed or reviewed." in heard

    play(scene)


def test_guests_come_by_lines(play: Play) -> None:
    async def scene(server: Steady) -> None:
        from tests.nim_tui.server.plain.lines import Talker

        guest = Talker(server, None)
        server.here.append(guest)  # type: ignore[arg-type]
        heard = await guest.come()
        assert (
            "You are a guest: when you leave, you lose your name and seats. Sign in with "
            "an SSH key to keep them."
        ) in heard
        await guest.say("new schwarm easy")
        await guest.say("")
        await guest.hears_of("Your turn")
        await guest.leave()
        await until(lambda: not server.lobby.shown.people(), "everybody gone")

    play(scene, guests=True)


def test_settings_are_kept_with_the_account(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        assert not await server.handler.wants_lines(ana.visit)
        assert (await ana.say("set plain always"))[0] == "Setting changed."
        assert (await ana.say("set language fr"))[0] == "Réglage modifié."
        await server.database.settled()
        assert await server.handler.wants_lines(ana.visit)
        again = await talker(server, "Ana")
        assert "Bienvenue dans nim_tui, Ana." in again.told

    play(scene)


def test_times_are_said_in_words() -> None:
    told = [time_said(seconds) for seconds in (0, 1, 59.9, 60, 125, 3600, 3720, 90_000)]
    assert told == [
        "0 seconds", "1 second", "59 seconds", "1 minute", "2 minutes and 5 seconds", "1 hour",
        "1 hour and 2 minutes", "1 day and 1 hour",
    ]  # fmt: skip


def test_notices_are_bounded() -> None:
    notices = PendingNews(lambda: None)
    for number in range(MOST + 3):
        notices.note(lambda number=number: f"notice {number}")  # type: ignore[misc]
    told = notices.take()
    assert told[0] == "You missed 3 messages"
    assert told[1:] == [f"notice {number}" for number in range(3, MOST + 3)]
    assert notices.take() == []


def test_leaving_a_game_that_goes_on_is_said_twice(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        await talker(server, "Ben")
        await server.table("bataille", "Ana", "Ben")
        await ana.hears_of("A game is waiting for your move")
        asked = [
            "One of your games continues without you.",
            "Type quit again to leave this server.",
        ]
        assert (await ana.say("quit"))[:2] == asked
        await ana.say("people")
        assert (await ana.say("quit"))[:2] == asked
        await ana.say("quit")
        assert ana.staying is not None
        assert ana.staying.done()

    play(scene)


def test_join_alone_passes_over_tables_where_one_of_both_is_blocked(play: Play) -> None:
    async def scene(server: Steady) -> None:
        names = ("Ana", "Ben", "Cleo")
        _ana, ben, cleo = [await talker(server, name) for name in names]
        for host in ("Cleo", "Ana"):
            (account,) = server.numbers(host)
            seats = [SeatWish(account=account), SeatWish()]
            plan = TablePlan("bataille", seats, title=f"with {host}")
            await server.lobby.tables.create(account, plan)
        await ben.say("block Ana")
        await cleo.say("block Ben")
        assert (await ben.say("join"))[0] == "This seat is not free."
        number = 1 + ["with Ana" in line for line in await ben.say("free")].index(True)
        assert "Your turn" in (await ben.say(f"join {number}"))[-1]

    play(scene)


def test_the_host_is_told_of_a_seat_for_a_name_nobody_has(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        await ana.say("new himalaya Ana, Ben, Zed")
        await ana.say("")
        told = "No player is called Zed: only an invite link opens that seat."
        assert told in ana.told
        assert told not in ben.hears()

    play(scene)


def test_a_new_key_is_told_that_it_does_not_open_the_account_that_was_meant(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await talker(server, "Ana")
        meant, key = server.handler.meant, print_of("Zed")
        assert [await meant(user, key) for user in ("ana", "Ana", "4na", "zoe", "\0")] == [
            "Ana", "Ana", "", "", "",
        ]  # fmt: skip
        assert await meant("ana", print_of("Ana")) == ""
        stranger = Talker(server, key, meant="Ana")
        server.here.append(stranger)  # type: ignore[arg-type]
        _welcome, told, *_rest = await stranger.come()
        for part in ("Ana already has an account here", key, "-o IdentitiesOnly=yes"):
            assert part in told

    play(scene)
