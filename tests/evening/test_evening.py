"""A short evening at night; and by day, that each of its checks can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.store import register
from nim_tui.server.contests.contest import GameResult
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.tournament_sheet import (
    TournamentData,
    TournamentGame,
    TournamentPlayer,
    TournamentRow,
)
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import OVER
from nim_tui.server.tables.game_store import open_table
from nim_tui.tables.clock import ClockPlan
from tests.e2e.needs import needs
from tests.evening.checked import (
    Secret,
    faults_of_answers,
    faults_of_audit,
    faults_of_list,
    faults_of_rounds,
    faults_of_standings,
    hidden_places,
    without_closed,
)
from tests.evening.staff import Order
from tests.evening.transcript import MOST_LINES, Answer, Answers, Transcript, share
from tests.nim_tui.server.storage.conftest import begun, key


def saw(name: str, *lines: str) -> Transcript:
    """What somebody saw."""
    transcript = Transcript(name)
    transcript.add(lines)
    return transcript


def test_a_transcript_is_bounded_and_counts_what_it_lost() -> None:
    ana = saw("Ana", *(f"line {n}" for n in range(MOST_LINES)))
    ana.add(["hello", "", "  "])
    ana.add(["who"], own=True)
    assert (len(ana.seen), ana.dropped) == (MOST_LINES, 2)
    assert [one.text for one in ana.seen][-2:] == ["hello", "> who"]
    assert ana.shown[-1].text == "hello"


def test_a_secret_that_somebody_else_sees_is_a_leak() -> None:
    secret = Secret("kobila", frozenset({"Ana", "Ben"}))
    known = [saw("Ana", "Ben tells you: kobila."), saw("Eva", "hello")]
    assert list(secret.leaks(known)) == []
    assert list(secret.leaks([*known, saw("Zoe", "he said kobila")])) == [
        "Zoe saw “he said kobila”"
    ]
    assert secret.is_seen({one.name: one for one in known})
    assert not secret.is_seen({"Ana": saw("Ana", "nothing")})


def test_a_hidden_place_told_with_its_owner_is_a_leak_until_the_game_is_over(
    tmp_path: Path,
) -> None:
    database = open_database(tmp_path / "data")
    ana, ben = (register(database, name, key(n)) for n, name in enumerate(("Ana", "Ben")))
    table = open_table(database, name := begun(database, ana, ben))
    for word in ("sub 14.200", "sub 20.300", "sub 3.100", "mine 9"):
        table.play(0, table.game.parse(word))
    table.play(1, table.game.parse("sub 14.200"))
    secrets = list(hidden_places(database, name, ("Ana", "Ben")))
    database.close()
    assert len(secrets) == 5
    early = [saw("Ben", "You: submarine at 14.200.", "Ana: submarine at 14.200.")]
    late = [one for secret in secrets for one in secret.leaks(early)]
    assert late == [], "the game was over by then"
    for one in early:
        seen = [line._replace(time=0.0) for line in one.seen]
        one.seen.clear()
        one.seen.extend(seen)
    leaks = [one for secret in secrets for one in secret.leaks(early)]
    assert leaks == ["Ben saw “Ana: submarine at 14.200.”"]
    assert secrets[0].is_seen({"Ana": saw("Ana", "You: submarine at 14.200.")})


def test_an_order_that_the_audit_log_lacks_is_a_fault() -> None:
    mute = Order("Mia", "mute", "Ben")
    kept = {"by": "Mia", "order": "mute", "whom": "Ben"}
    other = {"by": "Kim", "order": "motd", "whom": ""}
    assert faults_of_audit([kept, other], [mute]) == []
    assert len(faults_of_audit([other], [mute])) == 1
    assert len(faults_of_audit([kept, kept], [mute])) == 1


def test_standings_that_are_told_otherwise_are_a_fault() -> None:
    told = [
        "Ana (you), Herons: place 1, 2 points from 3 games.",
        "Ben (withdrawn), Otters: shared place 2, 0.5 points from 1 game.",
    ]
    assert faults_of_list(told, {"Ana": 2.0, "Ben": 0.5}) == []
    assert len(faults_of_list(told, {"Ana": 1.0, "Ben": 0.5, "Eva": 0.0})) == 2


def sheet(*games: TournamentGame, rounds: int = 1) -> TournamentData:
    """A tournament of four players in two teams that is over."""
    teams = {"Ana": "Otters", "Ben": "Terns", "Cleo": "Otters", "Dora": "Terns"}
    players = [TournamentPlayer(n, name, None, teams[name]) for n, name in enumerate(teams)]
    row = TournamentRow(
        "x", "bataille", "X", 0, "Ana", "public", OVER, 2, 4, ClockPlan("game", 900), None, None,
        False, {}, rounds, 0.0, (0, 1, 2, 3), event=EventTerms("swiss", rounds, has_teams=True),
    )  # fmt: skip
    return TournamentData(row, rounds, players, games, ())


def played(number: int, board: tuple[int, ...], winner: int = 0) -> TournamentGame:
    """A game of a round that a seat won."""
    ranking = ((winner,), (1 - winner,))
    result = GameResult(board, ranking) if len(board) > 1 else None
    return TournamentGame(number, board, "t" if result else None, OVER, result)


def test_rounds_that_are_not_whole_are_a_fault() -> None:
    whole = sheet(played(1, (0, 1)), played(1, (2, 3)))
    assert faults_of_rounds(whole, 1) == []
    assert any("after round 1" in one for one in faults_of_rounds(whole, 2))
    assert any(
        "{3}" in one for one in faults_of_rounds(sheet(played(1, (0, 1)), played(1, (2,))), 1)
    )
    mates = sheet(played(1, (0, 2)), played(1, (1, 3)))
    assert sum("of one team" in one for one in faults_of_rounds(mates, 1)) == 2
    again = sheet(*(played(n, pair) for n in (1, 2) for pair in ((0, 1), (2, 3))), rounds=2)
    assert sum("met 2 times" in one for one in faults_of_rounds(again, 2)) == 2


def test_standings_that_the_games_do_not_make_are_a_fault() -> None:
    whole = sheet(played(1, (0, 1)), played(1, (2, 3), 1))
    right = {"Ana": 1.0, "Ben": 0.0, "Cleo": 0.0, "Dora": 1.0}
    assert faults_of_standings(whole, right) == []
    assert len(faults_of_standings(whole, right | {"Ben": 1.0})) == 2, "the team as well"


def test_a_table_that_a_moderator_closed_has_no_result() -> None:
    faults = ["a-1: it is over with the result None", "b-2: it is over with the result None"]
    assert without_closed(faults, {"a-1"}) == faults[1:]


def test_answers_that_nuisances_slow_down_are_a_fault() -> None:
    answers = Answers()
    for number in range(100):
        took = 0.1 if number < 50 else 4.0
        answers.taken.append(Answer(number, took, "Ana", "hold"))
    quiet, loud = answers.between(0, 50), answers.between(50, 100)
    assert share(loud, 0.99) == 4.0
    assert [one.took for one in answers.slowest(1)] == [4.0]
    assert faults_of_answers(quiet, quiet) == []
    assert len(faults_of_answers(quiet, loud)) == 1
    assert faults_of_answers(quiet, []) == ["nobody was answered"]


@pytest.mark.nightly
@pytest.mark.timeout(1200)
@needs("chromium")[0]
def test_a_short_evening() -> None:
    from tests.evening.__main__ import main

    assert main(["--people", "16", "--rounds", "3", "--seed", "5"]) == 0
