"""Whole games at tables of a server, by somebody who hears the lines and knows nothing else."""

from __future__ import annotations

import pytest

from tests.every import by_day
from tests.nim_tui.plain.blind import play_by_ear
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.plain.lines import Talker, talker

pytestmark = pytest.mark.slow

CASES = {
    "bataille": ("easy", "turn_limit=20"),
    "submarine": ("easy", "round_limit=3"),
    "himalaya": ("easy, easy", ""),
    "schwarm": ("easy", ""),
}


class Listener:
    """Says a line, and listens until something is asked."""

    def __init__(self, talker: Talker) -> None:
        self._talker = talker

    async def say(self, line: str) -> list[str]:
        heard = await self._talker.say(line)
        while not heard or not heard[-1].startswith(("Your turn", "The game is over", "Options")):
            heard += await self._talker.hears_of(".")
        return heard


@pytest.mark.parametrize("game", by_day(CASES, 2))
def test_a_whole_game_is_played_by_what_the_lines_offer(game: str, play: Play) -> None:
    seats, option = CASES[game]
    told: list[str] = []

    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        listener = Listener(ana)
        await ana.say("set forced asked")
        await listener.say(f"new {game} {seats}")
        if option:
            await listener.say(option)
        first = await listener.say("")
        told.extend(await play_by_ear(listener.say, first, 5))
        told.extend(await ana.say("leave"))
        told.extend(await ana.say("over"))

    play(scene)
    assert any(line.startswith("The game is over") for line in told)
    assert told[-2].startswith("1. ")
