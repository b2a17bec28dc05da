"""Out of time where three play: a program plays on, until its person is back if he may be."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.play.turns import BEAT
from tests.nim_tui.server.lobby.steady import REST, Play, Steady
from tests.nim_tui.server.lobby.timed import A_GAME, A_MINUTE, timed

pytestmark = pytest.mark.slow

ENTER, SEATS = "\r", '"'


@pytest.mark.nightly
def test_a_program_plays_on_until_the_person_sits_down_again(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=A_MINUTE)
        await table.sit_down("Ana")
        assert table.game.waiting == (1,)
        await table.at(59)
        assert table.game.moves_played == 0
        await table.at(60)
        assert table.held.people.is_lent(1)
        assert table.left() == [60, None, 60]
        await table.guests["Ana"].sees("A bot is now playing for Ben.")
        await asyncio.sleep(2 * BEAT)
        assert [move.seat for move in table.game.plays] == [1]
        assert table.game.result is None
        await table.sit_down("Ben")
        await table.guests["Ana"].sees("Ben is playing again.")
        assert table.left()[1] == 60
        for seat in (2, 0):
            table.play(seat, table.game.legal(seat)[0].word)
        began = server.now()
        await asyncio.sleep(30)
        assert [table.held.people.is_lent(seat) for seat in range(3)] == [False] * 3
        assert table.left() == [30 - round(server.now() - began - 30, 6)] * 3

    play(scene, seed=19, ticks=True)


def test_all_who_are_out_at_once_are_played_for(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=A_MINUTE)
        table.play_in_turn("camp 2; camp 18; camp 5")
        table.play(1, "program titttt")
        await table.at(60)
        assert [table.held.people.is_lent(seat) for seat in range(3)] == [True, False, True]
        assert table.game.result is None

    play(scene, seed=19, ticks=True)


def test_without_time_for_the_game_one_looks_on_from_the_own_seat(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=A_GAME)
        await table.sit_down("Ana", "Ben")
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await ben.sees("Your turn: ")
        await table.at(60)
        assert table.held.people.is_lent(1)
        await ana.sees("A bot is now playing for Ben.")
        await ben.sees_no("Your turn: ")
        played = table.game.moves_played
        await ben.type("q")
        await ben.sees("Lobby   Ben")
        await ben.sits_down()
        await ben.sees('A bot is playing for you; press " to take over.')
        assert table.held.people.is_lent(1), "he cannot come back"
        await ben.type(":", "camp 18", ENTER, "u", ENTER)
        assert table.game.moves_played <= played + 1
        assert [move.seat for move in table.game.plays] == [1]
        await server.is_killed()
        assert table.held.people.is_lent(1)
        assert not table.held.time.can_come_back(1)

    play(scene, seed=19, ticks=True)


def test_time_that_ran_out_between_two_seconds_does_not_come_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=A_GAME)
        for part in range(1, 8):
            await table.at(1.1 * part)
            table.play(1, table.game.legal(1)[0].word)
            table.game.undo(1)
        await table.at(61)
        assert table.held.people.is_lent(1)
        await table.held.stand_ins.give_back(1)
        assert table.held.people.is_lent(1)

    play(scene, seed=19, ticks=True)


@pytest.mark.nightly
def test_who_asks_to_play_again_without_time_is_told_why_not(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=A_GAME)
        await table.sit_down("Ben")
        await table.at(60)
        ben = table.guests["Ben"]
        await ben.sees("A bot is now playing for you.")
        await ben.type(SEATS)
        screen = await ben.sees("Ben (you)")
        if "take your seat back" in screen:
            await ben.mark("take your seat back")
            await ben.type(ENTER)
            await asyncio.sleep(REST)
            assert "you have no time left in this game" in ben.screen
        assert table.held.people.is_lent(1)

    play(scene, seed=19, ticks=True)
