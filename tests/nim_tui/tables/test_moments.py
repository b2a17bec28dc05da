"""Looking back at what happened: each event, and the table as a seat saw it right after it."""

from __future__ import annotations

from typing import Any

import pytest

from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.tables.timeline import MOST_KEPT
from nim_tui.testing.tables import some_move
from rules.chance import Chance
from rules.contract import AnyGame
from tests.nim_tui.conftest import play_oddly, play_words, table_of
from tests.rules.games import GAMES

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def lookers(table: Table) -> tuple[int | None, ...]:
    return (*range(len(table.seats)), None)


def table_for(game: AnyGame, seed: int) -> Table:
    seats = [SeatPlan(name) for name in ("Ana", "Ben", "Cleo")[: game.seats[0]]]
    return Table(game, game.automatic, seats, seed)


@EACH_GAME
def test_a_move_looked_back_at_ends_with_the_table_as_it_is(game: AnyGame) -> None:
    table, choice = table_for(game, 4), Chance(4)
    for _move in range(80):
        if not table.waiting:
            break
        known = {looker: len(table.log(looker)) for looker in lookers(table)}
        table.play(*some_move(table, choice))
        for looker in lookers(table):
            found = table.moments(looker, known[looker])
            assert [moment.event for moment in found] == table.log(looker)[known[looker] :]
            if found and not table.result:
                assert found[-1].view == table.view(looker)


@EACH_GAME
def test_what_is_long_ago_is_found_by_playing_again(game: AnyGame) -> None:
    """The same as was seen then, move by move."""
    table, choice = table_for(game, 5), Chance(5)
    seen: dict[int | None, list[Any]] = {looker: [] for looker in lookers(table)}
    for _move in range(3 * MOST_KEPT):
        if not table.waiting:
            break
        known = {looker: len(table.log(looker)) for looker in lookers(table)}
        table.play(*some_move(table, choice))
        for looker in lookers(table):
            seen[looker] += table.moments(looker, known[looker])
    for looker in lookers(table):
        assert table.moments(looker, 0) == seen[looker]
        assert table.moments(looker, len(seen[looker])) == []


def test_what_was_taken_back_is_not_seen_again() -> None:
    """And what stands is found as if it had never been."""
    table = table_of(seed=3)
    play_oddly(table, 60, 7)
    for looker in lookers(table):
        assert [moment.event for moment in table.moments(looker, 0)] == table.log(looker)


def test_what_stands_after_a_move_was_taken_back_is_seen_as_if_that_had_never_been() -> None:
    table, straight = table_of(), table_of()
    play_words(table, "0 sub 14.200", "0 sub 1.100")
    table.undo(0)
    play_words(straight, "0 sub 14.200")
    for looker in lookers(table):
        assert table.moments(looker, 0) == straight.moments(looker, 0)
