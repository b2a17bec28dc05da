"""Looking on: a spectator sees what is public and nothing else, until the end."""

from __future__ import annotations

import asyncio
import re

import pytest

from rules.bataille import BATAILLE
from tests.nim_tui.server.lobby.steady import REST, Play, Steady
from tests.screens.tables import ANA_CAMP, BEN_CAMP, WON

pytestmark = pytest.mark.slow

ENTER = "\r"
DOWN = "\x1b[B"
HIDDEN = re.compile(r"▟▖(?! you)|¤(?! mine)|submarine at|mine at")
"""Signs of a camp but for their legend, and what the log says of it."""


def hidden_in(screen: str) -> list[str]:
    """What is shown of camps."""
    return HIDDEN.findall(screen)


async def play_all(server: Steady, table: str, words: str) -> None:
    """Play words by whoever is waited for first."""
    game = await server.lobby.opener.live(table)
    for text in words.split("; "):
        game.play(game.waiting[0], BATAILLE.parse(text))
    await asyncio.sleep(REST)


def test_a_spectator_sees_nothing_hidden_and_everything_at_the_end(play: Play) -> None:
    async def scene(server: Steady) -> None:
        seated = [await server.enters(name) for name in ("Ana", "Ben")]
        eva = await server.enters("Eva")
        table = await server.table("bataille", "Ana", "Ben")
        await eva.sees("In progress", "▲ Ana  ▼ Ben")
        for one in (*seated, eva):
            await one.sits_down()
        *camps, last = (f"{ANA_CAMP}; {BEN_CAMP}").split("; ")
        await play_all(server, table, "; ".join(camps))
        assert hidden_in(seated[0].screen)
        assert not hidden_in(eva.screen)
        await play_all(server, table, last)
        await eva.sees("waiting for Ana", "turn 1")
        assert not hidden_in(eva.screen)
        await play_all(server, table, "; ".join(WON.split("; ")[8:]))
        await eva.sees("The end", "Ana wins")
        await eva.type(ENTER)
        await eva.sees_no("The end")
        assert len(hidden_in(eva.screen)) >= 5

    play(scene)


def test_a_spectator_can_do_nothing(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        eva = await server.enters("Eva")
        table = await server.lobby.opener.live(
            await server.table("bataille", "Ana", bots=["random"])
        )
        await eva.sits_down()
        before = await eva.sees("waiting for Ana")
        await eva.type(":", "sub 14.200", ENTER, "u", "i", ENTER)
        assert table.moves_played == 0
        assert eva.screen == before

    play(scene)


def test_from_watching_back_to_the_lobby_and_to_ones_own_table(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        eva = await server.enters("Eva")
        await server.table("bataille", "Ana", bots=["random"], title="Theirs")
        await eva.sits_down()
        await eva.sees("waiting for Ana")
        await server.table("bataille", "Eva", bots=["random"], title="Mine")
        await eva.type("q")
        await eva.sees("Lobby   Eva", "Mine", "your turn")
        await eva.type(*[DOWN, "\x1b[A"], "/", "mine", ENTER)
        await eva.sees_no("Theirs")
        await eva.sits_down()
        await eva.sees("Your turn: hide submarine 1 of 3")

    play(scene)


def test_the_end_and_a_replay(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        table = await server.table("bataille", "Ana", "Ben")
        for one in (ana, ben):
            await one.sits_down()
        await play_all(server, table, WON)
        await ben.sees("The end")
        await ben.type(DOWN, ENTER)
        await ben.sees_no("The end")
        await ben.sees("Replay, turn 7, before move 26 of 39, as Ana saw it")
        await ana.type("q", "q")
        await ana.sees("Lobby   Ana", "No tables yet")
        await ana.type("f", "f", "f")
        await ana.sees("you won")

    play(scene)
