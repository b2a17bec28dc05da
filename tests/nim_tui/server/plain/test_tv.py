"""TV in text mode: when its game is over, it goes on with the next one, for those still there."""

from __future__ import annotations

import asyncio

from nim_tui.server.lobby.featured import PAUSE
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.plain.lines import talker


def place(server: Steady, name: str) -> str | None:
    """The table that somebody is at."""
    return dict(server.lobby.guests.places())[name]


def test_it_goes_on_with_the_next_game_after_a_pause(play: Play) -> None:
    async def scene(server: Steady) -> None:
        people = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
        ana, _ben, _cleo, _dan, eva, finn = [await talker(server, name) for name in people]
        other = await server.table("bataille", "Cleo", "Dan")
        first = await server.table("bataille", "Ana", "Ben")
        assert await eva.say("tv")
        assert place(server, "Eva") == first
        await finn.say(f"watch {first}")
        await ana.say("join")
        await ana.say("resign yes")
        assert "TV goes on with another game in 15 s." in await eva.hears_of("TV goes on")
        await asyncio.sleep(PAUSE / 2)
        assert place(server, "Eva") == first
        await asyncio.sleep(PAUSE)
        assert place(server, "Eva") == other
        assert place(server, "Finn") == first  # who watches the table alone stays there

    play(scene, ticks=True)


def test_it_stays_with_whoever_has_left_the_table(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, _ben, eva = [await talker(server, name) for name in ("Ana", "Ben", "Eva")]
        await server.table("bataille", "Ana", "Ben")
        await eva.say("tv")
        await ana.say("join")
        await ana.say("resign yes")
        await eva.hears_of("TV goes on")
        await eva.say("quit")
        await server.table("bataille", "Ana", "Ben")
        await asyncio.sleep(2 * PAUSE)
        assert place(server, "Eva") is None

    play(scene, ticks=True)
