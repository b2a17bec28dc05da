"""Guests whose line was cut find their seat again, for a while, by the browser they came with."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.accounts.keys import new_code
from nim_tui.server.accounts.store import account_numbered, guests_with_seats
from nim_tui.server.moderation import bans
from nim_tui.server.sessions.sign_in import MOST_AN_ADDRESS
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.lobby.steady import Guest, Play, Steady, print_of
from tests.nim_tui.server.lobby.timed import Timed

pytestmark = pytest.mark.slow

GRACE = LobbyLimits().away_seconds


async def seated(server: Steady, browser: str = "one") -> tuple[Timed, Guest]:
    """Ana and a guest who came by a browser, at a table of Bataille."""
    people = {"Ana": server.here[0] if server.here else await server.enters("Ana")}
    guest = await server.stranger(browser=browser)
    (ana,) = server.numbers("Ana")
    plan = TablePlan("bataille", [SeatWish(account=ana), SeatWish(account=guest.account)])
    table = await server.lobby.tables.create(ana, plan)
    return Timed(server, table, server.now(), people), guest


def test_a_guest_comes_back_to_their_seat(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await seated(server)
        number, name = guest.account, table.game.seats[1].name
        await guest.leave()
        await asyncio.sleep(GRACE - 10)
        assert not table.held.people.is_lent(1)
        again = await server.stranger(browser="one")
        assert again.account == number
        await again.sees(f"Lobby   {name}")
        await asyncio.sleep(2 * GRACE)
        assert table.held.people.seat_of(number) == 1
        assert not table.held.people.is_lent(1), "who is back stays"
        await again.sits_down()
        await again.sees("hide submarine 1 of 3")

    play(scene, guests=True, ticks=True)


def test_who_does_not_come_back_in_time_has_left(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await seated(server)
        number = guest.account
        await guest.leave()
        await asyncio.sleep(GRACE - 1)
        assert not table.held.people.is_lent(1)
        await asyncio.sleep(2)
        assert table.held.people.is_lent(1)
        assert account_numbered(server.database, number) is None
        assert (await server.stranger(browser="one")).account != number

    play(scene, guests=True, ticks=True)


def test_a_guest_comes_back_after_a_restart(play: Play) -> None:
    """As long as after a cut; one who does not come has left."""

    async def scene(server: Steady) -> None:
        _table, guest = await seated(server)
        _other_table, _other = await seated(server, "two")
        number = guest.account
        gone = (await server.stranger(browser="no seat")).account
        await server.is_killed()
        await server.handler.expect_guests()
        assert account_numbered(server.database, gone) is None
        again = await server.stranger(browser="one")
        assert again.account == number
        await again.sits_down()
        await again.sees("hide submarine 1 of 3")
        await asyncio.sleep(GRACE + 1)
        kept = [account.id for _browser, account in guests_with_seats(server.database)]
        assert kept == [number], "the other has left"

    play(scene, guests=True, ticks=True)


def test_many_guests_of_before_a_restart_do_not_count_as_one_address(play: Play) -> None:
    async def scene(server: Steady) -> None:
        number = (await seated(server, "0"))[1].account
        for browser in range(1, MOST_AN_ADDRESS + 2):
            await asyncio.sleep(server.lobby.limits.table_seconds)
            await seated(server, str(browser))
        await server.is_killed()
        await server.handler.expect_guests()
        for _time in range(2):
            again = await server.stranger(browser="0")
            assert again.account == number
            await again.leave()

    play(scene, guests=True, ticks=True)


@pytest.mark.parametrize("browser", ["", "another"])
def test_nobody_else_gets_the_seat(play: Play, browser: str) -> None:
    async def scene(server: Steady) -> None:
        _table, guest = await seated(server)
        number = guest.account
        await guest.leave()
        assert (await server.stranger(browser=browser)).account != number

    play(scene, guests=True, ticks=True)


@pytest.mark.nightly
def test_who_leaves_by_themselves_has_left(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await seated(server)
        await guest.type("q")
        assert guest.staying is not None
        await guest.staying
        assert table.held.people.is_lent(1)

    play(scene, guests=True, ticks=True)


def test_who_has_no_seat_is_forgotten(play: Play) -> None:
    async def scene(server: Steady) -> None:
        guest = await server.stranger(browser="one")
        number = guest.account
        await guest.leave()
        await asyncio.sleep(1)
        assert account_numbered(server.database, number) is None

    play(scene, guests=True, ticks=True)


@pytest.mark.nightly
def test_two_tabs_of_a_browser_are_one_guest(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await seated(server)
        second = await server.stranger(browser="one")
        assert second.account == guest.account
        await guest.leave()
        await asyncio.sleep(2 * GRACE)
        assert not table.held.people.is_lent(1)

    play(scene, guests=True, ticks=True)


def test_few_of_an_address_may_come_back(play: Play) -> None:
    """So that nobody fills tables with guests who are not there."""

    async def scene(server: Steady) -> None:
        there = [await seated(server, str(number)) for number in range(MOST_AN_ADDRESS + 1)]
        for _table, guest in there:
            await guest.leave()
        lent = [table.held.people.is_lent(1) for table, _guest in there]
        assert lent == [False] * MOST_AN_ADDRESS + [True]

    play(scene, guests=True, ticks=True)


@pytest.mark.nightly
def test_who_was_banned_meanwhile_comes_as_somebody_else(play: Play) -> None:
    async def scene(server: Steady) -> None:
        _table, guest = await seated(server)
        number = guest.account
        await guest.leave()
        bans.ban(server.database, bans.account(number), "rude")
        assert (await server.stranger(browser="one")).account != number

    play(scene, guests=True, ticks=True)


@pytest.mark.nightly
def test_a_browser_does_not_open_what_a_key_opens_meanwhile(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await seated(server)
        number, name = guest.account, table.game.seats[1].name
        code = new_code(server.database, number)
        await guest.leave()
        by_key = await server.stranger(print_of("new"))
        await by_key.type(f"{name} {code}", "\r")
        await by_key.sees(f"Lobby   {name}")
        assert by_key.account == number
        assert (await server.stranger(browser="one")).account != number
        await by_key.leave()
        await asyncio.sleep(2 * GRACE)
        assert not table.held.people.is_lent(1)

    play(scene, guests=True, ticks=True)
