"""Half-point byes and team matches, as they are asked for, begun and played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import SWISS, TEAMS
from nim_tui.server.contests.team_matches import match_standings
from nim_tui.server.contests.tournament_rounds import advance, ask_bye, begin
from nim_tui.server.contests.tournament_service import winners
from nim_tui.server.contests.tournament_sheet import TournamentData
from nim_tui.server.contests.tournament_sheet import tournament_sheet as sheet_for
from nim_tui.server.contests.tournament_store import (
    CannotUseTournament,
    TournamentPlan,
    join,
    set_up,
)
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OVER
from nim_tui.server.tables.record_store import end_game
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry
from tests.nim_tui.server.storage.conftest import key

POSTGRESQL_AT_NIGHT = True


def tournament_sheet(database: Database, tournament: str) -> TournamentData:
    return sheet_for(database, tournament, None, sees_all=True)


def test_half_point_byes_are_bounded_and_not_in_the_last_round(
    database: Database, ana: Account, ben: Account
) -> None:
    people = [ana, ben, *(register(database, f"P{n}", key(n + 20)) for n in range(4))]
    terms = EventTerms(format=SWISS, rounds=3, byes=1)
    plan = TournamentPlan("bataille", 6, 2, ClockPlan("days", 86_400), event=terms)
    cup = set_up(database, ana.id, plan, ContestConfig())
    for one in people[1:]:
        join(database, cup, one.id)
    assert ask_bye(database, cup, ana.id)
    assert not ask_bye(database, cup, ana.id)
    assert ask_bye(database, cup, ana.id)
    with pytest.raises(CannotUseTournament, match="not in this tournament"):
        ask_bye(database, cup, register(database, "Out", key(40)).id)
    made = begin(database, cup)
    sheet = tournament_sheet(database, cup)
    (half,) = [game for game in sheet.games if game.is_half]
    assert sheet.players[half.board[0]].account == ana.id
    assert not any(one.asks_bye for one in sheet.players)
    with pytest.raises(CannotUseTournament, match="at most 1"):
        ask_bye(database, cup, ana.id)
    assert ask_bye(database, cup, ben.id)
    for table in made.tables:
        assert end_game(database, table, EndEntry(((0,), (1,)), "resigned"))
    assert advance(database, cup) is not None
    halves = [game.board[0] for game in tournament_sheet(database, cup).games if game.is_half]
    assert [sheet.players[one].account for one in halves] == [ana.id, ben.id]
    with pytest.raises(CannotUseTournament, match="last round"):
        ask_bye(database, cup, people[2].id)


def test_team_matches_begin_with_two_teams_of_limited_size(
    database: Database, ana: Account, ben: Account
) -> None:
    terms = EventTerms(format=TEAMS, has_teams=True, team="Reds", boards=1)
    plan = TournamentPlan("bataille", 8, 2, ClockPlan("days", 86_400), event=terms)
    with pytest.raises(CannotUseTournament, match="no bots"):
        set_up(database, ana.id, replace(plan, bot="easy"), ContestConfig())
    cup = set_up(database, ana.id, plan, ContestConfig())
    for number in range(2):
        join(database, cup, register(database, f"P{number}", key(number + 20)).id, "reds")
    with pytest.raises(CannotUseTournament, match="this team is full"):
        join(database, cup, ben.id, "REDS")
    with pytest.raises(CannotUseTournament, match="too few teams"):
        begin(database, cup)
    join(database, cup, ben.id, "Blues")
    made = begin(database, cup)
    assert len(made.tables) == 1
    assert end_game(database, made.tables[0], EndEntry(((0,), (1,)), "resigned"))
    sheet = tournament_sheet(database, cup)
    order = match_standings(sheet.state)
    assert [one.match_points for one in order] == [2, 0]
    assert winners(sheet) == order[0].team
    assert sheet.rounds == 1
    advance(database, cup)
    assert tournament_sheet(database, cup).row.status == OVER
