"""Set-ups weighed by playouts: what is tried, how it is counted, and what is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from nim_tui.games.bataille.quick_bots import camps
from nim_tui.registry import all_games, game_named
from nim_tui.review import review_file
from nim_tui.review.review import SetUpFinding, SetUpTry
from nim_tui.review.set_up import SetUpJob, set_up_jobs, set_ups_found
from rules.bataille import BATAILLE
from rules.chance import Chance
from screens.review.words import set_up_told
from tests.nim_tui.review.reviewing import made_up, told_of, won
from tests.screens.tables import PAIR, WON, table_after

SIDE_BY_SIDE = ("sub 14.200", "sub 15.200", "sub 20.200", "mine 9")


def test_a_camp_is_tried_beside_one_of_the_bot_and_the_same_squares_at_all_levels() -> None:
    own, usual, spread = camps([*SIDE_BY_SIDE, "A 14"]).values()
    assert (tuple(own), tuple(usual)) == (SIDE_BY_SIDE, ())
    assert tuple(spread) == ("sub 14.100", "sub 15.200", "sub 20.300", "mine 9")
    state = BATAILLE.new(2, {}, Chance(1))
    for move in spread:
        BATAILLE.play(state, 0, BATAILLE.parse(move), Chance(1))


def test_levels_that_are_all_used_are_not_changed() -> None:
    assert len(camps(["sub 1.100", "sub 2.200", "sub 3.300", "mine 9"])) == 2


def test_a_camp_that_was_not_laid_is_not_weighed() -> None:
    assert camps(SIDE_BY_SIDE[:3]) == {}


@pytest.mark.parametrize("game", sorted({*all_games()} - {"bataille"}))
def test_other_games_weigh_no_set_up(game: str) -> None:
    assert game_named(game).set_ups(["1", "2"]) == {}


def test_people_alone_are_told_and_games_go_in_jobs_of_a_few() -> None:
    jobs = set_up_jobs(won(), 50)
    assert {job.seat for job in jobs} == {0}
    assert [job.games for job in jobs if job.name == jobs[0].name] == [20, 20, 10]
    assert {job.seat for job in set_up_jobs(told_of(table_after(WON, seats=PAIR)), 20)} == {0, 1}
    assert set_up_jobs(won(), 0) == []


def test_games_end_at_the_limit_that_the_players_chose_or_at_the_usual_one() -> None:
    told = won()
    assert {job.options["turn_limit"] for job in set_up_jobs(told, 20)} == {300}
    short = replace(told, header=msgspec.structs.replace(told.header, options={"turn_limit": 40}))
    assert {job.options["turn_limit"] for job in set_up_jobs(short, 20)} == {40}


def test_games_are_played_from_the_set_up_and_always_alike() -> None:
    job = replace(set_up_jobs(won(), 2)[0], moves=SIDE_BY_SIDE)
    assert isinstance(job, SetUpJob)
    wins = job.do()
    assert 0 <= wins <= 2
    assert job.do() == wins


def test_the_games_of_all_jobs_are_added_up() -> None:
    jobs = set_up_jobs(won(), 50)
    (found,) = set_ups_found(jobs, [float(number) for number in range(len(jobs))])
    assert found.seat == 0
    assert [one.games for one in found.tries] == [50] * (len(jobs) // 3)
    assert found.tries[0].wins == 0 + 1 + 2


FOUND = SetUpFinding(
    0, (SetUpTry("With this camp, a hard bot wins {share} of its games against itself.", 60, 18),)
)


def test_a_share_is_told_with_its_error() -> None:
    review = msgspec.structs.replace(made_up(won(), {}), set_ups=(FOUND,))
    assert set_up_told(review, 0) == [
        "With this camp, a hard bot wins 30% (±6) of its games against itself."
    ]
    assert set_up_told(review, 1) == []


@pytest.mark.parametrize("name", ["{share.__class__}", "{other}", "{"])
def test_a_file_with_a_sentence_that_asks_for_more_is_not_read(tmp_path: Path, name: str) -> None:
    path, told = tmp_path / "review.json", won()
    sound = msgspec.structs.replace(made_up(told, {}), set_ups=(FOUND,))
    review_file.keep(path, sound)
    assert review_file.read(path, told) == sound
    bad = SetUpFinding(0, (SetUpTry(name, 60, 18),))
    review_file.keep(path, msgspec.structs.replace(sound, set_ups=(bad,)))
    assert review_file.read(path, told) is None
