"""The coach of a first game on the screen: what matters now, praise, and warnings."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Vertical
from textual.renderables.background_screen import BackgroundScreen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker

from rules.advice import Weighed
from rules.contract import Move
from rules.messages import Phrase
from screens.base import Dialog
from screens.coach_words import Objection
from screens.colours import Look, Spans
from screens.table.move_entry import MoveLine
from screens.table.seat import Seat
from screens.text import N_, _
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.raster import broken

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_GROUND: Final = "night+good/25"
_NAME: Final = Look("good", _GROUND, "bold")
_TEXT: Final = Look("ink", _GROUND)
_BACK, _PLAY, _WHY = "back", "play", "why"
_CLEAR: Final = Color(0, 0, 0, 0)
_GROUP: Final = "coach"
_MOST: Final = 2
"""The most lines of a remark."""


class CoachApi(Protocol):
    """The interface of a coach for the screen; a coach knows only what its seat may know."""

    @property
    def is_on(self) -> bool:
        """Whether the coach still helps."""

    def stop(self) -> None:
        """Stop helping, for good."""

    @property
    def farewell(self) -> Phrase | None:
        """Why help is over; None while it goes on, or if it was stopped."""

    @property
    def matter(self) -> str:
        """The important point now, before the first move of a turn; else empty."""

    @property
    def remark(self) -> Phrase | None:
        """The reason for the set-up, or praise for the last move."""

    @property
    def is_setting_up(self) -> bool:
        """Whether the current move belongs to the set-up."""

    async def set_up(self) -> Move | None:
        """Return a move of the set-up; None once it is complete."""

    async def look_ahead(self) -> None:
        """Evaluate the current moves in advance."""

    async def advised(self) -> Sequence[Weighed]:
        """Return the evaluated current moves, best first; each position is evaluated once."""

    def warns_of(self, move: Move) -> bool:
        """Whether the move must be evaluated before it is played."""

    async def objection(self, move: Move) -> Objection | None:
        """Return the reasons against a move; None unless it is a serious mistake."""

    def note(
        self, move: Move, objection: Objection | None = None, *, is_hinted: bool = False
    ) -> None:
        """Note a move that is being played, perhaps despite an objection.

        A move that a hint named is not praised.
        """

    def tips(self) -> Sequence[Phrase]:
        """Return suggestions for the next game, once this one is over."""


def _head() -> str:
    name = _("Coach")
    return f" {name}  "


def coach_line(text: str, width: int) -> Spans:
    """Return a line of the coach, on the coach's background over the whole width."""
    return [(_head(), _NAME), (set_cell_size(text, width - cell_len(_head())), _TEXT)]


def coach_lines(text: str, width: int) -> list[Spans]:
    """Return a text of the coach in the narrow lines of a phone, its name before the first."""
    return _below_head(text, _head(), width) if text else []


def _below_head(text: str, head: str, width: int) -> list[Spans]:
    """Return a text broken to narrow lines, the first of them after a head."""
    first = broken(text, width - cell_len(head) - 1)[0]
    rest = text.removeprefix(first).strip()
    below = broken(rest, width - 2) if rest else []
    upper = [(head, _NAME), (first.ljust(width - cell_len(head)), _TEXT)]
    return [upper, *([(f" {row}".ljust(width), _TEXT)] for row in below)]


class CoachWarning(Dialog):
    """A warning before a serious mistake; answers "play", or "back"."""

    DEFAULT_CSS = """
    CoachWarning { align: left middle; }
    CoachWarning.right { align: right middle; }
    CoachWarning > .box { width: 52; border: round $good; border-title-color: $good; }
    CoachWarning #asked { color: $gold; text-style: bold; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Coach’s warning")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "dismiss('back')", N_("Back"), id="coach.back"),
        Binding("y", "dismiss('play')", N_("Play it"), id="coach.play"),
        Binding("w", "why", N_("Why?"), id="coach.why"),
    ]

    def __init__(self, told: Sequence[str], more: Sequence[str]) -> None:
        """Make the box with the reasons shown at once (`told`), and on request (`more`)."""
        super().__init__()
        self._told = told
        self._more = more

    def render(self) -> RenderableType:
        """Show the table around the box, as screens of the app are opaque."""
        return BackgroundScreen(self.app.screen_stack[-2], _CLEAR)

    def compose(self) -> ComposeResult:
        """Compose the reasons, the question and the answers."""
        with Vertical(classes="box") as box:
            box.border_title = _("Coach: wait a moment")
            yield Static("\n".join(self._told), id="told", markup=False)
            yield Static("")
            yield Static(_("Play it all the same?"), id="asked", markup=False)
            yield Menu(self._items())
        yield KeyBar()

    def _items(self) -> list[Item]:
        why = [Item(_WHY, _("why?"), "", "w")] if self._more else []
        back = Item(_BACK, _("back to your move"), "", "n")
        return [back, Item(_PLAY, _("play it"), "", "y"), *why]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer more reasons while there are any."""
        return bool(self._more) if action == "why" else super().check_action(action, parameters)

    def action_why(self) -> None:
        """Show the better move and its reasons."""
        told = [*self._told, "", *self._more]
        self._more = ()
        self.query_one("#told", Static).update("\n".join(told))
        self.query_one(Menu).set_items(self._items())
        self.refresh_bindings()

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Close with the answer, or show why."""
        message.stop()
        if message.item.id == _WHY:
            self.action_why()
        else:
            self.dismiss(message.item.id)


class Coaching:
    """The part of the screen for the coach; it does nothing without one."""

    def __init__(self, screen: GameScreen[Any], coach: CoachApi | None) -> None:
        self.screen = screen
        self._coach = coach
        self._was_on = False
        self._ended = -1
        """The number of moves after which help was over."""
        self._evaluated: tuple[Move, Worker[None]] | None = None
        """The move evaluated last."""
        self.rest: Sequence[str] = ()
        """The moves typed behind the one that is evaluated."""

    @property
    def _here(self) -> CoachApi | None:
        """The coach, while it helps."""
        coach = self._coach
        return coach if coach is not None and coach.is_on else None

    @property
    def is_on(self) -> bool:
        """Whether a coach helps."""
        return self._here is not None

    async def advised(self, seat: Seat) -> Sequence[Weighed]:
        """Return advice for a seat; while there is a coach, the coach's own evaluations."""
        return await (self._here or seat).advised()

    def stop(self) -> None:
        """Continue without the coach."""
        if self._coach is not None:
            self._coach.stop()
            self.screen.presenter.show_now()
            self.screen.lines.tell(_("The coach is off."))

    # Texts

    def matter(self, width: int) -> Spans:
        """Return a line on the important point; nothing once the reader has moved."""
        matter = self._matter()
        return coach_line(matter, width) if matter else ()

    def remark(self, width: int, most: int) -> list[Spans]:
        """Return lines on the set-up, of praise, or on the end of help; none if over `most`."""
        remark = self._remark()
        lines = broken(remark, width - cell_len(_head())) if remark else []
        return [coach_line(line, width) for line in lines] if len(lines) <= min(most, _MOST) else []

    def in_a_column(self, width: int) -> list[Spans]:
        """Return the important point, or else a remark, in the narrow lines of a phone."""
        return coach_lines(self._matter() or self._remark(), width)

    def _matter(self) -> str:
        coach = self._here if self.screen.model.may_move else None
        return "" if coach is None else coach.matter

    def _remark(self) -> str:
        coach = self._coach
        if coach is None:
            return ""
        is_ended = not coach.is_on and self.screen.model.seat.moves_played == self._ended
        told = coach.remark if coach.is_on else coach.farewell if is_ended else None
        return "" if told is None else self._say(told)

    def tips(self) -> Sequence[str]:
        """Return suggestions for the next game, once a coached game is over."""
        return () if self._coach is None else [*map(self._say, self._coach.tips())]

    def _say(self, phrase: Phrase) -> str:
        return self.screen.ui.said(phrase)

    # Actions

    def consider(self) -> None:
        """Make a move of the set-up, or evaluate the moves of now, in the background.

        Once help is over, say so.
        """
        coach, model = self._here, self.screen.model
        if not model.may_move:
            return
        was_on, self._was_on = self._was_on, coach is not None
        if coach is not None:
            self._run(self._set_up if coach.is_setting_up else self._look_ahead)
        elif was_on:
            self._ended = model.seat.moves_played
            self.screen.lines.show_signs()

    async def _look_ahead(self) -> None:
        """Evaluate the moves of now, which may show what matters."""
        coach = self._here
        if coach is not None:
            await coach.look_ahead()
            if self.screen.is_showing and self.screen.model.may_move:
                self.screen.lines.show_since(self.screen.model.view)
                self.screen.lines.show_signs()

    def _run(self, doing: Callable[[], Coroutine[None, None, None]]) -> Worker[None]:
        # called by the worker: a coroutine that is replaced before it begins would be left over
        return self.screen.run_worker(doing, group=_GROUP, exclusive=True)

    async def _set_up(self) -> None:
        coach = self._here
        move = None if coach is None else await coach.set_up()
        if move is not None and self.screen.model.may_move:
            self.screen.making.make(move)

    def holds(self, move: Move) -> bool:
        """Return whether a move must wait for its evaluation; otherwise note it."""
        coach, self.rest = self._here, ()
        if coach is None or self.screen.model.seat.why_not(move) is not None:
            return False  # the rules refuse it at once
        if not coach.warns_of(move):
            coach.note(move, is_hinted=self._is_hinted(move))
            return False
        self.screen.lines.tell(_("The coach is evaluating your move …"))
        if not self._is_evaluating(move):  # pressed again, it would start over
            self._evaluated = move, self._run(partial(self._evaluate, coach, move))
        return True

    def _is_evaluating(self, move: Move) -> bool:
        """Return whether a move is being evaluated."""
        if self._evaluated is None:
            return False
        evaluated, worker = self._evaluated
        return evaluated == move and not (worker.is_cancelled or worker.is_finished)

    def _is_hinted(self, move: Move) -> bool:
        advice = self.screen.hints.advice
        return advice is not None and advice.move == move

    async def _evaluate(self, coach: CoachApi, move: Move) -> None:
        objection = await coach.objection(move)
        if not (self.screen.is_showing and self.screen.model.may_move):
            return
        self.screen.lines.tell("")
        if objection is None or not coach.is_on:
            self._play(coach, move)
            return

        def answered(answer: str | None) -> None:
            if answer == _PLAY:
                self._play(coach, move, objection)
            else:
                self.screen.asking.ask_anew()

        box = CoachWarning(*objection.reasons(self.screen.ui.vocabulary, self.screen.model.people))
        box.set_class(self._looks_left(), "right")
        self.screen.app.push_screen(box, answered)

    def _play(self, coach: CoachApi, move: Move, objection: Objection | None = None) -> None:
        coach.note(move, objection, is_hinted=self._is_hinted(move))
        rest, self.rest = self.rest, ()
        if not (self.screen.making.make(move) and self.screen.line.is_open):
            return
        if rest:
            self.screen.post_message(MoveLine.Typed([*rest]))
        else:
            self.screen.asking.end_typing()

    def _looks_left(self) -> bool:
        """Whether the cursor is in the left half of the screen."""
        board = self.screen.focused
        if not isinstance(board, Board) or not (regions := board.regions(board.cursor)):
            return False
        return 2 * (board.region.x + regions[0].x) < self.screen.app.size.width
