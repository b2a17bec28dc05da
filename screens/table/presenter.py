"""Shows a table as it stands, or as far as its steps were shown: boards, log, lines, people."""

from __future__ import annotations

from typing import Any, Protocol

from textual.app import App
from textual.widget import Widget

from screens.base import api
from screens.table.agreement import Notice, notice_text
from screens.table.arrangement import Arrangement
from screens.table.asking import Asking
from screens.table.bells import Bells
from screens.table.ending import Ending
from screens.table.forced import ForcedMoves
from screens.table.guide import Guide
from screens.table.log_dialog import log_lines
from screens.table.log_panel import LogPanel
from screens.table.model import TableModel
from screens.table.motions import Motions
from screens.table.playback_control import PlaybackControl
from screens.table.side import Side
from screens.table.told_lines import ToldLines
from screens.table.ui import GameUi
from screens.text import _
from screens.widgets.lines import Lines


class Presented(Protocol):
    """What is needed of the screen."""

    ui: GameUi[Any]
    model: TableModel[Any]
    guide: Guide | None
    arrangement: Arrangement
    lines: ToldLines
    side: Side
    asking: Asking
    motions: Motions
    playback: PlaybackControl
    forced: ForcedMoves
    ending: Ending

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def is_showing(self) -> bool:
        """Whether it is there and in front: its parts may be gone before it is."""

    @property
    def log_widget(self) -> Widget:
        """The log beside the boards."""

    @property
    def notice(self) -> Notice:
        """What is offered by people."""

    def key_called(self, name: str) -> str:
        """What the key that does something is called, by the id of its binding."""

    def refresh_bindings(self) -> None:
        """Other keys do something now."""

    def hand_over(self) -> None:
        """Draw the curtain for the next person."""


class Presenter:
    """Shows the table to whoever looks."""

    def __init__(self, frame: Presented) -> None:
        self._frame = frame
        self._bells = Bells(lambda is_turn: api(frame.app).ring(is_turn=is_turn))

    def show_table(self) -> None:
        """Show the table as it is now, step by step where that is worth it."""
        frame = self._frame
        if not frame.is_showing:
            return
        self._bells.hear(frame.model)
        if frame.playback.show():
            return
        frame.model.pass_openly()
        frame.playback.catch_up()
        self.show_now()
        if frame.model.to_confirm() is not None:
            frame.hand_over()

    def show_now(self) -> None:
        """Show the table as far as it was shown."""
        frame = self._frame
        frame.motions.remember()
        frame.ui.show(frame.model.view)
        self.show_log()
        frame.side.refresh()
        self.show_notice()
        frame.asking.ask_anew()
        frame.forced.consider()
        frame.motions.show()
        self._show_end()

    def _show_end(self) -> None:
        """Tell the result, or what a lesson or a puzzle says at its end."""
        frame = self._frame
        if frame.model.is_following:
            return
        if frame.guide is not None:
            frame.motions.then(frame.guide.show_end_once)
        elif not (frame.model.is_replay or frame.model.result is None):
            frame.motions.then(frame.ending.show_once)

    def show_log(self) -> None:
        """The headline, the lines around the boards, and the log."""
        frame = self._frame
        frame.lines.show(frame.model.view)
        self.show_guide()
        log, height = frame.log_widget, frame.arrangement.room.height
        if isinstance(log, LogPanel):
            log.tell(frame.model.log, frame.ui, height)
        elif isinstance(log, Lines):
            log.set_lines(_("Log"), log_lines(frame.model.log, frame.ui, height))

    def show_guide(self) -> None:
        """Say where a lesson or a puzzle stands."""
        if self._frame.guide is not None and not self._frame.model.is_following:
            self._frame.guide.show(self._frame.arrangement.room.width)

    def show_headline(self) -> None:
        """Show the headline, and beside it what is to be said of the people at the table."""
        self._frame.lines.show_headline()

    def show_notice(self) -> None:
        """Say what is offered by people; what is below makes room."""
        self._frame.notice.tell(notice_text(self._frame))
        self._frame.arrangement.fit_menu()
        self._frame.refresh_bindings()
