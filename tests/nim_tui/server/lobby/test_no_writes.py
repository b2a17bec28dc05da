"""A database that takes nothing: people come in and look on, and are told so plainly."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import pytest

from nim_tui.server.storage.schema import OPEN, RUNNING
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.kept_in import kept
from tests.nim_tui.server.lobby.steady import REST, Guest, Play, Steady, print_of
from tests.screens.tables import ANA_CAMP, BEN_CAMP

pytestmark = pytest.mark.slow

TOLD = "You can watch"
HELD = "another program"


async def a_game(server: Steady) -> str:
    """Ana and Ben play, and somebody has been here before."""
    for name in ("Ana", "Ben", "Eva"):
        await (await server.enters(name)).leave()
    table = await server.table("bataille", "Ana", "Ben")
    game = await server.lobby.opener.live(table)
    for word in f"{ANA_CAMP}; {BEN_CAMP}".split("; "):
        game.play(game.waiting[0], game.game.parse(word))
    return table


async def looks_on(guest: Guest) -> None:
    """Come in, told of the trouble, and watch the one game."""
    await guest.sees("Lobby   ")
    assert TOLD in guest.screen
    await guest.type("\r")
    await guest.sees("waiting for Ana", "Ben’s camp")


@pytest.mark.nightly
def test_who_has_an_account_comes_in_and_looks_on(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(server: Steady) -> None:
        await a_game(server)
        with kept().written_elsewhere(server.folder):
            eva = await server.enters("Eva")
            await looks_on(eva)
            assert refusals(caplog) == ["seen"]
            await eva.type("'", "hello", "\r")
            await eva.sees(HELD)
            assert refusals(caplog) == ["seen", "say"]
        await eva.type("\r")
        await eva.sees("(Eva): hello")

    play(scene)


async def back(guest: Guest) -> None:
    """Escape, alone: another key at once would make another of both."""
    await guest.type("\x1b")
    await asyncio.sleep(REST)


def refusals(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Whose writes were refused by the log, a line each; it tells of no other trouble."""
    lines = [record.getMessage() for record in caplog.records if record.levelname != "INFO"]
    for line in lines:
        assert line.startswith("a write was refused ("), lines
        assert line.endswith(f"): {kept().why_not_written}")
    return [line.partition("(")[2].partition(")")[0] for line in lines]


def test_a_guest_comes_in_and_looks_on_and_leaves_nothing(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(server: Steady) -> None:
        await a_game(server)
        with kept().written_elsewhere(server.folder):
            guest = await server.stranger()
            await looks_on(guest)
            assert refusals(caplog) == ["register_guest"]
        await guest.type("'", "hello", "\r")
        await guest.sees("your account could not be saved at sign-in: reconnect to take part")
        await back(guest)
        await guest.type("q")
        await guest.sees("Lobby   ")
        for key in ("c", "n"):
            await guest.type(key)
        await guest.leave()
        assert refusals(caplog) == ["register_guest"]
        assert server.lobby.shown.people() == []
        again = await server.stranger()
        await again.sees("You are a guest")

    play(scene, guests=True)


@pytest.mark.nightly
def test_who_has_no_name_yet_looks_on_and_chooses_one_the_next_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await a_game(server)
        with kept().written_elsewhere(server.folder):
            dora = await server.stranger(print_of("Dora"))
            await dora.sees("Choose your name")
            await dora.type("Dora", "\r", "\r")
            await looks_on(dora)
            assert [name for name in server.lobby.shown.people() if name.startswith("Guest ")]
            await dora.leave()
        dora = await server.stranger(print_of("Dora"))
        await dora.type("Dora", "\r", "\r")
        await dora.sees("Lobby   Dora")

    play(scene)


def test_who_sits_there_is_told_that_a_move_is_not_kept_and_plays_it_later(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await a_game(server)
        ana = await server.enters("Ana")
        await ana.sits_down()
        with kept().written_elsewhere(server.folder):
            await ana.say("A 17")
            await ana.sees(HELD)
            assert (await server.lobby.opener.live(table)).result is None
        await back(ana)
        await ana.say("A 17; drop 200")
        await ana.sees("waiting for Ben")

    play(scene)


@pytest.mark.nightly
def test_who_comes_back_to_a_seat_that_is_lent_looks_on(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(server: Steady) -> None:
        table = await a_game(server)
        held = server.lobby.held.seated(table)
        assert held is not None
        await held.stand_ins.lend(0)
        ana = await server.enters("Ana")
        with kept().written_elsewhere(server.folder):
            await ana.sits_down()
            await ana.sees(HELD, "A bot is playing for you")
            assert held.people.is_lent(0)
            assert refusals(caplog) == ["set_stand_in"]
        await ana.type("q")
        await ana.sits_down()
        await ana.sees_no("A bot is playing for you")
        assert not held.people.is_lent(0)

    play(scene)


def test_a_game_whose_beginning_was_not_written_begins_later(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(server: Steady) -> None:
        for name in ("Ana", "Ben"):
            await (await server.enters(name)).leave()
        ana, ben = server.numbers("Ana", "Ben")
        seats = [SeatWish(account=ana), SeatWish()]
        table = await server.lobby.tables.create(ana, TablePlan("bataille", seats))
        with monkeypatch.context() as patch:
            patch.setattr("nim_tui.server.lobby.table_setup.start", lambda *_, **__: None)
            patch.setattr("nim_tui.server.play.live_tables.TableLoader.live", AsyncMock())
            await server.lobby.tables.join(table, ben)
        assert table_seen(server.database, table, ana).status == OPEN
        again = await server.enters("Ana")
        await again.sits_down()
        assert table_seen(server.database, table, ana).status == RUNNING

    play(scene)


def test_a_server_comes_up_and_brings_tables_back(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(server: Steady) -> None:
        await a_game(server)
        server.lobby.close()
        server.lobby.held._live.clear()
        with kept().written_elsewhere(server.folder):
            await server.lobby.bring_back()
            assert len(server.lobby.held) == 1
        assert set(refusals(caplog)) == {"forget_guests", "settle"}

    play(scene)
