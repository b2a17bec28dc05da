"""On the smallest usual terminal no prompt, choice, reason or lesson is cut, in any language."""

from __future__ import annotations

from random import Random

import pytest
from textual.widget import Widget

from nim_tui.app.app import Opening
from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan
from nim_tui.testing.screens import SMALL, Looker, press, running, settle
from screens.colours import Look, text_of
from screens.keymap import key_of
from screens.text import LANGUAGES
from screens.widgets.menu import Menu
from screens.widgets.text_line import TextLine
from tests.every import by_day
from tests.nim_tui.lessons.test_lesson_files import LESSONS
from tests.screens.conftest import MakeApp
from tests.screens.lessons import lesson, lesson_on, type_step
from tests.screens.looking import table_screen
from tests.screens.tables import table_after

pytestmark = pytest.mark.slow

PUZZLES = 5
MOVES = {"en": 20, "fr": 60}
"""The longer language shows more of a game."""
LINES = ("prompt", "signs")


def drawn(widget: Widget) -> str:
    """Return the text drawn by a widget, each run of blanks as one."""
    return plain(" ".join(widget.render_line(y).text for y in range(widget.size.height)))


def plain(text: str) -> str:
    """Return a text with each run of blanks as one."""
    return " ".join(text.replace("\u00a0", " ").split())


def cut_lines(pilot: Looker) -> list[str]:
    """Return the texts of a table's lines that are not drawn in full."""
    lines = [table_screen(pilot).query_one(f"#{name}", TextLine) for name in LINES]
    return [
        text
        for line in lines
        if line.display and line.size.height
        for text in line.texts
        if plain(text) not in drawn(line)
    ]


def cut_remarks(pilot: Looker) -> list[str]:
    """Return the lines above the prompt that are not drawn in full."""
    remarks = table_screen(pilot).remarks
    if not remarks.display or not remarks.size.height:
        return []
    shown = drawn(remarks)
    texts = (text_of(line) for line in remarks.lines)
    return [text for text in texts if plain(text) not in shown]


def cut_choices(pilot: Looker) -> list[str]:
    """Return the choices of the menu whose words, or the note after them, are cut."""
    menu = table_screen(pilot).query_one("#menu", Menu)
    if not menu.display or not menu.size.height or len(menu.items) > menu.lines * 4:
        return []
    shown = drawn(menu)
    words = [item.text for item in menu.items if plain(item.text) not in shown]
    notes = [item.note for item in menu.items if item.note]
    are_shown = [plain(note) in shown for note in notes]
    return words + ([] if all(are_shown) or not any(are_shown) else notes)


def assert_nothing_is_cut(pilot: Looker) -> None:
    """Check the lines and the menu of a table as drawn now."""
    assert cut_lines(pilot) == []
    assert cut_remarks(pilot) == []
    assert cut_choices(pilot) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "number"), by_day(LESSONS, 5))
async def test_lessons(make_app: MakeApp, game: str, number: int, language: str) -> None:
    async with running(make_app(lesson(game, number), language=language), size=SMALL) as pilot:
        on = lesson_on(pilot)
        for _step in range(on.steps - 1):
            assert_nothing_is_cut(pilot)
            await type_step(pilot)


def puzzle(game: str) -> Opening:
    """Return what opens an app with a puzzle of a game."""
    return lambda app: app.puzzles.start(game)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games())
async def test_puzzles_and_their_solutions(make_app: MakeApp, game: str, language: str) -> None:
    async with running(make_app(puzzle(game), language=language), size=SMALL) as pilot:
        for _puzzle in range(PUZZLES):
            assert_nothing_is_cut(pilot)
            await press(pilot, key_of(table_screen(pilot), "game.hint"))
            assert_nothing_is_cut(pilot)
            await press(pilot, key_of(table_screen(pilot), "puzzle.next"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games())
async def test_games(make_app: MakeApp, game: str, language: str) -> None:
    """A person draws moves at random, against bots that do."""
    chosen_by = Random(1)
    rules = all_games()[game].game
    bots = [SeatPlan(f"Bot {seat}", "random") for seat in range(1, rules.seats[0])]
    table = table_after(game=rules, seats=(SeatPlan("Ana"), *bots))
    async with running(make_app(table, language=language), size=SMALL) as pilot:
        for _move in range(MOVES[language]):
            screen = table_screen(pilot)
            assert_nothing_is_cut(pilot)
            if not (legal := screen.model.legal()):
                await press(pilot, "enter", "space")
                continue
            screen.making.play(chosen_by.choice(legal))
            await settle(pilot)


async def test_a_line_that_is_too_long_is_found(make_app: MakeApp) -> None:
    async with running(make_app(puzzle("bataille")), size=SMALL) as pilot:
        table_screen(pilot).text_line("prompt").show([("far too long " * 9, Look("ink"))])
        assert len(cut_lines(pilot)) == 1
