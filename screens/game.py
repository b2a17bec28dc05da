"""GameScreen: the frame that all games share. A game adds its boards and its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Static

from rules.game import Move, Refusal
from screens.choosing import Choosing
from screens.curtain import Curtain
from screens.help import HelpPane
from screens.hint import HintPane
from screens.log_reader import LogPane
from screens.replay import Stepping
from screens.results import ResultsPane
from screens.room import house
from screens.rules_reader import RulesReader
from screens.seat import Advice, Seat, Steps
from screens.text import N_, _, say_refusal
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Line, Lines
from screens.widgets.menu import Item, Menu
from screens.widgets.move_line import MoveLine
from screens.words import Words, menu_keys

HAND_OVER = "hand-over"
RESULTS = "results"
SIDES = ("lines--first", "lines--second")


class GameScreen(Stepping):
    """A table as the people at this keyboard see it, or a record being stepped through."""

    DEFAULT_CSS = """
    GameScreen { layout: vertical; }
    GameScreen #headline { height: 1; background: $panel; color: $foreground; text-style: bold; }
    GameScreen #prompt { height: 1; color: $accent; text-style: bold; padding: 0 1; }
    GameScreen .band { height: auto; layout: horizontal; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "type", N_("Type"), id="game.type", tooltip=N_("Type a move in words")),
        Binding(
            "backspace",
            "word_back",
            N_("Back"),
            id="game.back",
            tooltip=N_("Take back the last word of the move you are choosing"),
        ),
        Binding(
            "u", "undo", N_("Undo"), id="game.undo", tooltip=N_("Take back your last whole move")
        ),
        Binding(
            "i", "hint", N_("Hint"), id="game.hint", tooltip=N_("Ask a program what it would do")
        ),
        Binding("g", "log", N_("Log"), id="game.log", tooltip=N_("All that you were told so far")),
        Binding(
            "r",
            "rules",
            N_("Rules"),
            id="game.rules",
            tooltip=N_("The rules, where they matter now"),
        ),
        Binding("tab", "app.focus_next", N_("Next part"), show=False, id="game.next_part"),
        Binding("question_mark", "help", N_("Keys"), id="game.help"),
        Binding("q", "leave", N_("Leave"), id="game.leave", tooltip=N_("Home; the game is kept")),
    ]

    class Changed(Message):
        """The table changed."""

    def __init__(
        self,
        seats: Sequence[Seat],
        watcher: Seat,
        *,
        title: str,
        steps: Steps | None = None,
        looks: Sequence[Seat] = (),
    ) -> None:
        super().__init__(seats[0] if len(seats) == 1 else watcher, steps, looks)
        self._persons = list(seats)
        self._watcher = watcher
        self._title = title
        self._choosing = Choosing([])
        self._note = ""
        self._told_result = False
        self._stop_listening: Callable[[], None] = lambda: None

    # Set-up

    def compose(self) -> ComposeResult:
        """Headline, boards, prompt, menu, keys."""
        yield Static(id="headline", markup=False)
        yield from self.compose_boards()
        yield Static(id="prompt", markup=False)
        yield MoveLine(lambda: self._choosing.tree, id="line")
        yield Menu(lines=3, id="menu")
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the table, and hand the keyboard to whoever begins."""
        self._stop_listening = self._watcher.listen(self._note_change)
        self.set_scale(self.app.size)
        self._menu_lines(self.app.size)
        self.show_table()
        if len(self._persons) > 1 and self._next_person() is not None:
            self.run_worker(self._draw_curtain(), group="curtain")

    def _note_change(self) -> None:
        self.post_message(self.Changed())

    def on_unmount(self) -> None:
        """No longer follow the table."""
        self._stop_listening()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        if event.size.width >= 20:
            self.set_scale(event.size)
            self._menu_lines(event.size)

    def _menu_lines(self, size: Size) -> None:
        menu = self.query_one(Menu)
        menu.styles.height = max(3, min(9, size.height - 21 if size.height < 38 else 6))

    # Showing

    @on(Changed)
    def show_table(self) -> None:
        """Show the table as it is now."""
        if not self.is_attached:
            return
        self._note = ""
        self._choosing = Choosing(self.seat.legal() if self._is_my_turn else [])
        view = self.seen()
        self.show_view(view)
        self._show_log(view)
        self._offer()
        self._tell_result()

    @property
    def chosen(self) -> Words:
        """The words chosen so far."""
        return self._choosing.before

    @property
    def _is_my_turn(self) -> bool:
        return self.seat.number is not None and self.seat.number in self.seat.waiting

    def _next_person(self) -> Seat | None:
        """The next person at this keyboard who must move, if it is not the one who looks."""
        if self._is_my_turn:
            return None
        return next((s for s in self._persons if s.number in s.waiting), None)

    def _show_log(self, view: Any) -> None:
        title = f"{self._title}   " if self.app.size.width >= 110 else ""
        self.query_one("#headline", Static).update(f" {title}{self.headline(view)}", layout=False)
        self.query_one("#log", Lines).set_lines(_("Log"), self.log_lines())

    def log_lines(self) -> list[Line]:
        """The log as lines, each in the colour of who did it."""
        lines: list[Line] = []
        for event in self.seat.log():
            text = self.sentence(event)
            if text:
                look = "lines--plain" if event.seat is None else SIDES[event.seat % len(SIDES)]
                lines.append((text, look))
        return lines

    def name_of(self, seat: int | None) -> str:
        """The name of a seat."""
        return "" if seat is None else self.seat.names[seat]

    # Offering choices

    def _offer(self) -> None:
        """Offer what may be chosen after the words chosen so far."""
        view = self.seen()
        shown: dict[Board, list[str]] = {}
        for choice in self._choosing.choices:
            for board, spot in self.spots(view, self.chosen, choice):
                shown.setdefault(board, []).append(spot)
        for board in self.boards():
            board.light(shown.get(board, ()))
        self.query_one("#prompt", Static).update(self._prompt(view), layout=False)
        self._fill_menu(view)
        self._place_focus(shown)
        self.refresh_bindings()

    def _prompt(self, view: Any) -> str:
        if self._note:
            return self._note
        if self.is_replay:
            return self.replay_prompt()
        if self.seat.result is not None:
            return self.verdict(self.seat.result)
        if self._is_my_turn:
            chosen = " ".join(self.chosen)
            return f"{self.name_of(self.seat.number)}: {self.ask(view)}" + (
                f"   [{chosen} …]" if chosen else ""
            )
        if self._next_person() is not None:
            return _("Your part is done. Look as long as you like.")
        names = ", ".join(self.seat.names[seat] for seat in self.seat.waiting)
        return _("{names} is thinking …").format(names=names)

    def _fill_menu(self, view: Any) -> None:
        menu = self.query_one(Menu)
        choices = self._choosing.choices
        words = [c for c in choices if len(choices) <= 12 or not self._on_board(view, c)]
        keys = menu_keys(words, self._reserved_keys())
        items = [
            Item(" ".join(choice), " ".join(choice), self.note(view, self.chosen, choice), key)
            for choice, key in zip(words, keys)
        ]
        if not self.is_replay and self._next_person() is not None:
            person = self._next_person()
            assert person is not None
            text = _("hand the keyboard to {name}").format(name=self.name_of(person.number))
            items = [Item(HAND_OVER, text)]
        elif not self.is_replay and self.seat.result is not None:
            items = [Item(RESULTS, _("the result, a replay, another game"))]
        lines = max(menu.size.height, 3)
        menu.set_items(items, columns=max(1, -(-len(items) // lines)))

    def _on_board(self, view: Any, choice: Words) -> bool:
        return any(True for _spot in self.spots(view, self.chosen, choice))

    def _reserved_keys(self) -> frozenset[str]:
        used = {"h", "j", "k", "l", "n"} | set(self.active_bindings)
        return frozenset(key for key in used if len(key) == 1)

    def _place_focus(self, shown: dict[Board, list[str]]) -> None:
        """Put the cursor where the choice is: on a board if spots are lit, else on the menu."""
        menu = self.query_one(Menu)
        menu.can_focus = bool(menu.items)
        boards = [board for board in self.boards() if shown.get(board)]
        if boards:
            board = boards[0]
            if board.cursor not in board.lit:
                board.put_cursor(self.first_spot(board, shown[board]))
            board.focus()
        elif menu.items:
            menu.focus()
        elif self.is_replay or self.focused is None:
            for board in self.boards()[:1]:
                board.focus()

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Where the cursor starts among lit spots."""
        return lit[0]

    # Taking choices

    @on(Menu.Taken)
    def take_item(self, message: Menu.Taken) -> None:
        """A line of the menu was taken."""
        message.stop()
        if message.item.id == HAND_OVER:
            self.run_worker(self._draw_curtain(), group="curtain")
        elif message.item.id == RESULTS:
            self._told_result = False
            self._tell_result()
        else:
            self._choose(tuple(message.item.id.split()))

    @on(Board.Chosen)
    def take_spot(self, message: Board.Chosen) -> None:
        """A spot of a board was chosen."""
        message.stop()
        view = self.seen()
        here = (message.board, message.spot)
        fitting = [
            choice
            for choice in self._choosing.choices
            if here in list(self.spots(view, self.chosen, choice))
        ]
        if len(fitting) == 1:
            self._choose(fitting[0])
        elif fitting:
            self.query_one(Menu).focus()
            self.tell(_("several choices lie here: take one from the list"))
        elif self._choosing.choices:
            self.tell(_("nothing to choose there; n jumps to the next choice"))

    def _choose(self, choice: Words) -> None:
        if choice not in self._choosing.choices:
            return
        move = self._choosing.take(choice)
        if move is not None:
            self._play(move)
            return
        self._note = ""
        self._offer()

    def _play(self, move: Move) -> bool:
        try:
            self.seat.play(move)
        except Refusal as refusal:
            self.tell(say_refusal(refusal))
            return False
        except OSError as error:
            self.tell(_("the move could not be written down: {why}").format(why=error.strerror))
            return False
        return True

    def tell(self, text: str) -> None:
        """Show a remark in place of the prompt until the next choice."""
        self._note = text
        self.query_one("#prompt", Static).update(text, layout=False)

    def tell_again(self) -> None:
        """Show the prompt again in place of a remark."""
        self._note = ""
        self.query_one("#prompt", Static).update(self._prompt(self.seen()), layout=False)

    def on_key(self, event: events.Key) -> None:
        """The keys of the menu work from the boards too."""
        if self.query_one(Menu).take_key(event.key):
            event.stop()

    # Typing

    def action_type(self) -> None:
        """Open the line for typing."""
        self.query_one(MoveLine).open()

    @on(MoveLine.Left)
    def leave_line(self) -> None:
        """Back to the board."""
        self._offer()

    @on(MoveLine.Typed)
    def play_typed(self, message: MoveLine.Typed) -> None:
        """Play what was typed, move by move, until one is refused."""
        for text in message.texts:
            try:
                move = self.seat.game.parse(text)
            except Refusal as refusal:
                self.tell(say_refusal(refusal))
                return
            if not self._play(move):
                return
        self.query_one(MoveLine).close()
        self._offer()

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what is possible now is offered."""
        replaying = self.is_replay
        match action:
            case "type" | "hint":
                return not replaying and self._is_my_turn
            case "word_back":
                return self._choosing.can_go_back
            case "undo":
                return not replaying and self.seat.can_undo()
            case "step" | "go_to_start" | "go_to_end" | "whose_view":
                return replaying
        return True

    def action_word_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        self._choosing.go_back()
        self._note = ""
        self._offer()

    def action_undo(self) -> None:
        """Take back the last move."""
        try:
            self.seat.undo()
        except Refusal as refusal:
            self.tell(say_refusal(refusal))
        except OSError as error:
            self.tell(_("the move could not be written down: {why}").format(why=error.strerror))

    def action_log(self) -> None:
        """The whole log."""
        self.app.push_screen(LogPane(self.log_lines()))

    def action_rules(self) -> None:
        """The rules at the part that matters now."""
        self.app.push_screen(RulesReader(self.seat.game, self.chapter(self.seen())))

    def action_help(self) -> None:
        """Keys and signs."""
        self.app.push_screen(HelpPane(self.legend()))

    def action_leave(self) -> None:
        """Home; the game is kept."""
        house(self).leave_table()

    def action_hint(self) -> None:
        """Ask a program, without holding up the screen."""
        self.tell(_("asking …"))
        self.run_worker(self._think, thread=True, group="hint", exclusive=True)

    def _think(self) -> None:
        ply = self.seat.moves_played
        advice = self.seat.advise()
        self.app.call_from_thread(self._show_hint, advice, ply)

    def _show_hint(self, advice: Advice, ply: int) -> None:
        if ply != self.seat.moves_played:
            return
        self._note = ""
        self._offer()
        self.app.push_screen(HintPane(advice), self._follow_hint)

    def _follow_hint(self, word: str | None) -> None:
        if word:
            self._play(self.seat.game.parse(word))

    # The curtain, the end, the replay

    async def _draw_curtain(self) -> None:
        """Hide the table, and turn it to the next person behind the curtain."""
        person = self._next_person()
        if person is None:
            return
        await self.app.push_screen(Curtain(self.name_of(person.number)))
        self.seat = person
        self.show_table()

    def _tell_result(self) -> None:
        result = self.seat.result
        if result is None or self._told_result or self.is_replay:
            return
        self._told_result = True
        if len(self._persons) > 1:
            self.seat = self._persons[0]
        pane = ResultsPane(result, self.seat.names, self.verdict(result))
        self.app.push_screen(pane, self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer == "replay":
            house(self).replay_this(0)
        elif answer == "again":
            house(self).play_again()
        elif answer == "home":
            house(self).leave_table()
