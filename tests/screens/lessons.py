"""Helpers to take lessons by the cursor alone or by typed words, and to read the screen."""

from __future__ import annotations

from collections import deque
from typing import Final

from nim_tui.app.app import Opening
from nim_tui.lessons.lesson import Lesson
from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.testing.screens import Looker, press, settle
from screens.table.guide import GuideBar, LessonGuide
from screens.table.move_words import Words
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from tests.screens.looking import go_to, say, table_screen

ARROWS: Final = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
MOST_WORDS: Final = 8
PANELS: Final = 8


def lesson(game: str, number: int = 1) -> Opening:
    """Return what opens an app with a lesson."""
    return lambda app: app.lessons.start(game, number)


def lesson_on(pilot: Looker) -> Lesson:
    """Return the lesson on the screen."""
    guide = table_screen(pilot).guide
    assert isinstance(guide, LessonGuide)
    assert isinstance(guide.lesson, Lesson)
    return guide.lesson


def bar_text(pilot: Looker) -> str:
    """Return the text of the lesson as one line; hard spaces as plain ones."""
    text = table_screen(pilot).query_one(GuideBar).text
    return " ".join(text.split())


def wanted(pilot: Looker) -> str:
    """Return the first canonical words that the step asks for."""
    on = lesson_on(pilot)
    return lessons_of(on.game)[on.number - 1].steps[on.done].accept[0]


async def type_step(pilot: Looker) -> None:
    """Type the move of the step, in the language of the screen."""
    await say(pilot, table_screen(pilot).ui.vocabulary.shown(wanted(pilot)))


async def point_step(pilot: Looker) -> None:
    """Choose the move of the step by Tab, arrows and Enter; a program by its own keys."""
    on, screen = lesson_on(pilot), table_screen(pilot)
    words, done = tuple(wanted(pilot).split()), on.done
    if words[0] == "program":
        await press(pilot, *words[1], "enter")
        return
    for _ in range(MOST_WORDS):
        if on.done > done:
            return
        chosen = screen.picker.chosen
        if chosen != words[: len(chosen)]:  # another tile or ship is in hand
            begun = next(each for each in screen.offer.shortcuts if each == words[: len(each)])
            await _take_from_menu(pilot, " ".join(begun))
            continue
        rest = words[len(chosen) :]
        choice = max((c for c in screen.picker.choices if c == rest[: len(c)]), key=len)
        place = _place_of(pilot, choice, rest)
        listed = _listed(pilot, rest)
        in_menu = place is None or isinstance(pilot.app.focused, Menu)
        if listed is not None and (in_menu or len(listed.split()) > len(choice)):
            await _take_from_menu(pilot, listed)
        else:
            assert place is not None
            await _take_on_board(pilot, *place)
    raise AssertionError(f"{words} could not be chosen: {screen.picker.chosen}")


def _listed(pilot: Looker, words: Words) -> str | None:
    """Return the menu line for these words, which may stand for several moves, or None."""
    items = [item.id for item in table_screen(pilot).menu.items]
    ours = [item for item in items if words[: len(item.split())] == tuple(item.split())]
    return max(ours, key=len, default=None)


def _place_of(pilot: Looker, choice: Words, rest: Words) -> tuple[Board, str] | None:
    """Return the place of a choice on a board; of several, that of the whole move."""
    screen = table_screen(pilot)

    def places(words: Words) -> list[tuple[Board, str]]:
        return list(screen.ui.spots(screen.model.view, screen.picker.chosen, words))

    whole = places(rest)
    return next(iter(sorted(places(choice), key=lambda place: place not in whole)), None)


async def _go_to_panel(pilot: Looker, panel: Board | Menu) -> None:
    for _ in range(PANELS):
        if pilot.app.focused is panel:
            return
        await press(pilot, "tab")
    raise AssertionError(f"Tab does not lead to {panel}")


async def _take_from_menu(pilot: Looker, item: str) -> None:
    await _go_to_panel(pilot, table_screen(pilot).menu)
    await go_to(pilot, item)
    await press(pilot, "enter")


async def _take_on_board(pilot: Looker, board: Board, spot: str) -> None:
    await _go_to_panel(pilot, board)
    for key in _way(board, spot):
        await press(pilot, key)
    assert board.cursor == spot
    await press(pilot, "enter")


def _way(board: Board, spot: str) -> list[str]:
    """Return the arrow keys from the cursor to a spot."""
    ways: dict[str, list[str]] = {board.cursor: []}
    waiting = deque([board.cursor])
    while waiting:
        here = waiting.popleft()
        for key, (right, down) in ARROWS.items():
            other = board.beside(here, right, down)
            if other not in ways:
                ways[other] = [*ways[here], key]
                waiting.append(other)
    return ways[spot]


async def skip(pilot: Looker, steps: int) -> None:
    """Skip a number of steps."""
    for _ in range(steps):
        await press(pilot, "greater_than_sign")
        await settle(pilot)
