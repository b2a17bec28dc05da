"""The lobby lives: what happens is shown to everybody without a key pressed."""

from __future__ import annotations

import pytest

from tests.nim_tui.server.lobby.steady import Play, Steady

pytestmark = pytest.mark.slow


def test_people_tables_and_talk_appear(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        await ana.sees("Lobby   Ana", "No tables yet")
        ben = await server.enters("Ben")
        await ana.sees("● Ben")
        await ben.type("n", "\r", "\r")
        await ana.sees("Take a seat", "▲ Ben  ○ free", "1 seat free")
        await ben.sees("Your tables", "▲ you  ○ free", "waiting for players")
        await ben.type("t", "good evening", "\r")
        await ana.sees("Ben: good evening")
        ana.takes()
        await ben.leave()
        await ana.sees_no("● Ben ")
        assert ana.takes(), "all of it was sent to a terminal where nobody typed"

    play(scene)


def test_a_field_half_typed_in_is_not_disturbed(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        await ana.type("t", "hello, ")
        await ben.type("t", "anybody?", "\r")
        await ana.sees("Ben: anybody?", "hello,")
        await ana.type("Ben", "\r")
        await ben.sees("Ana: hello, Ben")

    play(scene)


def test_the_marked_table_stays_marked(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        await server.enters("Ben")
        await server.table("himalaya", "Ben", title="First", bots=["random", "random"])
        await ana.sees("› ◢◣ First")
        await server.table("himalaya", "Ben", title="Second", bots=["random", "random"])
        await ana.sees("› ◢◣ First", "  ◢◣ Second")

    play(scene)


def test_a_search_by_name_and_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        await server.enters("Ben")
        await server.enters("Zoé")
        await server.table("himalaya", "Ben", title="One", bots=["random", "random"])
        await server.table("himalaya", "Zoé", title="Other", bots=["random", "random"])
        await ana.sees("One", "Other")
        await ana.type("/", "zoe", "\r")
        await ana.sees("with “zoe”", "Other")
        await ana.sees_no("One")
        await ana.type("/", "\x7f", "\x7f", "\x7f", "\r")
        await ana.sees("One", "Other")

    play(scene)


def test_own_turns_come_first_with_a_bell(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        await server.table("bataille", "Ana", "Ben", title="Mine")
        await server.table("himalaya", "Ben", title="Other", bots=["random", "random"])
        screen = await ana.sees("your turn", "Mine", "Other")
        assert screen.index("Mine") < screen.index("Other")
        assert b"\x07" in ana.takes()
        await ben.sees("your turn")
        assert b"\x07" in ben.takes()

    play(scene)
