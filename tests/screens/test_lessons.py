"""Lessons on the screens of their games: taken, left, skipped, and offered to new users."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from nim_tui.lessons.lesson import Lesson
from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.registry import EASY, all_games, game_named
from nim_tui.settings import Settings, load_settings
from nim_tui.tables.store import Store
from nim_tui.testing.screens import LARGE, SMALL, press, running, text_of
from screens.base import WIDE
from screens.colours import text_of as written
from screens.home.new_table import NewTableScreen
from screens.home.screen import HomeScreen
from screens.table.guide import LINES, lesson_lines
from screens.table.screen import GameScreen
from screens.text import LANGUAGES, use_look
from screens.text import Locale as Speech
from tests.every import by_day
from tests.nim_tui.lessons.test_lesson_files import LESSONS
from tests.screens.conftest import Look, MakeApp
from tests.screens.lessons import bar_text, lesson, lesson_on, point_step, skip, type_step, wanted
from tests.screens.looking import go_to, menu_words, prompt, say, table_screen
from tests.screens.tables import WON, keep


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(LANGUAGES, 1))
@pytest.mark.parametrize(("game", "number"), by_day(LESSONS, 4))
async def test_it_is_taken_by_typed_words_alone(
    make_app: MakeApp, game: str, number: int, language: str
) -> None:
    async with running(make_app(lesson(game, number), language=language)) as pilot:
        on = lesson_on(pilot)
        for done in range(on.steps):
            assert on.done == done
            await type_step(pilot)
        assert on.is_over
        assert "Lesson finished" in bar_text(pilot) or language != "en"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), by_day(LESSONS, 4))
async def test_it_is_taken_by_the_cursor_alone(make_app: MakeApp, game: str, number: int) -> None:
    async with running(make_app(lesson(game, number))) as pilot:
        on = lesson_on(pilot)
        for done in range(on.steps):
            assert on.done == done
            await point_step(pilot)
        assert on.is_over


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_texts_fit_the_smallest_screen(game: str, number: int, language: str) -> None:
    """A remark has one line, what to do has two, and a hint the place of the prompt."""
    use_look(Speech(language))
    vocabulary = game_named(game).screen_type.make_ui().vocabulary
    file = lessons_of(game)[number - 1]
    on = Lesson(game_named(game).game, file, number)
    while not on.is_over:
        lines = [written(line) for line in lesson_lines(on, vocabulary, WIDE[0])]
        assert len(lines) - bool(on.remark) <= LINES - 1, lines
        assert all(cell_len(line) < WIDE[0] for line in lines)
        assert cell_len(vocabulary.spelt(on.advice().reason)) <= WIDE[0] - 4
        on.skip()
    assert len(lesson_lines(on, vocabulary, WIDE[0])) <= LINES


@pytest.mark.slow
@pytest.mark.parametrize("size", [(45, 30), (90, 18)])
async def test_a_step_on_a_phone_may_take_away_what_is_explained(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with running(make_app(lesson("submarine", 2)), size) as pilot:
        await press(pilot, "greater_than_sign", "down", "greater_than_sign")
        assert lesson_on(pilot).done == 2


async def test_a_wrong_move_is_answered_and_not_made(make_app: MakeApp) -> None:
    async with running(make_app(lesson("bataille"))) as pilot:
        on = lesson_on(pilot)
        played = on.table.moves_played
        await say(pilot, "C 1")
        assert "cannot get there with a move of 1 to 3 squares" in prompt(pilot)
        await press(pilot, "escape")
        await say(pilot, "C 17")
        assert prompt(pilot).endswith("Choose ship B, then square 29: “B 29”.")
        assert on.table.moves_played == played


async def test_the_hint_is_that_of_the_step_and_plays_it(make_app: MakeApp) -> None:
    async with running(make_app(lesson("bataille"), language="fr")) as pilot:
        await press(pilot, "greater_than_sign", "i")
        assert "✦ larguer 200" in text_of(pilot.app)
        assert "«\u202flarguer 200\u202f»" in text_of(pilot.app)
        await press(pilot, "i")
        assert lesson_on(pilot).done == 2


@pytest.mark.slow
async def test_it_says_the_step_what_to_do_and_what_was_done(make_app: MakeApp) -> None:
    async with running(make_app(lesson("bataille"))) as pilot:
        assert bar_text(pilot).startswith("1/7 Sink Ana’s three hidden submarines")
        await type_step(pilot)
        assert bar_text(pilot).startswith("B leaves port")
        assert "2/7 The ship that moved" in bar_text(pilot)
        assert bar_text(pilot) in " ".join(text_of(pilot.app).split())


@pytest.mark.slow
async def test_no_move_is_made_by_itself_and_none_taken_back(make_app: MakeApp) -> None:
    async with running(make_app(lesson("schwarm"), forced="made")) as pilot:
        await skip(pilot, 6)
        assert len(lesson_on(pilot).table.legal(0)) == 1
        assert lesson_on(pilot).done == 6
        await press(pilot, "u")
        assert lesson_on(pilot).done == 6


@pytest.mark.slow
async def test_it_is_left_and_come_back_to_and_nothing_is_kept_of_it(
    make_app: MakeApp, store: Store
) -> None:
    app = make_app(lesson("submarine", 2))
    async with running(app) as pilot:
        await skip(pilot, 3)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert not [*store.files()]
        await press(pilot, "right", "a")
        assert "step 4 of 8" in text_of(pilot.app)
        await go_to(pilot, "2")
        await press(pilot, "enter")
        assert (lesson_on(pilot).number, lesson_on(pilot).done) == (2, 3)
        assert wanted(pilot) == "done"


@pytest.mark.slow
async def test_the_end_leads_to_the_next_lesson(make_app: MakeApp) -> None:
    async with running(make_app(lesson("bataille"))) as pilot:
        await skip(pilot, 7)
        assert isinstance(pilot.app.screen, GameScreen), "the closing sentence stays"
        assert "Lesson finished" in bar_text(pilot)
        await press(pilot, "enter")
        assert menu_words(pilot) == ["next", "game", "lessons", "look", "leave"]
        await press(pilot, "enter")
        assert lesson_on(pilot).number == 2


@pytest.mark.slow
async def test_the_end_leads_to_a_game_against_the_easy_bot(
    make_app: MakeApp, store: Store, bots_wait: None
) -> None:
    async with running(make_app(lesson("himalaya", 2))) as pilot:
        await skip(pilot, 6)
        await press(pilot, "enter")
        assert "next" not in menu_words(pilot), "it is the last"
        await go_to(pilot, "game")
        await press(pilot, "enter")
        assert table_screen(pilot).guide is None
        assert table_screen(pilot).model.seat.bots == (None, EASY, EASY)
        assert [*store.files()]


@pytest.mark.slow
async def test_one_taken_to_its_end_begins_anew(make_app: MakeApp) -> None:
    async with running(make_app(lesson("bataille"), lessons={"bataille/1": 7})) as pilot:
        assert lesson_on(pilot).done == 0
        await skip(pilot, 1)
        await press(pilot, "L")
        assert "completed" in text_of(pilot.app)


async def test_without_a_number_the_first_is_taken_that_is_not_done(make_app: MakeApp) -> None:
    async with running(make_app(lesson("bataille", 0), lessons={"bataille/1": 7})) as pilot:
        assert lesson_on(pilot).number == 2


@pytest.mark.slow
async def test_a_typed_move_leaves_room_for_what_to_do(make_app: MakeApp) -> None:
    for size in (SMALL, LARGE):
        for game in all_games():
            async with running(make_app(lesson(game)), size) as pilot:
                await press(pilot, "colon")
                shown = " ".join(text_of(pilot.app).split())
                assert bar_text(pilot)[-40:] in shown, (game, size)
                assert "Esc Back" in shown


# Where lessons are offered


@pytest.mark.slow
async def test_home_offers_it_beside_a_first_game_and_then_below(
    make_app: MakeApp, store: Store
) -> None:
    async with running(make_app(games=[])) as pilot:
        assert menu_words(pilot)[:3] == ["first", "learn", "new"]
        await press(pilot, "down", "enter", "enter")
        assert lesson_on(pilot).game == "bataille"
    keep(store, WON)
    async with running(make_app()) as pilot:
        words = menu_words(pilot)
        assert words.index("new") < words.index("learn") < words.index("rules")


@pytest.mark.slow
async def test_the_form_offers_it_while_a_game_is_new(make_app: MakeApp) -> None:
    async with running(make_app(games=["bataille"])) as pilot:
        await press(pilot, "n")
        assert "learn" not in menu_words(pilot)
        await press(pilot, "escape", "right", "n")
        assert isinstance(pilot.app.screen, NewTableScreen)
        await go_to(pilot, "learn")
        assert "New to this game? Enter opens its first lesson." in " ".join(
            text_of(pilot.app).split()
        )
        await press(pilot, "enter")
        assert lesson_on(pilot).game == "submarine"
        await press(pilot, "q", "n")
        assert "learn" not in menu_words(pilot)


def test_what_is_kept_of_lessons_is_bounded(settings_file: Path, make_app: MakeApp) -> None:
    lessons = {f"x/{n}": 5 for n in range(99)} | {"y" * 50: 1}
    make_app(games=["a", "a", "b" * 50, *map(str, range(99))], lessons=lessons)
    kept: Settings = load_settings(settings_file)
    assert kept.games[:2] == ["a", "0"]
    assert (len(kept.games), len(kept.lessons)) == (20, 40)


class TestPictures:
    """How it looks."""

    @pytest.mark.slow
    @pytest.mark.parametrize("game", ["schwarm"])
    def test_lesson(self, make_app: MakeApp, look: Look, game: str) -> None:
        look(make_app(lesson(game)), "greater_than_sign")

    @pytest.mark.slow
    def test_lesson_over(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(lesson("bataille", 2)), *["greater_than_sign"] * 8)

    def test_lessons_to_choose_from(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(lessons={"bataille/1": 7, "bataille/2": 3}), "a")

    def test_home_for_the_first_time(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(games=[]))

    @pytest.mark.slow
    def test_lesson_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(lesson("schwarm", 2)), "greater_than_sign", size=LARGE, bars=True)
