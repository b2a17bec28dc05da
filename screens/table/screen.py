"""GameScreen: the frame that all games share. A game adds its boards and its words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from screens.app_api import CannotStart
from screens.base import api
from screens.help import HelpDialog
from screens.player_styles import SIDES
from screens.table.agreement import Agreeing, Notice
from screens.table.curtain import Curtain
from screens.table.hint import HintDialog
from screens.table.log_dialog import LogDialog
from screens.table.move_input import MoveLine
from screens.table.results import Page, ResultsDialog
from screens.table.rules_page import RulesPage
from screens.table.seat import Advice, Seat, Steps
from screens.text import N_, _, say_refusal
from screens.too_small import is_too_small
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Line, Lines
from screens.widgets.menu import Menu

PLAIN = "lines--plain"


class GameScreen(Agreeing):
    """A table as the people at this keyboard see it, or a record being stepped through."""

    DEFAULT_CSS = """
    GameScreen { layout: vertical; overflow: hidden; }
    GameScreen #headline { height: 1; background: $panel; color: $foreground; text-style: bold; }
    GameScreen #prompt { height: 1; color: $accent; text-style: bold; padding: 0 1; }
    GameScreen .band { height: auto; layout: horizontal; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Board, Menu, MoveLine, Lines)
    IS_TABLE: ClassVar[bool] = True
    BINDING_GROUP_TITLE = N_("Table")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "u", "undo", N_("Undo"), id="game.undo", tooltip=N_("Take back your last whole move")
        ),
        Binding(
            "i,I", "hint", N_("Hint"), id="game.hint", tooltip=N_("Ask a bot what it would play")
        ),
        Binding("g", "log", N_("Log"), id="game.log", tooltip=N_("All you have been told so far")),
        Binding(
            "r,R",
            "rules",
            N_("Rules"),
            id="game.rules",
            tooltip=N_("The rules that matter now"),
        ),
        Binding("tab", "app.focus_next", N_("Next panel"), show=False, id="game.next_part"),
        Binding("question_mark", "help", N_("Keys"), id="game.help"),
        Binding("q", "leave", N_("Leave"), id="game.leave", tooltip=N_("Home; the game is kept")),
    ]

    class Changed(Message):
        """The table changed."""

        def can_replace(self, message: Message) -> bool:
            """Several changes are shown at once."""
            return isinstance(message, GameScreen.Changed)

    class Advised(Message):
        """A program has thought of something for a seat, after so many moves."""

        def __init__(self, advice: Advice, seat: Seat, ply: int) -> None:
            super().__init__()
            self.advice = advice
            self.seat = seat
            self.ply = ply

    def __init__(
        self,
        seats: Sequence[Seat],
        watcher: Seat,
        *,
        title: str,
        steps: Steps | None = None,
        looks: Sequence[Seat] = (),
        own: int | None = None,
    ) -> None:
        """`own` is the seat that whoever steps through a record had in it."""
        super().__init__(seats, watcher, steps, looks, own)
        self._title = title
        self._headline = ""
        self._told_result = False
        self._pages: Sequence[Page] = ()
        self._stop_listening: list[Callable[[], None]] = []

    # Set-up

    def compose(self) -> ComposeResult:
        """Headline, boards, prompt, what is offered, menu, keys."""
        yield Static(id="headline", markup=False)
        yield from self.compose_boards()
        yield Static(id="prompt", markup=False)
        yield Notice(id="notice")
        yield Menu(lines=3, id="menu")
        yield MoveLine(lambda: self._choosing.tree, id="line")
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the table, and hand the keyboard to whoever begins."""
        for seat in self._persons or [self._watcher]:
            self._stop_listening.append(seat.listen(self.note_change))
        self.set_scale(self.app.size)
        self.fit_menu(self.app.size)
        self.show_table()
        if len(self._persons) > 1 and self.next_person() is not None:
            self.hand_over()

    def note_change(self) -> None:
        """The table changed: show it when its turn comes."""
        self.post_message(self.Changed())

    def on_unmount(self) -> None:
        """No longer follow the table."""
        for stop in self._stop_listening:
            stop()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        if not is_too_small(event.size):
            self.set_scale(event.size)
            self.fit_menu(event.size)
            self.show_view(self.seen())
            self._show_log(self.seen(), event.size)
            self.fill_menu(self.seen(), keep=True)
            self.laid_out()

    def laid_out(self) -> None:
        """The boards were laid out anew: what was shown on them beforehand is to be shown again."""

    def fit_menu(self, size: Size | None = None) -> None:
        """Give the menu the lines that are free: three at 24, less those that are taken."""
        height = (size or self.app.size).height
        lines = max(3, min(9, height - 21 if height < 38 else 6))
        self.query_one(Menu).set_lines(lines - self.lines_taken)

    # Showing

    @on(Changed)
    def show_change(self) -> None:
        """Show a change; for `show_table` itself Textual would call each class's own."""
        self.show_table()

    def show_table(self) -> None:
        """Show the table as it is now."""
        if not self.is_attached:
            return
        self.pass_openly()
        view = self.seen()
        self.show_view(view)
        self._show_log(view, self.app.size)
        self.show_notice()
        self.ask_anew()
        if self.seat.result is not None and not self._told_result and not self.is_replay:
            self.show_result()

    def pass_openly(self) -> None:
        """Where nothing is hidden the next person simply goes on."""
        person = self.next_person()
        if person is not None and not self.is_replay and not self.hides(self.seen()):
            self.seat = person

    def _undoer(self) -> Seat:
        """Who may take a move back: the one who looks, or where nothing is hidden anyone here."""
        if self.hides(self.seen()):
            return self.seat
        return next((person for person in self._persons if person.can_undo()), self.seat)

    def _show_log(self, view: Any, size: Size) -> None:
        title = f"{self._title}   " if size.width >= 110 else ""
        self._headline = f" {title}{self.headline(view)}"
        self.show_headline(size)
        self.query_one("#log", Lines).set_lines(_("Log"), self.log_lines(size.height))

    def show_headline(self, size: Size | None = None) -> None:
        """Show the headline, and beside it what is to be said of the people at the table."""
        room = (size or self.app.size).width - cell_len(self._headline) - 3
        around = "" if self.is_replay else api(self).around(room)
        text = f"{self._headline}{around.rjust(room + 2)}" if around else self._headline
        line = self.query_one("#headline", Static)
        if line.content != text:
            line.update(text, layout=False)

    def log_lines(self, most: int | None = None) -> list[Line]:
        """The log as lines, or its last ones, each in the colour of who did it."""
        lines: list[Line] = []
        for event in reversed(self.told()):
            if len(lines) == most:
                break
            text = self.sentence(event)
            if text:
                side = PLAIN if event.seat is None else f"lines--{SIDES[event.seat]}"
                lines.append((text, f"{side}-strong" if self.is_weighty(event) else side))
        return lines[::-1]

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what is possible now is offered."""
        replaying = self.is_replay
        match action:
            case "type":
                return not replaying and self.is_my_turn
            case "hint":
                return not replaying and self.is_my_turn and self._gives_hints
            case "word_back":
                return self._choosing.can_go_back
            case "undo":
                return not replaying and self._undoer().can_undo()
            case "step" | "go_to_start" | "go_to_end":
                return replaying
            case "whose_view":
                return bool(self._looks)
        return super().check_action(action, parameters)

    @property
    def _gives_hints(self) -> bool:
        """Whether a program may be asked for advice: not in a game against people elsewhere."""
        return api(self).is_private or self.seat.bots.count(None) == 1

    def action_undo(self) -> None:
        """Take back the last move."""
        self.attempt(self._undoer().undo)

    def action_log(self) -> None:
        """The whole log."""
        self.app.push_screen(LogDialog(self.log_lines()))

    def action_rules(self) -> None:
        """The rules at the part that matters now."""
        self.app.push_screen(RulesPage(self.seat.game, self.chapter(self.seen())))

    def action_help(self) -> None:
        """Keys and signs."""
        self.app.push_screen(HelpDialog(self, self.legend(), self.letters.explained()))

    def action_leave(self) -> None:
        """Home; the game is kept."""
        api(self).leave_table()

    def action_hint(self) -> None:
        """Ask a program, without holding up the screen."""
        self.tell(_("asking …"))
        self.run_worker(self._think(self.seat), group="hint", exclusive=True)

    async def _think(self, seat: Seat) -> None:
        ply = seat.moves_played
        advice = await asyncio.to_thread(seat.adviser())
        self.post_message(self.Advised(advice, seat, ply))

    @on(Advised)
    def show_hint(self, message: Advised) -> None:
        """Show the advice, unless the table has gone on meanwhile."""
        if (message.seat, message.ply) == (self.seat, self.seat.moves_played):
            self.tell_again()
            if self.app.screen is self:
                self.app.push_screen(HintDialog(message.advice), self._follow_hint)

    def _follow_hint(self, word: str | None) -> None:
        if word:
            self.play(self.seat.game.parse(word))

    # The curtain, the end, the replay

    def hand_over(self) -> None:
        """Draw the curtain for the next person."""
        self.run_worker(self._draw_curtain(), group="curtain", exclusive=True)

    async def _draw_curtain(self) -> None:
        """Hide the table, and turn it to the next person behind the curtain."""
        person = self.next_person()
        if person is None:
            return
        await self.app.push_screen(Curtain(self.name_of(person.number)))
        self.forget()
        self.seat = person
        self.show_table()

    def show_result(self) -> None:
        """Who won and why, and what now."""
        result = self.seat.result
        if result is None:
            return
        self._told_result = True
        if len(self._persons) > 1:
            self.seat = self._persons[0]
        self._pages = self.pages(result, self.seat.log())
        pane = ResultsDialog(result, self.names, self.verdict(result), self._pages)
        self.app.push_screen(pane, self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer and answer.isdigit():
            box = self._pages[int(answer)].box()
            self.app.push_screen(box, lambda _answer: self.show_result())
        elif answer == "replay":
            api(self).replay_this(0)
        elif answer == "again":
            try:
                api(self).play_again()
            except CannotStart as problem:
                self.notify(say_refusal(problem), severity="error", markup=False)
        elif answer == "home":
            api(self).leave_table()
