"""Guests without a key who leave for good: programs play their seats, the game goes on."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.accounts.keys import new_code
from nim_tui.server.accounts.store import account_with_key
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.play.turns import BEAT
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.lobby.steady import Guest, Play, Steady, print_of
from tests.nim_tui.server.lobby.timed import A_MINUTE, Timed

pytestmark = pytest.mark.slow

GRACE = LobbyLimits().away_seconds


async def with_a_guest(server: Steady, *names: str, clock: bool = False) -> tuple[Timed, Guest]:
    """Himalaya for people and, on the last seat, a guest who sits at the table."""
    people = {name: await server.enters(name) for name in names}
    guest = await server.stranger()
    seats = [SeatWish(account=number) for number in [*server.numbers(*names), guest.account]]
    plan = TablePlan("himalaya", seats, clock=A_MINUTE if clock else None)
    table = await server.lobby.tables.create(seats[0].account or 0, plan)
    await guest.sits_down()
    return Timed(server, table, server.now(), people), guest


def others_play(table: Timed) -> None:
    """Ana and Ben move, as long as one of them is waited for first."""
    while table.game.waiting and table.game.waiting[0] != 2:
        seat = table.game.waiting[0]
        table.play(seat, table.game.legal(seat)[0].word)


@pytest.mark.parametrize("dies", [False, True], ids=["leaves", "server dies"])
def test_a_program_takes_the_seat_and_the_game_goes_on(play: Play, dies: bool) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await with_a_guest(server, "Ana", "Ben")
        name = guest_name(table)
        if dies:
            await server.is_killed()
        else:
            await table.sit_down("Ana")
            await guest.leave()
            await table.guests["Ana"].sees(f"A bot is now playing for {name}.")
        assert table.held.people.is_lent(2)
        others_play(table)
        await asyncio.sleep(2 * BEAT)
        assert [move.seat for move in table.game.plays] == [1, 2]
        others_play(table)
        assert table.game.waiting == (2,)
        await asyncio.sleep(2 * BEAT)
        assert [move.seat for move in table.game.plays].count(2) > 1, "the program answers"
        assert guest_name(table) == name, "the seat keeps the name that played"
        await server.is_killed()
        assert table.held.people.is_lent(2)

    play(scene, seed=19, guests=True, ticks=True)


def guest_name(table: Timed) -> str:
    """Who has the last seat."""
    return table.game.seats[2].name


@pytest.mark.nightly
def test_time_of_a_guest_who_left_is_not_counted(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await with_a_guest(server, "Ana", "Ben", clock=True)
        await guest.leave()
        assert table.left()[2] is None
        await server.is_killed()
        assert table.left()[2] is None

    play(scene, seed=19, guests=True, ticks=True)


@pytest.mark.nightly
def test_nobody_votes_about_a_guest_who_left(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await with_a_guest(server, "Ana", "Ben")
        await table.sit_down("Ana")
        await guest.leave()
        await asyncio.sleep(GRACE)
        (ana,) = server.numbers("Ana")
        assert not table.held.voting.may_vote(ana, 2)
        assert table.held.voting.may_vote(ana, 1)

    play(scene, seed=19, guests=True, ticks=True)


def test_a_later_guest_has_nothing_of_an_earlier_one(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await with_a_guest(server, "Ana", "Ben")
        await table.sit_down("Ana")
        await guest.leave()
        later = await server.stranger()
        await later.sits_down()
        assert table.held.people.seat_of(later.account) is None
        await asyncio.sleep(GRACE)
        (ana,) = server.numbers("Ana")
        assert table.held.voting.votes(1) == (0, 1), "who looks on is not counted"
        await table.held.voting.vote(ana, 1)
        assert table.held.people.is_lent(1)

    play(scene, seed=19, guests=True, ticks=True)


@pytest.mark.nightly
def test_a_guest_whom_a_key_knows_keeps_name_and_seat(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, guest = await with_a_guest(server, "Ana", "Ben")
        name, number = guest_name(table), guest.account
        by_key = await server.stranger(print_of("new"))
        await by_key.sees("Choose your name")
        await by_key.type(f"{name} {new_code(server.database, number)}", "\r")
        await by_key.sees(f"Lobby   {name}")
        await guest.sees("Your name and seats are now kept.")
        assert by_key.account == number
        await guest.leave()
        assert table.held.people.seat_of(number) == 2
        assert not table.held.people.is_lent(2)
        await by_key.sits_down()
        await by_key.sees("Himalaya")
        await by_key.leave()
        await server.is_killed()
        account = account_with_key(server.database, print_of("new"))
        assert account is not None
        assert (account.id, account.name, account.is_guest) == (number, name, False)
        assert table.held.people.seat_of(number) == 2

    play(scene, seed=19, guests=True, ticks=True)


def test_who_was_a_guest_is_bounded_as_a_member(play: Play) -> None:
    async def scene(server: Steady) -> None:
        guest = await server.stranger()
        app = guest.runner._app
        assert isinstance(app, VisitorApp)
        number = app.who.account
        as_guest = app._person.bounded_as
        by_key = await server.stranger(print_of("new"))
        await by_key.type(f"{app.who.name} {new_code(server.database, number)}", "\r")
        await by_key.sees("Lobby   ")
        as_member = app._person.bounded_as
        assert (as_guest, as_member) == (("guest", "127.0.0.1"), number)

    play(scene, guests=True)
