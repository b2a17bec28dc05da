"""People who read what is shown and press it: whole games by the mouse or by fingers alone."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.e2e.chromium import BOUNCE, Browsing
from tests.e2e.server_process import HOST, ServerProcess
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

DESK, PHONE = (1280, 800), (390, 844)
END: Final = "The end"
TURN: Final = "your turn"
_MOST: Final = 600
"""The most presses of a game."""
_LOOKS: Final = 4
"""How many looks alike mean that a question is drawn."""
_MARGIN: Final = 4
"""The column before which lines that can be pressed begin."""
_GRID: Final = """() => {
  const { left, top, width, height } = document.querySelector('.xterm-screen')
    .getBoundingClientRect();
  const rows = [...document.querySelectorAll('.xterm-rows > div')];
  const columns = Math.max(...rows.map(row => row.textContent.length));
  return [left, top, width / columns, height / rows.length];
}"""
"""Left and top of the terminal, width and height of a cell, in px."""


class Cell(NamedTuple):
    """A place of the terminal."""

    row: int
    column: int


class Hand(Browsing):
    """Somebody without a keyboard, who presses lines, places and keys where they see them."""

    is_touch = False

    def __init__(self, browser: Browser, seed: int) -> None:
        touch = {"has_touch": True, "is_mobile": True} if self.is_touch else {}
        room = PHONE if self.is_touch else DESK
        super().__init__(browser, "", room, reduced_motion="reduce", **touch)
        self._chance = random.Random(seed)
        self._first_page = ""

    # Pressing

    def presses(self, what: Locator) -> None:
        """Press a button or link of the page."""
        (what.tap if self.is_touch else what.click)()

    def presses_cell(self, cell: Cell) -> None:
        """Press a place of the terminal; with a finger, once to mark it and once to take it."""
        left, top, width, height = self.page.evaluate(_GRID)
        x, y = left + (cell.column + 0.5) * width, top + (cell.row + 0.5) * height
        if not self.is_touch:
            self.page.mouse.click(x, y)
            return
        for _tap in range(2):
            self.page.touchscreen.tap(x, y)
            self.page.wait_for_timeout(BOUNCE)

    def presses_key(self, word: str) -> None:
        """Press a key by its word: in the key bar, or in the row of keys of a phone."""
        if not self.is_touch:
            bar = self.screen().splitlines()[-1]
            assert f" {word} " in f"{bar} ", bar
            self.presses_cell(Cell(self._height - 1, bar.index(f" {word}") + 1))
            return
        key = self.page.locator("#keys").get_by_role("button", name=word, exact=True)
        if not key.count():
            self.opens_panel()
            key = self.page.locator("#all").get_by_role("button", name=word, exact=True)
        self.page.wait_for_timeout(BOUNCE)
        key.tap()

    # Reading

    def presses_text(self, text: str) -> None:
        """Press a line that leads elsewhere."""
        (self.touches if self.is_touch else self.clicks)(text)

    @property
    def _height(self) -> int:
        return len(self.screen().splitlines())

    def begins(self, server: ServerProcess, game: str) -> None:
        """Begin a game from the first page."""
        self._first_page = f"http://{HOST}:{server.web_port}/"
        self.page.goto(self._first_page)
        self.presses(self.page.get_by_role("button", name=f"Play now: {game}"))
        self.wait_until(lambda screen: "Coach" in screen, "the table")
        self.sees()
        self.presses_key("No coach")

    def goes_back(self) -> None:
        """Open the first page again."""
        self.page.goto(self._first_page)

    def sees(self) -> list[Cell]:
        """Wait until a move can be pressed or the game is over; return what can be pressed."""
        looks: list[str] = []
        rows: list[str] = []

        def is_settled() -> bool:
            looks.append(self.screen())
            rows.append(looks[-1] + self._row())
            is_still = len(rows) > _LOOKS and len(set(rows[-_LOOKS:])) == 1
            return is_still and (END in looks[-1] or bool(self._offers(looks[-1])))

        wait_until(is_settled, lambda: f"a question in\n{looks[-1]}")
        return [] if END in looks[-1] else self._offers(looks[-1])

    def _row(self) -> str:
        """Return the words of the row of keys."""
        return str(self.page.evaluate("document.getElementById('keys')?.textContent ?? ''"))

    def _offers(self, screen: str) -> list[Cell]:
        """Return the beginnings of the lines of the menu below the question, in both columns."""
        lines = screen.splitlines()
        asks = " ▲ " if self.is_touch else " ▲ Your turn: "
        asked = [n for n, line in enumerate(lines) if line.startswith(asks) and 2 * n > len(lines)]
        if not asked or not self.page.title().endswith(TURN):
            return []
        middle = max(map(len, lines)) // 2
        rows = range(asked[-1] + 1, len(lines) - (not self.is_touch))
        return [
            Cell(row, start + len(text) - len(text.lstrip()))
            for row in rows
            for start in (0, middle)
            if (text := lines[row][start : start + _MARGIN + 1]).strip(" ▀")
        ]

    def plays(self) -> int:
        """Press what is offered until the game is over; the number of presses."""
        for pressed in range(_MOST):
            offers = self.sees()
            if not offers:
                return pressed
            self.presses_cell(self._place_of(self._chance.choice(offers)))
        raise AssertionError(f"no end after {_MOST} presses:\n{self.screen()}")

    def _place_of(self, line: Cell) -> Cell:
        """Return a line, or else the square of the board that it names."""
        lines = self.screen().splitlines()
        named = re.match(r" *↵ (\d+) ", lines[line.row])
        if named is None or self._chance.random() < 1 / 2:
            return line
        square = f" {named[1]} "
        squares = (
            Cell(row, text.index(square) + 1)
            for row, text in enumerate(lines[: line.row])
            if square in text
        )
        return next(squares, line)


class Finger(Hand):
    """Somebody with a phone, upright."""

    is_touch = True
