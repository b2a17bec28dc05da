"""How long an offer to end a game stands: until a move, a while, a departure, or the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from nim_tui.server.play.offers import CannotOffer
from nim_tui.server.tables.game_store import load_record
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.record import EndEntry
from rules.contract import IllegalMove
from rules.messages import Refusal
from tests.every import by_day
from tests.nim_tui.server.lobby.draws import (
    DOWN,
    ENTER,
    LAPSED,
    LASTS,
    OFFERED,
    agree,
    decline,
    end,
    pair,
)
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.lobby.timed import A_DAY, A_MINUTE, Timed, timed
from tests.screens.tables import FIRST_TURNS, LAID

pytestmark = pytest.mark.slow


async def moves(table: Timed) -> None:
    """Ana moves."""
    table.play(0, "A 15")


async def waits(table: Timed) -> None:
    """Nobody answers."""
    await asyncio.sleep(LASTS)


async def leaves(table: Timed) -> None:
    """Ana goes to the lobby."""
    await table.guests["Ana"].type("q")


async def is_gone(table: Timed) -> None:
    """Ana's connection ends."""
    await table.guests["Ana"].leave()


@pytest.mark.parametrize("does", by_day([moves, waits, leaves, is_gone], 2))
def test_an_offer_lapses(play: Play, does: Callable[[Timed], Awaitable[None]]) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await agree(table, "Ana")
        ben = table.guests["Ben"]
        await ben.sees(OFFERED)
        await does(table)
        await ben.sees(LAPSED)
        await ben.sees_no(OFFERED)
        await agree(table, "Ben")
        assert end(table) is None, "that is an offer of their own"

    play(scene, ticks=True)


def test_it_stands_while_the_other_moves_and_until_time_is_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, f"{FIRST_TURNS}; A 15; drop 200; hold")
        assert table.game.waiting == (1,)
        await agree(table, "Ana")
        table.play(1, "stay")
        await table.guests["Ben"].sees(OFFERED)
        await asyncio.sleep(LASTS - 10)
        assert table.held.offers.by == 0
        await agree(table, "Ben")
        assert end(table) is not None
        await asyncio.sleep(20)

    play(scene, ticks=True)


@pytest.mark.nightly
def test_by_the_calendar_it_outlasts_that_people_leave(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_DAY)
        table.play_in_turn(FIRST_TURNS)
        await table.sit_down("Ana")
        await agree(table, "Ana")
        await table.guests["Ana"].leave()
        await asyncio.sleep(2 * LASTS)
        await table.sit_down("Ben")
        await table.guests["Ben"].sees(f"{OFFERED}   = Accept")
        await agree(table, "Ben")
        assert end(table) == EndEntry(((0, 1),), "agreed")

    play(scene, ticks=True)


def test_one_offer_a_turn_however_often_it_is_taken_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, LAID)
        await agree(table, "Ana")
        decline(table, "Ana")
        await table.guests["Ben"].sees("Ana withdraws the draw offer.")
        table.play(0, "A 17")
        with pytest.raises(CannotOffer):
            await agree(table, "Ana")
        table.play(0, "hold")
        assert table.game.waiting == (1,)
        table.game.undo(0)
        with pytest.raises(CannotOffer):
            await agree(table, "Ana")
        table.play(0, "hold")
        await agree(table, "Ana")
        assert table.held.offers.by == 0

    play(scene)


@pytest.mark.nightly
def test_moves_in_secret_leave_an_offer_as_it_was(play: Play) -> None:
    """Else it would tell of them."""

    async def scene(server: Steady) -> None:
        table = await pair(server, "")
        await agree(table, "Ana")
        for words in ("sub 14.200", "sub 22.100", "sub 33.300"):
            table.play(0, words)
        await table.guests["Ben"].sees("Ana offers to end the game")
        table.play(0, "mine 9")
        await table.guests["Ben"].sees(LAPSED)

    play(scene)


@pytest.mark.nightly
def test_a_guest_who_leaves_for_good_is_asked_no_more(play: Play) -> None:
    async def scene(server: Steady) -> None:
        guest = await server.stranger()
        ana = await server.enters("Ana")
        seats = [SeatWish(account=ana.account), SeatWish(account=guest.account)]
        table = await server.lobby.tables.create(ana.account, TablePlan("bataille", seats))
        await ana.sits_down()
        held = server.lobby.held.seated(table)
        assert held is not None
        await held.agreeing.agree(ana.account)
        await ana.sees("waiting for Guest")
        await guest.leave()
        await ana.sees("Draw agreed before every player had moved: no result.")
        assert load_record(server.database, table).over == EndEntry((), "aborted")

    play(scene, guests=True)


def test_out_of_time_ends_the_game_whatever_was_offered(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        table.play_in_turn(FIRST_TURNS)
        await table.sit_down("Ana", "Ben")
        await agree(table, "Ben")
        await asyncio.sleep(61)
        assert end(table) == EndEntry(((1,), (0,)), "out_of_time")
        with pytest.raises(IllegalMove):
            await agree(table, "Ana")

    play(scene, ticks=True)


@pytest.mark.nightly
def test_another_start_of_the_server_forgets_offers(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await agree(table, "Ana")
        await server.is_killed()
        ben = await server.enters("Ben")
        await ben.sits_down()
        assert OFFERED not in ben.screen
        await agree(table, "Ben")
        assert end(table) is None

    play(scene, ticks=True)


@pytest.mark.nightly
def test_an_end_that_cannot_be_kept_leaves_the_offer(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_what: object, **_how: object) -> None:
        raise Refusal("the disk is full")

    async def scene(server: Steady) -> None:
        table = await pair(server)
        await agree(table, "Ana")
        ben = table.guests["Ben"]
        with monkeypatch.context() as patch:
            patch.setattr("nim_tui.server.tables.record_store.append", full)
            await ben.type("=", DOWN, ENTER)
            await ben.sees("the disk is full")
        assert end(table) is None
        await agree(table, "Ben")
        assert end(table) == EndEntry(((0, 1),), "agreed")

    play(scene)
