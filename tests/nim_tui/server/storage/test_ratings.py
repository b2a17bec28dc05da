"""Ratings: people and programs alike, once a game, guests not."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from nim_tui.server.accounts.store import Account, register, register_guest
from nim_tui.server.ratings.rating import UNRATED, Rating, rated_anew
from nim_tui.server.ratings.store import RatedPlayer, best, ratings_of
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.record_store import append, end_game
from nim_tui.tables.record import EndEntry
from tests.nim_tui.server.storage.conftest import begun, key

POSTGRESQL_AT_NIGHT = True

ANA_WINS = EndEntry(((0,), (1,)), "ships")


def test_the_winner_rises_and_all_grow_surer() -> None:
    after = rated_anew({}, ["a", "b", "c"], [[1], [0, 2]])
    assert after["b"].mu > UNRATED.mu > after["a"].mu
    assert after["a"] == after["c"]
    assert all(one.sigma < UNRATED.sigma for one in after.values())
    again = rated_anew(after, ["a", "b", "c"], [[1], [0], [2]])
    assert again["b"].surely > after["b"].surely
    assert again["a"].mu > again["c"].mu


@pytest.mark.parametrize("seats", [["a"], ["a", None], ["a", "a"], [None, None], []])
def test_alone_nobody_is_rated(seats: list[str | None]) -> None:
    assert rated_anew({}, seats, [[seat] for seat in range(len(seats))]) == {}


def test_who_is_not_rated_changes_nothing_for_the_others() -> None:
    assert rated_anew({}, ["a", None, "b"], [[0], [1], [2]]) == rated_anew(
        {}, ["a", "b"], [[0], [1]]
    )


def test_who_sits_twice_earns_the_mean() -> None:
    twice = rated_anew({}, ["bot", "a", "bot"], [[0], [1], [2]])
    apart = rated_anew({}, ["first", "a", "last"], [[0], [1], [2]])
    assert twice["a"] == apart["a"]
    assert twice["bot"].mu == pytest.approx((apart["first"].mu + apart["last"].mu) / 2)


def test_a_finished_game_is_rated_with_its_end(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    assert best(database, "bataille") == []
    append(database, table, 0, ANA_WINS)
    first, second = best(database, "bataille")
    assert (first.name, first.is_bot, first.games) == ("Ana", False, 1)
    assert (second.name, second.games) == ("Ben", 1)
    assert first.rating.mu > UNRATED.mu > second.rating.mu
    assert ratings_of(database, ana.id) == {"bataille": (first.rating, 1)}
    end_game(database, table, ANA_WINS)
    assert best(database, "bataille") == [first, second]
    end_game(database, begun(database, ben, ana), ANA_WINS)
    assert [one.games for one in best(database, "bataille")] == [2, 2]
    assert best(database, "himalaya") == []
    assert len(best(database, "bataille", 1)) == 1
    assert best(database, "bataille", -1) == []


def test_programs_are_rated_by_level(database: Database, ana: Account, ben: Account) -> None:
    for person in (ana, ben):
        end_game(database, begun(database, person, bots=("random",)), ANA_WINS)
    table = begun(database, ana, game="himalaya", bots=("medium", "medium", "random"))
    end_game(database, table, EndEntry(((1,), (2,), (0,), (3,)), "points"))
    assert [(one.name, one.is_bot, one.games) for one in best(database, "bataille")][-1] == (
        "random", True, 2,
    )  # fmt: skip
    by_guess = sorted(best(database, "himalaya"), key=lambda one: -one.rating.mu)
    assert [(one.name, one.is_bot, one.games) for one in by_guess] == [
        ("medium", True, 1), ("Ana", False, 1), ("random", True, 1),
    ]  # fmt: skip


def test_guests_are_not_rated(database: Database, ana: Account) -> None:
    guest = register_guest(database)
    end_game(database, begun(database, ana, guest), ANA_WINS)
    assert best(database, "bataille") == []
    table = begun(database, ana, guest, game="himalaya", bots=("random",))
    end_game(database, table, EndEntry(((1,), (2,), (0,)), "points"))
    assert [one.name for one in best(database, "himalaya")] == ["random", "Ana"]


def test_a_game_that_all_agreed_to_end_is_rated_as_a_draw(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    append(database, table, 0, ANA_WINS)
    before = {one.name: one.rating.mu for one in best(database, "bataille")}
    end_game(database, begun(database, ana, ben), EndEntry(((0, 1),), "agreed"))
    after = {one.name: one.rating.mu for one in best(database, "bataille")}
    assert before["Ana"] > after["Ana"] > after["Ben"] > before["Ben"]
    assert [one.games for one in best(database, "bataille")] == [2, 2]


def test_a_game_without_a_result_is_not_rated(database: Database, table: str) -> None:
    append(database, table, 0, EndEntry((), "aborted"))
    assert best(database, "bataille") == []


def test_who_ends_a_game_with_bots_alone_is_not_rated_for_it(
    database: Database, ana: Account, ben: Account
) -> None:
    drawn = EndEntry(((0, 1, 2),), "agreed")
    alone = begun(database, ana, game="himalaya", bots=("medium", "random"))
    end_game(database, alone, drawn)
    assert best(database, "himalaya") == []
    end_game(database, begun(database, ana, ben, game="himalaya", bots=("medium",)), drawn)
    assert {one.name for one in best(database, "himalaya")} == {"Ana", "Ben"}


def test_a_closed_game_is_not_rated(database: Database, table: str) -> None:
    end_game(database, table, None)
    assert best(database, "bataille") == []


def test_a_game_that_several_end_at_once_is_rated_once(database: Database, table: str) -> None:
    together, ended = Barrier(4), []

    def end() -> None:
        together.wait()
        ended.append(end_game(database, table, ANA_WINS))

    enders = [Thread(target=end, daemon=True) for _ in range(4)]
    for ender in enders:
        ender.start()
    for ender in enders:
        ender.join()
    assert sorted(ended) == [False, False, False, True]
    assert [one.games for one in best(database, "bataille")] == [1, 1]


def test_the_list_goes_by_what_players_surely_can(database: Database, ana: Account) -> None:
    players = [register(database, name, key(n)) for n, name in enumerate(("Xia", "Yuri"), 10)]
    for player in players:
        end_game(database, begun(database, player, ana), ANA_WINS)
    listed = best(database, "bataille")
    assert [one.rating.surely for one in listed] == sorted(
        (one.rating.surely for one in listed), reverse=True
    )
    assert listed[-1] == RatedPlayer("Ana", False, listed[-1].rating, 2)
    assert Rating(20.0, 2.0).surely == 14.0
