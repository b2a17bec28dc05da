"""GameScreen: the frame that all games share. A game adds its boards and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Static

from rules.game import Event, Move, Refusal, Result
from screens.curtain import Curtain
from screens.help import HelpPane
from screens.hint import HintPane
from screens.log_reader import LogPane
from screens.results import ResultsPane
from screens.room import Room, house
from screens.rules_reader import RulesReader
from screens.seat import Advice, Seat, Steps
from screens.text import N_, _, say_refusal
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Line, Lines
from screens.widgets.menu import Item, Menu
from screens.widgets.move_line import MoveLine
from screens.words import Words, WordTree, menu_keys

HAND_OVER = "hand-over"
RESULTS = "results"
SIDES = ("lines--first", "lines--second")


class GameScreen(Room):
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
        Binding("full_stop,right_square_bracket", "step(1)", N_("Next"), id="replay.next"),
        Binding("comma,left_square_bracket", "step(-1)", N_("Before"), id="replay.before"),
        Binding("right_curly_bracket", "step(10)", N_("10 on"), show=False, id="replay.next_ten"),
        Binding(
            "left_curly_bracket", "step(-10)", N_("10 back"), show=False, id="replay.before_ten"
        ),
        Binding("home", "go_to_start", N_("Start"), show=False, id="replay.start"),
        Binding("end", "go_to_end", N_("End"), show=False, id="replay.end"),
        Binding("v", "whose_view", N_("Whose view"), id="replay.view"),
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
        super().__init__()
        self._persons = list(seats)
        self._watcher = watcher
        self._looks = list(looks)
        self._title = title
        self._steps = steps
        self.seat: Seat = seats[0] if len(seats) == 1 else watcher
        self._tree = WordTree([])
        self._before: Words = ()
        self._choices: list[Words] = []
        self._note = ""
        self._all_open = False
        self._told_result = False
        self._stop_listening: Callable[[], None] = lambda: None

    # What a game adds

    def compose_boards(self) -> ComposeResult:
        """The widgets of the game, between headline and prompt; one is `Lines(id="log")`."""
        yield Lines(id="log")

    def boards(self) -> Sequence[Board]:
        """The boards, in the order Tab visits them."""
        return ()

    def set_scale(self, size: Size) -> None:
        """Lay the boards out for a screen of this size."""

    def show_view(self, view: Any) -> None:
        """Show a view on the boards."""

    def combine(self, views: Sequence[Any]) -> Any:
        """One view that shows what all seats know; for replays of games that are over."""
        return views[0]

    def headline(self, view: Any) -> str:
        """Turn and standing, short."""
        return ""

    def ask(self, view: Any) -> str:
        """What is asked of the seat now."""
        return _("choose a move")

    def note(self, view: Any, before: Words, choice: Words) -> str:
        """A few words beside a choice of the menu."""
        return ""

    def spots(self, view: Any, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Where on the boards a choice is shown."""
        return ()

    def sentence(self, event: Event) -> str:
        """An event in the reader's language; empty if it is not worth a line."""
        return event.name

    def chapter(self, view: Any) -> str:
        """The id of the part of the rules that matters now."""
        return ""

    def legend(self) -> Mapping[str, str]:
        """The signs on the boards and what they mean."""
        return {}

    def verdict(self, result: Result) -> str:
        """Why the game ended so, in a sentence."""
        return result.reason

    # Set-up

    def compose(self) -> ComposeResult:
        """Headline, boards, prompt, menu, keys."""
        yield Static(id="headline", markup=False)
        yield from self.compose_boards()
        yield Static(id="prompt", markup=False)
        yield MoveLine(lambda: self._tree, id="line")
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
        self._before = ()
        self._note = ""
        self._tree = WordTree(self.seat.legal() if self._is_my_turn else [])
        view = self._view()
        self.show_view(view)
        self._show_log(view)
        self._offer()
        self._tell_result()

    def _view(self) -> Any:
        if self._all_open:
            return self.combine([look.view() for look in self._looks if look.number is not None])
        return self.seat.view()

    @property
    def chosen(self) -> Words:
        """The words chosen so far."""
        return self._before

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
        view = self._view()
        self._before = self._tree.descend(self._before)
        self._choices = self._tree.choices(self._before)
        shown: dict[Board, list[str]] = {}
        for choice in self._choices:
            for board, spot in self.spots(view, self._before, choice):
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
        if self._steps is not None:
            return self._replay_prompt()
        if self.seat.result is not None:
            return self.verdict(self.seat.result)
        if self._is_my_turn:
            chosen = " ".join(self._before)
            return f"{self.name_of(self.seat.number)}: {self.ask(view)}" + (
                f"   [{chosen} …]" if chosen else ""
            )
        if self._next_person() is not None:
            return _("Your part is done. Look as long as you like.")
        names = ", ".join(self.seat.names[seat] for seat in self.seat.waiting)
        return _("{names} is thinking …").format(names=names)

    def _replay_prompt(self) -> str:
        assert self._steps is not None
        if self._all_open:
            whose = _("all open")
        elif self.seat.number is None:
            whose = _("as a spectator sees it")
        else:
            whose = _("as {name} sees it").format(name=self.name_of(self.seat.number))
        return _("Replay, move {position} of {length}, {whose}").format(
            position=self._steps.position, length=self._steps.length, whose=whose
        )

    def _fill_menu(self, view: Any) -> None:
        menu = self.query_one(Menu)
        words = [
            c for c in self._choices if len(self._choices) <= 12 or not self._on_board(view, c)
        ]
        keys = menu_keys(words, self._reserved_keys())
        items = [
            Item(" ".join(choice), " ".join(choice), self.note(view, self._before, choice), key)
            for choice, key in zip(words, keys)
        ]
        if self._steps is None and self._next_person() is not None:
            person = self._next_person()
            assert person is not None
            text = _("hand the keyboard to {name}").format(name=self.name_of(person.number))
            items = [Item(HAND_OVER, text)]
        elif self._steps is None and self.seat.result is not None:
            items = [Item(RESULTS, _("the result, a replay, another game"))]
        lines = max(menu.size.height, 3)
        menu.set_items(items, columns=max(1, -(-len(items) // lines)))

    def _on_board(self, view: Any, choice: Words) -> bool:
        return any(True for _spot in self.spots(view, self._before, choice))

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
        elif self._steps is not None or self.focused is None:
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
        view = self._view()
        here = (message.board, message.spot)
        fitting = [c for c in self._choices if here in list(self.spots(view, self._before, c))]
        if len(fitting) == 1:
            self._choose(fitting[0])
        elif fitting:
            self.query_one(Menu).focus()
            self.tell(_("several choices lie here: take one from the list"))
        elif self._choices:
            self.tell(_("nothing to choose there; n jumps to the next choice"))

    def _choose(self, choice: Words) -> None:
        if choice not in self._choices:
            return
        words = (*self._before, *choice)
        move = self._tree.move(words)
        if move is not None:
            self._play(move)
            return
        self._before = words
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
        self.query_one("#prompt", Static).update(self._prompt(self._view()), layout=False)

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
        replaying = self._steps is not None
        match action:
            case "type" | "hint":
                return not replaying and self._is_my_turn
            case "word_back":
                return bool(self._before) and self._before != self._tree.descend(())
            case "undo":
                return not replaying and self.seat.can_undo()
            case "step" | "go_to_start" | "go_to_end" | "whose_view":
                return replaying
        return True

    def action_word_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        before = self._before
        while before:
            before = before[:-1]
            if len(self._tree.next_words(before)) > 1:
                break
        self._before = before
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
        self.app.push_screen(RulesReader(self.seat.game, self.chapter(self._view())))

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
        if result is None or self._told_result or self._steps is not None:
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

    def action_step(self, count: int) -> None:
        """Forwards or backwards through the record."""
        if self._steps is not None:
            self._steps.go(self._steps.position + count)

    def action_go_to_start(self) -> None:
        """To the first position."""
        if self._steps is not None:
            self._steps.go(0)

    def action_go_to_end(self) -> None:
        """To the last position."""
        if self._steps is not None:
            self._steps.go(self._steps.length)

    def action_whose_view(self) -> None:
        """See it as the next seat saw it, then all open, then as the first again."""
        if not self._looks:
            return
        if self._all_open:
            self._all_open = False
            self.seat = self._looks[0]
        elif self.seat is self._looks[-1]:
            self._all_open = True
        else:
            self.seat = self._looks[self._looks.index(self.seat) + 1]
        self.show_table()
