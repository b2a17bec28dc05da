"""Seats on the server: taken, given back, kept for a name, lost, taken up from two places."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.thinking.question import InThread, Question
from rules.advice import Advice
from tests.nim_tui.server.lobby.steady import REST, Play, Steady, until
from tests.screens.tables import ANA_CAMP, BEN_CAMP

pytestmark = pytest.mark.slow

ENTER = "\r"
DOWN = "\x1b[B"


@pytest.mark.nightly
def test_join_get_up_join_and_the_game_begins(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        await ana.type("n", ENTER, DOWN, DOWN, DOWN, "\x1b[D", "\x1b[A", "\x1b[A", "\x1b[A")
        await ana.type("q", DOWN, DOWN, ENTER, ENTER)
        await ben.sees("Himalaya", "▲ Ana  ○ free  ○ free")
        await ben.type(ENTER)
        await ana.sees("▲ you  ▼ Ben  ○ free")
        await ben.type("x")
        await ana.sees("▲ you  ○ free  ○ free")
        await ben.type(ENTER)
        await ana.sees("▲ you  ▼ Ben  ○ free", "waiting for players")
        cleo = await server.enters("Cleo")
        await cleo.type(ENTER)
        await cleo.sees("placing caravans", "Ana away  Ben away")
        await ben.sees("▲ Ana  ▼ you  ◆ Cleo", "your turn")
        await ben.type("x")
        await ben.sees("you can resign only a two-player game, or a game against bots")

    play(scene, seed=19)


def test_one_who_does_not_sit_cannot_get_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        await ana.type("n", ENTER, ENTER)
        await ben.sees("1 seat free")
        await ben.type("x")
        await ben.sees("you are not a player at this table")
        await ana.type(ENTER)
        await ana.sees("this table is waiting for players")

    play(scene)


def test_a_seat_for_a_name_is_for_that_name_alone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        cleo = await server.enters("Cleo")
        await ana.type("n", ENTER, DOWN, DOWN, DOWN, ENTER, *["\x7f"] * 5, "Ben", ENTER)
        await ana.sees("Ben, invited")
        await ana.type("\x1b[A", "\x1b[A", "\x1b[A", ENTER)
        await cleo.sees("▲ Ana  ? Ben", "reserved for Ben")
        await cleo.type(ENTER)
        await cleo.sees("this table is waiting for players")
        await ben.sees("Ana invites you to a table: Bataille")
        await ben.type(ENTER)
        await ben.sees("hide submarine 1 of 3", "Ana away")
        await ana.sees("your turn")

    play(scene)


def test_a_guest_who_leaves_gives_the_seat_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        guest = await server.stranger()
        await guest.sees("Lobby   Guest ")
        await ana.type("n", ENTER, ENTER, "n", "q", "n", DOWN, DOWN, ENTER, ENTER)
        await guest.sees("Himalaya", "▲ Ana  ○ free  ○ free")
        himalaya = next(row for row in guest.screen.splitlines() if "Himalaya" in row)
        await guest.type(*([] if "›" in himalaya else [DOWN]), ENTER)
        await ana.sees("▲ you  ▼ Gue")
        await guest.leave()
        await ana.sees_no("Guest ")
        await ana.sees("▲ you  ○ free  ○ free")

    play(scene, guests=True)


def test_two_sessions_of_one_person_at_one_table(play: Play) -> None:
    async def scene(server: Steady) -> None:
        here, there = await server.enters("Ana"), await server.enters("Ana")
        ben = await server.enters("Ben")
        assert ben.screen.count("● Ana") == 1
        await server.table("bataille", "Ana", "Ben")
        for one in (here, there, ben):
            await one.sits_down()
        await here.say("sub 14.200")
        await there.sees("Your turn: hide submarine 2 of 3", "submarine at 14.200")
        await there.type(":", "sub 22.100")
        await here.say("sub 22.100; sub 33.300; mine 9")
        await here.sees("waiting for Ben")
        await there.type(ENTER)
        await there.sees("waiting for Ben")
        await ben.say(BEN_CAMP)
        for one in (here, there):
            await one.sees("Your turn: move a ship")
        await there.leave()
        await here.say("A 17; drop 200")
        await ben.sees("Your turn: move a ship")

    play(scene)


@pytest.mark.nightly
def test_programs_play_among_themselves_and_nobody_need_look(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        (host,) = server.numbers("Ana")
        seats = [SeatWish(bot="random"), SeatWish(bot="random")]
        plan = TablePlan("bataille", seats, options={"turn_limit": 60})
        table = await server.lobby.opener.live(await server.lobby.tables.create(host, plan))
        await until(lambda: table.result is not None, "the end")

    play(scene)


@pytest.mark.parametrize("looks_on", [False, True])
def test_programs_among_themselves_wait_for_the_beat_only_where_somebody_looks_on(
    play: Play, looks_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nim_tui.server.play.turns.BEAT", 3600.0)
    begun = asyncio.Event()

    async def think_later(_thinker: InThread, question: Question) -> Advice:
        await begun.wait()
        return question.answer()

    monkeypatch.setattr(InThread, "think", think_later)

    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        (host,) = server.numbers("Ana")
        seats = [SeatWish(bot="random"), SeatWish(bot="random")]
        plan = TablePlan("bataille", seats, options={"turn_limit": 10})
        table = await server.lobby.opener.live(await server.lobby.tables.create(host, plan))
        if looks_on:
            await ana.sits_down()
            begun.set()
            stood = table.moves_played
            await asyncio.sleep(REST)
            assert table.moves_played <= stood + 1
            assert table.result is None
        else:
            begun.set()
            await until(lambda: table.result is not None, "the end")

    play(scene)


def test_a_program_answers_while_its_person_is_away(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        table = await server.lobby.opener.live(
            await server.table("bataille", "Ana", bots=["random"])
        )
        await ana.sits_down()
        await ana.say(ANA_CAMP)
        await ana.sees("Your turn: move a ship")
        await ana.say("A 17; drop 200")
        await ana.leave()
        await until(lambda: table.waiting == (0,) and table.moves_played > 11, "an answer")
        ana = await server.enters("Ana")
        await ana.sits_down()
        await ana.sees("Your turn: ")

    play(scene)
