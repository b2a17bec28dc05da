"""A program plays for somebody: from that seat alone, until its person is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from nim_tui.games.himalaya.bot import MediumBot
from nim_tui.server.play.turns import BEAT
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.lobby.timed import Timed, timed

pytestmark = pytest.mark.slow

ENTER, SEATS = "\r", '"'


async def bens_turn(server: Steady) -> Timed:
    """Himalaya where Ben, whom a program stands in for, is to place a camp."""
    table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=None)
    await table.sit_down("Ana")
    assert table.game.waiting == (1,)
    return table


def test_a_program_plays_from_that_seat_until_its_person_is_back(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    choose = MediumBot.choose

    def noting(self: MediumBot, game: object, view: object, *more: object) -> object:
        seen.append(view)
        asked: Callable[..., object] = choose
        return asked(self, game, view, *more)

    monkeypatch.setattr(MediumBot, "choose", noting)

    async def scene(server: Steady) -> None:
        table = await bens_turn(server)
        view = table.game.view(1)
        await table.held.stand_ins.lend(1)
        await asyncio.sleep(2 * BEAT)
        assert seen == [view]
        assert [move.seat for move in table.game.plays] == [1]
        assert table.game.waiting == (2,)
        table.play_in_turn("camp 18")
        table.play_in_turn(table.game.legal(0)[0].word)
        table.play(0, "program tttttt")
        await asyncio.sleep(2 * BEAT)
        waiting: tuple[int, ...] = table.game.waiting
        assert waiting == (1, 2), "a program waits for the others, not they for it"
        await table.sit_down("Ben")
        await table.all_see(["Ben is playing again."], "Ana")
        await table.guests["Ben"].sees("Your turn: ")
        table.play(1, "program titttt")
        await asyncio.sleep(2 * BEAT)
        assert table.game.waiting == (2,)

    play(scene, ticks=True, seed=19)


@pytest.mark.parametrize("again", [False, True], ids=["", "and gone again"])
def test_a_move_being_thought_of_is_not_made_once_its_person_is_back(
    play: Play, again: bool
) -> None:
    async def scene(server: Steady) -> None:
        table = await bens_turn(server)
        await table.held.stand_ins.lend(1)
        await asyncio.sleep(BEAT / 2)
        await table.held.stand_ins.give_back(1)
        await asyncio.sleep(10 * BEAT)
        assert table.game.moves_played == 0
        if again:
            await table.held.stand_ins.lend(1)
            await asyncio.sleep(2 * BEAT)
            assert table.game.moves_played == 1

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_the_seat_is_taken_back_from_the_pane(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await bens_turn(server)
        await table.sit_down("Cleo")
        await table.held.stand_ins.lend(2)
        cleo = table.guests["Cleo"]
        await cleo.sees("A bot is now playing for you.")
        await cleo.type(SEATS)
        await cleo.sees("Cleo (you)", "take your seat back")
        await cleo.mark("take your seat back")
        await cleo.type(ENTER)
        await table.all_see(["Cleo is playing again."], "Ana")
        await cleo.sees("You are playing again.")
        assert not table.held.people.is_lent(2)

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_another_start_of_the_server_keeps_who_is_lent(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await bens_turn(server)
        await table.held.stand_ins.lend(1)
        await server.is_killed()
        assert [table.held.people.is_lent(seat) for seat in range(3)] == [False, True, False]
        await asyncio.sleep(2 * BEAT)
        assert [move.seat for move in table.game.plays] == [1], "the program goes on"
        ben = await server.enters("Ben")
        await ben.sits_down()
        assert not table.held.people.is_lent(1)
        await server.is_killed()
        assert not table.held.people.is_lent(1)

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_programs_rest_once_nobody_plays_himself(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await bens_turn(server)
        for seat in (2, 0, 1):
            await table.held.stand_ins.lend(seat)
        await asyncio.sleep(10 * BEAT)
        assert table.game.moves_played == 0
        await table.guests["Ana"].type("q")
        await table.sit_down("Ana")
        await asyncio.sleep(10 * BEAT)
        assert table.game.moves_played > 0, "one is back, and waited for again"

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_who_wants_it_looks_on_while_a_program_plays_for_him(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=None)
        await table.sit_down("Ben")
        await table.held.stand_ins.lend(0)
        await table.held.stand_ins.lend(2)
        ben = table.guests["Ben"]
        await ben.type(SEATS, "\x1b[B", "\x1b[B", "\x1b[B")
        await ben.sees("› let a bot play for you")
        await ben.type(ENTER)
        await ben.sees('A bot is playing for you; press " to take over.')
        played = table.game.moves_played
        await asyncio.sleep(10 * BEAT)
        assert table.game.moves_played > played
        await ben.type("q")
        resting = table.game.moves_played
        await asyncio.sleep(10 * BEAT)
        assert table.game.moves_played <= resting + 1, "nobody looks on any more"

    play(scene, ticks=True, seed=19)


def test_no_program_advises_in_a_game_against_people(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        await server.enters("Ben")
        await server.table("bataille", "Ana", "Ben")
        await ana.sees("your turn")
        await ana.sits_down()
        assert "i Hint" not in ana.screen
        await ana.type("i", "q")
        alone = await server.table("bataille", "Ana", bots=["random"])
        await ana.sees("Lobby   Ana", "random")
        await ana.mark("random")
        await ana.sits_down()
        assert "i Hint" in ana.screen
        assert (await server.lobby.opener.live(alone)).moves_played == 0

    play(scene)
