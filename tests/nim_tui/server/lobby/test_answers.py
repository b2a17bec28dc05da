"""An answer that is kept back, so that nobody sees how soon it came, delays what follows it."""

from __future__ import annotations

import pytest

from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.nim_tui.server.lobby.timed import timed
from tests.screens.submarine.games import ALL_TYPES

pytestmark = pytest.mark.slow

SEED = 986
WORDS = ALL_TYPES.split("; ")


def test_what_is_typed_after_it_in_one_line_is_played_after_it(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=None)
        before = WORDS.index("take 3 My")
        table.play_in_turn("; ".join(WORDS[:before]))
        await table.sit_down("Ana")
        line = WORDS[before : before + 3]
        assert line == ["take 3 My", "take 3 Ly", "done"]
        await table.guests["Ana"].say("; ".join(line))
        played = table.game.plays
        await until(lambda: len(table.game.plays) >= before + 3, f"{line} after {played[-3:]}")
        assert [play.move for play in table.game.plays[before : before + 3]] == line

    play(scene, seed=SEED)
