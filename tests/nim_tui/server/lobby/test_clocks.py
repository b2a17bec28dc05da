"""Clocks of games being played: what gives new time and what does not, who loses by them."""

from __future__ import annotations

import pytest

from nim_tui.server.ratings.rating import UNRATED
from nim_tui.server.ratings.store import ratings_of
from nim_tui.server.tables.game_store import load_record
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry
from nim_tui.tables.store import replay
from tests.nim_tui.server.lobby.steady import REST, Play, Steady
from tests.nim_tui.server.lobby.timed import A_DAY, A_GAME, A_MINUTE, IN_TURN, SEED, timed
from tests.screens.tables import ANA_CAMP, BEN_CAMP

CAMP = ANA_CAMP.split("; ")
FRENCH = {"LANG": "fr_FR.UTF-8"}


@pytest.mark.slow
def test_an_open_move_begins_a_new_wait(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_MINUTE)
        table.play_in_turn(IN_TURN)
        await table.at(50)
        table.play(0, "boat 1")
        assert table.left() == [60, 60]
        await table.at(100)
        assert table.left() == [10, 60]
        table.play(0, "dive 1 to 3.2; done")
        await table.at(159)
        assert table.left() == [60, 1]
        assert table.game.result is None
        await table.at(160)
        assert table.game.result is not None
        assert table.game.result.winners == (0,)

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_hidden_moves_give_no_new_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        for second, word in zip((20, 40, 55), CAMP):
            await table.at(second)
            table.play(0, word)
            assert table.left() == [60 - second] * 2
        await table.at(60)
        assert table.game.result is not None
        assert table.game.result.ranking == ((0, 1),), "both are out at the same instant"

    play(scene, ticks=True)


@pytest.mark.slow
def test_hidden_moves_taken_back_and_made_again_give_no_new_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        table.play(1, BEN_CAMP)
        for second in (10, 20, 30):
            await table.at(second)
            table.play(0, CAMP[0])
            table.game.undo(0)
        assert table.left() == [30, 60]

    play(scene, ticks=True)


@pytest.mark.slow
def test_an_open_move_made_again_gives_no_new_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_MINUTE)
        table.play_in_turn(IN_TURN)
        table.play(0, "boat 1; dive 1 to 3.2")
        for second in (20, 40, 55):
            await table.at(second)
            table.game.undo(0)
            table.play(0, "dive 1 to 3.2")
        assert table.left() == [5, 60]

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_a_finished_camp_taken_back_gives_no_new_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        await table.at(50)
        table.play(0, ANA_CAMP)
        table.game.undo(0)
        assert table.left() == [10, 10]

    play(scene, ticks=True)


@pytest.mark.slow
def test_a_turn_taken_back_gives_no_new_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_MINUTE)
        table.play_in_turn(IN_TURN)
        table.play(0, "boat 1; dive 1 to 3.2")
        await table.at(50)
        table.play(0, "done")
        table.game.undo(0)
        assert table.left() == [10, 60]

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_what_one_took_back_costs_the_other_no_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_MINUTE)
        table.play_in_turn(IN_TURN)
        table.play(0, "boat 1; dive 1 to 3.2; done")
        for _back in range(3):
            table.game.undo(0)
        table.play(0, "boat 1; done")
        await table.at(50)
        table.play(1, "boat 3")
        assert table.left() == [60, 60]

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_a_clock_of_a_game_is_used_up_over_all_moves(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_GAME)
        table.play_in_turn(IN_TURN)
        await table.at(20)
        table.play(0, "boat 1; dive 1 to 3.2; done")
        assert table.left() == [40, 60]
        await table.at(30)
        table.play(1, "boat 3; dive 1 to 5.1; done")
        assert table.left() == [40, 50]
        await table.at(69)
        assert table.left() == [1, 50]
        await table.at(70)
        assert table.game.result is not None
        assert table.game.result.winners == (1,)

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_of_two_the_other_has_won_and_all_are_told_in_their_language(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE, Ben=FRENCH)
        await table.sit_down("Ana", "Ben")
        table.play(0, ANA_CAMP)
        await table.at(60)
        end = EndEntry(((0,), (1,)), "out_of_time")
        await table.guests["Ana"].sees("The end", "Ben ran out of time. You win.")
        await table.guests["Ben"].sees("Votre temps est écoulé. Victoire : Ana")
        record = load_record(server.database, table.id)
        assert record.over == end
        assert replay(record).result == table.game.result
        anas, bens = (ratings_of(server.database, one) for one in server.numbers("Ana", "Ben"))
        assert anas["bataille"][0].mu > UNRATED.mu > bens["bataille"][0].mu

    play(scene, ticks=True, rated_moves=0)


@pytest.mark.nightly
def test_both_at_the_same_instant_and_nobody_has_won(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE, Ben=FRENCH)
        await table.sit_down("Ana", "Ben")
        await table.at(60)
        await table.guests["Ana"].sees("Both players ran out of time: nobody wins.")
        await table.guests["Ben"].sees("Le temps des deux est écoulé : personne ne gagne.")
        assert load_record(server.database, table.id).over == EndEntry(((0, 1),), "out_of_time")

    play(scene, ticks=True)


@pytest.mark.slow
@pytest.mark.parametrize("clock", [A_MINUTE, A_GAME], ids=["move", "game"])
def test_the_wait_in_which_the_server_died_is_forgiven(play: Play, clock: ClockPlan) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=clock)
        table.play_in_turn(IN_TURN)
        await table.at(20)
        table.play(0, "boat 1")
        await table.at(50)
        await server.is_killed(down=1000)
        table.began = server.now()
        whole = 60 if clock == A_MINUTE else 40
        assert table.left() == [whole, 60]
        await table.at(whole - 1)
        assert table.game.result is None
        await table.at(whole)
        assert table.game.result is not None
        assert table.game.result.winners == (1,)

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_a_clock_by_the_calendar_goes_on_while_the_server_is_down(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_DAY)
        await table.at(3600)
        table.play(1, BEN_CAMP)
        await server.is_killed(down=1000)
        assert table.left() == [86_400 - round(server.now() - table.began, 6), 86_400]
        await table.at(86_399)
        assert table.game.result is None
        await table.at(86_400)
        assert table.game.result is not None
        assert table.game.result.winners == (1,)

    play(scene, ticks=True)


@pytest.mark.slow
def test_who_ran_out_while_the_server_was_down_has_lost(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_DAY)
        table.play_in_turn(IN_TURN)
        await server.database.settled()
        await server.is_killed(down=90_000)
        assert table.game.result is None
        await table.at(90_000 + 10 * REST)
        assert table.game.result is not None
        assert table.game.result.winners == (1,)

    play(scene, seed=SEED, ticks=True)
