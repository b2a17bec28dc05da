"""Tournaments whose host has chosen options of the game: all its tables have them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.contests.tournament_rounds import advance, begin
from nim_tui.server.contests.tournament_store import set_up
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import load, tables_being_played
from rules.contract import UnsuitableTable
from rules.options import OptionValue
from tests.nim_tui.server.storage.test_tournaments import (
    EVENING,
    TERMS,
    made,
    people,
    play_round,
    sheet,
)

POSTGRESQL_AT_NIGHT = True

__all__ = ["people"]


def options_played(database: Database) -> list[dict[str, OptionValue]]:
    """Of the tables that are being played."""
    return [load(database, table)[0].options for table in tables_being_played(database)]


def test_each_round_has_them(database: Database, people: list[Account]) -> None:
    chosen: dict[str, OptionValue] = {"blast": True, "turn_limit": 30}
    tournament = made(database, people, replace(EVENING, options=chosen))
    begin(database, tournament)
    assert sheet(database, tournament).row.options == chosen
    for number in (1, 2):
        played = options_played(database)
        assert len(played) == 2
        for options in played:
            assert chosen.items() <= options.items()
            assert options["lanes"] == "orthogonal", "what was not chosen is as usual"
        play_round(database, tournament, number)
        advance(database, tournament)


@pytest.mark.parametrize("options", [{"blast": 7}, {"turn_limit": -1}, {"events": True}])
def test_what_the_game_does_not_know_is_refused(
    database: Database, people: list[Account], options: dict[str, OptionValue]
) -> None:
    with pytest.raises(UnsuitableTable):
        set_up(database, people[0].id, replace(EVENING, options=options), TERMS)
