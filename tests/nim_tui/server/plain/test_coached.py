"""A coach at a table of a server, in text mode: for one person alone against bots."""

from __future__ import annotations

import pytest

from tests.nim_tui.coaching import ASKED, warn_of_ship_a
from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.nim_tui.server.plain.lines import Talker, talker


@pytest.fixture(autouse=True)
def warned_of_ship_a(monkeypatch: pytest.MonkeyPatch) -> None:
    warn_of_ship_a(monkeypatch)


async def has_heard(somebody: Talker, text: str) -> None:
    """Wait until something was said, perhaps before."""

    def is_said() -> bool:
        somebody.hears()
        return any(text in line for line in somebody.told)

    await until(is_said, lambda: f"{text} in {somebody.told}")


def test_a_first_game_is_set_up_and_warned_of_and_the_table_keeps_no_trace(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        assert "Type coach" in " ".join(await ana.say("new bataille"))
        await ana.say("coach")
        await has_heard(ana, "Coach: A charge falls under the ship that moves")
        warned = await ana.say("A 16; drop 300")
        assert (warned[0], warned[-1]) == ("Coach: wait a moment.", ASKED)
        assert (await ana.say("yes"))[:2] == [
            "You: A moves to 16.",
            "You: A drops at 16.300, miss.",
        ]
        assert (await ana.say("coach no"))[0] == "The coach is off."
        ended = " ".join(await ana.say("resign yes"))
        assert "Try next: Review turn 1" in ended

    play(scene)


def test_it_comes_at_any_table_against_bots_alone_and_at_no_other(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        await talker(server, "Ben")
        await ana.say("new bataille easy")
        await ana.say("")
        await ana.say("coach")
        await has_heard(ana, "Coach: Your submarines do not touch")
        await ana.say("leave")
        await server.table("bataille", "Ana", "Ben")
        await ana.say("join")
        assert (await ana.say("coach"))[0].startswith("Unknown command")

    play(scene)


def test_nobody_is_set_up_against_people_with_a_coach(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        await ana.say("new bataille open")
        assert (await ana.say("coach"))[0] == "A coach is only for one player against bots."

    play(scene)
