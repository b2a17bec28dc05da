"""The lessons as they are written: every one can be taken, in every way it accepts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from string import Formatter

import pytest

from nim_tui.lessons import lesson_file
from nim_tui.lessons.lesson import LEARNER, Lesson, LessonSeat
from nim_tui.lessons.lesson_file import LessonError, LessonFile, lessons_of
from nim_tui.registry import all_games, game_named
from nim_tui.tables.record import moves_in
from rules.advice import Weighed
from rules.contract import IllegalMove, NotAMove
from rules.submarine.board import TOKEN_NAMED
from tests.every import holds_for_each

LESSONS = [(game, number) for game in all_games() for number in range(1, len(lessons_of(game)) + 1)]
MOVE = re.compile("`([^`]*)`")


def written(game: str, number: int) -> LessonFile:
    return lessons_of(game)[number - 1]


def begun(game: str, number: int, done: int = 0) -> Lesson:
    return Lesson(game_named(game).game, written(game, number), number, done)


def every_lesson(check: Callable[[str, int], None]) -> None:
    """Name every lesson that does not keep to it."""
    holds_for_each(LESSONS, lambda lesson: check(*lesson), "{0[0]} {0[1]}".format)


def test_every_game_has_two_or_three_lessons_of_five_to_eight_steps() -> None:
    def are_enough(game: str) -> None:
        found = lessons_of(game)
        assert len(found) in (2, 3)
        assert all(5 <= len(lesson.steps) <= 8 for lesson in found)

    holds_for_each(all_games(), are_enough)


def test_it_can_be_taken_to_its_end() -> None:
    def is_taken(game: str, number: int) -> None:
        lesson = begun(game, number)
        for done in range(lesson.steps):
            assert (lesson.done, lesson.is_over) == (done, False)
            assert lesson.table.legal(LEARNER)
            lesson.skip()
        assert lesson.is_over
        assert lesson.text == ""

    every_lesson(is_taken)


def test_whatever_a_step_accepts_leads_on_to_the_end() -> None:
    def leads_on(game: str, number: int) -> None:
        for done, step in enumerate(written(game, number).steps):
            for words in step.accept:
                lesson = begun(game, number, done)
                lesson.play(lesson.table.game.parse(words))
                while not lesson.is_over:
                    lesson.skip()

    every_lesson(leads_on)


def test_each_step_is_one_thing_among_others() -> None:
    """A step without a choice, such as a lone `hold`, is made by the lesson itself.

    Twice the only thing left is the point: the last card of the row, and the shot after staying.
    """

    def is_chosen(game: str, number: int) -> None:
        lesson = begun(game, number)
        alone = 0
        while not lesson.is_over:
            alone += len(lesson.table.legal(LEARNER)) == 1
            lesson.skip()
        assert alone == ((game, number) in (("schwarm", 1), ("bataille", 3)))

    every_lesson(is_chosen)


def moves_named(game: str, number: int) -> Iterator[tuple[str, str, str]]:
    """Whatever stands in backticks, in both languages, and the text it stands in."""
    for text in written(game, number).texts:
        for language in (text.en, text.fr):
            for words in MOVE.findall(language):
                yield words, language, text.en


def test_moves_in_texts_are_moves() -> None:
    def names_moves(game: str, number: int) -> None:
        rules = game_named(game).game
        for words, told, _english in moves_named(game, number):
            if words not in TOKEN_NAMED:
                assert rules.parse(words).word == words, told
        for text in written(game, number).texts:
            for told in (text.en, text.fr):
                assert [*Formatter().parse(told)] == [(told, None, None, None)], "no braces"

    every_lesson(names_moves)


def test_a_text_names_what_its_step_accepts_in_both_languages() -> None:
    def names_what_is_right(game: str, number: int) -> None:
        for step in written(game, number).steps:
            for text in (step.text, step.hint):
                found = [MOVE.findall(told) for told in (text.en, text.fr)]
                assert step.accept[0] in found[0]
                assert found[0] == found[1]

    every_lesson(names_what_is_right)


def test_french_marks_are_set_off_by_hard_spaces() -> None:
    def is_set_off(game: str, number: int) -> None:
        for text in written(game, number).texts:
            assert not re.search(r"[ \w`][:;!?»](?=\s|$)", text.fr.replace("\u00a0", "\n")), text.fr
            assert "'" not in text.fr + text.en

    every_lesson(is_set_off)


def test_wrong_moves_are_answered_by_the_rules_or_by_the_hint() -> None:
    lesson = begun("bataille", 1)
    played = lesson.table.moves_played
    parse = lesson.table.game.parse
    with pytest.raises(IllegalMove, match="cannot get there with a move of 1 to 3 squares"):
        lesson.play(parse("C 1"))
    with pytest.raises(IllegalMove, match="Choose ship B"):
        lesson.play(parse("C 17"))
    assert (lesson.table.moves_played, lesson.done) == (played, 0)


def test_every_step_taken_is_remembered_and_can_be_come_back_to() -> None:
    steps: list[int] = []
    game, file = game_named("bataille").game, written("bataille", 1)
    lesson = Lesson(game, file, 1, 0, steps.append)
    lesson.skip()
    lesson.skip()
    again = Lesson(game, file, 1, steps[-1], steps.append)
    assert steps == [1, 2]
    assert again.text == lesson.text
    assert again.table.plays == lesson.table.plays
    assert again.table.view(LEARNER) == lesson.table.view(LEARNER)


def test_where_nothing_is_listed_any_legal_move_will_do() -> None:
    file = lesson_file._lesson("anything", ANYTHING.encode())
    lesson = Lesson(game_named("bataille").game, file, 1)
    lesson.play(lesson.table.game.parse("sub 36.300"))
    assert lesson.is_over
    with pytest.raises(IllegalMove, match="the lesson is finished"):
        lesson.play(lesson.table.game.parse("sub 35.300"))


ANYTHING = """
title = { en = "Any", fr = "Tout" }
summary = { en = "any", fr = "tout" }
seats = 2
seed = 1
[[steps]]
text = { en = "Do.", fr = "Faites." }
hint = { en = "Do.", fr = "Faites." }
remark = { en = "Done.", fr = "Fait." }
"""


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (', fr = "Tout"', "", "fr"),
        ("seats = 2", "seats = 20", "seats"),
        ("seed = 1", 'seed = 1\nsedes = ""', "sedes"),
        ("[[steps]]", "[steps]", "steps"),
        ("seed = 1", "seed = ", "line 5"),
        ('en = "Do."', f'en = "{"x" * 301}"', "300"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_named(before: str, after: str, told: str) -> None:
    with pytest.raises(LessonError, match="wrong.toml.*" + told):
        lesson_file._lesson("wrong.toml", ANYTHING.replace(before, after, 1).encode())


def test_a_game_without_lessons_has_none() -> None:
    assert lessons_of("nothing") == ()


def test_moves_that_do_not_fit_are_refused() -> None:
    file = lesson_file._lesson(
        "x", ANYTHING.replace("seed = 1", 'seed = 1\nmoves = ["1: hop"]').encode()
    )
    assert [*moves_in(file.moves)] == [(1, "hop")]
    with pytest.raises(NotAMove):
        Lesson(game_named("bataille").game, file, 1)


async def hinted(game: str, number: int, done: int) -> list[Weighed]:
    """What the hint of a step says."""
    seat = LessonSeat(begun(game, number, done), game_named(game).adviser)
    return [*await seat.advised()]


def test_a_hint_tells_a_move_that_the_step_accepts() -> None:
    def is_told(game: str, number: int) -> None:
        for done, step in enumerate(written(game, number).steps):
            found = asyncio.run(hinted(game, number, done))
            assert all(each.advice.move.word in step.accept for each in found)
            if len(step.accept) == 1:
                assert [each.advice.reason for each in found] == [str(step.hint)]

    every_lesson(is_told)


async def test_where_a_step_leaves_a_choice_its_moves_are_weighed() -> None:
    found = await hinted("submarine", 2, 7)
    chances = [each.chances[LEARNER] for each in found]
    assert len(found) == len(written("submarine", 2).steps[7].accept) == 3
    assert all(0 < chance < 1 for chance in chances)
    assert str(written("submarine", 2).steps[7].hint) not in [each.advice.reason for each in found]


async def test_a_hint_that_comes_after_the_last_step_harms_nothing() -> None:
    lesson = begun("submarine", 2, 7)
    seat = LessonSeat(lesson, game_named("submarine").adviser)
    hint = asyncio.ensure_future(seat.advised())
    await asyncio.sleep(0)
    lesson.skip()
    assert lesson.is_over
    words = {each.advice.move.word for each in await hint}
    assert words == {*written("submarine", 2).steps[7].accept}
