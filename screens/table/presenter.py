"""Shows a table as it stands, or as far as its steps were shown: boards, log, lines, people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from screens.base import api
from screens.table.agreement import Notice, notice_text
from screens.table.bells import Bells
from screens.table.log_dialog import log_lines
from screens.table.log_panel import LogPanel
from screens.text import _
from screens.widgets.lines import Lines

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class Presenter:
    """Shows the table to whoever looks."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._bells = Bells(lambda is_turn: api(screen.app).ring(is_turn=is_turn))

    def show_table(self) -> None:
        """Show the table as it is now, step by step where that is worth it."""
        screen = self.screen
        if not screen.is_showing:
            return
        self._bells.hear(screen.model)
        if screen.playback.show():
            return
        screen.model.pass_openly()
        screen.playback.catch_up()
        self.show_now()
        if screen.model.to_confirm() is not None:
            screen.hand_over()

    def show_now(self) -> None:
        """Show the table as far as it was shown."""
        screen = self.screen
        screen.motions.remember()
        screen.ui.show(screen.model.view)
        self.show_log()
        screen.side.refresh()
        self.show_notice()
        screen.asking.ask_anew()
        screen.forced.consider()
        screen.motions.show()
        self._show_end()

    def _show_end(self) -> None:
        """Tell the result, or what a lesson or a puzzle says at its end."""
        screen = self.screen
        if screen.model.is_following:
            return
        if screen.guide is not None:
            screen.motions.then(screen.guide.show_end_once)
        elif not (screen.model.is_replay or screen.model.result is None):
            screen.motions.then(screen.ending.show_once)

    def show_log(self) -> None:
        """The headline, the lines around the boards, and the log."""
        screen = self.screen
        screen.lines.show(screen.model.view)
        self.show_guide()
        log, height = screen.query_one("#log"), screen.arrangement.room.height
        if isinstance(log, LogPanel):
            log.tell(screen.model.log, screen.ui, height)
        elif isinstance(log, Lines):
            log.set_lines(_("Log"), log_lines(screen.model.log, screen.ui, height))

    def show_guide(self) -> None:
        """Say where a lesson or a puzzle stands."""
        if self.screen.guide is not None and not self.screen.model.is_following:
            self.screen.guide.show(self.screen.arrangement.room.width)

    def show_headline(self) -> None:
        """Show the headline, and beside it what is to be said of the people at the table."""
        self.screen.lines.show_headline()

    def show_notice(self) -> None:
        """Say what is offered by people; what is below makes room."""
        self.screen.query_one(Notice).tell(notice_text(self.screen))
        self.screen.arrangement.fit_menu()
        self.screen.refresh_bindings()
