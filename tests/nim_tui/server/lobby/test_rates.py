"""Rates: who does something too often is refused with one line, and nobody else notices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from nim_tui.server import rate_limit
from nim_tui.server.rate_limit import RateLimit, TooOften, forget_taken
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import TAKEN_TOKENS
from nim_tui.server.tables.seat_store import leave_seat
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.storage.conftest import Clock

MOST_HOSTED = LobbyLimits().tables_an_account
ENTER = "\r"
REFUSED = "too fast: wait a moment"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path, Clock())
    yield opened
    opened.close()


def later(database: Database, seconds: float) -> None:
    clock = database.now
    assert isinstance(clock, Clock)
    clock.pass_by(seconds)


def taken(limit: RateLimit, who: str, most: int = 100) -> int:
    """How often somebody may do it now."""
    for number in range(most):
        try:
            at_once(limit.take(who))
        except TooOften:
            return number
    return most


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(("burst", "seconds"), [(6, 3.0), (5, 60.0), (2, 0.1)])
def test_so_many_at_once_and_then_one_each_time(
    database: Database, burst: int, seconds: float, shared: bool
) -> None:
    limit = RateLimit(database, "lines", burst, seconds, shared=shared)
    assert taken(limit, "Ana") == burst
    later(database, seconds * 0.9)
    assert taken(limit, "Ana") == 0
    later(database, seconds * 0.11)
    assert taken(limit, "Ana") == 1
    later(database, seconds * 2.01)
    assert taken(limit, "Ana") == 2
    later(database, seconds * 1000)
    assert taken(limit, "Ana") == burst, "time saves up no more than that"


@pytest.mark.parametrize("shared", [False, True])
def test_a_sliding_one_gives_so_many_in_any_span(database: Database, shared: bool) -> None:
    limit = RateLimit(database, "accounts", 3, 60.0, sliding=True, shared=shared)
    at_once(limit.take("Ana"))
    later(database, 50)
    assert taken(limit, "Ana") == 2
    later(database, 10)
    assert taken(limit, "Ana") == 1, "the first was a minute ago"
    later(database, 49)
    assert taken(limit, "Ana") == 0
    later(database, 1)
    assert taken(limit, "Ana") == 2


@pytest.mark.parametrize("sliding", [False, True])
@pytest.mark.parametrize("shared", [False, True])
def test_what_came_to_nothing_is_given_back(
    database: Database, shared: bool, sliding: bool
) -> None:
    limit = RateLimit(database, "codes", 2, 60.0, sliding=sliding, shared=shared)
    for _time in range(10):
        at_once(limit.take("Ana"))
        at_once(limit.refund("Ana"))
    assert taken(limit, "Ana") == 2
    at_once(limit.refund("Ana"))
    assert taken(limit, "Ana") == 1


def test_to_be_refused_makes_nobody_wait_longer(database: Database) -> None:
    limit = RateLimit(database, "lines", 2, 10.0)
    assert taken(limit, "Ana") == 2
    for second in range(9):
        later(database, 1)
        with pytest.raises(TooOften) as refused:
            limit.check("Ana")
        assert refused.value.left == 9 - second
        assert taken(limit, "Ana") == 0
    later(database, 1)
    assert taken(limit, "Ana") == 1


def test_each_has_a_rate_of_his_own(database: Database) -> None:
    limit = RateLimit(database, "lines", 3, 10.0)
    assert taken(limit, "Ana") == 3
    assert taken(limit, "Ben") == 3
    assert taken(limit, "Ana") == 0


def test_of_very_many_the_one_longest_still_is_forgotten(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "MOST_KNOWN", 50)
    limit = RateLimit(database, "lines", 2, 10.0)
    for name in ("Ana", "Ben", "Ana"):
        at_once(limit.take(name))
    for number in range(49):
        at_once(limit.take(f"stranger {number}"))
    assert taken(limit, "Ana") == 0
    for number in range(150):
        at_once(limit.take(f"other {number}"))
        assert len(limit._taken) <= 50
    assert taken(limit, "Ana") == 2


def test_what_is_shared_is_forgotten_once_it_came_back(database: Database) -> None:
    limit = RateLimit(database, "codes", 2, 60.0, shared=True)
    assert taken(limit, "Ana") == 2
    forget_taken(database)
    assert taken(RateLimit(database, "codes", 2, 60.0, shared=True), "Ana") == 0
    later(database, 120)
    forget_taken(database)
    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(TAKEN_TOKENS)) == 0


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
            await server.lobby.tables.create(number, open_plan(number))
        await ana.type("n", ENTER, ENTER)
        screen = await ana.sees(REFUSED)
        assert screen.count(REFUSED) == 1
        await server.lobby.tables.create(other, open_plan(other))
        await asyncio.sleep(60)
        await server.lobby.tables.create(number, open_plan(number))
        with pytest.raises(TooOften):
            await server.lobby.tables.create(number, open_plan(number))

    play(scene, ticks=True)


@pytest.mark.slow
def test_twenty_tables_that_are_not_over_are_the_most(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        await server.enters("Ben")
        number, other = server.numbers("Ana", "Ben")
        made = []
        for _table in range(MOST_HOSTED):
            made.append(await server.lobby.tables.create(number, open_plan(number)))
            await asyncio.sleep(60)
        with pytest.raises(CannotUseTable, match="you already have 20 unfinished tables"):
            await server.lobby.tables.create(number, open_plan(number))
        leave_seat(server.database, made[1], number)
        await asyncio.sleep(60)
        await server.lobby.tables.join(made[0], other)
        with pytest.raises(CannotUseTable):
            await server.lobby.tables.create(number, open_plan(number))
        await server.lobby.tables.resign(made[0], number)
        await asyncio.sleep(60)
        await server.lobby.tables.create(number, open_plan(number))
        await server.lobby.tables.create(other, open_plan(other))

    play(scene, ticks=True)
