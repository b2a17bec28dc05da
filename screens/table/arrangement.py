"""How the lines and columns of a terminal are shared between boards, lines of text and menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from textual.app import App
from textual.geometry import Size

from screens.table.agreement import Notice
from screens.table.guide import Guide
from screens.table.model import TableModel
from screens.table.move_input import MoveLine
from screens.table.move_offer import MoveOffer
from screens.table.side import Side
from screens.table.ui import GameUi
from screens.widgets.menu import Menu
from screens.widgets.text_line import TextLine


class ShowsLog(Protocol):
    """What shows the table."""

    def show_log(self) -> None:
        """The headline, the lines around the boards, and the log."""


class LaidOut(Protocol):
    """What is needed of the screen."""

    ui: GameUi[Any]
    model: TableModel[Any]
    guide: Guide | None
    offer: MoveOffer
    side: Side

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def line(self) -> MoveLine:
        """The line for typing."""

    @property
    def menu(self) -> Menu:
        """The menu below the prompt."""

    @property
    def notice(self) -> Notice:
        """What is offered by people."""

    def text_line(self, name: str) -> TextLine:
        """One of the lines around the boards."""

    @property
    def presenter(self) -> ShowsLog:
        """What shows the table."""

    def call_after_refresh(self, callback: Callable[[], None]) -> bool:
        """Do something once everything is laid out."""


class Arrangement:
    """Gives boards, lines and menu the room there is."""

    def __init__(self, frame: LaidOut) -> None:
        self._frame = frame

    @property
    def room(self) -> Size:
        """The terminal, but for what a sheet beside the boards takes."""
        frame = self._frame
        size = frame.app.size
        height = size.height
        if frame.guide is not None:
            height -= frame.guide.lines_of_boards(height)
        return Size(size.width - frame.side.width, height)

    @property
    def lines_of_boards(self) -> int:
        """The lines from the top down to where the boards end."""
        return self._frame.text_line("prompt").region.y

    def begin(self) -> None:
        """Lay the boards out for the first time."""
        self._frame.ui.set_scale(self.room)
        self.fit_menu()

    def lay_out(self) -> None:
        """Lay everything out in the room there is."""
        frame = self._frame
        self.begin()
        frame.ui.show(frame.model.view)
        frame.presenter.show_log()
        frame.offer.begin()  # the table may have changed, which is shown in a moment
        frame.offer.fill_menu(keep=True)
        frame.ui.laid_out()
        frame.call_after_refresh(self._show_boards)

    def _show_boards(self) -> None:
        """Some of what stands around boards goes by the size it has been given."""
        self._frame.ui.show(self._frame.model.view)
        self._frame.ui.laid_out()

    def fit_menu(self) -> None:
        """Give the menu the lines that are free: three at 24, less those that are taken."""
        frame = self._frame
        lines = frame.ui.menu_lines(self.room)
        taken = int(frame.line.is_open) + bool(frame.notice.told)
        taken += frame.text_line("reason").has_class("told")
        if frame.guide is not None:
            taken = frame.guide.make_room(taken, frame.ui.lines_to_spare(self.room))
        frame.menu.set_lines(max(lines - taken, 0))
        frame.ui.make_room(taken)
