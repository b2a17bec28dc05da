"""Ladders as they are kept: places change by what comes of challenges, each once."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from nim_tui.server.accounts.merging import erase, merge, rename
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, register, register_guest, seen
from nim_tui.server.contests.ladder import DRAWN, HELD, OPEN, PASSED, PLAYING, VOID, WON
from nim_tui.server.contests.ladder_store import (
    NotOnLadder,
    accept,
    challenge,
    drop_absent,
    expire_challenges,
    join,
    ladder_sheet,
    leave,
    settle_missed,
    take_news,
    turn_down,
)
from nim_tui.server.moderation.blocks import block
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OVER, RUNNING, TABLES
from nim_tui.server.tables.game_store import tables_being_played
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import append, end_game
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry, encode
from tests.nim_tui.server.storage.conftest import Clock, begun, key

POSTGRESQL_AT_NIGHT = True

GAME = "bataille"
TERMS = ContestConfig()
A_DAY = 86_400.0
SLOW = ClockPlan("days", 3 * 86_400)


@pytest.fixture
def people(database: Database) -> list[Account]:
    """Six of them, on the ladder one below the other."""
    found = [register(database, f"Person {n}", key(n)) for n in range(1, 7)]
    for one in found:
        join(database, GAME, one.id)
    return found


def names(database: Database) -> str:
    return "".join(one.name[-1] for one in ladder_sheet(database, GAME).people)


def asks(database: Database, people: list[Account], own: int, other: int) -> int:
    """One challenges another, each called by their first place."""
    pair = (people[own - 1].id, people[other - 1].id)
    return challenge(database, GAME, pair, SLOW, TERMS)


def accepted(database: Database, number: int, who: Account, seed: int = 1) -> str:
    return accept(database, number, who.id, seed=seed, rated_from=20, least_age=0.0)


def ends(database: Database, table: str, first: int | None) -> bool:
    """A game ends: won by the one on a seat, drawn, or (no ranking) without result."""
    ranking = ((0, 1),) if first is None else ((first,), (1 - first,))
    return end_game(database, table, EndEntry(ranking, "agreed" if first is None else "resigned"))


def states(database: Database) -> list[str]:
    sheet = ladder_sheet(database, GAME)
    return [one.state for one in (*sheet.standing, *sheet.recent)]


def test_one_joins_at_the_bottom_once(database: Database, people: list[Account]) -> None:
    assert names(database) == "123456"
    assert join(database, GAME, people[2].id) == 3
    assert join(database, GAME, register(database, "Zoe 7", key(7)).id) == 7
    assert names(database) == "1234567"


def test_guests_and_games_of_three_have_no_ladder(database: Database, ana: Account) -> None:
    with pytest.raises(NotOnLadder, match="guests"):
        join(database, GAME, register_guest(database).id)
    with pytest.raises(NotOnLadder, match="this game has no ladder: it is not for two players"):
        join(database, "himalaya", ana.id)
    assert join(database, "submarine", ana.id) == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_the_winner_of_a_challenge_takes_the_place(
    database: Database, people: list[Account], seed: int
) -> None:
    table = accepted(database, asks(database, people, 5, 2), people[1], seed)
    row = table_seen(database, table, None)
    assert row.status == RUNNING
    assert (row.clock, row.host, row.rated_from) == (SLOW, None, 20)
    seat = row.seat_of(people[4].id)
    assert seat == (0 if seed == 1 else 1), "who begins follows from the seed"
    assert states(database) == [PLAYING]
    assert ends(database, table, seat)
    assert names(database) == "152346"
    assert states(database) == [WON]
    assert not ends(database, table, seat), "nothing counts twice"
    assert names(database) == "152346"
    winner = ladder_sheet(database, GAME).people[1]
    assert (winner.won, winner.played) == (1, 1)


@pytest.mark.parametrize(("first", "state"), [(1, HELD), (None, DRAWN)])
def test_lost_and_drawn_challenges_leave_places(
    database: Database, people: list[Account], first: int | None, state: str
) -> None:
    table = accepted(database, asks(database, people, 3, 1), people[0])
    ends(database, table, first)
    assert names(database) == "123456"
    assert states(database) == [state]


def test_an_end_in_the_record_counts_as_any_other(
    database: Database, people: list[Account]
) -> None:
    table = accepted(database, asks(database, people, 2, 1), people[0])
    append(database, table, 0, EndEntry(((0,), (1,)), "ships"))
    assert names(database) == "213456"


def test_a_game_closed_without_result_counts_for_nothing(
    database: Database, people: list[Account]
) -> None:
    table = accepted(database, asks(database, people, 2, 1), people[0])
    end_game(database, table, None)
    assert names(database) == "123456"
    assert states(database) == []
    assert [one.state for one in take_news(database)] == [VOID]


def test_other_games_of_the_same_two_count_for_nothing(
    database: Database, people: list[Account]
) -> None:
    accepted(database, asks(database, people, 2, 1), people[0])
    ends(database, begun(database, people[1], people[0]), 0)
    assert (names(database), states(database)) == ("123456", [PLAYING])


def test_who_does_not_answer_or_says_no_is_passed(
    database: Database, people: list[Account], clock: Clock
) -> None:
    asks(database, people, 4, 2)
    turn_down(database, asks(database, people, 6, 5), people[4].id)
    assert names(database) == "123465"
    clock.pass_by(TERMS.ladder_days * A_DAY - 1)
    assert expire_challenges(database) == 0
    clock.pass_by(1)
    assert (expire_challenges(database), expire_challenges(database)) == (1, 0)
    assert names(database) == "142365"
    assert states(database) == [PASSED, PASSED]


def test_no_rank_is_lost_to_who_had_to_be_online_and_was_not(
    database: Database, people: list[Account], clock: Clock
) -> None:
    pair = (people[1].id, people[0].id)
    challenge(database, GAME, pair, ClockPlan("game", 900), TERMS)
    clock.pass_by(TERMS.ladder_days * A_DAY)
    assert expire_challenges(database) == 1
    assert (names(database), states(database)) == ("123456", [])
    assert [one.state for one in take_news(database)] == [VOID]


def test_who_is_blocked_challenges_nobody_who_does_not_hear_of_it(
    database: Database, people: list[Account]
) -> None:
    block(database, people[0].id, people[1].id)
    with pytest.raises(NotOnLadder, match="they have already been challenged"):
        asks(database, people, 2, 1)
    asks(database, people, 3, 1)


@pytest.mark.parametrize("way", [1, -1])
def test_a_challenge_between_people_who_block_each_other_is_void(
    database: Database, people: list[Account], way: int
) -> None:
    asks(database, people, 2, 1)
    asks(database, people, 4, 3)
    block(database, *[one.id for one in people[:2]][::way])
    assert expire_challenges(database) == 1
    assert (names(database), states(database)) == ("123456", [OPEN])
    assert VOID in [one.state for one in take_news(database)]


def test_a_challenge_is_taken_back_by_who_made_it_alone(
    database: Database, people: list[Account]
) -> None:
    number = asks(database, people, 4, 2)
    with pytest.raises(NotOnLadder, match="this challenge does not exist"):
        turn_down(database, number, people[0].id)
    with pytest.raises(NotOnLadder, match="only the challenged player can accept"):
        accepted(database, number, people[3])
    turn_down(database, number, people[3].id)
    assert (names(database), states(database)) == ("123456", [])
    with pytest.raises(NotOnLadder, match="this challenge is no longer open"):
        accepted(database, number, people[1])
    assert tables_being_played(database) == []


@pytest.mark.parametrize(
    ("own", "other", "why"),
    [
        (5, 1, "at most 3 ranks above"),
        (2, 4, "at most 3 ranks above"),
        (2, 2, "at most 3 ranks above"),
    ],
)
def test_only_those_just_above_are_challenged(
    database: Database, people: list[Account], own: int, other: int, why: str
) -> None:
    with pytest.raises(NotOnLadder, match=why):
        asks(database, people, own, other)


def test_challenges_are_bounded(database: Database, people: list[Account], clock: Clock) -> None:
    number = asks(database, people, 4, 2)
    with pytest.raises(NotOnLadder, match="your last challenge on this ladder is still open"):
        asks(database, people, 4, 3)
    with pytest.raises(NotOnLadder, match="they have already been challenged"):
        asks(database, people, 5, 2)
    ends(database, accepted(database, number, people[1]), 1)
    with pytest.raises(NotOnLadder, match="too soon"):
        asks(database, people, 4, 2)
    asks(database, people, 4, 3)
    clock.pass_by(TERMS.ladder_again_days * A_DAY + 1)
    turn_down(database, asks(database, people, 5, 2), people[1].id)
    assert names(database) == "152346"


def test_who_leaves_is_passed_and_stays_while_they_play(
    database: Database, people: list[Account]
) -> None:
    asks(database, people, 4, 2)
    leave(database, GAME, people[1].id)
    assert names(database) == "14356"
    table = accepted(database, asks(database, people, 3, 4), people[3])
    for one in (people[2], people[3]):
        with pytest.raises(NotOnLadder, match="finish your ladder game first"):
            leave(database, GAME, one.id)
    ends(database, table, 0)
    leave(database, GAME, people[2].id)
    with pytest.raises(NotOnLadder, match="not on this ladder"):
        leave(database, GAME, people[2].id)
    assert names(database) == "1456"


def test_who_is_away_for_long_drops_out_unless_they_play(
    database: Database, people: list[Account], clock: Clock
) -> None:
    accepted(database, asks(database, people, 2, 1), people[0])
    asks(database, people, 6, 4)
    clock.pass_by(TERMS.ladder_away_days * A_DAY + 1)
    seen(database, people[2].id)
    gone = drop_absent(database, TERMS, {people[4].id})
    assert gone == [(GAME, people[3].id), (GAME, people[5].id)]
    assert names(database) == "1235"
    assert states(database) == [PLAYING], "what the others had asked is void"
    assert drop_absent(database, TERMS, {people[4].id}) == []


def test_each_change_is_told_once(database: Database, people: list[Account]) -> None:
    number = asks(database, people, 2, 1)
    assert [(one.id, one.state) for one in take_news(database)] == [(number, OPEN)]
    assert take_news(database) == []
    table = accepted(database, number, people[0])
    assert [one.state for one in take_news(database)] == [PLAYING]
    ends(database, table, 0)
    assert [one.state for one in take_news(database)] == [WON]
    assert take_news(database) == []


def test_a_game_ended_by_a_server_without_ladders_is_settled_later(
    database: Database, people: list[Account]
) -> None:
    table = accepted(database, asks(database, people, 2, 1), people[0])
    result = encode(EndEntry(((0,), (1,)), "resigned")).decode()
    with database.writing() as connection:
        this = update(TABLES).where(TABLES.c.id == table)
        connection.execute(this.values(status=OVER, result=result))
    assert states(database) == [PLAYING]
    assert (settle_missed(database), settle_missed(database)) == (1, 0)
    assert (names(database), states(database)) == ("213456", [WON])


# Accounts


def test_a_deleted_account_leaves_no_gap(database: Database, people: list[Account]) -> None:
    asks(database, people, 4, 3)
    erase(database, people[2])
    assert names(database) == "12456"
    assert states(database) == []
    turn_down(database, asks(database, people, 5, 2), people[1].id)
    assert names(database) == "15246"
    assert join(database, GAME, people[5].id) == 5


def test_ranks_below_several_deleted_accounts_go_by_challenges_alone(
    database: Database, people: list[Account]
) -> None:
    people += [register(database, f"Person {n}", key(n)) for n in (7, 8)]
    for one in people[6:]:
        join(database, GAME, one.id)
    for one in people[:3]:
        erase(database, one)
    assert names(database) == "45678"
    turn_down(database, asks(database, people, 7, 6), people[5].id)
    assert names(database) == "45768"
    leave(database, GAME, people[4].id)
    assert names(database) == "4768"


def test_a_merged_account_keeps_the_place_of_the_one_that_stays(
    database: Database, people: list[Account]
) -> None:
    asks(database, people, 3, 2)
    asks(database, people, 6, 5)
    merge(database, people[1], people[2])
    assert names(database) == "13456", "who asked and who was asked are one: nothing is asked"
    late = register(database, "Late 7", key(7))
    merge(database, people[4], late)
    assert names(database) == "13476"
    assert [one.challenged for one in ladder_sheet(database, GAME).standing] == [late.id]


def test_a_new_name_stands_on_the_ladder(database: Database, people: list[Account]) -> None:
    rename(database, people[0], "Somebody 9")
    assert names(database) == "923456"


def test_a_person_is_told_their_places_and_challenges(
    database: Database, people: list[Account]
) -> None:
    asks(database, people, 2, 1)
    told = personal_data(database, people[0])
    assert [(one["game"], one["place"]) for one in told["ladders"]] == [(GAME, 1)]
    assert [(one["game"], one["state"], one["is_own"]) for one in told["ladder_challenges"]] == [
        (GAME, OPEN, False)
    ]
    assert people[1].name not in str(told)
