"""The choice of a move: legal moves are offered on boards and in the menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.keys import key_to_character

from rules.contract import Move
from rules.messages import Refusal
from screens.base import api
from screens.keymap import bound_characters
from screens.table.model import TableModel
from screens.table.move_words import MovePicker, Words, shared_start, words_of
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from screens.table.game_ui import GameUi
    from screens.table.screen import GameScreen

HAND_OVER = "hand-over"
RESULTS = "results"
ONWARD = "onward"
_ENTER = "↵"
_FEW = 12
"""The most choices listed in the menu in addition to the boards."""


class MoveMenu:
    """The choices offered now, on boards and in the menu."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._advised: Words = ()
        """The next words of a bot's advice."""
        self._at: dict[tuple[Board, str], list[Words]] = {}
        """The choices shown on each spot."""
        self._tells_of_cursor = False
        """Whether the menu shows the outcome of the spot under the cursor."""
        self.shortcuts: Mapping[Words, str] = {}
        """The beginnings of moves that are offered whatever was chosen, with the key of each."""
        self._is_new = True
        """Whether the cursor was not placed for the question yet."""

    @property
    def _ui(self) -> GameUi[Any]:
        return self.screen.ui

    @property
    def _model(self) -> TableModel[Any]:
        return self.screen.model

    @property
    def _picker(self) -> MovePicker:
        return self.screen.picker

    # Offering choices

    def begin(self) -> None:
        """Start a choice among the present legal moves; the same moves keep the words chosen."""
        model, picker = self._model, self._picker
        moves = self._ui.choosable(model.legal()) if model.is_my_turn else []
        if not picker.is_among(moves):
            picker.begin(moves, self._ui.most_whole(model.view))
            picker.restart(self._ui.beginning(model.view))
            self._is_new = True

    def light(self) -> dict[Board, list[str]]:
        """Highlight and return the places of choices."""
        view, shown = self._model.view, dict[Board, list[str]]()
        self._at = {}
        self.shortcuts = self._ui.shortcuts(view) if self._picker.choices else {}
        for words in self.shortcuts:
            for board, spot in self._ui.spots(view, (), words):
                shown.setdefault(board, []).append(spot)
        for choice in self._picker.choices:
            for board, spot in self._ui.spots(view, self._picker.chosen, choice):
                shown.setdefault(board, []).append(spot)
                self._at.setdefault((board, spot), []).append(choice)
        for board in self._ui.boards():
            board.light(shown.get(board, ()))
        return shown

    def mark(self, advised: Words) -> None:
        """Mark the next words of a hint on boards and in the menu."""
        self._advised = advised
        spots = [
            spot
            for choice in self._picker.choices
            if self._is_advised(choice)
            for spot in self._advised_spots(choice)
        ]
        for words in filter(self._is_hinted, () if advised else self.shortcuts):
            spots += self._ui.spots(self._model.view, (), words)
        for board in self._ui.boards():
            board.hint(spot for other, spot in spots if other is board)

    def _advised_spots(self, choice: Words) -> list[tuple[Board, str]]:
        """Return the places of a choice that fit the recommended move best."""
        view, chosen = self._model.view, self._picker.chosen
        among = list(self._ui.spots(view, chosen, choice))
        for length in range(len(self._advised), len(choice), -1):
            spots = self._ui.spots(view, chosen, self._advised[:length])
            if closer := [spot for spot in spots if spot in among]:
                return closer
        return among

    def _is_advised(self, choice: Words) -> bool:
        return bool(choice) and self._advised[: len(choice)] == choice

    def fill_menu(self, *, keep: bool = False) -> None:
        """List the choices, in as many columns as needed."""
        self._tells_of_cursor = False
        if self._model.is_following:
            self.screen.menu.set_items([])  # no choice before all events are shown
        else:
            self._list(self._items(), keep=keep)

    def _list(self, items: Sequence[Item], *, keep: bool = False) -> None:
        menu = self.screen.menu
        menu.set_items(items, columns=menu.columns_for(items), keep=keep)

    def _items(self) -> list[Item]:
        model = self._model
        if not model.is_replay and (person := model.next_person()) is not None:
            text = _("pass the keyboard to {name}").format(name=model.people.named(person.number))
            return [Item(HAND_OVER, text)]
        if (guide := model.guided_to_end) is not None:
            return [Item(ONWARD, guide.onward)]
        if not model.is_replay and model.result is not None:
            return [Item(RESULTS, _("the result, a replay, another game"))]
        return [*self._ui.own_choices(model.view)] or self._choices()

    def _choices(self) -> list[Item]:
        view, picker = self._model.view, self._picker
        choices = picker.choices
        places = sum(len(board.lit) for board in self._ui.boards())
        is_short = len(choices) <= _FEW or places < 2  # one spot cannot tell choices apart
        keys = dict(zip(choices, self._ui.letters.keys(picker.chosen, choices, self._taken())))
        listed = [
            Item(
                " ".join(choice),
                self._ui.row_text(view, picker.chosen, choice),
                self._ui.note(view, picker.chosen, choice),
                keys[choice],
                is_advised=self._is_advised(choice),
            )
            for choice in choices
            if (
                (is_short and (keys[choice] or not self.shortcuts))
                or self._is_advised(choice)
                or not any(self._ui.spots(view, picker.chosen, choice))
            )
            and not self._is_covered((*picker.chosen, *choice))
        ]
        self._tells_of_cursor = not (listed or self.shortcuts)
        return self._with_shortcuts(listed) or self._under_cursor()

    def _is_covered(self, words: Words) -> bool:
        """Whether shortcuts offer all moves that begin with some words."""
        if not self.shortcuts:
            return False
        moves = map(words_of, self._picker.phrases.beginning(words))
        return all(move in self.shortcuts for move in moves)

    def _with_shortcuts(self, items: list[Item]) -> list[Item]:
        """Return items with the shortcuts, each before the first that begins with its word."""
        for words, key in self.shortcuts.items():
            if not key:
                continue  # it is offered on a board
            like = (n for n, item in enumerate(items) if item.id == words[0])
            item = Item(
                " ".join(words),
                self._ui.row_text(self._model.view, (), words),
                self._ui.note(self._model.view, (), words),
                key,
                is_advised=self._is_hinted(words),
            )
            items.insert(next(like, len(items)), item)
        return items

    def _is_hinted(self, words: Words) -> bool:
        """Whether the recommended move begins with the words of a shortcut."""
        return self.screen.hints.words_after(())[: len(words)] == words

    def _under_cursor(self) -> list[Item]:
        """Return items for the spot under the cursor, where only boards show the choices.

        Where taps mark first, the list is pressed: it follows the board with choices then, also
        if another one has the focus.
        """
        view, chosen, boards = self._model.view, self._picker.chosen, self._ui.boards()
        focused = self.screen.focused  # a board that has just lost the focus may not know it yet
        board = next((board for board in boards if board is focused), None)
        if (board is None or not board.lit) and api(self.screen).marks_first:
            board = next((board for board in boards if board.lit), board)
        here = [] if board is None else self._at.get((board, board.cursor), [])
        text, note = self._ui.row_text, self._ui.note
        return [
            Item(" ".join(choice), text(view, chosen, choice), note(view, chosen, choice), _ENTER)
            for choice in here[:_FEW]
        ]

    def cursor_moved(self) -> None:
        """Update the menu if it depends on the spot under the cursor."""
        if self._tells_of_cursor:
            self._list(self._under_cursor())

    def _taken(self) -> frozenset[str]:
        """Return the characters that other keys use on this screen, active or not.

        So a key never changes its meaning.
        """
        return bound_characters(map(type, self.screen.bound_nodes()), api(self.screen).keys())

    def place_focus(self, shown: Mapping[Board, Sequence[str]]) -> None:
        """Put the focus where the choice is: on a board with highlights, else on the menu."""
        if self._ui.takes_focus():
            return
        menu = self.screen.menu
        menu.can_focus = bool(menu.items) and not self._tells_of_cursor
        board = next((board for board in self._ui.boards() if shown.get(board)), None)
        if menu.items and self._ui.leads_with_menu(self._model.view):
            menu.focus()
        elif board is not None:
            likely = self._ui.likely_spot(board) if self._is_new else ""
            self._is_new = False
            if likely:
                board.put_cursor(likely)
            elif not board.was_used or board.cursor not in board.lit:
                board.put_cursor(self._next_spot(board) or self._ui.first_spot(board, shown[board]))
            board.focus()
        elif menu.items:
            menu.focus()
        elif self._model.is_replay or self.screen.focused is None:
            for first in self._ui.boards()[:1]:
                first.focus()

    def _next_spot(self, board: Board) -> str:
        """Return the nearest place with a choice, other than one just left."""
        left = self._ui.left_behind()
        onward = [spot for spot in board.lit if spot not in left]
        return board.neighbours.nearest(board.cursor, onward or board.lit) if board.was_used else ""

    # Taking a choice

    def take_spot(self, board: Board, spot: str) -> None:
        """Handle the choice of a spot on a board."""
        picker, fitting = self._picker, self.choices_at(board, spot)
        if not fitting:
            if words := next(self.shortcuts_at(board, spot), ()):
                self.take(words)
            elif picker.choices:
                self._take_unlit(board, spot)
            return
        while words := shared_start(fitting):
            if len(fitting) > 1 or self._ui.asks_first((*picker.chosen, *words)):
                picker.enter(words)
            elif (move := picker.take(words)) is not None:
                self.screen.making.play(move)
                return
            fitting = self.choices_at(board, spot) or [()]
        self.screen.asking.show_offer()
        if len(fitting) > 1:
            self.screen.lines.tell(_("several moves here: pick one in the list"))
        if len(fitting) > 1 or picker.choices == [()]:
            self.screen.menu.focus()

    def choices_at(self, board: Board, spot: str) -> list[Words]:
        """Return the choices shown on a spot."""
        view, here, picker = self._model.view, (board, spot), self._picker
        return [c for c in picker.choices if here in self._ui.spots(view, picker.chosen, c)]

    def shortcuts_at(self, board: Board, spot: str) -> Iterator[Words]:
        """Yield the shortcuts that are shown on a spot."""
        view, here = self._model.view, (board, spot)
        yield from (each for each in self.shortcuts if here in self._ui.spots(view, (), each))

    def _take_unlit(self, board: Board, spot: str) -> None:
        """Play the move of a place that is not highlighted, or show the rule against it."""
        words = self._ui.words_at(board, spot, self._picker.chosen)
        move: Move | None = None
        if words:
            try:
                move = self._model.seat.game.parse(" ".join(words))
            except Refusal:
                move = None
        if move is None:
            self.screen.lines.tell(_("no legal move here"))
        else:
            self.screen.making.play(move)

    def take(self, choice: Words) -> None:
        """Take a choice of the menu."""
        picker = self._picker
        if choice in picker.choices:
            move = picker.take(choice)
        elif choice in self.shortcuts:
            move = picker.phrases.move(choice)
            if move is None:
                picker.restart(choice)
                self._is_new = True
        else:
            return
        if move is not None:
            self.screen.making.play(move)
        else:
            self.screen.asking.show_offer()

    def take_letter(self, key: str) -> bool:
        """Choose a word by its letter that no line shows: one that may follow, or a first one.

        A move is not begun anew by a letter that would make another one at once, unless it is a
        shortcut.
        """
        picker, letter = self._picker, (key_to_character(key) or "").lower()
        if not (picker.choices and letter):
            return False
        for short, own in self.shortcuts.items():
            if own and own == letter:
                self.take(short)
                return True
        for before in dict.fromkeys((picker.chosen, ())):
            words = [(word,) for word in picker.phrases.next_words(before)]
            for word, own in zip(words, self._ui.letters.keys(before, words, self._taken())):
                if own and own == letter and picker.phrases.move((*before, *word)) is None:
                    picker.restart((*before, *word))
                    self.screen.asking.show_offer()
                    return True
        return False


class MoveChooser:
    """The part of the screen that asks the current viewer for a move."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    # Offering moves

    def ask_anew(self) -> None:
        """Offer the current legal moves; the same moves keep the words chosen."""
        screen = self.screen
        screen.offer.begin()
        rests = screen.model.is_following or screen.model.seat.is_saving
        if not (screen.picker.choices or rests):  # else the typed text is needed right after
            screen.line.close()
        self._offer(keep_note=screen.line.is_open)

    def show_offer(self) -> None:
        """Offer the choices after the words chosen so far."""
        self._offer(keep_note=False)

    def _offer(self, *, keep_note: bool) -> None:
        screen = self.screen
        if not keep_note:
            screen.lines.forget()
        screen.ui.before_offer(screen.model.view)
        shown = screen.offer.light()
        screen.offer.mark(screen.hints.words_after(screen.picker.chosen))
        screen.lines.show_signs()
        screen.offer.fill_menu()
        if not screen.line.is_open:
            screen.offer.place_focus(shown)
            screen.offer.cursor_moved()
        screen.lines.show_prompt()
        screen.refresh_bindings()
        screen.ui.after_offer()

    # Choosing

    def take_item(self, item: str) -> None:
        """Handle the choice of a menu line."""
        screen = self.screen
        others: dict[str, Callable[[], None]] = {
            HAND_OVER: screen.hand_over,
            RESULTS: screen.ending.show,
        }
        if screen.guide is not None:
            others[ONWARD] = screen.guide.go_onward
        if item in others:
            others[item]()
        elif not screen.ui.takes_choice(item):
            screen.offer.take(tuple(item.split()))

    def take_spot(self, board: Board, spot: str) -> None:
        """Handle the choice of a spot on a board; in playback, only skip the steps."""
        if self.screen.model.is_following:
            self.screen.playback.skip()
        elif not self.screen.ui.takes_spot(board, spot):
            self.screen.offer.take_spot(board, spot)

    def word_back(self) -> None:
        """Undo the last word, and words before it that had no alternative."""
        self.screen.picker.go_back()
        self.show_offer()

    # Describing

    def look_at_spot(self, message: Board.Moved) -> None:
        """Show the question and describe the place under the cursor."""
        screen = self.screen
        screen.ui.looked_at(message.board, message.spot)
        if message.by_hand:
            screen.looked.look_at(message.board, message.spot)
        screen.side.place()
        screen.offer.cursor_moved()
        screen.lines.show_looked_at()
        if not screen.line.is_open:
            screen.lines.tell(screen.forced.told or screen.lines.told_in_prompt())

    def look_at_item(self, message: Menu.Marked) -> None:
        """Show the effect of the marked choice."""
        screen = self.screen
        screen.looked.look_at_choice(tuple(message.item.id.split()))
        screen.lines.show_looked_at()
        screen.lines.tell(screen.lines.told_in_prompt())

    def look_at_board(self) -> None:
        """Describe the place under the cursor of the focused board."""
        screen = self.screen
        screen.lines.show_prompt()
        screen.offer.cursor_moved()
        screen.lines.show_signs()

    # Typing

    def open_line(self) -> None:
        """Open the line for typing."""
        self.screen.line.open()
        self.screen.lines.show_signs()
        self.screen.arrangement.fit_menu()
        self.screen.lines.tell("")

    def leave_line(self) -> None:
        """Go back to the board; the last refusal is still shown."""
        self.screen.arrangement.fit_menu()
        self._offer(keep_note=bool(self.screen.lines.rule))

    def end_typing(self) -> None:
        """Close the line, and ask for a move again."""
        self.screen.line.close()
        self.screen.arrangement.fit_menu()
        self.ask_anew()
