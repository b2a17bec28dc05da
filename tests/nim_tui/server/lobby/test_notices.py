"""Notices in a game as it is really played: who is away when their turn comes, and that once."""

from __future__ import annotations

import pytest

from nim_tui.server.notifications.queue import Delivery, note_turns, settle, take_due
from nim_tui.server.notifications.subscriptions import subscribe, turn
from nim_tui.server.storage.schema import WEBHOOK
from tests.nim_tui.server.lobby.steady import REST, Play, Steady
from tests.nim_tui.server.lobby.timed import A_DAY, A_MINUTE, IN_TURN, SEED, Timed, timed

WAIT = 60.0


def all_subscribe(server: Steady) -> None:
    for account in server.accounts.values():
        subscribe(server.database, account.id, WEBHOOK, "https://hooks.example.org/a", "en")
        turn(server.database, account.id, WEBHOOK, is_on=True)


async def due(server: Steady) -> list[Delivery]:
    """What a sender of this server would send now; it is noted as sent."""
    await server.database.settled()
    is_here = server.lobby.attendance.is_here
    await server.database.ask(note_turns, is_here, WAIT)
    parcels = await server.database.ask(take_due, is_here)
    for parcel in parcels:
        await server.database.ask(settle, parcel, "", is_final=False)
    return parcels


def told(table: Timed, parcels: list[Delivery]) -> list[int | None]:
    """Which seats are told."""
    return [table.held.people.seat_of(parcel.to.account) for parcel in parcels]


@pytest.mark.slow
def test_whose_turn_comes_while_they_are_away_is_told_once(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_DAY)
        all_subscribe(server)
        for name in ("Ana", "Ben"):
            await table.guests[name].leave()
        await server.database.settled()
        await table.at(100)
        assert await due(server) == [], "they were here when this turn came"
        table.play_in_turn(IN_TURN)
        assert table.game.waiting == (0,)
        await table.at(100 + WAIT - REST)
        assert await due(server) == [], "they may be back in a moment"
        await table.at(100 + WAIT)
        assert told(table, await due(server)) == [0]
        assert await due(server) == []
        await server.is_killed(down=1000)
        assert await due(server) == [], "a start is no turn"

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_who_is_anywhere_on_the_server_is_not(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_DAY)
        all_subscribe(server)
        table.play_in_turn(IN_TURN)
        await table.at(1000)
        assert await due(server) == []
        await table.guests["Ana"].leave()
        await table.at(2000)
        assert await due(server) == [], "they have seen that it is their turn"

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_a_quick_game_tells_nobody(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_MINUTE)
        all_subscribe(server)
        await table.guests["Ana"].leave()
        table.play_in_turn(IN_TURN)
        await table.at(59)
        assert await server.database.ask(note_turns, lambda _account: False, 0.0) == 0

    play(scene, seed=SEED, ticks=True)
