"""People who read what is shown and press it: whole games by the mouse or by fingers alone."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.color import Color

from nim_tui.app.themes import theme_named
from tests.e2e.chromium import BOUNCE, Browsing
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import is_forced, moves_of
from tests.ports import HOST
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

DESK, PHONE = (1280, 800), (390, 844)
ASKS: Final = (" ▲ ", " ▼ ", " ◆ ", " ■ ")
"""The beginnings of a question: the signs of players."""
END: Final = "The end"
TURN: Final = "your turn"
STEPS: Final = ("Soil", "Ice", "Stone", "Trade", "Pause", "Seal")
"""The keys that lay a program."""
DONE: Final = "done"
SEAL: Final = "Seal"
SEALS: Final = ("Enter seals", "Enter again seals")
ARE_SET: Final = ("six steps set", " is set; Enter", "empty slots are pauses")
"""What a question about a program says at its end, and where no step is due."""
AIMS, PROGRAM = "Tab: program", "Program"
"""The end of a question while a village is aimed at, and the key back to the program."""
ONWARD: Final = ("Skip", "Go on")
"""The keys that end what only shows what happened."""
BACK: Final = "Esc: back"
"""The edge of a box, which leads out of what was opened by mistake."""
COACH_IS_OFF: Final = "The coach is off"
READS: Final = 300
"""The ms before somebody reacts to what is shown; an earlier tap counts for what was there."""
_LONG: Final = 4.0
"""Seconds in which a key does what it does, on a busy machine too."""
_TRIES: Final = 5
"""The most presses of a key that may come too early."""
_MOST: Final = 900
"""The most presses of a game."""
_LOOKS: Final = 3
"""How many looks alike mean that a question is drawn."""
_TOASTS: Final = 5
"""The lines from the top in which toasts come and go."""
_MARGIN: Final = 4
"""The column before which lines that can be pressed begin."""
_LOWER: Final = 9
"""How far below the middle of its first line a row for fingers is tapped, in px."""
_WIDE: Final = 8
"""The fewest cells of a row for fingers."""
_LEGAL: Final = "•"
_PLACES: Final = "place it on"
"""A row that plays the tile that lies on the board for a look."""
_LIGHT: Final = f"rgb{Color.parse(theme_named('light').variables['light']).rgb}"
"""The ground of a row that is lit, in the theme of a browser that wants it light."""
_GRID: Final = """() => {
  const { left, top, width, height } = document.querySelector('.xterm-screen')
    .getBoundingClientRect();
  const rows = [...document.querySelectorAll('.xterm-rows > div')];
  const columns = Math.max(...rows.map(row => row.textContent.length));
  return [left, top, width / columns, height / rows.length];
}"""
"""Left and top of the terminal, width and height of a cell, in px."""
_LOOK: Final = """() => ({
  rows: [...document.querySelectorAll('.xterm-rows > div')].map(row =>
    [...row.children].map(span =>
      [span.textContent.replaceAll('\\xa0', ' '), getComputedStyle(span).backgroundColor])),
  title: document.title,
  keys: [...document.querySelectorAll('#keys .word')].map(word => {
    const { x, y } = word.getBoundingClientRect();
    return [word.textContent, x + 4, y + 4];
  }),
})"""
"""The texts of each line with their grounds, the title, and the keys of a phone with places."""


def _is_question(line: str) -> bool:
    """Whether a line asks for a move; behind a sign, standings have a wider gap.

    One that ends in dots tells that something is done, such as storing the move.
    """
    text = line[len(ASKS[0]) :].rstrip()
    return line.startswith(ASKS) and text == text.lstrip() != "" and not text.endswith(" …")


class Cell(NamedTuple):
    """A place of the terminal."""

    row: int
    column: int


@dataclass(frozen=True)
class Look:
    """What is shown at a time."""

    rows: list[list[list[str]]]
    title: str
    keys: list[tuple[str, float, float]]

    @property
    def lines(self) -> list[str]:
        """The lines of the terminal."""
        return ["".join(text for text, _ground in row) for row in self.rows]

    @property
    def is_end(self) -> bool:
        """Whether the page of the end is open."""
        return any(END in line for line in self.lines[:2])

    def offers(self, *, by_finger: bool) -> list[Cell]:
        """Return the places that look like what can be pressed for a move."""
        asked = self._asked
        if not self.title.endswith(TURN) or asked is None:
            return []
        found = self._raised(asked + 1) if by_finger else self._listed(asked)
        return [*found] or [*self._legal()]

    def is_marked(self, cell: Cell) -> bool:
        """Whether a row is lit, or says that it plays what is marked on the board."""
        return self._ground(cell) == _LIGHT or _PLACES in self.lines[cell.row]

    def goes_on_below(self, cell: Cell) -> bool:
        """Whether the row of a place has a second line, as one that is cut has not."""
        below = Cell(cell.row + 1, cell.column)
        return below.row < len(self.rows) and self._ground(below) == self._ground(cell)

    def _ground(self, cell: Cell) -> str:
        grounds = list[str]()
        for text, ground in self.rows[cell.row]:
            grounds += [ground] * len(text)
        return grounds[cell.column] if cell.column < len(grounds) else ""

    @property
    def seat(self) -> int | None:
        """The seat that is asked, as its sign says; None without a question."""
        asked = self._asked
        return None if asked is None else ASKS.index(self.lines[asked][:3])

    @property
    def _asked(self) -> int | None:
        """The line of the question, below the middle."""
        below = len(self.lines) // 2 + 1
        asked = [n for n, line in enumerate(self.lines) if n >= below and _is_question(line)]
        return asked[-1] if asked else None

    def _listed(self, asked: int) -> Iterator[Cell]:
        """Yield what a service offers: keys of a program, numbers of cards, or lines of a menu."""
        *lines, bar = self.lines
        if any(text in lines[asked] for text in SEALS):
            words = [word for word in STEPS if f" {word} " in bar]
            is_set = any(text in lines[asked] for text in ARE_SET)
            words = [SEAL] if is_set else [w for w in words if w != SEAL]
            yield from (Cell(len(lines), bar.index(f" {word} ") + 1) for word in words)
            return
        if AIMS in lines[asked]:
            yield Cell(len(lines), bar.index(f" {PROGRAM} ") + 1)
            return
        for row, line in enumerate(lines):
            if line.startswith(" press "):
                yield from (Cell(row, found.start()) for found in re.finditer(r"\d+", line))
        middle = max(map(len, lines)) // 2
        for row in range(asked + 1, len(lines)):
            for start in (0, middle):
                text = lines[row][start : start + _MARGIN + 1]
                if text.strip():
                    yield Cell(row, start + len(text) - len(text.lstrip()))

    def _raised(self, top: int) -> Iterator[Cell]:
        """Yield the beginnings of the rows for fingers: what has a ground of its own."""
        above: set[int] = set()
        for row in range(top, len(self.rows)):
            begun = set(self._grounds(row))
            yield from (Cell(row, column + 1) for column in sorted(begun - above))
            above = begun

    def _grounds(self, row: int) -> Iterator[int]:
        """Yield the columns where a line has another ground than the page, for some cells."""
        column, runs = 0, list[tuple[str, int, int]]()
        for text, ground in self.rows[row]:
            if runs and runs[-1][0] == ground:
                runs[-1] = (ground, runs[-1][1], runs[-1][2] + len(text))
            else:
                runs.append((ground, column, len(text)))
            column += len(text)
        page = runs[-1][0] if runs else ""
        yield from (start for ground, start, width in runs if ground != page and width >= _WIDE)

    def _legal(self) -> Iterator[Cell]:
        """Yield the places of the board with the sign of a legal move."""
        for row, line in enumerate(self.lines):
            if "legal" not in line:
                yield from (Cell(row, found.start()) for found in re.finditer(_LEGAL, line))


class Hand(Browsing):
    """Somebody without a keyboard, who presses lines, places and keys where they see them."""

    is_touch = False

    def __init__(self, browser: Browser, server: ServerProcess, seed: int) -> None:
        touch = {"has_touch": True, "is_mobile": True} if self.is_touch else {}
        room = PHONE if self.is_touch else DESK
        super().__init__(browser, "", room, reduced_motion="reduce", **touch)
        self._chance = random.Random(seed)
        self._tapped_at = 0.0
        self._server = server

    # Pressing

    def presses(self, what: Locator) -> None:
        """Press a button or link of the page."""
        (what.tap if self.is_touch else what.click)()

    def presses_cell(self, cell: Cell) -> None:
        """Press a place of the terminal."""
        x, y = self._middle_of(cell)
        self.page.mouse.click(x, y)

    def takes(self, cell: Cell, offers: list[Cell]) -> None:
        """Press a place for one of the moves on offer, unless something else is asked meanwhile."""
        look = self._look()
        if look.offers(by_finger=self.is_touch) == offers:
            self._chooses(cell, look)

    def _chooses(self, cell: Cell, look: Look) -> None:
        """Press a place that is offered now."""
        self.presses_cell(cell)

    def _middle_of(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a place of the terminal, in px."""
        left, top, width, height = self.page.evaluate(_GRID)
        return left + (cell.column + 0.5) * width, top + (cell.row + 0.5) * height

    def _taps(self, x: float, y: float) -> None:
        """Tap once the last tap counts as another one."""
        since = 1000 * (time.monotonic() - self._tapped_at)
        self.page.wait_for_timeout(max(BOUNCE - since, 0))
        self.page.touchscreen.tap(x, y)
        self._tapped_at = time.monotonic()

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

    def begins(self, game: str) -> None:
        """Begin a game from the first page."""
        self.page.goto(f"http://{HOST}:{self._server.web_port}/")
        self.presses(self.page.get_by_role("button", name=f"Play now: {game}"))
        self.wait_until(lambda screen: "Coach" in screen, "the table")
        self.sees()
        for _press in range(_TRIES):  # a press while others move only ends what is shown
            self.presses_key("No coach")
            if COACH_IS_OFF in self.at_rest():
                return
        raise AssertionError(f"the coach stays:\n{self.screen()}")

    def goes_back(self) -> None:
        """Open the first page again."""
        if self.is_touch:
            self.opens_panel()
        self.presses(self.page.get_by_role("link", name="Games"))

    def sees(self) -> list[Cell]:
        """Wait until a move can be pressed or the game is over; return what can be pressed."""
        look = self._sees(self._asks, "a question")
        return [] if look.is_end else look.offers(by_finger=self.is_touch)

    def _asks(self, look: Look) -> bool:
        """Whether the game is over or a move can be pressed, once nothing is shown any more."""
        if self._goes_on(look):
            return False
        return look.is_end or bool(look.offers(by_finger=self.is_touch))

    def _sees(self, is_so: Callable[[Look], bool], what: str, patience: float = PATIENCE) -> Look:
        """Wait until something is so and nothing moves; return what is shown then."""
        looks: list[Look] = []

        def is_settled() -> bool:
            looks.append(self._look())
            if any(look != looks[-1] for look in looks[-_LOOKS:]) or len(looks) < _LOOKS:
                return False
            if is_so(looks[-1]):
                return True
            del looks[:-1]
            return False

        wait_until(is_settled, lambda: f"{what} in\n" + "\n".join(looks[-1].lines), patience)
        return looks[-1]

    def _look(self) -> Look:
        return Look(**self.page.evaluate(_LOOK))

    def plays_once(self) -> None:
        """Press what is offered, if anything is."""
        look = self._look()
        offers = look.offers(by_finger=self.is_touch)
        if offers and not self._goes_on(look):
            self.takes(self._picks(offers), offers)

    def _goes_on(self, look: Look) -> bool:
        """Press the key that ends what only shows what happened, if there is one."""
        for word, x, y in look.keys:
            if word in ONWARD:
                self._taps(x, y)
                self._lets_go(look)
                return True
        for row, line in enumerate(look.lines):
            if BACK in line:
                self.presses_cell(Cell(row, line.index(BACK)))
                self._lets_go(look)
                return True
        bar = f"{look.lines[-1]} "
        for word in () if self.is_touch else ONWARD:
            if f" {word} " in bar:
                self.presses_cell(Cell(len(look.rows) - 1, bar.index(f" {word} ") + 1))
                self._lets_go(look)
                return True
        return False

    def _lets_go(self, before: Look) -> None:
        """Wait until there are other keys: pressed again too early, one would mean another."""
        keys = before.keys, before.lines[-1]

        def are_others() -> bool:
            look = self._look()
            return (look.keys, look.lines[-1]) != keys

        with suppress(AssertionError):  # the next thing to be shown may have the same ones
            wait_until(are_others, patience=_LONG)

    def plays(self) -> int:
        """Press what is offered until the game is over; the number of presses."""
        for pressed in range(_MOST):
            offers = self.sees()
            if not offers:
                return pressed
            self.takes(self._place_of(self._picks(offers)), offers)
        raise AssertionError(f"no end after {_MOST} presses:\n{self.screen()}")

    def _picks(self, offers: list[Cell]) -> Cell:
        """Choose what ends the turn if it is offered, mostly; else the first, mostly."""
        lines = self.screen().splitlines()
        done = [place for place in offers if DONE in lines[place.row][place.column :][:_WIDE]]
        if done and self._chance.random() < 2 / 3:
            return done[0]
        return min(self._chance.choices(offers, k=2))

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
            if square in text and not _is_question(text)
        )
        return next(squares, line)


class Finger(Hand):
    """Somebody with a phone, upright, who taps as the rule of taps says.

    The first tap marks a move and explains it, the second plays it; what plays no move takes one.
    """

    is_touch = True

    def _chooses(self, cell: Cell, look: Look) -> None:
        """Tap a place; once more if the first tap has marked it, which plays nothing.

        A row that is lit, or that says so, plays what is marked on the board.
        """
        (x, y), played = self._middle_of(cell), self._moves(look.seat)
        place = x, y + _LOWER * look.goes_on_below(cell)
        self.page.wait_for_timeout(READS)
        self._taps(*place)
        after = self._sees(lambda _look: True, "an answer to a tap")
        now = self._moves(look.seat)
        if now != played and not look.is_marked(cell):
            told = f"one tap at {cell} has played {now[-1:]}:\n" + "\n".join(look.lines)
            assert is_forced(self._server.data, look.seat or 0, len(now)), told
        if after.offers(by_finger=True) == look.offers(by_finger=True):
            self._insists(place, after, f"what a second tap at {cell} does")

    def _insists(self, place: tuple[float, float], before: Look, told: str) -> None:
        """Tap until something else is shown, as whoever taps too early does."""

        def is_other(look: Look) -> bool:
            return look.rows[_TOASTS:] != before.rows[_TOASTS:]

        with suppress(AssertionError):
            self._taps(*place)
            self._sees(is_other, told, _LONG)
            return
        self._taps(*place)
        self._sees(is_other, told)

    def _moves(self, seat: int | None) -> list[str]:
        """Return the moves of a seat so far."""
        return [move for of, move in moves_of(self._server.data) if of == seat]
