"""Tables as the server holds them: what goes on without people, and what no longer does."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.contests.tournament_store import TournamentPlan
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.play.stand_ins import CannotVote
from nim_tui.server.play.turns import BEAT
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.schema import OVER
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan
from nim_tui.tables.clock import ClockPlan
from rules.contract import IllegalMove
from rules.messages import Refusal
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.lobby.timed import A_GAME, A_MINUTE, timed

pytestmark = pytest.mark.slow


@pytest.mark.nightly
def test_a_game_of_programs_goes_on_to_its_end_once_their_guest_is_gone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        guest = await server.stranger()
        await guest.sees("Lobby   Guest ")
        plan = TablePlan("submarine", [SeatWish(account=1), SeatWish(bot="random")])
        table = await server.lobby.tables.create(1, plan)
        await guest.leave()
        held = server.lobby.held.seated(table)
        assert held is not None
        for _look in range(2000):
            await asyncio.sleep(BEAT)
            if held.table.result is not None:
                break
        assert held.table.result is not None
        await asyncio.sleep(1)
        assert len(server.lobby.held) == 0

    play(scene, guests=True, ticks=True)


@pytest.mark.nightly
def test_programs_in_a_tournament_play_at_once_though_somebody_looks_on(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        await server.enters("Ben")
        ana, ben = server.numbers("Ana", "Ben")
        plan = TournamentPlan(
            "bataille", 6, 2, ClockPlan("game", 900), bot="easy", begins_full=False
        )
        made = await server.lobby.tournaments.set_up(ana, plan)
        await server.lobby.tournaments.join(made, ben)
        await server.lobby.tournaments.begin(made, ana)
        games = (await server.lobby.tournaments.sheet(made, ana)).games
        held = [server.lobby.held.seated(game.table or "") for game in games]
        alone = next(one for one in held if one is not None and not one.people.seats)
        alone.note_people([ana])
        start = asyncio.get_running_loop().time()
        while alone.table.result is None:
            await asyncio.sleep(BEAT / 4)
        assert alone.table.moves_played > (asyncio.get_running_loop().time() - start) / BEAT

    play(scene, ticks=True)


@pytest.mark.nightly
def test_who_has_no_time_left_is_not_waited_for(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=A_GAME)
        await table.held.stand_ins.lend(0)
        await table.held.stand_ins.lend(2)
        await table.at(61)
        assert table.held.people.is_lent(1)
        assert not table.held.time.can_come_back(1)
        moves = table.game.moves_played
        await asyncio.sleep(20 * BEAT)
        assert table.game.moves_played == moves, "the two others may come back"
        await table.sit_down("Ana")
        await asyncio.sleep(20 * BEAT)
        assert table.game.moves_played > moves

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_programs_that_rest_for_a_moment_go_on(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=None)
        await table.held.stand_ins.lend(1)
        await asyncio.sleep(BEAT / 2)
        await table.held.stand_ins.lend(0)
        await table.held.stand_ins.lend(2)
        await table.held.stand_ins.give_back(0)
        await asyncio.sleep(4 * BEAT)
        assert [move.seat for move in table.game.plays] == [1, 2]

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_to_lend_a_seat_and_take_it_back_gives_no_new_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        await table.at(50)
        await table.held.stand_ins.lend(0)
        await table.held.stand_ins.give_back(0)
        assert table.left() == [10, 10]

    play(scene, ticks=True)


def test_what_a_program_played_is_not_taken_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=None)
        await table.held.stand_ins.lend(1)
        await asyncio.sleep(2 * BEAT)
        await table.held.stand_ins.give_back(1)
        assert [move.seat for move in table.game.plays] == [1]
        assert not table.game.can_undo(1)
        with pytest.raises(IllegalMove):
            table.game.undo(1)

    play(scene, ticks=True, seed=19)


def test_a_table_that_was_let_go_does_nothing_more(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        held, game = table.held, table.game
        server.lobby.held.let_go(table.id)
        with pytest.raises(StorageError):
            game.play(0, game.legal(0)[0])
        with pytest.raises(CannotVote):
            await held.stand_ins.lend(0)
        await asyncio.sleep(90)
        assert game.result is None
        assert game.moves_played == 0

    play(scene, ticks=True)


@pytest.mark.nightly
def test_programs_stop_where_the_record_takes_no_more(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=None)
        end_game(server.lobby.database, table.id, None)
        await table.held.stand_ins.lend(1)
        await asyncio.sleep(100 * BEAT)
        assert table.game.moves_played == 0
        refusals = [line for line in caplog.messages if "was not kept" in line]
        assert len(refusals) == 1

    play(scene, ticks=True, seed=19)


def test_no_seat_of_a_game_that_is_over_is_lent(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=None)
        await table.sit_down("Ana")
        held: LiveTable = table.held
        await server.lobby.tables.resign(table.id, server.numbers("Ben")[0])
        with pytest.raises(CannotVote):
            await held.stand_ins.lend(0)
        assert not held.people.is_lent(0)

    play(scene, ticks=True)


def test_a_host_who_sits_nowhere_closes_a_table_that_nobody_came_to(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        await server.enters("Ben")
        ana, ben = server.numbers("Ana", "Ben")
        table = await server.lobby.tables.create(
            ana, TablePlan("bataille", [SeatWish(), SeatWish()])
        )
        with pytest.raises(CannotUseTable):
            await server.lobby.tables.get_up(table, ben)
        await server.lobby.tables.join(table, ben)
        with pytest.raises(CannotUseTable):
            await server.lobby.tables.get_up(table, ana)
        await server.lobby.tables.get_up(table, ben)
        assert table_seen(server.lobby.database, table, ana).status == OVER

    play(scene)


def test_a_database_that_fails_for_a_moment_sends_nobody_away(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_what: object, **_more: object) -> None:
        raise StorageError("the disk is away")

    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        table = await server.table("himalaya", "Ana", bots=["random", "random"])
        await ana.sees("Himalaya")
        with monkeypatch.context() as patch:
            patch.setattr("nim_tui.server.lobby.table_list.unfinished", fails)
            await server.enters("Ben")
            end_game(server.database, table, None)
            server.lobby.held.let_go(table)
            await ana.sees("the disk is away", "● Ben", "Himalaya")
        await server.enters("Cleo")
        await ana.sees("● Cleo", "No tables yet")

    play(scene)


def test_a_guest_whose_app_broke_is_the_same_guest(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_what: object) -> None:
        raise ZeroDivisionError

    async def scene(server: Steady) -> None:
        guest = await server.stranger()
        await guest.sees("Lobby   Guest ")
        (name,) = server.lobby.shown.people()
        with monkeypatch.context() as patch:
            patch.setattr("screens.lobby.screen.LobbyScreen.action_mine", breaks)
            await guest.type("m")
            await asyncio.sleep(1)
        await guest.type("\r")
        await guest.sees(f"Lobby   {name}")
        await guest.leave()
        assert server.lobby.shown.people() == []

    play(scene, guests=True)


def test_to_come_and_go_too_often_is_refused(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        (ana,) = server.numbers("Ana")
        for _turn in range(6):
            await server.lobby.handing_over.take(ana)
        with pytest.raises(Refusal, match="too fast: wait a moment"):
            await server.lobby.handing_over.take(ana)

    play(scene)
