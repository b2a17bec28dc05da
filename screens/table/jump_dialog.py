"""A dialog to go to a turn of a record, by number or along the chart of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from rules.contract import Event
from screens.base import Dialog
from screens.colours import Look, Spans, seat_sign
from screens.positions import MoveIndex
from screens.table.game_ui import GameUi
from screens.table.recap import brief
from screens.table.score_history import ScoreHistory
from screens.text import N_, _
from screens.widgets.chart import Chart
from screens.widgets.key_bar import KeyBar
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_MOST_DIGITS: Final = 5


def turn_lines(
    course: ScoreHistory, step: int, log: Sequence[Event], ui: GameUi[Any]
) -> list[Spans]:
    """Return the last two important events of a turn, or simply the last two if none is."""
    told = [event for event in course.events(step, log) if ui.logged(event)]
    weighty = [event for event in told if ui.is_weighty(event)] or told
    return [_told(event, ui) for event in weighty[-2:]]


def _told(event: Event, ui: GameUi[Any]) -> Spans:
    text = brief(event, ui.sentence(event), ui.people)
    if event.seat is None:
        return [(text, Look())]
    sign = seat_sign(event.seat)
    return [sign, (text, Look())]


@dataclass(frozen=True, slots=True)
class WholeRecord:
    """The moves of a record, the present position, and all that was told."""

    moves: MoveIndex
    here: int
    log: Sequence[Event] = ()
    course: ScoreHistory | None = None

    def step(self, position: int) -> int:
        """Return the step of the chart to which a position belongs."""
        return 0 if self.course is None else self.course.step(self.moves.known[position])

    def along(self, position: int, count: int) -> int:
        """Return the position so many steps further on, or so many moves where there are none."""
        if self.course is None:
            return max(0, min(position + count, self.moves.length))
        step = max(0, min(self.step(position) + count, self.course.length))
        return self.course.position(step, self.moves)


def ask_for_turn(screen: GameScreen[Any]) -> None:
    """Ask for a turn, and go to its beginning."""
    model = screen.model
    steps = model.steps
    if steps is None:
        return
    seat = model.seat.number
    log = steps.whole_log(seat)
    record = WholeRecord(steps.move_index(seat), steps.position, log, screen.ui.course(log))

    def go(answer: str | None) -> None:
        if answer:
            model.go_to(int(answer))

    screen.app.push_screen(JumpDialog(record, screen.ui), go)


class JumpDialog(Dialog):
    """Answers with the number of moves before a position."""

    DEFAULT_CSS = """
    JumpDialog > .box { width: 100; height: auto; }
    JumpDialog Chart { height: 12; }
    JumpDialog Panel { height: 2; width: 1fr; }
    """
    BINDING_GROUP_TITLE = N_("Go to a turn")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", N_("Previous"), id="jump.before"),
        Binding("right,l", "step(1)", N_("Next"), id="jump.next"),
        Binding("pageup", "step(-10)", N_("Back 10"), id="jump.before_ten"),
        Binding("pagedown", "step(10)", N_("Forward 10"), id="jump.next_ten"),
        Binding("enter", "go", N_("Go there"), id="jump.go"),
        Binding("escape,q", "dismiss('')", N_("Back"), id="jump.back"),
    ]

    def __init__(self, record: WholeRecord, ui: GameUi[Any]) -> None:
        super().__init__()
        self._record = record
        self._ui = ui
        self._position = record.here
        self._typed = ""
        course = record.course
        self._chart = None if course is None else Chart(course.numbered(record.moves))

    def compose(self) -> ComposeResult:
        """Compose the chart, the number, and the events of the turn."""
        with Vertical(classes="box") as box:
            box.border_title = _("Go to a turn")
            if self._chart is not None:
                yield self._chart
            yield TextLine(id="asked")
            yield Panel(is_framed=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Mark the current turn of the record."""
        self._show()

    def _show(self) -> None:
        record, moves, step = self._record, self._record.moves, self._record.step(self._position)
        if self._chart is not None:
            self._chart.go(step)
        name = _("Turn {turn}") if moves.is_by_turn else _("Move {move}")
        number = f" {self._typed or moves.number(self._position)} "
        said = [(name.format(move="", turn=""), Look()), (number, Look("dark", "light", "bold"))]
        last = _("of {last}").format(last=moves.last)
        how = _("type a number, or ← →")
        self.query_one("#asked", TextLine).show(
            [*said, (f" {last}", Look())], [(how, Look("soft"))]
        )
        if record.course is not None:
            lines = turn_lines(record.course, step, record.log, self._ui)
            self.query_one(Panel).show("", lines)

    def on_key(self, event: events.Key) -> None:
        """Enter digits of a number; Backspace deletes the last one."""
        if event.character is not None and event.character in "0123456789":
            self._typed = (self._typed + event.character).lstrip("0")[:_MOST_DIGITS]
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        else:
            return
        event.stop()
        self._position = self._record.moves.found(int(self._typed or 0))
        self._show()

    def action_step(self, count: int) -> None:
        """Mark another turn."""
        self._typed = ""
        self._position = self._record.along(self._position, count)
        self._show()

    def action_go(self) -> None:
        """Close with the marked position."""
        self.dismiss(str(self._position))
