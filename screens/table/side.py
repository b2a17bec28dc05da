"""What is looked up at a table, log or rules, on a sheet beside the boards, which stay in play.

In a wide window the boards are laid out anew in the room that is left. In a narrow one the
sheet lies over a half of them, the one where the cursor is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.geometry import Region, Size

from screens.table.side_pages import RulesSide, SidePage
from screens.widgets.board import Board

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_LEAST_ROOM: Final = 80
"""Columns that boards need in any case."""
_LEAST, _MOST = 40, 64
"""Columns of a sheet beside the boards."""
_LEAST_HEIGHT: Final = 8


class Side:
    """Opens one page at a time, and puts the sheet where it hides nothing, or little."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self.page: SidePage | None = None
        """What is open."""

    @property
    def has_room(self) -> bool:
        """Whether a sheet fits beside the boards."""
        return self.screen.app.size.width >= _LEAST_ROOM + _LEAST

    @property
    def width(self) -> int:
        """The columns that are taken from the boards now."""
        if self.page is None or not self.has_room:
            return 0
        width = self.screen.app.size.width
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
        self.screen.sheet.display = True
        self.screen.arrangement.lay_out()
        self.place()
        self._show(page)
        self.screen.call_after_refresh(self.place)
        self.screen.refresh_bindings()

    def _show(self, page: SidePage) -> None:
        if isinstance(page, RulesSide):
            self.screen.sheet.read(page.reading, is_framed=True)
            return
        self.screen.sheet.show(
            page.title, page.content, from_end=page.from_end, begin=lambda: page.first_line
        )

    def close(self) -> None:
        """Close what is open."""
        page, self.page = self.page, None
        if page is not None:
            if self.screen.sheet.has_focus:
                self.screen.sheet.blur()
            self.screen.sheet.display = False
            page.closed()
            self.screen.arrangement.lay_out()
            self.screen.refresh_bindings()

    def refresh(self) -> None:
        """Say anew what may have changed."""
        if self.page is not None and self.page.renew():
            self.screen.sheet.change(self.page.title, self.page.content)

    def turn(self, step: int) -> None:
        """The next part of what is open, or the one before."""
        if self.page is not None:
            self.page.turn(step)
            self._show(self.page)

    # Where it lies

    def place(self) -> None:
        """Put the sheet where it hides nothing, or little."""
        if self.page is not None:
            size = self.screen.app.size
            if self.has_room:
                self.screen.sheet.stand(self.width, size.height - 1)
            else:
                self.screen.sheet.lie(self._half(size))

    def _half(self, size: Size) -> Region:
        """The half of the boards where the cursor is not."""
        width = size.width // 2
        height = max(self.screen.arrangement.lines_of_boards - 1, _LEAST_HEIGHT)
        x = 0 if self._is_cursor_right_of(size.width - width) else size.width - width
        return Region(x, 1, width, height)

    def _is_cursor_right_of(self, column: int) -> bool:
        """Whether the cursor of the board that has the focus, or had it, stands there."""
        boards: list[Board] = [board for board in self.screen.ui.boards() if board.display]
        board = next((one for one in boards if one.has_focus), boards[0] if boards else None)
        if board is None or not board.cursor:
            return False
        return any(board.region.x + spot.right > column for spot in board.regions(board.cursor))
