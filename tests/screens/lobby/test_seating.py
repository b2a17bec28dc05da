"""Seats from the lobby: taken, left, resigned; and the way back from a table."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.app.app import VisitorApp
from nim_tui.server.play.live_table import LiveTable
from nim_tui.testing.screens import Looker, do, press, running, settle, text_of
from screens.lobby.screen import LobbyScreen
from screens.lobby.seats_dialog import SeatsDialog
from screens.table.screen import GameScreen
from tests.screens.lobby.scenes import QUARTER, shown, two_with_clocks, visitor
from tests.screens.lobby.server import Server
from tests.screens.looking import go_to, prompt, say
from tests.screens.tables import WON


def told(pilot: Looker) -> str:
    """Return the text above the keys."""
    return text_of(pilot.app).splitlines()[-2].strip()


async def sits_down(pilot: Looker) -> None:
    """Open the only table."""
    await shown(pilot)
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, GameScreen)


def is_offered(app: VisitorApp, action: str) -> bool:
    """Whether a key for this is active now."""
    active = app.screen.active_bindings.values()
    return any(one.binding.action == action and one.enabled for one in active)


@pytest.mark.slow
async def test_with_the_last_seat_the_game_begins_and_q_comes_back(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Ben", "")
        await shown(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameScreen)
        assert visitor(pilot).who.at == table
        assert prompt(pilot).startswith("Your turn: hide submarine 1 of 3")
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert visitor(pilot).who.at is None
        assert "▲ Ben  ▼ you" in text_of(pilot.app)


async def test_a_game_is_given_up_by_the_same_key_twice(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Ana", "Ben")
        await shown(pilot)
        await press(pilot, "x")
        assert told(pilot) == "Press the same key again to resign."
        assert server.held(table).table.result is None
        await press(pilot, "x")
        await shown(pilot)
        assert "No tables yet" in text_of(pilot.app)
        await press(pilot, "f", "f", "f")
        assert "won by Ben" in text_of(pilot.app)


async def test_another_mark_between_gives_nothing_up(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        tables = [server.table("bataille", "Ana", "Ben") for _game in range(2)]
        await shown(pilot)
        await do(pilot, "x down up x")
        assert all(server.held(table).table.result is None for table in tables)
        assert told(pilot) == "Press the same key again to resign."


async def test_a_game_of_three_is_not_given_up(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("himalaya", "Ana", "Ben", "Cleo")
        await shown(pilot)
        await do(pilot, "x x")
        assert server.held(table).table.result is None
        assert "two" in told(pilot)


async def test_getting_up_needs_no_second_press(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.table("himalaya", "Ben", "Ana", "")
        await shown(pilot)
        assert "▲ Ben  ▼ you  ○ free" in text_of(pilot.app)
        await press(pilot, "x")
        await shown(pilot)
        assert "▲ Ben  ○ free  ○ free" in text_of(pilot.app)


@pytest.mark.slow
async def test_a_game_that_is_over_is_replayed(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.play(server.table("bataille", "Ana", "Ben"), WON)
        await shown(pilot)
        await press(pilot, "f", "f", "f", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        assert screen.model.is_replay
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.nightly
async def test_seats_are_of_a_table_being_played_alone(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        app = visitor(pilot)
        await press(pilot, "quotation_mark")
        assert isinstance(app.screen, LobbyScreen)
        table = two_with_clocks(server)
        await app.table.sit_down(table)
        await settle(pilot)
        assert is_offered(app, "seats_here")
        await press(pilot, "quotation_mark")
        assert isinstance(app.screen, SeatsDialog)
        await press(pilot, "escape")
        server.win(table, loser="Ben")
        await settle(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen), "the box with the end is left"
        assert not is_offered(app, "seats_here")
        await press(pilot, "quotation_mark")
        assert isinstance(app.screen, GameScreen)


@pytest.mark.nightly
async def test_nobody_plays_any_more_while_the_seats_are_open(server: Server) -> None:
    async with running(server.visitor("Eva")) as pilot:
        table = two_with_clocks(server)
        await visitor(pilot).table.sit_down(table)
        await settle(pilot)
        await press(pilot, "quotation_mark")
        server.lobby.held.let_go(table)
        await shown(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, SeatsDialog)
        assert "No players left at this table." in text_of(pilot.app)
        await press(pilot, "enter")
        assert isinstance(screen, SeatsDialog)


async def lent(pilot: Looker, server: Server) -> LiveTable:
    """Sit at a table of three where Ana must camp and a bot plays for her."""
    table = server.table("himalaya", "Ben", "Ana", "Cleo")
    await visitor(pilot).table.sit_down(table)
    await settle(pilot)
    held = server.held(table)
    assert held.table.waiting == (1,)
    await held.stand_ins.lend(1)
    await settle(pilot)
    return held


@pytest.mark.slow
async def test_whoever_a_program_plays_for_only_watches(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        held = await lent(pilot, server)
        await say(pilot, "camp 5")
        assert held.table.moves_played == 0
        assert not prompt(pilot).startswith("Your turn: ")


@pytest.mark.slow
async def test_what_a_stand_in_costs_is_told_where_it_is_offered(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        for rated_from, is_told in ((0, True), (None, False)):
            table = server.table("bataille", "Ana", "Ben", rated_from=rated_from)
            await visitor(pilot).table.sit_down(table)
            await settle(pilot)
            await press(pilot, '"')
            await go_to(pilot, "lend")
            told = "If a bot makes more than 3 moves, or a tenth of yours, your rating cannot rise."
            assert (told in " ".join(text_of(pilot.app).replace("│", " ").split())) is is_told
            await press(pilot, "escape")


@pytest.mark.slow
async def test_playing_again_oneself(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        held = await lent(pilot, server)
        await press(pilot, "quotation_mark")
        await go_to(pilot, SeatsDialog.TAKE_BACK)
        await press(pilot, "enter")
        assert not held.people.is_lent(1)
        assert prompt(pilot).startswith("Your turn: ")
        await say(pilot, "camp 5")
        assert held.table.moves_played == 1


@pytest.mark.nightly
async def test_there_is_no_playing_again_without_time(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("himalaya", "Ben", "Ana", "Cleo", clock=QUARTER)
        await visitor(pilot).table.sit_down(table)
        await settle(pilot)
        server.run_out(table, 901)
        await settle(pilot)
        await press(pilot, "quotation_mark")
        await go_to(pilot, SeatsDialog.TAKE_BACK)
        await press(pilot, "enter")
        assert server.held(table).people.is_lent(1)


@pytest.mark.slow
async def test_what_is_typed_stays_when_a_game_is_read_again(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    async with running(server.visitor("Ana")) as pilot:
        await sits_down(pilot)
        await press(pilot, *":tor")
        before = pilot.app.screen
        await server.lobby.opener.open_anew([table])
        await settle(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        assert pilot.app.screen is not before
        await press(pilot, "p")
        assert pilot.app.screen.typed == "torp"


@pytest.mark.nightly
async def test_who_leaves_while_a_game_is_read_again_is_not_brought_back(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    async with running(server.visitor("Ana")) as pilot:
        await sits_down(pilot)
        app = visitor(pilot)
        async with asyncio.TaskGroup() as both:
            both.create_task(app.table.show(table, anew=True))
            await asyncio.sleep(0)
            app.table.leave()
        await settle(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert app.who.at is None
