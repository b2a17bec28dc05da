"""Games with bots of others that count, and the lists that they stand in."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from nim_tui.server.ratings.rating import list_of
from nim_tui.server.ratings.store import best, ratings_of
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.record import EndEntry
from nim_tui.tables.seeds import fresh_seed
from tests.nim_tui.server.bots.visiting import (
    bot,
    hosted,
    made,
    table_for,
)
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.plain.lines import talker


def rate(server: Steady, seats: list[SeatWish]) -> None:
    """Play a rated game that the first seat wins."""
    host = seats[0].account
    assert host is not None
    table = create_table(server.database, host, TablePlan("bataille", seats, rated_from=0))
    start(server.database, table, fresh_seed())
    end_game(server.database, table, EndEntry(((0,), (1,)), "ships"))


def test_bots_are_rated_in_a_list_of_their_own(play: Play) -> None:
    async def scene(server: Steady) -> None:
        one, other = made(server, "hunter"), made(server, "gatherer")
        ana = server.accounts["Ana"].id
        rate(server, [SeatWish(account=one), SeatWish(account=other)])
        rate(server, [SeatWish(account=one), SeatWish(bot="easy")])
        rate(server, [SeatWish(account=ana), SeatWish(account=other)])
        rate(server, [SeatWish(account=ana), SeatWish(bot="easy")])
        people = [player.name for player in best(server.database, "bataille")]
        bots = [p.name for p in best(server.database, list_of("bataille", is_of_bots=True))]
        assert set(people) == {"Ana", "easy"}
        assert set(bots) == {"BOT hunter", "BOT gatherer", "easy"}
        assert bots[0] == "BOT hunter"
        assert ratings_of(server.database, one)["bataille"][1] == 2
        assert ratings_of(server.database, ana)["bataille"][1] == 1

    play(scene)


@pytest.mark.parametrize(
    ("seats", "more", "told"),
    [
        (("Ana", ""), {}, "rated after move 20"),
        (("Ana", "bot:easy"), {}, "rated after move 20"),
        (("Ana", "BOT hunter"), {}, "casual, with a visiting bot"),
        (("Ana", "BOT hunter"), {"rated_from": None}, "casual"),
        (("Ana", ""), {"allows_bots": True}, "rated after move 20; casual if a visiting bot"),
        (("Ana", "Ben"), {"allows_bots": True}, "rated after move 20"),
        (("BOT hunter", "bot:easy"), {}, "rated among bots after move 20"),
    ],
)
def test_a_table_tells_whether_its_game_counts_and_among_whom(
    play: Play, seats: tuple[str, str], more: dict[str, Any], told: str
) -> None:
    async def scene(server: Steady) -> None:
        hunter = made(server, "hunter")
        cleo, ben = await talker(server, "Cleo"), await talker(server, "Ben")
        host = hunter if seats[0].startswith("BOT") else server.accounts["Ana"].id
        level = seats[1].removeprefix("bot:") if seats[1].startswith("bot:") else None
        wish = SeatWish(bot=level) if level else SeatWish(invited=seats[1] or None)
        plan = TablePlan("bataille", [SeatWish(account=host), wish], rated_from=20)
        table = await server.lobby.tables.create(host, replace(plan, **more))
        if seats[1] == "Ben":
            await server.lobby.tables.join(table, server.accounts["Ben"].id)
            assert ben.told
        lines = await cleo.say(f"look {table}")
        assert any(told in line for line in lines), lines

    play(scene)


def test_a_game_with_a_bot_is_casual_once_it_sits_there(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await bot(server, "hunter", seeks=True)
        ana = await talker(server, "Ana")
        table = await hosted(server, "Ana", table_for("", allows_bots=True, rated_from=20))
        await ana.hears_of("A game with bots of others is casual")
        assert any("casual, with a visiting bot" in line for line in await ana.say("look 1"))
        await ana.say(f"join {table}")
        assert any("a casual game" in line for line in await ana.say("seats")), ana.told[-9:]

    play(scene)


def test_owner_and_source_are_told_and_the_lists_stand_apart(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await bot(server, "hunter")
        rate(server, [SeatWish(account=made(server, "gatherer")), SeatWish(bot="easy")])
        ana = await talker(server, "Ana")
        told = await ana.say("about")
        assert any("BOT hunter: a bot of Ana, source: example.org/bot" in line for line in told)
        await ana.say("people")
        await ana.say("best")
        await asyncio.sleep(1)
        ana.hears()
        assert "BOT hunter." in ana.told
        assert any("Bataille sous les mers, bots" in line for line in ana.told), ana.told

    play(scene)
