"""What a game counts for is settled beforehand: rated or casual, for whom, from which move on."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.store import Account, register, register_guest
from nim_tui.server.ratings.rating import UNRATED
from nim_tui.server.ratings.store import best, course_of, ratings_of
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import append, end_game
from nim_tui.server.tables.seat_store import games_left, set_stand_in, start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.record import EndEntry, MoveEntry, UndoEntry
from tests.nim_tui.server.storage.conftest import Clock, begun, key, play

POSTGRESQL_AT_NIGHT = True

ANA_WINS = EndEntry(((0,), (1,)), "ships")
A_DAY = 86_400.0


def table_of(
    database: Database, *people: Account, rated_from: int | None = 0, least_age: float = 0.0
) -> str:
    wishes = [SeatWish(account=one.id) for one in people]
    plan = TablePlan("bataille", wishes, rated_from=rated_from)
    table = create_table(database, people[0].id, plan)
    start(database, table, 7, least_age=least_age)
    return table


def names(database: Database) -> set[str]:
    return {one.name for one in best(database, "bataille")}


def test_a_casual_game_counts_for_nobody(database: Database, ana: Account, ben: Account) -> None:
    end_game(database, table_of(database, ana, ben, rated_from=None), ANA_WINS)
    assert names(database) == set()
    assert course_of(database, ana.id) == {}


@pytest.mark.parametrize(("moves", "counts"), [(3, False), (4, True)])
def test_a_game_counts_from_its_move_on(
    database: Database, ana: Account, ben: Account, moves: int, counts: bool
) -> None:
    table = table_of(database, ana, ben, rated_from=4)
    for number in range(moves):
        append(database, table, number, play(number))
    end_game(database, table, ANA_WINS)
    assert names(database) == ({"Ana", "Ben"} if counts else set())


def test_who_was_too_new_when_it_began_is_not_rated(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    clock.pass_by(A_DAY)
    eva = register(database, "Eva", key(5))
    table = table_of(database, ana, eva, least_age=A_DAY)
    assert [seat.is_rated for seat in table_seen(database, table, None).seats] == [True, False]
    clock.pass_by(10 * A_DAY)
    end_game(database, table, ANA_WINS)
    assert names(database) == set(), "there was nobody to be rated with"
    end_game(database, table_of(database, ana, eva, least_age=A_DAY), ANA_WINS)
    assert names(database) == {"Ana", "Eva"}


def test_the_others_are_rated_among_themselves(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    clock.pass_by(A_DAY)
    wishes = [SeatWish(account=one) for one in (ana.id, register_guest(database).id, ben.id)]
    table = create_table(database, ana.id, TablePlan("himalaya", wishes))
    start(database, table, 7, least_age=60)
    end_game(database, table, EndEntry(((1,), (0,), (2,)), "points"))
    assert [one.name for one in best(database, "himalaya")] == ["Ana", "Ben"]


def test_the_course_of_a_rating_is_kept_game_by_game(
    database: Database, ana: Account, ben: Account
) -> None:
    for _game in range(3):
        end_game(database, begun(database, ana, ben), ANA_WINS)
    course = course_of(database, ana.id)["bataille"]
    assert len(course) == 3
    assert course[-1] == ratings_of(database, ana.id)["bataille"][0]
    assert course[0].mu < course[1].mu < course[2].mu
    assert course_of(database, ana.id, most=2)["bataille"] == course[1:]


@pytest.mark.parametrize(
    ("made", "gains"),
    [
        ((0, 0), True), ((40, 3), True), ((40, 4), False),
        ((20, 2), True), ((19, 2), False), ((0, 1), False),
    ],
)  # fmt: skip
def test_whom_a_bot_stood_in_for_too_long_gains_nothing_and_loses_all_the_same(
    database: Database, ana: Account, ben: Account, made: tuple[int, int], gains: bool
) -> None:
    """She made so many moves herself, the bot so many for her."""
    for result in (ANA_WINS, EndEntry(((1,), (0,)), "ships")):
        before = ratings_of(database, ana.id).get("bataille", (UNRATED, 0))[0]
        other = ratings_of(database, ben.id).get("bataille", (UNRATED, 0))[0]
        table = table_of(database, ana, ben)
        moves_of_ana(database, table, *made)
        end_game(database, table, result)
        after = ratings_of(database, ana.id)["bataille"][0]
        if result == ANA_WINS:
            assert (after == before) is not gains
            assert (after.surely > before.surely) is gains
        else:
            assert after.mu < before.mu, "a loss counts"
            assert gains or after.surely < before.surely
        assert ratings_of(database, ben.id)["bataille"][0] != other, "the other is rated as ever"


def moves_of_ana(database: Database, table: str, own: int, lent: int) -> None:
    """Moves that she makes, one more that she takes back, and others that a bot makes for her."""
    lines: list[MoveEntry | UndoEntry] = [
        *(MoveEntry(0, "A 17") for _move in range(own + 1)),
        UndoEntry(0),
    ]
    for ply, line in enumerate(lines):
        append(database, table, ply, line, (0,))
    set_stand_in(database, table, 0, "medium")
    for ply in range(len(lines), len(lines) + lent):
        append(database, table, ply, MoveEntry(0, "A 17"), (0,))
    set_stand_in(database, table, 0, None)
    append(database, table, len(lines) + lent, MoveEntry(1, "A 17"), (0,))


@pytest.mark.slow
def test_a_rating_is_provisional_until_enough_games_are_played(
    database: Database, ana: Account, ben: Account
) -> None:
    end_game(database, begun(database, ana, ben), ANA_WINS)
    assert ratings_of(database, ana.id)["bataille"][0].is_provisional
    for number in range(60):
        result = ANA_WINS if number % 2 else EndEntry(((1,), (0,)), "ships")
        end_game(database, begun(database, ana, ben), result)
    assert not ratings_of(database, ana.id)["bataille"][0].is_provisional


def test_who_had_left_is_counted_and_who_resigned_is_not(
    database: Database, ana: Account, ben: Account
) -> None:
    end_game(database, begun(database, ana, ben), EndEntry(((0,), (1,)), "resigned"))
    assert games_left(database, (ana.id, ben.id)) == {ana.id: (0, 1), ben.id: (0, 1)}
    end_game(database, begun(database, ana, ben), EndEntry(((0,), (1,)), "out_of_time"))
    lent = begun(database, ana, ben)
    set_stand_in(database, lent, 0, "medium")
    end_game(database, lent, ANA_WINS)
    back = begun(database, ana, ben)
    set_stand_in(database, back, 0, "medium")
    set_stand_in(database, back, 0, None)
    end_game(database, back, ANA_WINS)
    assert games_left(database, (ana.id, ben.id)) == {ana.id: (1, 4), ben.id: (1, 4)}


def test_games_with_bots_alone_and_without_a_result_count_for_nothing(
    database: Database, ana: Account, ben: Account
) -> None:
    alone = begun(database, ana, bots=("random",))
    set_stand_in(database, alone, 0, "medium")
    end_game(database, alone, ANA_WINS)
    end_game(database, begun(database, ana, ben), None)
    assert games_left(database, (ana.id,)) == {}
