"""Tournaments as they are kept: rounds are made once, from what is stored, and results counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nim_tui.server.accounts.merging import erase, merge
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, register, register_guest
from nim_tui.server.contests.formats import schedule
from nim_tui.server.contests.standings import standings
from nim_tui.server.contests.tournament_rounds import advance, begin, due
from nim_tui.server.contests.tournament_sheet import (
    TournamentData,
    take_news,
    tournament_of,
    tournament_sheet,
    tournaments_seen,
)
from nim_tui.server.contests.tournament_store import (
    CLOSED,
    CannotUseTournament,
    TournamentPlan,
    close,
    expire,
    invite,
    join,
    leave,
    set_up,
    set_up_league,
)
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import OPEN, OVER, PRIVATE, RUNNING
from nim_tui.server.tables.game_store import tables_being_played
from nim_tui.server.tables.listing import TableQuery, list_tables, table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry
from tests.nim_tui.server.storage.conftest import Clock, key

POSTGRESQL_AT_NIGHT = True

TERMS = ContestConfig()
EVENING = TournamentPlan("bataille", 4, 2, ClockPlan("game", 900), "Spring cup", rated_from=20)
SLOW = replace(EVENING, clock=ClockPlan("days", 3 * 86_400))


@pytest.fixture
def people(database: Database) -> list[Account]:
    return [register(database, f"Person {n}", key(n)) for n in range(1, 9)]


def made(database: Database, people: list[Account], plan: TournamentPlan, count: int = 4) -> str:
    """A tournament set up by the first, with so many people in it."""
    tournament = set_up(database, people[0].id, plan, TERMS)
    for one in people[1:count]:
        join(database, tournament, one.id)
    return tournament


def sheet(database: Database, tournament: str) -> TournamentData:
    return tournament_sheet(database, tournament, None, sees_all=True)


def ended(database: Database, table: str | None, first: int = 0) -> None:
    """A game of two is won from a seat."""
    assert table is not None
    assert end_game(database, table, EndEntry(((first,), (1 - first,)), "resigned"))


def play_round(database: Database, tournament: str, number: int) -> None:
    for game in sheet(database, tournament).games:
        if game.round == number and len(game.board) > 1:
            ended(database, game.table)


def test_an_evening_goes_from_round_to_round(database: Database, people: list[Account]) -> None:
    tournament = made(database, people, EVENING)
    assert sheet(database, tournament).row.status == OPEN
    first = begin(database, tournament, people[0].id)
    assert (first.number, len(first.tables)) == (1, 2)
    assert sorted(tables_being_played(database)) == sorted(first.tables)
    row = table_seen(database, first.tables[0], None)
    assert (row.title, row.status, row.host, row.clock) == (
        "Spring cup #1", RUNNING, None, EVENING.clock,
    )  # fmt: skip
    assert row.rated_from == 20
    assert advance(database, tournament) is None, "one game is still played"
    for number in (1, 2, 3):
        assert due(database) == []
        play_round(database, tournament, number)
        assert due(database) == [tournament]
        after = advance(database, tournament)
        assert after is not None
        assert advance(database, tournament) is None, "each round is made once"
        assert len(after.tables) == (2 if number < 3 else 0)
    found = sheet(database, tournament)
    assert (found.row.status, found.rounds, due(database)) == (OVER, 3, [])
    assert [game.board for game in found.games] == [b for one in schedule(4, 2) for b in one]
    assert sum(one.points for one in standings(found.state)) == 12


def test_seats_are_those_of_the_schedule(database: Database, people: list[Account]) -> None:
    tournament = made(database, people, EVENING)
    begin(database, tournament)
    found = sheet(database, tournament)
    assert {one.account for one in found.players} == {one.id for one in people[:4]}
    for game in found.games:
        row = table_seen(database, game.table or "", None)
        assert [seat.account for seat in row.seats] == [
            found.players[number].account for number in game.board
        ]


def test_by_correspondence_all_games_begin_at_once(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, SLOW)
    round_ = begin(database, tournament)
    assert (round_.number, len(round_.tables)) == (3, 6)
    play_round(database, tournament, 1)
    assert advance(database, tournament) is None
    play_round(database, tournament, 2)
    play_round(database, tournament, 3)
    assert advance(database, tournament) is not None
    assert sheet(database, tournament).row.status == OVER


@pytest.mark.usefixtures("folder")
def test_a_stop_between_two_rounds_loses_nothing(
    database: Database, people: list[Account], tmp_path: object, clock: Clock
) -> None:
    tournament = made(database, people, EVENING)
    begin(database, tournament)
    play_round(database, tournament, 1)
    again = open_database(tmp_path / "data", clock)  # type: ignore[operator]
    assert due(again) == [tournament]
    after = advance(again, tournament)
    assert after is not None
    assert after.number == 2
    again.close()
    assert advance(database, tournament) is None


def test_bots_fill_what_is_free_and_their_games_are_not_rated(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, replace(SLOW, size=5, bot="easy"), 3)
    begin(database, tournament, people[0].id)
    found = sheet(database, tournament)
    bots = [number for number, one in enumerate(found.players) if one.bot == "easy"]
    assert len(bots) == 2
    assert len({one.name for one in found.players}) == 5
    for game in found.games:
        row = table_seen(database, game.table or "", None)
        has_bot = any(number in bots for number in game.board)
        assert row.rated_from == (None if has_bot else 20)
        assert all(seat.name == found.players[n].name for seat, n in zip(row.seats, game.board))


def test_more_sit_at_a_table(database: Database, people: list[Account]) -> None:
    plan = TournamentPlan("himalaya", 6, 4, ClockPlan("days", 86_400))
    tournament = made(database, people, plan, 6)
    assert len(begin(database, tournament).tables) == 3
    for game in sheet(database, tournament).games:
        end_game(database, game.table or "", EndEntry(((3,), (1, 2), (0,)), "points"))
    advance(database, tournament)
    found = sheet(database, tournament)
    played = [game.played for game in found.games if game.played is not None]
    assert (found.row.status, len(played)) == (OVER, 3)


def test_a_game_closed_without_result_counts_for_nobody(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, EVENING)
    tables = begin(database, tournament).tables
    end_game(database, tables[0], None)
    ended(database, tables[1])
    assert advance(database, tournament) is not None
    games = sheet(database, tournament).games
    assert [game.played is None for game in games if game.round == 1].count(True) == 1


def test_it_is_for_so_many_and_members_alone(database: Database, people: list[Account]) -> None:
    tournament = made(database, people, EVENING)
    with pytest.raises(CannotUseTournament, match="full"):
        join(database, tournament, people[4].id)
    with pytest.raises(CannotUseTournament, match="already"):
        join(database, tournament, people[1].id)
    leave(database, tournament, people[1].id)
    with pytest.raises(CannotUseTournament, match="you have not joined"):
        leave(database, tournament, people[1].id)
    with pytest.raises(
        CannotUseTournament,
        match="guests cannot join tournaments",
    ):
        join(database, tournament, register_guest(database).id)
    assert join(database, tournament, people[4].id)
    begin(database, tournament)
    for late in (leave, join):
        with pytest.raises(CannotUseTournament, match="has begun"):
            late(database, tournament, people[4].id)
    with pytest.raises(CannotUseTournament, match="has begun"):
        begin(database, tournament)


def test_too_few_do_not_begin(database: Database, people: list[Account]) -> None:
    tournament = made(database, people, replace(EVENING, size=6), 1)
    with pytest.raises(CannotUseTournament, match="too few"):
        begin(database, tournament, people[0].id)
    for one in people[1:4]:
        join(database, tournament, one.id)
    with pytest.raises(CannotUseTournament, match="only the host"):
        begin(database, tournament, people[1].id)
    assert len(begin(database, tournament, people[0].id).tables) == 2
    alone = made(database, people, replace(EVENING, bot="easy"), 1)
    with pytest.raises(CannotUseTournament, match="too few"):
        begin(database, alone)


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (replace(EVENING, size=1), "no schedule"),
        (replace(EVENING, size=257), "no schedule"),
        (replace(EVENING, seats=3), "is for 2 players"),
        (
            replace(EVENING, clock=ClockPlan("move", 60)),
            "a tournament needs a time control per game or in days per move",
        ),
        (replace(EVENING, bot="genius"), "no bot"),
        (replace(EVENING, game="chess"), "unknown game"),
    ],
)
def test_an_unfit_plan_is_refused(
    database: Database, ana: Account, plan: TournamentPlan, why: str
) -> None:
    with pytest.raises(Exception, match=why):
        set_up(database, ana.id, plan, TERMS)
    assert tournaments_seen(database, ana.id) == []


def test_who_may_see_a_private_tournament_opens_its_games(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, replace(EVENING, visibility=PRIVATE, size=5), 1)
    for one in people[1:6]:
        invite(database, tournament, people[0].id, one.id)
    for one in people[1:5]:
        join(database, tournament, one.id)
    leave(database, tournament, people[0].id)
    table = begin(database, tournament).tables[0]
    for one in people[:6]:
        assert table_seen(database, table, one.id).id == table
        assert [row.id for row in list_tables(database, TableQuery(one.id))].count(table) == 1
    assert list_tables(database, TableQuery(people[6].id)) == []
    with pytest.raises(CannotUseTable, match="unknown table"):
        table_seen(database, table, people[6].id)


def test_what_is_private_is_seen_by_who_is_invited(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, replace(EVENING, visibility=PRIVATE), 1)
    assert tournaments_seen(database, people[1].id) == []
    with pytest.raises(CannotUseTournament, match="unknown tournament"):
        tournament_sheet(database, tournament, people[1].id)
    with pytest.raises(CannotUseTournament, match="unknown tournament"):
        join(database, tournament, people[1].id)
    with pytest.raises(CannotUseTournament, match="only the host"):
        invite(database, tournament, people[2].id, people[1].id)
    invite(database, tournament, people[0].id, people[1].id)
    with pytest.raises(CannotUseTournament, match="they are already invited, or have joined"):
        invite(database, tournament, people[0].id, people[1].id)
    assert sheet(database, tournament).invited == ["Person 2"]
    assert [row.is_invited for row in tournaments_seen(database, people[1].id)] == [True]
    join(database, tournament, people[1].id)
    assert sheet(database, tournament).invited == []
    assert [row.id for row in tournaments_seen(database, None, sees_all=True)] == [tournament]


def test_how_many_one_hosts_is_bounded(database: Database, people: list[Account]) -> None:
    hosted = [made(database, people, EVENING, 1) for _one in range(TERMS.tournaments_hosted)]
    with pytest.raises(CannotUseTournament, match="3 unfinished tournaments"):
        made(database, people, EVENING, 1)
    close(database, hosted[0], people[0].id)
    made(database, people, EVENING, 1)


def test_one_is_closed_by_its_host_before_it_begins_and_by_admins_whenever(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, EVENING)
    with pytest.raises(CannotUseTournament, match="only the host"):
        close(database, tournament, people[1].id)
    table = begin(database, tournament).tables[0]
    with pytest.raises(CannotUseTournament, match="has begun"):
        close(database, tournament, people[0].id)
    close(database, tournament)
    with pytest.raises(CannotUseTournament, match="is over"):
        close(database, tournament)
    play_round(database, tournament, 1)
    assert (advance(database, tournament), due(database)) == (None, [])
    assert sheet(database, tournament).row.status == CLOSED
    assert tournament_of(database, table) == tournament


def test_one_that_waits_too_long_is_closed(
    database: Database, people: list[Account], clock: Clock
) -> None:
    tournament = made(database, people, EVENING)
    clock.pass_by(TERMS.tournament_open_days * 86_400)
    assert expire(database, TERMS) == 0
    clock.pass_by(1)
    assert (expire(database, TERMS), expire(database, TERMS)) == (1, 0)
    assert sheet(database, tournament).row.status == CLOSED


def test_one_of_the_server_itself_that_does_not_begin_is_closed_after_an_hour(
    database: Database, people: list[Account], clock: Clock
) -> None:
    tournament = set_up_league(database, SLOW, [one.id for one in people[:4]])
    assert tournament is not None
    clock.pass_by(3600)
    assert expire(database, TERMS) == 0
    clock.pass_by(1)
    assert expire(database, TERMS) == 1
    assert sheet(database, tournament).row.status == CLOSED


def test_each_change_is_told_once(database: Database, people: list[Account]) -> None:
    tournament = made(database, people, EVENING)
    assert take_news(database) == []
    begin(database, tournament)
    assert (take_news(database), take_news(database)) == ([tournament], [])
    for number in (1, 2, 3):
        play_round(database, tournament, number)
        advance(database, tournament)
        assert (take_news(database), take_news(database)) == ([tournament], [])


# Accounts


def test_a_deleted_account_plays_no_further_round(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, EVENING)
    waiting = made(database, people[:1] + people[4:], EVENING, 3)
    begin(database, tournament)
    erase(database, people[0])
    assert sheet(database, waiting).row.status == CLOSED
    found = sheet(database, tournament)
    assert found.row.title == "Bataille sous les mers"
    assert [one.account for one in found.players].count(None) == 1
    play_round(database, tournament, 1)
    after = advance(database, tournament)
    assert after is not None
    rows = [table_seen(database, table, None) for table in after.tables]
    assert [[seat.bot for seat in row.seats].count(None) for row in rows].count(1) == 1
    assert {row.rated_from for row in rows} == {None, 20}
    assert all("Spring cup" not in row.title for row in rows)


def test_merged_accounts_take_part_as_one(database: Database, people: list[Account]) -> None:
    both = made(database, people, EVENING, 2)
    one = made(database, people[2:], replace(EVENING, visibility=PRIVATE), 1)
    invite(database, one, people[2].id, people[0].id)
    merge(database, people[0], people[1])
    merge(database, people[2], people[7])
    assert [each.account for each in sheet(database, both).players] == [people[1].id]
    assert sheet(database, both).row.host == people[1].id
    assert sheet(database, one).row.host == people[7].id
    seen = {row.id: row.is_invited for row in tournaments_seen(database, people[1].id)}
    assert seen == {one: True, both: False}


def test_a_person_is_told_their_tournaments(database: Database, people: list[Account]) -> None:
    tournament = made(database, people, EVENING)
    told = personal_data(database, people[0])
    assert [one["id"] for one in told["tournaments"]] == [tournament]
    assert [one["id"] for one in told["tournaments_hosted"]] == [tournament]
    assert people[1].name not in str(told)


def test_who_has_no_account_sees_none_that_is_private_whoever_is_gone(
    database: Database, people: list[Account]
) -> None:
    """Bots have no account either, nor has a host whose account is gone."""
    closed = replace(SLOW, visibility=PRIVATE, bot="easy")
    with_bots, hosted = (set_up(database, people[host].id, closed, TERMS) for host in (0, 5))
    for tournament, host in ((with_bots, 0), (hosted, 5)):
        invite(database, tournament, people[host].id, people[1].id)
        join(database, tournament, people[1].id)
        begin(database, tournament)
    erase(database, people[5])
    shown = made(database, people, SLOW)
    assert [one.id for one in tournaments_seen(database, None)] == [shown]
    for hidden in (with_bots, hosted):
        with pytest.raises(CannotUseTournament, match="unknown tournament"):
            tournament_sheet(database, hidden, None)
