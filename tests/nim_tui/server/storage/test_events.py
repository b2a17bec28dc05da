"""Tournaments as events: starts, check-in, late entry, withdrawals, teams, series, arenas."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import ARENA, KNOCK_OUT, SWISS
from nim_tui.server.contests.standings import standings, team_standings
from nim_tui.server.contests.tournament_rounds import advance, begin, due, due_to_start
from nim_tui.server.contests.tournament_sheet import tournaments_seen
from nim_tui.server.contests.tournament_store import (
    CannotUseTournament,
    check_in,
    expire,
    join,
    leave,
    set_up,
)
from nim_tui.server.ratings.rating import Rating
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OPEN, OVER, RATINGS, RUNNING
from tests.nim_tui.server.storage.conftest import Clock
from tests.nim_tui.server.storage.test_tournaments import (
    EVENING,
    SLOW,
    TERMS,
    ended,
    made,
    people,
    play_round,
    sheet,
)

POSTGRESQL_AT_NIGHT = True

__all__ = ["people"]

HOUR, DAY = 3600.0, 86_400.0
SWISS_OF_3 = replace(EVENING, size=8, event=EventTerms(SWISS, rounds=3))


def boards(database: Database, tournament: str, number: int) -> list[set[int]]:
    return [{*game.board} for game in sheet(database, tournament).games if game.round == number]


def test_a_swiss_has_a_bye_and_ends_after_its_rounds(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, SWISS_OF_3, 5)
    assert len(begin(database, tournament).tables) == 2
    byes = []
    for number in (1, 2, 3):
        play_round(database, tournament, number)
        byes += [one for one in boards(database, tournament, number) if len(one) == 1]
        advance(database, tournament)
    found = sheet(database, tournament)
    assert (found.row.status, found.rounds, len(byes)) == (OVER, 3, 3)
    assert len({*map(frozenset, byes)}) == 3, "nobody twice"
    assert sum(one.points for one in standings(found.state)) == 2 * 9


def test_starting_ranks_of_a_swiss_go_by_rating(database: Database, people: list[Account]) -> None:
    strong = Rating(40.0, 1.0)
    with database.writing() as connection:
        values = {"game": "bataille", "mu": strong.mu, "sigma": strong.sigma, "games": 9}
        connection.execute(RATINGS.insert().values(account=people[2].id, **values))
    tournament = made(database, people, SWISS_OF_3)
    begin(database, tournament)
    assert sheet(database, tournament).players[0].account == people[2].id


def test_a_knock_out_leaves_one(database: Database, people: list[Account]) -> None:
    plan = replace(SLOW, size=8, event=EventTerms(KNOCK_OUT))
    tournament = made(database, people, plan, 6)
    begin(database, tournament)
    for number, count in ((1, 4), (2, 2), (3, 1)):
        assert len(boards(database, tournament, number)) == count
        play_round(database, tournament, number)
        advance(database, tournament)
    found = sheet(database, tournament)
    assert found.row.status == OVER
    assert [one.place for one in standings(found.state)][:2] == [1, 2]


# Starts


def test_a_planned_start_takes_who_checked_in(
    database: Database, people: list[Account], clock: Clock
) -> None:
    starts = database.now() + HOUR
    plan = replace(SWISS_OF_3, starts=starts, event=EventTerms(SWISS, check_in=15))
    tournament = made(database, people, plan, 4)
    with pytest.raises(CannotUseTournament, match="it is not time to check in"):
        check_in(database, tournament, people[0].id)
    clock.pass_by(HOUR - 15 * 60)
    for one in people[:3]:
        check_in(database, tournament, one.id)
    with pytest.raises(CannotUseTournament, match="you have not joined"):
        check_in(database, tournament, people[5].id)
    assert due_to_start(database) == []
    clock.pass_by(15 * 60)
    assert due_to_start(database) == [tournament]
    begin(database, tournament)
    found = sheet(database, tournament)
    assert {one.account for one in found.players} == {one.id for one in people[:3]}
    assert (found.row.begun, due_to_start(database)) == (starts, [])


def test_it_does_not_expire_before_its_time(
    database: Database, people: list[Account], clock: Clock
) -> None:
    starts = database.now() + 30 * DAY
    made(database, people, replace(SWISS_OF_3, starts=starts), 2)
    clock.pass_by(29 * DAY)
    assert expire(database, TERMS) == 0
    clock.pass_by(TERMS.tournament_open_days * DAY + DAY)
    assert expire(database, TERMS) == 0
    clock.pass_by(1)
    assert expire(database, TERMS) == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"starts": -1.0}, "within the next year"), ({"starts": 400 * DAY}, "within the next year"),
        ({"event": EventTerms(repeats=7)}, "a series needs a time for the start"),
        ({"event": EventTerms(ARENA), "clock": SLOW.clock}, "an arena needs a time control"),
    ],
)  # fmt: skip
def test_an_unfit_event_is_refused(
    database: Database, ana: Account, change: dict[str, object], why: str
) -> None:
    if isinstance(starts := change.get("starts"), float):
        change = {**change, "starts": database.now() + starts}
    with pytest.raises(CannotUseTournament, match=why):
        set_up(database, ana.id, replace(EVENING, **change), TERMS)  # type: ignore[arg-type]


def test_a_series_is_set_up_again_while_it_begins(
    database: Database, people: list[Account], clock: Clock
) -> None:
    starts = database.now() + HOUR
    event = EventTerms(SWISS, rounds=3, repeats=7)
    first = made(database, people, replace(SWISS_OF_3, starts=starts, event=event), 4)
    clock.pass_by(8 * DAY)
    begin(database, first)
    (again,) = [row for row in tournaments_seen(database, None) if row.status == OPEN]
    assert (again.title, again.event, again.host) == ("Spring cup", event, people[0].id)
    assert again.starts == starts + 14 * DAY, "what was missed is left out"
    assert again.accounts == (people[0].id,)


# Coming and going


def test_one_enters_late_while_the_terms_allow_it(
    database: Database, people: list[Account]
) -> None:
    plan = replace(SWISS_OF_3, event=EventTerms(SWISS, rounds=3, late=1))
    tournament = made(database, people, plan, 4)
    begin(database, tournament)
    assert not join(database, tournament, people[4].id)
    play_round(database, tournament, 1)
    advance(database, tournament)
    assert {4} <= {who for board in boards(database, tournament, 2) for who in board}
    with pytest.raises(CannotUseTournament, match="has begun"):
        join(database, tournament, people[5].id)


def test_who_withdraws_is_paired_no_more_and_may_come_back(
    database: Database, people: list[Account]
) -> None:
    tournament = made(database, people, replace(SWISS_OF_3, size=6), 5)
    begin(database, tournament)
    found = sheet(database, tournament)
    number = next(n for n, one in enumerate(found.players) if one.account == people[1].id)
    leave(database, tournament, people[1].id)
    for played in (1, 2):
        play_round(database, tournament, played)
        advance(database, tournament)
        back = any(number in board for board in boards(database, tournament, played + 1))
        assert back is (played == 2)
        if played == 1:
            join(database, tournament, people[1].id)


def test_members_of_a_team_do_not_meet_and_their_points_count(
    database: Database, people: list[Account]
) -> None:
    event = EventTerms(SWISS, rounds=2, has_teams=True, team="Reds")
    tournament = set_up(database, people[0].id, replace(SWISS_OF_3, event=event), TERMS)
    with pytest.raises(CannotUseTournament, match="add the name of your team"):
        join(database, tournament, people[1].id)
    for one, team in zip(people[1:4], ("reds", "Blues", "Blues")):
        join(database, tournament, one.id, team)
    begin(database, tournament)
    found = sheet(database, tournament)
    for board in boards(database, tournament, 1):
        assert {found.players[number].team for number in board} == {"Reds", "Blues"}
    play_round(database, tournament, 1)
    state = sheet(database, tournament).state
    assert sum(one.points for one in team_standings(state, standings(state))) == 4


# Arenas


def test_an_arena_pairs_who_is_here_until_its_time_is_up(
    database: Database, people: list[Account], clock: Clock
) -> None:
    plan = replace(EVENING, size=8, event=EventTerms(ARENA, minutes=60))
    tournament = made(database, people, plan, 4)
    first = begin(database, tournament)
    assert len(first.tables) == 2
    here = [one.id for one in people]
    assert due(database) == [tournament]
    join(database, tournament, people[4].id)
    assert advance(database, tournament, here=here) is None, "one alone waits"
    ended(database, first.tables[0])
    assert advance(database, tournament, here=[]) is None, "nobody is here"
    again = advance(database, tournament, here=here)
    assert again is not None
    assert (again.number, len(again.tables)) == (2, 1)
    clock.pass_by(HOUR)
    ended(database, first.tables[1])
    assert advance(database, tournament, here=here) is None, "a game is still played"
    assert sheet(database, tournament).row.status == RUNNING
    ended(database, again.tables[0])
    advance(database, tournament, here=here)
    assert sheet(database, tournament).row.status == OVER
