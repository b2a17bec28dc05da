"""How the lines and columns of a terminal are shared between boards, lines of text and menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.geometry import Size

from screens.table.agreement import Notice

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class Arrangement:
    """Gives boards, lines and menu the room there is."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    @property
    def room(self) -> Size:
        """The terminal, but for what a sheet beside the boards takes."""
        screen = self.screen
        size = screen.app.size
        height = size.height
        if screen.guide is not None:
            height -= screen.guide.lines_of_boards(height)
        return Size(size.width - screen.side.width, height)

    @property
    def lines_of_boards(self) -> int:
        """The lines from the top down to where the boards end."""
        return self.screen.text_line("prompt").region.y

    def begin(self) -> None:
        """Lay the boards out for the first time."""
        self.screen.ui.set_scale(self.room)
        self.fit_menu()

    def lay_out(self) -> None:
        """Lay everything out in the room there is."""
        screen = self.screen
        self.begin()
        screen.ui.show(screen.model.view)
        screen.presenter.show_log()
        screen.offer.begin()  # the table may have changed, which is shown in a moment
        screen.offer.fill_menu(keep=True)
        screen.ui.laid_out()
        screen.call_after_refresh(self._show_boards)

    def _show_boards(self) -> None:
        """Some of what stands around boards goes by the size it has been given."""
        self.screen.ui.show(self.screen.model.view)
        self.screen.ui.laid_out()

    def fit_menu(self) -> None:
        """Give the menu the lines that are free: three at 24, less those that are taken."""
        screen = self.screen
        lines = screen.ui.menu_lines(self.room)
        taken = int(screen.line.is_open) + bool(screen.query_one(Notice).told)
        taken += screen.text_line("reason").has_class("told")
        if screen.guide is not None:
            taken = screen.guide.make_room(taken, screen.ui.lines_to_spare(self.room))
        screen.menu.set_lines(max(lines - taken, 0))
        screen.ui.make_room(taken)
