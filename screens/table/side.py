"""What is looked up at a table, log or rules, on a sheet beside the boards, which stay in play.

In a wide window the boards are laid out anew in the room that is left. In a narrow one the
sheet lies over a half of them, the one where the cursor is not.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from textual.app import App
from textual.geometry import Region, Size

from screens.table.reading_sheet import ReadingSheet
from screens.table.side_pages import RulesSide, SidePage
from screens.table.ui import GameUi
from screens.widgets.board import Board

_LEAST_ROOM: Final = 80
"""Columns that boards need in any case."""
_LEAST, _MOST = 40, 64
"""Columns of a sheet beside the boards."""
_LEAST_HEIGHT: Final = 8


class LaysOut(Protocol):
    """How a screen is laid out."""

    @property
    def lines_of_boards(self) -> int:
        """The lines from the top down to where the boards end."""

    def lay_out(self) -> None:
        """Lay everything out in the room there is now."""


class SideFrame(Protocol):
    """What is needed of the screen around it."""

    ui: GameUi[Any]

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def sheet(self) -> ReadingSheet:
        """The sheet."""

    @property
    def arrangement(self) -> LaysOut:
        """How the screen is laid out."""

    def refresh_bindings(self) -> None:
        """Other keys do something now."""

    def call_after_refresh(self, callback: Any, *args: Any) -> bool:
        """Do something once everything is laid out."""


class Side:
    """Opens one page at a time, and puts the sheet where it hides nothing, or little."""

    def __init__(self, frame: SideFrame) -> None:
        self._frame = frame
        self.page: SidePage | None = None
        """What is open."""

    @property
    def has_room(self) -> bool:
        """Whether a sheet fits beside the boards."""
        return self._frame.app.size.width >= _LEAST_ROOM + _LEAST

    @property
    def width(self) -> int:
        """The columns that are taken from the boards now."""
        if self.page is None or not self.has_room:
            return 0
        width = self._frame.app.size.width
        return min(max(width * 3 // 10, _LEAST), _MOST, width - _LEAST_ROOM)

    def allows(self, action: str) -> bool | None:
        """Whether an action of the sheet is possible now; None for what is none of it."""
        match action:
            case "close_side" | "side_page":
                return self.page is not None
            case "side_part":
                return self.page is not None and self.page.has_parts
        return None

    def toggle(self, page: SidePage) -> None:
        """Open a page in place of any other; the same one is closed."""
        is_same = self.page is not None and self.page.name == page.name
        self.close()
        if not is_same:
            self._open(page)

    def _open(self, page: SidePage) -> None:
        self.page = page
        self._frame.sheet.display = True
        self._frame.arrangement.lay_out()
        self.place()
        self._show(page)
        self._frame.call_after_refresh(self.place)
        self._frame.refresh_bindings()

    def _show(self, page: SidePage) -> None:
        if isinstance(page, RulesSide):
            self._frame.sheet.read(page.reading, is_framed=True)
            return
        self._frame.sheet.show(
            page.title, page.content, from_end=page.from_end, begin=lambda: page.first_line
        )

    def close(self) -> None:
        """Close what is open."""
        page, self.page = self.page, None
        if page is not None:
            if self._frame.sheet.has_focus:
                self._frame.sheet.blur()
            self._frame.sheet.display = False
            page.closed()
            self._frame.arrangement.lay_out()
            self._frame.refresh_bindings()

    def refresh(self) -> None:
        """Say anew what may have changed."""
        if self.page is not None and self.page.renew():
            self._frame.sheet.change(self.page.title, self.page.content)

    def turn(self, step: int) -> None:
        """The next part of what is open, or the one before."""
        if self.page is not None:
            self.page.turn(step)
            self._show(self.page)

    # Where it lies

    def place(self) -> None:
        """Put the sheet where it hides nothing, or little."""
        if self.page is not None:
            size = self._frame.app.size
            if self.has_room:
                self._frame.sheet.stand(self.width, size.height - 1)
            else:
                self._frame.sheet.lie(self._half(size))

    def _half(self, size: Size) -> Region:
        """The half of the boards where the cursor is not."""
        width = size.width // 2
        height = max(self._frame.arrangement.lines_of_boards - 1, _LEAST_HEIGHT)
        x = 0 if self._is_cursor_right_of(size.width - width) else size.width - width
        return Region(x, 1, width, height)

    def _is_cursor_right_of(self, column: int) -> bool:
        """Whether the cursor of the board that has the focus, or had it, stands there."""
        boards: list[Board] = [board for board in self._frame.ui.boards() if board.display]
        board = next((one for one in boards if one.has_focus), boards[0] if boards else None)
        if board is None or not board.cursor:
            return False
        return any(board.region.x + spot.right > column for spot in board.regions(board.cursor))
