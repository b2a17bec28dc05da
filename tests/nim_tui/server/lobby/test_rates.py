"""Rates: who does something too often is refused with one line, and nobody else notices."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.rate_limit import MOST_KNOWN, RateLimit, TooOften
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.tables.seat_store import leave_seat
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan
from tests.nim_tui.server.database.conftest import Clock
from tests.nim_tui.server.lobby.steady import Play, Steady

MOST_HOSTED = LobbyLimits().tables_an_account
ENTER = "\r"
REFUSED = "not so fast: wait a moment"


def taken(rate: RateLimit, who: str, most: int = 100) -> int:
    """How often somebody may do it now."""
    for number in range(most):
        try:
            rate.take(who)
        except TooOften:
            return number
    return most


@pytest.mark.parametrize(("at_once", "seconds"), [(6, 3.0), (5, 60.0), (2, 0.1)])
def test_so_many_at_once_and_then_one_each_time(at_once: int, seconds: float) -> None:
    clock = Clock()
    rate = RateLimit(at_once, seconds, clock)
    assert taken(rate, "Ana") == at_once
    clock.pass_by(seconds * 0.9)
    assert taken(rate, "Ana") == 0
    clock.pass_by(seconds * 0.11)
    assert taken(rate, "Ana") == 1
    clock.pass_by(seconds * 2.01)
    assert taken(rate, "Ana") == 2
    clock.pass_by(seconds * 1000)
    assert taken(rate, "Ana") == at_once, "time saves up no more than that"


def test_to_be_refused_makes_nobody_wait_longer() -> None:
    clock = Clock()
    rate = RateLimit(2, 10.0, clock)
    assert taken(rate, "Ana") == 2
    for _second in range(9):
        clock.pass_by(1)
        assert taken(rate, "Ana") == 0
    clock.pass_by(1)
    assert taken(rate, "Ana") == 1


def test_each_has_a_rate_of_his_own() -> None:
    rate = RateLimit(3, 10.0, Clock())
    assert taken(rate, "Ana") == 3
    assert taken(rate, "Ben") == 3
    assert taken(rate, "Ana") == 0


def test_of_very_many_the_one_longest_still_is_forgotten() -> None:
    clock = Clock()
    rate = RateLimit(2, 10.0, clock)
    for name in ("Ana", "Ben", "Ana"):
        rate.take(name)
    for number in range(MOST_KNOWN - 1):
        rate.take(f"stranger {number}")
    assert len(rate._full_at) == MOST_KNOWN
    assert taken(rate, "Ana") == 0
    for number in range(3 * MOST_KNOWN):
        rate.take(f"other {number}")
        assert len(rate._full_at) <= MOST_KNOWN


@pytest.mark.slow
def test_talk_is_slowed_down_for_who_talks_too_much_alone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        numbers = server.numbers("Ana", "Ben")
        for word in range(6):
            await server.lobby.talking.say(numbers[0], f"word {word}")
        await ben.sees("Ana: word 5")
        before = ben.screen
        await ana.type("t", "one more", ENTER)
        screen = await ana.sees(REFUSED)
        assert screen.count(REFUSED) == 1
        assert ben.screen == before
        assert [line.text for line in server.lobby.talking.said()][-1] == "word 5"
        await ben.type("t", "my turn", ENTER)
        await ana.sees("Ben: my turn")
        await asyncio.sleep(3)
        await ana.type(ENTER)
        await ben.sees("Ana: one more")

    play(scene, ticks=True)


@pytest.mark.slow
def test_talk_in_the_lobby_and_at_a_table_is_counted_together(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        await server.enters("Ben")
        table = await server.table("bataille", "Ana", "Ben")
        (ana,) = server.numbers("Ana")
        for word in range(6):
            await server.lobby.talking.say(ana, f"word {word}", table if word % 2 else None)
        for place in (None, table):
            with pytest.raises(TooOften):
                await server.lobby.talking.say(ana, "one more", place)

    play(scene, ticks=True)


def open_plan(account: int) -> TablePlan:
    """Bataille that waits for somebody."""
    return TablePlan("bataille", [SeatWish(account=account), SeatWish()])


@pytest.mark.slow
def test_tables_five_at_once_and_then_one_a_minute(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, _ben = await server.enters("Ana"), await server.enters("Ben")
        number, other = server.numbers("Ana", "Ben")
        for _table in range(5):
            await server.lobby.desk.create(number, open_plan(number))
        await ana.type("n", ENTER, ENTER)
        screen = await ana.sees(REFUSED)
        assert screen.count(REFUSED) == 1
        await server.lobby.desk.create(other, open_plan(other))
        await asyncio.sleep(60)
        await server.lobby.desk.create(number, open_plan(number))
        with pytest.raises(TooOften):
            await server.lobby.desk.create(number, open_plan(number))

    play(scene, ticks=True)


@pytest.mark.slow
def test_twenty_tables_that_are_not_over_are_the_most(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        await server.enters("Ben")
        number, other = server.numbers("Ana", "Ben")
        made = []
        for _table in range(MOST_HOSTED):
            made.append(await server.lobby.desk.create(number, open_plan(number)))
            await asyncio.sleep(60)
        with pytest.raises(CannotUseTable, match="you have 20 unfinished tables already"):
            await server.lobby.desk.create(number, open_plan(number))
        leave_seat(server.database, made[1], number)
        await asyncio.sleep(60)
        await server.lobby.desk.join(made[0], other)
        with pytest.raises(CannotUseTable):
            await server.lobby.desk.create(number, open_plan(number))
        await server.lobby.desk.resign(made[0], number)
        await asyncio.sleep(60)
        await server.lobby.desk.create(number, open_plan(number))
        await server.lobby.desk.create(other, open_plan(other))

    play(scene, ticks=True)
