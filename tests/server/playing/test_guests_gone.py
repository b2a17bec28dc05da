"""Guests without a key who leave for good: programs play their seats, the game goes on."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.attendance import GRACE
from nim_tui.server.database.tables import SeatWish, TablePlan
from nim_tui.server.programs import BEAT
from tests.server.playing.steady import Guest, Play, Steady
from tests.server.playing.timed import A_MINUTE, Timed


async def with_a_guest(house: Steady, *names: str, clock: bool = False) -> tuple[Timed, Guest]:
    """Himalaya for people and, on the last seat, a guest who sits at the table."""
    people = {name: await house.enters(name) for name in names}
    guest = await house.stranger()
    seats = [SeatWish(account=number) for number in [*house.numbers(*names), guest.account]]
    plan = TablePlan("himalaya", seats, clock=A_MINUTE if clock else None)
    table = house.salon.create(seats[0].account or 0, plan)
    await guest.sits_down()
    return Timed(house, table, house.now(), people), guest


def others_play(table: Timed) -> None:
    """Ana and Ben move, as long as one of them is waited for first."""
    while table.game.waiting and table.game.waiting[0] != 2:
        seat = table.game.waiting[0]
        table.play(seat, table.game.legal(seat)[0].word)


@pytest.mark.parametrize("dies", [False, True], ids=["leaves", "server dies"])
def test_a_program_takes_the_seat_and_the_game_goes_on(play: Play, dies: bool) -> None:
    async def scene(house: Steady) -> None:
        table, guest = await with_a_guest(house, "Ana", "Ben")
        name = guest_name(table)
        if dies:
            await house.is_killed()
        else:
            await table.sit_down("Ana")
            await guest.leave()
            await table.guests["Ana"].sees(f"A program plays for {name} now.")
        assert table.held.is_lent(2)
        others_play(table)
        await asyncio.sleep(2 * BEAT)
        assert [move.seat for move in table.game.plays] == [1, 2]
        others_play(table)
        assert table.game.waiting == (2,)
        await asyncio.sleep(2 * BEAT)
        assert table.game.waiting != (2,), "the program answers, and the turn goes on"
        assert guest_name(table) == name, "the seat keeps the name that played"
        await house.is_killed()
        assert table.held.is_lent(2)

    play(scene, seed=19, guests=True, ticks=True)


def guest_name(table: Timed) -> str:
    """Who has the last seat."""
    return table.game.seats[2].name


def test_time_of_a_guest_who_left_is_not_counted(play: Play) -> None:
    async def scene(house: Steady) -> None:
        table, guest = await with_a_guest(house, "Ana", "Ben", clock=True)
        await guest.leave()
        assert table.left()[2] is None
        await house.is_killed()
        assert table.left()[2] is None

    play(scene, seed=19, guests=True, ticks=True)


def test_nobody_votes_about_a_guest_who_left(play: Play) -> None:
    async def scene(house: Steady) -> None:
        table, guest = await with_a_guest(house, "Ana", "Ben")
        await table.sit_down("Ana")
        await guest.leave()
        await asyncio.sleep(GRACE)
        (ana,) = house.numbers("Ana")
        assert not table.held.may_vote(ana, 2)
        assert table.held.may_vote(ana, 1)

    play(scene, seed=19, guests=True, ticks=True)


def test_a_later_guest_has_nothing_of_an_earlier_one(play: Play) -> None:
    async def scene(house: Steady) -> None:
        table, guest = await with_a_guest(house, "Ana", "Ben")
        await table.sit_down("Ana")
        await guest.leave()
        later = await house.stranger()
        await later.sits_down()
        assert table.held.seat_of(later.account) is None
        await asyncio.sleep(GRACE)
        (ana,) = house.numbers("Ana")
        assert table.held.votes(1) == (0, 1), "who looks on is not counted"
        table.held.vote(ana, 1)
        assert table.held.is_lent(1)

    play(scene, seed=19, guests=True, ticks=True)
