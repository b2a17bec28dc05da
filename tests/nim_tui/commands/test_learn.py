"""`nim-tui learn`: the list, and taking a lesson."""

from __future__ import annotations

from typing import Any

import pytest

from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.registry import all_games
from tests.nim_tui.conftest import run


def test_without_a_game_all_lessons_are_listed(shown: list[Any]) -> None:
    result = run("learn")
    assert (result.exit_code, shown) == (0, [])
    for game in all_games():
        for number, lesson in enumerate(lessons_of(game), start=1):
            assert f"  {number}  {lesson.title.en}: {lesson.summary.en}\n" in result.stdout + "\n"


@pytest.mark.parametrize(
    ("words", "opened"),
    [(["Bataille"], ("bataille", 0)), (["schwarm", "--lesson", "2"], ("schwarm", 2))],
)
def test_a_lesson_is_opened(shown: list[Any], words: list[str], opened: tuple[str, int]) -> None:
    assert run("learn", *words).exit_code == 0
    assert shown == [opened]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "unknown game 'chess'; choose one of: bataille, "),
        (["schwarm", "--lesson", "9"], "schwarm has 2 lessons"),
        (["schwarm", "--lesson", "0"], "a whole number from 1 to 9"),
        (["--lesson", "2"], "--lesson needs a game"),
    ],
)
def test_what_there_is_not_is_told_in_a_line(shown: list[Any], words: list[str], told: str) -> None:
    result = run("learn", *words)
    assert (result.exit_code, shown) == (2, [])
    assert told in result.stderr
