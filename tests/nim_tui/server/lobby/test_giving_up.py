"""Giving a game up, from the table and from the lobby; what is over is let go of."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.tables.game_store import load_record
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.record import EndEntry
from rules.contract import IllegalMove
from rules.messages import Refusal
from tests.every import by_day
from tests.nim_tui.server.lobby.steady import REST, Guest, Play, Steady, until
from tests.nim_tui.server.lobby.timed import A_MINUTE, Timed, timed

pytestmark = pytest.mark.slow

ENTER, DOWN, UP, SEATS = "\r", "\x1b[B", "\x1b[A", '"'
BEN_WINS = EndEntry(((1,), (0,)), "resigned")
ASKS = "Press Enter again to resign."
ASKS_IN_LOBBY = "Press the same key again to resign."


async def pair(server: Steady, *, clock: bool = False) -> Timed:
    """Bataille between Ana and Ben."""
    return await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE if clock else None)


async def asks(guest: Guest) -> None:
    """Have somebody ask, in the pane of seats, to resign."""
    await guest.type(SEATS)
    await guest.mark("resign")
    await guest.type(ENTER)
    await guest.sees(ASKS)


def end(table: Timed) -> EndEntry | None:
    """The end of the game in its record."""
    return load_record(table.server.database, table.id).over


@pytest.mark.parametrize("clock", by_day([False, True], 1), ids=["", "with a clock"])
def test_from_the_table_by_enter_twice(play: Play, clock: bool) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, clock=clock)
        await table.sit_down("Ana", "Ben")
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await asks(ana)
        assert end(table) is None
        await asyncio.sleep(3)
        await ana.type(ENTER)
        await ben.sees("The end", "Ana resigned. You win.")
        await ana.sees("The end", "You resigned. Winner: Ben")
        assert end(table) == BEN_WINS

    play(scene, ticks=True)


@pytest.mark.nightly
def test_marking_another_line_asks_anew(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await table.sit_down("Ana")
        ana = table.guests["Ana"]
        await asks(ana)
        await ana.type(UP, DOWN)
        await ana.sees_no(ASKS)
        await ana.type(ENTER)
        await ana.sees(ASKS)
        await ana.type("q")
        await ana.sees_no("resign")
        await asks(ana)
        assert end(table) is None

    play(scene)


def test_who_looks_on_gives_nothing_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        eva = await server.enters("Eva")
        table = await pair(server)
        await eva.sits_down()
        await eva.type(SEATS)
        screen = await eva.sees("Ana", "Ben", "away for")
        assert "resign" not in screen
        await eva.type(ENTER, ENTER, DOWN, ENTER, ENTER)
        with pytest.raises(IllegalMove):
            await server.lobby.tables.resign(table.id, *server.numbers("Eva"))
        assert end(table) is None

    play(scene)


def test_from_the_lobby_by_the_same_key_twice(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await table.sit_down("Ben")
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await ana.sees("your turn")
        await ana.type("x")
        await ana.sees(ASKS_IN_LOBBY)
        assert end(table) is None
        await ana.type("x")
        await ben.sees("Ana resigned. You win.")
        await ana.sees("No tables yet")
        await ana.type("f", "f", "f")
        await ana.sees("won by Ben")
        assert end(table) == BEN_WINS

    play(scene)


@pytest.mark.parametrize(
    "between",
    by_day([((DOWN, UP),), (("t", "hello", ENTER),), (("?", "q"),), ((ENTER, "q"),)], 2),
    ids=["another line", "talk", "help", "at the table"],
)
def test_something_else_between_asks_anew(play: Play, between: tuple[str, ...]) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        ana = table.guests["Ana"]
        await ana.sees("your turn")
        await ana.type("x")
        await ana.sees(ASKS_IN_LOBBY)
        for key in between:
            await ana.type(key)
            await asyncio.sleep(REST)
        await ana.sees("Lobby   Ana")
        if ASKS_IN_LOBBY not in ana.screen:
            await ana.type("x")
            await asyncio.sleep(REST)
            assert end(table) is None
            await ana.sees(ASKS_IN_LOBBY)

    play(scene)


def test_of_three_nobody_gives_a_game_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=None)
        ana = table.guests["Ana"]
        await ana.sees("› ", "Himalaya")
        await ana.type("x", "x")
        await ana.sees("you can resign only a two-player game, or a game against bots")
        await table.sit_down("Ana")
        await ana.type(SEATS)
        assert "resign" not in await ana.sees("Ana (you)")
        assert end(table) is None

    play(scene, seed=19)


def test_a_game_against_a_program_is_given_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", clock=None, bots=["random"])
        await table.sit_down("Ana")
        await asks(table.guests["Ana"])
        await table.guests["Ana"].type(ENTER)
        await table.guests["Ana"].sees("You resigned. Winner: Nemo")

    play(scene)


@pytest.mark.nightly
def test_a_table_that_is_over_is_held_as_long_as_somebody_looks_at_it(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await table.sit_down("Ana", "Ben")
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await ana.type("q")
        await ben.type("q")
        assert len(server.lobby.held) == 1, "a game that is played is held for nobody too"
        await table.sit_down("Ana", "Ben")
        table.game.resign(0)
        await ana.sees("The end")
        await ana.leave()
        assert len(server.lobby.held) == 1
        await ben.sees("The end")
        await ben.type("q", "q")
        await ben.sees("Lobby   Ben")
        assert len(server.lobby.held) == 0
        await ben.type("f", "f", "f")
        await ben.sees("you won")
        await ben.type(ENTER)
        await until(lambda: "lobby" not in ben.screen, "the replay")
        assert len(server.lobby.held) == 0

    play(scene)


def test_a_game_given_up_while_nobody_looks_is_held_no_longer(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await table.guests["Ana"].sees("your turn")
        await table.guests["Ana"].type("x", "x")
        await table.guests["Ana"].sees("No tables yet")
        assert len(server.lobby.held) == 0

    play(scene)


@pytest.mark.nightly
def test_a_game_out_of_time_while_nobody_looks_is_held_no_longer(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, clock=True)
        await table.at(61)
        assert end(table) == EndEntry(((0, 1),), "out_of_time")
        assert len(server.lobby.held) == 0

    play(scene, ticks=True)


@pytest.mark.nightly
def test_a_game_of_programs_that_is_over_is_held_no_longer(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        plan = TablePlan("bataille", [SeatWish(bot="random")] * 2, options={"turn_limit": 60})
        (ana,) = server.numbers("Ana")
        game = await server.lobby.opener.live(await server.lobby.tables.create(ana, plan))
        await until(lambda: game.result is not None, "the end")
        assert len(server.lobby.held) == 0

    play(scene, ticks=True)


@pytest.mark.nightly
def test_an_end_that_cannot_be_kept_is_told_and_does_not_come(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_what: object, **_how: object) -> None:
        raise Refusal("the disk is full")

    monkeypatch.setattr("nim_tui.server.tables.record_store.append", full)

    async def scene(server: Steady) -> None:
        table = await pair(server)
        await table.sit_down("Ana")
        ana = table.guests["Ana"]
        await asks(ana)
        await ana.type(ENTER)
        await asyncio.sleep(REST)
        assert table.game.result is None
        assert "the disk is full" in ana.screen

    play(scene)
