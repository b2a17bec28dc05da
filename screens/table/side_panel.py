"""Log, rules or player aid beside the boards, which stay in play.

In a wide window the boards are laid out in the remaining room. In a narrow one the panel covers
the half without the cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from rules.contract import AnyGame, Event
from screens.base import Shape
from screens.colours import SIDES, Look, Spans
from screens.help import HelpDialog
from screens.reading.reading_sheet import RulesText
from screens.reading.rules_page import AidPage, RulesPage, aid_lines
from screens.table.game_ui import GameUi
from screens.table.log import log_line, terms_dialog
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.lines import Line
from screens.widgets.sheet import Content

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_SOFT = Look("soft")
_LEAST_ROOM: Final = 80
"""The least columns for the boards."""
_LEAST, _MOST = 40, 64
"""The columns of a sheet beside the boards."""
_LEAST_HEIGHT: Final = 8


class SidePage:
    """A page of the panel; by default of a single, fixed part."""

    name: str
    """The id of the page; opening the open page closes it."""
    title = ""
    """The title of the page."""
    content: Content = ()
    """The current content."""
    from_end = False
    """Whether the page opens at its end."""
    first_line: int | None = None
    """The first line to show, in the present layout; None for the top."""
    has_parts = False
    """Whether the page has several parts to turn."""

    def renew(self) -> bool:
        """Update the page after a change of the table; return whether it may have changed."""
        return False

    def turn(self, step: int) -> None:
        """Go to the next or previous part."""

    def closed(self) -> None:
        """Clean up after the page was closed."""


class LinesPage(SidePage):
    """A page of lines that are renewed at each change of the table."""

    def __init__(
        self, name: str, title: str, lines: Callable[[], Sequence[Spans]], *, from_end: bool = False
    ) -> None:
        self.name, self.title, self.from_end = name, title, from_end
        self._lines = lines
        self.content = lines()

    def renew(self) -> bool:
        """Renew the lines."""
        self.content = self._lines()
        return True


def log_page(log: Callable[[], Sequence[Event]], ui: GameUi[Any]) -> LinesPage:
    """Return the page of the whole log, numbered and opened at its end."""
    return LinesPage("log", _("Log"), lambda: _log_lines(log(), ui), from_end=True)


def _log_lines(events: Sequence[Event], ui: GameUi[Any]) -> list[Spans]:
    told = [(event, text) for event in events if (text := ui.logged(event))]
    lines: list[Spans] = [
        [(f"{number:>3} ", _SOFT), *log_line(event, text, ui)]
        for number, (event, text) in enumerate(told, start=1)
    ]
    return lines or [[(_("Nothing has happened yet."), _SOFT)]]


def spans_of(lines: Sequence[Line]) -> list[Spans]:
    """Return the lines with looks in place of component classes."""
    return [[(text, _look(drawn))] for text, drawn in lines]


def _look(drawn: str) -> Look:
    side = drawn.removeprefix("lines--").removesuffix("-strong")
    return Look(side if side in SIDES else "ink", style="bold" if drawn.endswith("-strong") else "")


class RulesSide(SidePage):
    """The rules of a game, opened at a chapter."""

    name = "rules"
    has_parts = True

    def __init__(self, game: AnyGame, chapter: str, style: Callable[[Look], Style]) -> None:
        """Make the page; `style` gives the style of a look in the current theme."""
        self.chapter = chapter
        self.reading = RulesText(game, chapter, style)

    def turn(self, step: int) -> None:
        """Go to the next or previous part."""
        self.reading.go_to(self.reading.part + step)


class AidSide(SidePage):
    """The player aid of a game, broken to the width."""

    name = "aid"

    def __init__(self, game: AnyGame, style: Callable[[Look], Style]) -> None:
        """Make the page; `style` gives the style of a look in the current theme."""
        self.title = _("Player aid")
        self._game = game
        self._style = style
        self.content = self._lay_out

    def _lay_out(self, width: int) -> list[Strip]:
        return [
            Strip([Segment(text, self._style(look)) for text, look in line])
            for line in aid_lines(self._game, width)
        ]


class SidePanel:
    """The panel: it opens one page at a time, where the sheet hides little or nothing."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self.page: SidePage | None = None
        """The open page."""

    @property
    def has_room(self) -> bool:
        """Whether a sheet fits beside the boards."""
        is_wide = self.screen.arrangement.shape is Shape.WIDE
        return is_wide and self.screen.app.size.width >= _LEAST_ROOM + _LEAST

    @property
    def width(self) -> int:
        """The columns that the panel takes from the boards."""
        if self.page is None or not self.has_room:
            return 0
        width = self.screen.app.size.width
        return min(max(width * 3 // 10, _LEAST), _MOST, width - _LEAST_ROOM)

    def allows(self, action: str) -> bool | None:
        """Check whether an action of the panel is possible now; None for other actions."""
        match action:
            case "close_side" | "side_page":
                return self.page is not None
            case "side_part":
                return self.page is not None and self.page.has_parts
        return None

    def toggle(self, page: SidePage) -> None:
        """Open a page in place of any other, or close it if it is open."""
        is_same = self.page is not None and self.page.name == page.name
        self.close()
        if not is_same:
            self._open(page)

    def _open(self, page: SidePage) -> None:
        self.page = page
        self.screen.sheet.display = True
        self.screen.arrangement.lay_out()
        self.place()
        self._show(page)
        self.screen.call_if_shown(self.place)
        self.screen.refresh_bindings()

    def _show(self, page: SidePage) -> None:
        if isinstance(page, RulesSide):
            self.screen.sheet.read(page.reading, is_framed=True)
            return
        self.screen.sheet.show(
            page.title, page.content, from_end=page.from_end, begin=lambda: page.first_line
        )

    def close(self) -> None:
        """Close the open page."""
        page, self.page = self.page, None
        if page is not None:
            if self.screen.sheet.has_focus:
                self.screen.sheet.blur()
            self.screen.sheet.display = False
            page.closed()
            self.screen.arrangement.lay_out()
            self.screen.refresh_bindings()

    def refresh(self) -> None:
        """Refresh content that may have changed."""
        if self.page is not None and self.page.renew():
            self.screen.sheet.change(self.page.title, self.page.content)

    def turn(self, step: int) -> None:
        """Go to the next or previous part of the open page."""
        if self.page is not None:
            self.page.turn(step)
            self._show(self.page)

    # Place

    def place(self) -> None:
        """Place the sheet where it hides little or nothing."""
        if self.page is not None:
            size = self.screen.app.size
            if self.has_room:
                self.screen.sheet.stand(self.width, size.height - 1)
            else:
                self.screen.sheet.lie(self._half(size))

    def _half(self, size: Size) -> Region:
        """Return the half of the boards without the cursor."""
        arrangement = self.screen.arrangement
        if arrangement.shape is Shape.SIDEWAYS:
            aside = self.screen.ui.aside(size)
            return Region(aside.x, 1, aside.width, size.height - 2)
        if arrangement.shape is Shape.UPRIGHT:
            height = max(size.height - 1 - arrangement.lines_of_boards, size.height // 2 - 1)
            return Region(0, size.height - 1 - height, size.width, height)
        width = size.width // 2
        height = max(arrangement.lines_of_boards - 1, _LEAST_HEIGHT)
        x = 0 if self._is_cursor_right_of(size.width - width) else size.width - width
        return Region(x, 1, width, height)

    def _is_cursor_right_of(self, column: int) -> bool:
        """Check whether the cursor of the board last focused is right of a column."""
        boards: list[Board] = [board for board in self.screen.ui.boards() if board.display]
        board = next((one for one in boards if one.has_focus), boards[0] if boards else None)
        if board is None or not board.cursor:
            return False
        return any(board.region.x + spot.right > column for spot in board.regions(board.cursor))


class Reading:
    """The part that opens log, rules, player aid and help."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    def open_log(self) -> None:
        """Open the whole log."""
        self.screen.side.toggle(log_page(lambda: self.screen.model.log, self.screen.ui))

    def open_rules(self) -> None:
        """Open the rules at the relevant part; after a refusal, at the rule behind it."""
        model, refused = self.screen.model, self.screen.lines.rule
        game, chapter = model.seat.game, refused or self.screen.ui.chapter(model.view)
        page = self.screen.side.page
        if refused and isinstance(page, RulesSide) and page.chapter != refused:
            self.screen.side.close()
        if self.screen.side.has_room:
            self.screen.side.toggle(RulesSide(game, chapter, self.screen.sheet.style_of))
        else:
            self.screen.app.push_screen(RulesPage(game, chapter))

    def open_aid(self) -> None:
        """Open the player aid."""
        game = self.screen.model.seat.game
        if self.screen.side.has_room:
            self.screen.side.toggle(AidSide(game, self.screen.sheet.style_of))
        else:
            self.screen.app.push_screen(AidPage(game))

    def open_terms(self) -> None:
        """Open the terms of the game, and the proof of its deal."""
        seat = self.screen.model.seat
        self.screen.app.push_screen(terms_dialog(seat.game, seat.view(), seat.deal))

    def open_help(self) -> None:
        """Show keys and signs."""
        ui = self.screen.ui
        bots = self.screen.model.people.who_is_who()
        self.screen.app.push_screen(
            HelpDialog(self.screen, ui.legend(), ui.letters.explained(), bots)
        )
