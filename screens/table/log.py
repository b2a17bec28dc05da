"""The log beside the boards, and boxes of lines: the terms and deal of a table.

The whole log is a page of the side panel (`log_page`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from rules.contract import AnyGame, Event
from screens.base import Dialog, say_way_back
from screens.colours import SIDES, Look, Spans, seat_sign, text_of
from screens.game_intro import terms_told
from screens.people import SeatNames
from screens.table.game_ui import GameUi
from screens.table.recap import brief
from screens.table.seat import Deal, deal_told
from screens.text import N_, _
from screens.widgets.lines import Line
from screens.widgets.panel import Panel
from screens.widgets.sheet import broken

PLAIN = "lines--plain"


def log_lines(events: Sequence[Event], ui: GameUi[Any], most: int | None = None) -> list[Line]:
    """Return the log, or its last `most` lines, each in the colour of the event's seat."""
    lines: list[Line] = []
    for event in reversed(events):
        if len(lines) == most:
            break
        if text := ui.logged(event):
            side = PLAIN if event.seat is None else f"lines--{SIDES[event.seat]}"
            lines.append((text, f"{side}-strong" if ui.is_weighty(event) else side))
    return lines[::-1]


class LogDialog(Dialog):
    """A box with lines that can be scrolled."""

    BINDING_GROUP_TITLE = N_("Log")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,g,enter", "dismiss('')", N_("Back"), id="log.back"),
        Binding("j", "scroll_lines(1)", N_("Down"), show=False, id="log.down"),
        Binding("k", "scroll_lines(-1)", N_("Up"), show=False, id="log.up"),
    ]

    def __init__(self, lines: Sequence[Line], *, title: str) -> None:
        super().__init__()
        self._lines = lines
        self._title = title

    def compose(self) -> ComposeResult:
        """Compose the lines."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            yield Static(Text("\n".join(text for text, _look in self._lines)))

    def on_mount(self) -> None:
        """Show the keys for scrolling and leaving."""
        self.call_after_refresh(say_way_back, self.query_one(VerticalScroll))

    def action_scroll_lines(self, count: int) -> None:
        """Scroll a number of lines."""
        self.query_one(VerticalScroll).scroll_relative(y=count, animate=False)


class LogPanel(Panel):
    """The last lines of the log that fit, each behind the sign of its player."""

    def __init__(self) -> None:
        super().__init__(id="log", from_end=True)
        self._rows_of: tuple[SeatNames, int] | None = None
        """The people and the cells of a line for which the rows are kept."""
        self._rows: dict[Event, Sequence[Spans]] = {}
        """The rows of the events shown last."""

    @property
    def _room(self) -> int:
        """The cells of a line."""
        return self.size.width - 4 * self.is_framed

    def tell(self, events: Sequence[Event], ui: GameUi[Any], most: int) -> None:
        """Show the end of the log; a line too long even in brief takes several."""
        rows_of = ui.people, self._room
        known = self._rows if rows_of == self._rows_of else {}
        self._rows_of, self._rows = rows_of, {}
        lines: list[Spans] = []
        for event in reversed(events):
            if len(lines) >= most:
                break
            rows = known[event] if event in known else self._broken(event, ui)
            self._rows[event] = rows
            lines += rows[::-1]
        self.show(_("Log"), lines[::-1])

    def _broken(self, event: Event, ui: GameUi[Any]) -> Sequence[Spans]:
        """Return the rows of an event; none if it is not worth a line."""
        if not (text := ui.logged(event)):
            return []
        line = log_line(event, text, ui)
        if cell_len(text_of(line)) > self._room:
            line = log_line(event, ui.shortest(event), ui)
        return broken(line, self._room)


def log_line(event: Event, text: str, ui: GameUi[Any]) -> Spans:
    """Return an event in brief, behind the sign of its seat."""
    look = Look(style="bold" if ui.is_weighty(event) else "")
    if event.seat is None:
        return [("  ", look), (text, look)]
    sign = seat_sign(event.seat)
    return [sign, (brief(event, text, ui.people), look)]


def terms_dialog(game: AnyGame, view: Any, deal: Deal | None) -> LogDialog:
    """Return a dialog with the terms of a game, and the proof of its deal."""
    told = [*terms_told(game, view), *deal_told(deal)]
    return LogDialog([(text, PLAIN) for text in told], title=_("Options and deal"))
