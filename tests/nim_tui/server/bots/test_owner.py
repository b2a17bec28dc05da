"""Owners of bots on a server: their orders, given in text mode and by commands of SSH."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.accounts.keys import WrongCode
from nim_tui.server.accounts.store import account_named
from nim_tui.server.rate_limit import TooOften
from rules.messages import Refusal
from tests.nim_tui.server.bots.visiting import bot, hosted, made, table_for
from tests.nim_tui.server.lobby.steady import Play, Steady, print_of, until
from tests.nim_tui.server.plain.lines import Talker, talker

CODE_TRIES = 5
"""The codes that one address may try at once."""
WRONG_CODE = "AAAA-AAAA-AAAA"


async def at_bots(server: Steady, name: str = "Ana") -> Talker:
    """The owner, at the page of bots in text mode."""
    owner = await talker(server, name)
    await owner.say("profile")
    await owner.say("bots")
    return owner


def test_an_owner_pauses_a_bot_and_lets_it_go_on(play: Play) -> None:
    async def scene(server: Steady) -> None:
        hunter = await bot(server, "hunter", seeks=True)
        ana = await at_bots(server)
        assert any("BOT hunter: takes games, made on" in line for line in ana.told), ana.told
        assert "BOT hunter takes no new games; it plays its games to the end." in await ana.say(
            "pause hunter"
        )
        hunter.send(type="play", game="bataille", seats=["bot:easy"])
        assert "paused" in (await hunter.next("error"))["text"]
        table = await hosted(server, "Ana", table_for("BOT hunter"))
        await asyncio.sleep(3)
        row = server.lobby.table_list.known(table)
        assert row is not None
        assert row.status == "open", "a paused bot takes no seat"
        await ana.say("resume 1")
        assert (await hunter.next("new"))["table"] == table

    play(scene)


def test_an_owner_renames_a_bot_that_plays(play: Play) -> None:
    async def scene(server: Steady) -> None:
        hunter = await bot(server, "hunter")
        await talker(server, "Ana")
        table = await hosted(server, "Ana", table_for("BOT hunter"))
        await hunter.moves(await hunter.next("move"))
        ana = await at_bots(server)
        assert "The bot is called BOT seeker now." in await ana.say("rename 1 seeker")
        row = server.lobby.table_list.known(table)
        assert row is not None
        await until(lambda: _names(server, table) == ["Ana", "BOT seeker"], "the new name")
        again = await hosted(server, "Ana", table_for("BOT seeker"))
        assert (await hunter.next("new", table=again))["names"] == ["Ana", "BOT seeker"]

    play(scene)


def test_an_owner_renames_no_bot_to_a_reserved_name(play: Play) -> None:
    async def scene(server: Steady) -> None:
        server.lobby.reserved_names = ["Chess Club"]
        await bot(server, "hunter")
        ana = await at_bots(server)
        told = await ana.say("rename 1 chess-club")
        assert any("'chess-club' is reserved" in line for line in told), told

    play(scene)


def _names(server: Steady, table: str) -> list[str]:
    row = server.lobby.table_list.known(table)
    return [] if row is None else [seat.name for seat in row.seats]


def test_an_owner_deletes_a_bot_whose_games_go_on(play: Play) -> None:
    async def scene(server: Steady) -> None:
        hunter = await bot(server, "hunter")
        await talker(server, "Ana")
        table = await hosted(server, "Ana", table_for("BOT hunter"))
        await hunter.next("move")
        ana = await at_bots(server)
        assert any("To confirm, type: delete 1 yes" in line for line in await ana.say("delete 1"))
        assert account_named(server.database, "BOT hunter") is not None
        assert "BOT hunter is deleted." in await ana.say("delete 1 yes")
        assert account_named(server.database, "BOT hunter") is None
        await until(lambda: _names(server, table) == ["Ana", "someone"], "its seat")
        assert any("You have no bots." in line for line in await ana.say("list"))

    play(scene)


async def answered(server: Steady, key: str, *words: str) -> str:
    """What a command of SSH answers to a key."""
    client = Talker(server, print_of(key)).visit
    pieces = [piece async for piece in server.context.handler.answer(client, words)]
    return b"".join(pieces).decode()


def test_commands_of_ssh_list_bots_and_change_a_key(play: Play) -> None:
    async def scene(server: Steady) -> None:
        made(server, "hunter")
        ana = await at_bots(server)
        (told,) = [line for line in await ana.say("code 1") if "bot key" in line]
        name, code = told.partition("HOST bot key ")[2].split()
        assert name == "hunter"
        assert "BOT hunter" in await answered(server, "new", "bot", "key", name, code)
        assert await answered(server, "Ana", "bots") == "BOT hunter: takes games\n"
        with pytest.raises(Refusal, match="belongs to no account"):
            await answered(server, "hunter", "bots")
        with pytest.raises(Refusal, match="usage"):
            await answered(server, "Ana", "bots", "all")

    play(scene)


def test_codes_are_not_to_be_guessed_by_one_new_key_after_the_other(play: Play) -> None:
    async def scene(server: Steady) -> None:
        made(server, "hunter")
        for number in range(CODE_TRIES):
            with pytest.raises(WrongCode):
                await answered(server, f"key{number}", "bot", "key", "hunter", WRONG_CODE)
        with pytest.raises(TooOften):
            await answered(server, "another", "bot", "key", "hunter", WRONG_CODE)
        with pytest.raises(TooOften):
            await answered(server, "yet-another", "bot", "become", "Ana", WRONG_CODE, "fox")

    play(scene)
