"""Offering the legal moves: prompt, menu, lit spots, and the line for typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widgets import Static

from rules.contract import Move
from rules.messages import Refusal
from screens.base import api
from screens.keymap import bound_characters
from screens.people import Told
from screens.table.move_choice import Choosing
from screens.table.move_input import MoveLine
from screens.table.move_words import Words, shared_start
from screens.table.replay_control import Stepping
from screens.table.seat import Seat, Steps
from screens.text import N_, _, say_refusal, why
from screens.widgets.board import Board
from screens.widgets.menu import Item, Menu

_ASKED: Final = Told(N_("{name}: {question}"), you=N_("Your turn: {question}"))
_PLAYED_FOR: Final = N_('A bot plays for you; " to take over.')
HAND_OVER = "hand-over"
RESULTS = "results"


class Offering(Stepping):
    """The part of a GameScreen that lets a person choose a move, by cursor, key or words."""

    BINDING_GROUP_TITLE = N_("Table")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "backspace",
            "word_back",
            N_("Back"),
            id="game.back",
            tooltip=N_("Take back the last word of the move you are choosing"),
        ),
    ]

    def __init__(
        self,
        persons: Sequence[Seat],
        watcher: Seat,
        steps: Steps | None,
        looks: Sequence[Seat],
        own: int | None = None,
    ) -> None:
        super().__init__(persons[0] if len(persons) == 1 else watcher, steps, looks, own)
        self._is_shared = len(persons) > 1 and not self.hides(watcher.view())
        """Whether several people look at one screen together."""
        self._persons = list(persons)
        self._watcher = watcher
        self._choosing = Choosing([])
        self._note = ""

    def ask_anew(self) -> None:
        """Offer the legal moves of now; words chosen already stay if nothing changed for them."""
        moves = self.choosable(self.seat.legal()) if self.is_my_turn else []
        if not self._choosing.is_among(moves):
            self._choosing = self.choosing_among(moves, self.seen())
        if not moves:
            self.line.close()
        if not self.line.is_open:
            self._note = ""
        self.offer()

    def choosing_among(self, moves: Sequence[Move], view: Any) -> Choosing:
        """The choice of one of these moves, as far as a view asks for it word by word."""
        return Choosing(moves, self.most_whole(view))

    def forget(self) -> None:
        """Leave nothing of the one who looked for the next: cursors, words, remarks."""
        self._note = ""
        self._choosing = Choosing([])
        self.line.close()
        for board in self.boards():
            board.forget()

    def hand_over(self) -> None:
        """Give the keyboard to the next person."""

    def show_result(self) -> None:
        """Show how the game ended."""

    @property
    def line(self) -> MoveLine:
        """The line for typing."""
        return self.query_one(MoveLine)

    @property
    def lines_taken(self) -> int:
        """Lines between prompt and menu that are taken from what is below."""
        return int(self.line.is_open)

    @property
    def chosen(self) -> Words:
        """The words chosen so far."""
        return self._choosing.before

    @property
    def is_my_turn(self) -> bool:
        """Whether the seat that looks must move now."""
        looks_on = not self.is_replay and self.seat not in self._persons
        return not looks_on and self.seat.number in self.seat.waiting

    def next_person(self) -> Seat | None:
        """The next person at this keyboard who must move, if it is not the one who looks."""
        if self.is_my_turn:
            return None
        return next((s for s in self._persons if s.number in s.waiting), None)

    @property
    def reader(self) -> int | None:
        """The seat that is addressed: nobody where several people look at the same screen."""
        if self.is_replay:
            return super().reader
        is_open = self._is_shared or (len(self._persons) > 1 and self.seat.result is not None)
        return None if is_open else self.seat.number

    def name_of(self, seat: int | None) -> str:
        """The name of a seat, for somebody else."""
        return "" if seat is None else self.people.names[seat]

    def offer(self) -> None:
        """Offer what may be chosen after the words chosen so far."""
        view = self.seen()
        shown: dict[Board, list[str]] = {}
        for choice in self._choosing.choices:
            for board, spot in self.spots(view, self.chosen, choice):
                shown.setdefault(board, []).append(spot)
        for board in self.boards():
            board.light(shown.get(board, ()))
        self.query_one("#prompt", Static).update(self._prompt(view), layout=False)
        self.fill_menu(view)
        if not self.line.is_open:
            self.place_focus(shown)
        self.refresh_bindings()

    def _prompt(self, view: Any) -> str:
        if self._note:
            return self._note
        if self.is_replay:
            return self.replay_prompt()
        if self.seat.result is not None:
            return self.verdict(self.seat.result)
        if self.is_my_turn:
            chosen = " ".join(self.chosen)
            asked = self.people.say(_ASKED, {"question": self.ask(view)}, name=self.seat.number)
            return asked + (f"   [{chosen} …]" if chosen else "")
        if (person := self.next_person()) is not None:
            if self.seat in self._persons:
                return _("Your turn is done. Look as long as you like.")
            return _("The keyboard goes to {name}.").format(name=self.name_of(person.number))
        return self._waiting_prompt()

    def _waiting_prompt(self) -> str:
        """For whom the table waits; of the own seat, where a bot plays on it, there is no word."""
        others = [seat for seat in self.seat.waiting if seat != self.reader]
        names = self.people.listed(others)
        text = _("waiting for {names} …").format(names=names) if names else ""
        if not self._persons and self.seat.number is not None:
            return f"{_(_PLAYED_FOR)}   {text}".rstrip()
        return f"{text}   {last}" if (last := self.last_done()) else text

    def fill_menu(self, view: Any, *, keep: bool = False) -> None:
        """List what can be chosen, in as many columns as it takes."""
        menu = self.query_one(Menu)
        choices = self._choosing.choices
        places = sum(len(board.lit) for board in self.boards())
        is_short = len(choices) <= 12 or places < 2  # one place cannot tell choices apart
        words = [c for c in choices if is_short or not self._on_board(view, c)]
        keys = dict(zip(choices, self.letters.keys(self.chosen, choices, self._taken_keys())))
        items = [
            Item(
                " ".join(choice),
                " ".join(choice or self.chosen[-1:]),
                self.note(view, self.chosen, choice),
                keys[choice],
            )
            for choice in words
        ]
        person = None if self.is_replay else self.next_person()
        if person is not None:
            text = _("hand the keyboard to {name}").format(name=self.name_of(person.number))
            items = [Item(HAND_OVER, text)]
        elif not self.is_replay and self.seat.result is not None:
            items = [Item(RESULTS, _("the result, a replay, another game"))]
        menu.set_items(items, columns=max(1, -(-len(items) // menu.lines)), keep=keep)

    def _on_board(self, view: Any, choice: Words) -> bool:
        return any(True for _spot in self.spots(view, self.chosen, choice))

    def _taken_keys(self) -> frozenset[str]:
        """What other keys mean here, whether just now or not: a key never changes sides."""
        nodes = (self.app, self, *self.boards(), self.query_one(Menu))
        return bound_characters(map(type, nodes), api(self).keys())

    def place_focus(self, shown: dict[Board, list[str]]) -> None:
        """Put the cursor where the choice is: on a board if spots are lit, else on the menu."""
        menu = self.query_one(Menu)
        menu.can_focus = bool(menu.items)
        boards = [board for board in self.boards() if shown.get(board)]
        if boards:
            board = boards[0]
            if not board.was_used or board.cursor not in board.lit:
                near = board.nearest(board.lit) if board.was_used else ""
                board.put_cursor(near or self.first_spot(board, shown[board]))
            board.focus()
        elif menu.items:
            menu.focus()
        elif self.is_replay or self.focused is None:
            for board in self.boards()[:1]:
                board.focus()

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Where the cursor starts among lit spots."""
        return lit[0]

    @on(Menu.Taken)
    def take_item(self, message: Menu.Taken) -> None:
        """A line of the menu was taken."""
        message.stop()
        if message.item.id == HAND_OVER:
            self.hand_over()
        elif message.item.id == RESULTS:
            self.show_result()
        else:
            self._choose(tuple(message.item.id.split()))

    @on(Board.Chosen)
    def take_spot(self, message: Board.Chosen) -> None:
        """A spot of a board was chosen."""
        message.stop()
        fitting = self._choices_at(message.board, message.spot)
        if not fitting:
            if self._choosing.choices:
                self._take_unlit(message.board, message.spot)
            return
        while words := shared_start(fitting):
            if len(fitting) > 1 or self.asks_first((*self.chosen, *words)):
                self._choosing.enter(words)
            elif (move := self._choosing.take(words)) is not None:
                self.play(move)
                return
            fitting = self._choices_at(message.board, message.spot) or [()]
        self._note = ""
        self.offer()
        if len(fitting) > 1:
            self.tell(_("several choices here: take one from the list"))
        if len(fitting) > 1 or self._choosing.choices == [()]:
            self.query_one(Menu).focus()

    def _choices_at(self, board: Board, spot: str) -> list[Words]:
        """The choices that are shown on a spot."""
        view, here = self.seen(), (board, spot)
        choices = self._choosing.choices
        return [c for c in choices if here in list(self.spots(view, self.chosen, c))]

    def _take_unlit(self, board: Board, spot: str) -> None:
        """Play the move a spot stands for, if it does; the rules say why it may not be played."""
        words = self.words_at(board, spot, self.chosen)
        if not words:
            self.tell(_("nothing to choose there"))
            return
        try:
            self.play(self.seat.game.parse(" ".join(words)))
        except Refusal:
            self.tell(_("nothing to choose there"))

    @on(Board.Moved)
    def forget_remark(self) -> None:
        """The question comes back as soon as the cursor moves on."""
        if self._note and not self.line.is_open:
            self.tell_again()

    def _choose(self, choice: Words) -> None:
        if choice not in self._choosing.choices:
            return
        move = self._choosing.take(choice)
        if move is not None:
            self.play(move)
            return
        self._note = ""
        self.offer()

    def play(self, move: Move) -> bool:
        """Make a move; if it is refused, say why and answer False."""
        return self.attempt(lambda: self.seat.play(move))

    def attempt(self, act: Callable[[], None]) -> bool:
        """Do what the table may refuse, or the disk; then say why and answer False."""
        try:
            act()
        except Refusal as refusal:
            self.tell(say_refusal(refusal))
            return False
        except OSError as error:
            self.tell(_("the move could not be saved: {why}").format(why=why(error)))
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
        menu = self.query_one(Menu)
        if menu.display and menu.take_key(event.key):
            event.stop()

    def fit_menu(self) -> None:
        """Give the menu the lines that are free."""

    def action_word_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        self._choosing.go_back()
        self._note = ""
        self.offer()
