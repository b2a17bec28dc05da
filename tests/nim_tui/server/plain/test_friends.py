"""Friends in text mode: followed, written to, asked to a game, reported."""

from __future__ import annotations

from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.plain.lines import talker


def test_people_follow_and_write_to_each_other(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ben = await talker(server, "Ben")
        await ben.leave()
        ana = await talker(server, "Ana")
        assert "You follow Ben now. They are not notified." in await ana.say("follow Ben")
        assert "Sent to Ben." in await ana.say("tell Ben tea at five?")
        ben = await talker(server, "Ben")
        assert any("private messages: 1" in line for line in ben.told)
        opened = await ben.say("messages")
        assert "1. Ana: 1 new, tea at five?" in opened
        assert any(line.endswith("Ana says: tea at five?") for line in await ben.say("go 1"))
        await ben.say("say with pleasure")
        assert "Ben writes to you: with pleasure." in await ana.hears_of("writes to you")
        told = await ben.say("report rude")
        assert any(line.startswith("Report 1 is saved") for line in told)
        await ben.say("block")
        await ana.say("tell Ben hello?")
        await ben.say("list")
        assert not any("hello?" in line for line in ben.told)

    play(scene)


def test_a_friend_is_asked_to_a_game(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ben, ana = await talker(server, "Ben"), await talker(server, "Ana")
        told = await ana.say("ask Ben bataille")
        assert told[0].startswith("Ben is asked to play Bataille sous les mers: table ")
        assert "Ana invites you to a table: Bataille sous les mers." in await ben.hears_of(
            "invites"
        )

    play(scene)
