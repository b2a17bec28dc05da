"""The screen of Submarine and its GameUi."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.geometry import Region, Size

from rules.contract import Event
from rules.submarine.board import COLUMN_OF, LEVEL_OF, NONE, RIGHT, TOKEN_NAMED
from rules.submarine.events import Dived, Gave, Paid, Passed, Took
from rules.submarine.moves import ACT, BOAT, EXCHANGE, GIVE, PLACE, Kind, Move
from rules.submarine.view import SubmarineView
from screens.base import Shape
from screens.colours import SIDE_SIGNS, Look, Spans
from screens.people import SeatNames
from screens.submarine import sentences
from screens.submarine.boards import SubmarineBoards, SubmarineSpots
from screens.submarine.help_texts import (
    MEANINGS,
    SPREAD,
    Notes,
    explain_cell,
    explain_surface,
    explain_token,
)
from screens.submarine.layout import PhoneLayout, layout_for, sideways, upright
from screens.submarine.motion import motion
from screens.submarine.prompts import (
    headline,
    question,
    short_headline,
    signs,
)
from screens.submarine.sea import Sea
from screens.submarine.sentences import combine
from screens.submarine.short_texts import (
    ShortNotes,
    explain_column,
    explain_dive,
    explain_shortly,
    explain_stop,
    move_text,
    room_of,
    row_text,
    short_question,
)
from screens.submarine.signs import NOTHING, cheapest, own_seat, without_hue
from screens.submarine.words import LETTERS, WORDS, spoken_name
from screens.table.game_ui import GameUi
from screens.table.move_words import Words
from screens.table.score_history import ScoreHistory, course_of
from screens.table.screen import GameScreen
from screens.table.speech import GameSentences
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from screens.widgets.motion import Motion


def course(log: Sequence[Event], players: int) -> ScoreHistory:
    """Return the types of each player, turn by turn."""
    titles = (_("Types found, by turn"), _("turn"))
    tolls = [_toll(log, seat) for seat in range(players)]
    return course_of(titles, log, (0,) * players, _find, aside=(_("Tribute"), tolls))


def _find(types: list[int], event: Event) -> None:
    if isinstance(event, Took):
        types[event.seat] = event.types


def _toll(log: Sequence[Event], seat: int) -> Spans:
    """Return the cards a player gave others for treasures, and got from them."""
    given = got = 0
    for event in log:
        count = event.count if isinstance(event, Paid) else 1
        if isinstance(event, Paid | Gave):
            given += count * (event.seat == seat)
            got += count * (event.to == seat)
    told = _("{given} given, {got} received").format(given=given, got=got)
    return [(f"{SIDE_SIGNS[seat]} ", Look(style="bold")), (told, Look())]


_SIGN: Final = 3
"""The cells of the sign before a question."""
_AROUND_NOTE: Final = 4
"""The cells around a note in a row of a phone."""
_CHAPTERS: Final = {
    PLACE: "setup",
    BOAT: "boat",
    ACT: "take",
    GIVE: "give",
    EXCHANGE: "exchange",
}


class SubmarineUi(GameUi[SubmarineView]):
    """The boards and words of the game, from placing bathyscaphes to the last treasure."""

    speech: GameSentences | None = sentences
    vocabulary = WORDS
    letters = LETTERS
    meanings = MEANINGS
    sea: Sea
    """The sea, by column and level."""
    asked_level = 0
    """The level of the bathyscaphe that the menu asks about (dive or take); 0 for none."""

    # Boards

    def compose(self) -> ComposeResult:
        """Compose sea, players, hand, log and discards."""
        self.sea = Sea(id="sea")
        self._places = SubmarineSpots(self.sea)
        self._stage = SubmarineBoards(self.model, self.sea)
        self._width = 0
        yield from self._stage.compose()

    def boards(self) -> Sequence[Board]:
        """Return the sea, the only board with a cursor."""
        return (self.sea,)

    def before_offer(self, view: SubmarineView) -> None:
        """Forget the bathyscaphe of the previous question."""
        self.asked_level = 0

    def menu_lines(self, size: Size) -> int:
        """Return the number of menu lines: five at 24 lines."""
        if self.shape is not Shape.WIDE:
            return self._on_phone(size).menu_lines
        return min(5 + (size.height - 24) // 12, 7) if size.height >= 24 else 4

    def set_scale(self, size: Size) -> None:
        """Draw the boards as large as they fit."""
        self._width = size.width
        if self.shape is not Shape.WIDE:
            self._stage.place(self._on_phone(size).boards)
            return
        self._stage.place(layout_for(self.board_room(size), len(self.model.names)))

    def aside(self, size: Size) -> Region:
        """Return the region of question and choices below players and hand."""
        return self._on_phone(size).asking

    def _on_phone(self, size: Size) -> PhoneLayout:
        """Return the layout of a phone, upright or sideways."""
        lay_out = upright if self.shape is Shape.UPRIGHT else sideways
        return lay_out(size, len(self.model.names))

    def show(self, view: SubmarineView) -> None:
        """Show a view."""
        self._stage.show(view, self.recent)

    def motion(self, event: Event, before: SubmarineView, after: SubmarineView) -> Motion:
        """Return the animation of boats, bathyscaphes, treasures and cards."""
        return motion(event, before, self.sea)

    def laid_out(self) -> None:
        """Clear the text about the token under the cursor, because its room has changed."""
        self.screen.lines.tell("")

    def combine(self, views: Sequence[SubmarineView]) -> SubmarineView:
        """Return a view with all hands."""
        return combine(views)

    # Costs of the choice under the cursor

    def looked_at(self, board: Board, spot: str) -> None:
        """Show in the hand the cost of the token under the cursor."""
        choices = self.screen.offer.choices_at(board, spot) if board is self.sea else []
        token = self.sea.token_at(spot)
        moves = [m for c in choices for m in self._begun((*self.chosen, *c))]
        self._weigh([m for m in moves if token is None or m.token == token])

    def marked(self, choice: Words) -> None:
        """Show in the hand the cost of the marked choice."""
        self._weigh(self._begun((*self.chosen, *choice)))

    def after_offer(self) -> None:
        """Show the note of the choice under the cursor."""
        menu = self.screen.menu
        if self.sea.lit or not menu.items:
            self.looked_at(self.sea, self.sea.cursor)
        else:
            self.marked(tuple(menu.items[menu.position].id.split()))

    def _weigh(self, moves: Sequence[Move]) -> None:
        self._stage.hand.pay(cheapest(self.model.view, moves) if self.model.is_my_turn else NOTHING)

    # Words

    def headline(self, view: SubmarineView) -> Spans:
        """Return turn and crossing, and all numbers of types."""
        told = headline if self.shape is Shape.WIDE else short_headline
        return told(view, self.model.names, self.model.people.titles, self._width)

    def since(self, view: SubmarineView) -> Spans:
        """Return the base class's line, without players' colours."""
        return without_hue(super().since(view), own_seat(view))

    def news(self, room: int) -> list[Spans]:
        """Return the base class's lines, without players' colours."""
        return [without_hue(line, own_seat(self.model.view)) for line in super().news(room)]

    def short(self, event: Event) -> str:
        """Return the trace of an event on the sea; on a phone tokens by their names."""
        if self.shape is not Shape.WIDE and isinstance(event, Took):
            return _("takes {token}").format(token=spoken_name(TOKEN_NAMED[event.token]))
        if self.shape is not Shape.WIDE and isinstance(event, Dived):
            return move_text(("dive", event.start[-1], "to", event.cell))
        return sentences.briefly(event)

    def in_words(self, event: Event, people: SeatNames) -> str:
        """Return an event with tokens and cells in words."""
        return sentences.in_words(event, people)

    def named(self, words: str) -> str:
        """Return words of a move, or a token, as hints name them: on a phone as they are said.

        The sea of a phone shows other letters than moves have.
        """
        if self.shape is Shape.WIDE:
            return super().named(words)
        told = move_text(words.split())
        return _("“{name}”").format(name=told) if words in TOKEN_NAMED else told

    def row_text(self, view: SubmarineView, before: Words, choice: Words) -> str:
        """Return the text of a choice: on a phone as it is said."""
        is_wide = self.shape is Shape.WIDE
        return super().row_text(view, before, choice) if is_wide else row_text(before, choice)

    def is_worth_telling(self, event: Event) -> bool:
        """Leave out the end of a turn, which the next turn shows."""
        return not isinstance(event, Passed)

    def signs_line(self, view: SubmarineView) -> Spans:
        """Return the signs of the sea."""
        return signs(self._width, is_plain=self.sea.is_plain)

    def ask(self, view: SubmarineView) -> str:
        """Return the question of the phase."""
        moves, name_of = self._begun(self.chosen), self.model.people.named
        if self.shape is Shape.WIDE:
            return question(view, moves, name_of)
        return short_question(view, moves, name_of, self.screen.arrangement.line_width - _SIGN)

    def _begun(self, words: Words) -> Sequence[Move]:
        """Return the moves that begin with some words."""
        moves = self.screen.picker.phrases.beginning(words)
        return [move for move in moves if isinstance(move, Move)]

    def _is_chosen(self, kind: Kind) -> bool:
        """Whether the chosen words begin moves of this kind alone."""
        return {move.kind for move in self._begun(self.chosen)} == {kind}

    def note(self, view: SubmarineView, before: Words, choice: Words) -> str:
        """Return the meaning and the cost of a word."""
        words = (*before, *choice)
        columns = -(-len(self.screen.picker.choices) // max(self.screen.menu.lines, 1))
        notes = self._notes(view, self._width // max(columns, 1))
        return notes.of(self._begun(words), len(words), self._offered())

    def _notes(self, view: SubmarineView, width: int) -> Notes:
        """Return the notes of lines of a width; a phone has rows of its own."""
        if self.shape is Shape.WIDE:
            return Notes(view, self.people, width)
        return ShortNotes(view, self.people, self.screen.arrangement.line_width - _AROUND_NOTE)

    def _offered(self) -> Sequence[Move]:
        """Return the moves of the menu's lines, if each line is a whole move."""
        phrases, chosen = self.screen.picker.phrases, self.chosen
        moves = (phrases.move((*chosen, *choice)) for choice in self.screen.picker.choices)
        return [move for move in moves if isinstance(move, Move)]

    def spots(
        self, view: SubmarineView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Return columns for bathyscaphes and boats, cells for dives, tokens to take."""
        words = (*before, *choice)
        whole = self.screen.picker.phrases.move(words)
        if isinstance(whole, Move):
            return self._places.of(whole)
        return self._places.of_begun(view, self._begun(words))

    def level_to_ask(self, spot: str) -> int:
        """Return the level of a cell where a bathyscaphe may both dive and take; else 0."""
        cell = self.sea.cell_at(spot)
        if cell is None or self.sea.token_at(spot) is not None or self.chosen:
            return 0
        if COLUMN_OF[cell] != self.model.view.players[self.model.view.mover].boat:
            return 0
        level = LEVEL_OF[cell]
        kinds = {move.kind for move in self._begun(()) if move.level == level}
        is_listed = {("dive",), ("take",)} <= {*self.screen.picker.choices}
        return level if is_listed and {Kind.DIVE, Kind.TAKE} <= kinds else 0

    def note_of_level(self, word: str, level: int) -> str:
        """Return the meaning of a word for the bathyscaphe of a level."""
        words = (word, str(level))
        notes = self._notes(self.model.view, self._width)
        return notes.of(self._begun(words), 1, self._offered())

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """Return the words of a place that is not offered; the rules may refuse the move."""
        return self._places.words_at(self.model.view, spot, self._begun(before))

    def explain(self, view: SubmarineView, board: Board, spot: str) -> str:
        """Return an explanation of a token, a cell's bathyscaphes, or a place for boats."""
        token, cell = self.sea.token_at(spot), self.sea.cell_at(spot)
        if self.shape is not Shape.WIDE:
            width = self.screen.arrangement.line_width
            if token is None and (dive := self._dive_to(board, spot)) is not None:
                return explain_dive(view, dive, room_of(width))
            if cell is not None:
                return explain_shortly(view, token, cell, width)
            return explain_column(view, int(spot), width)
        if cell is None:
            return explain_surface(view, int(spot)) if spot.isdigit() else ""
        return explain_cell(view, cell) if token is None else explain_token(view, token, cell)

    def _dive_to(self, board: Board, spot: str) -> Move | None:
        """Return the dive that a spot stands for, if it is the only move there."""
        found = [
            move
            for choice in self.screen.offer.choices_at(board, spot)
            for move in self._begun((*self.chosen, *choice))
        ]
        return found[0] if len(found) == 1 and found[0].kind == Kind.DIVE else None

    def explain_choice(self, view: SubmarineView, before: Words, choice: Words) -> str:
        """Return the base class's text; on a phone the full note, unless its row has it too."""
        words, told = (*before, *choice), super().explain_choice(view, before, choice)
        if view.phase == EXCHANGE and words == ("done",):
            return labelled(self.vocabulary.shown(words), self.note(view, before, choice))
        if self.shape is Shape.WIDE:
            return told
        moves = self._begun(words)
        if len(moves) == 1 and moves[0].kind == Kind.BOAT and moves[0].column != RIGHT:
            room = room_of(self.screen.arrangement.line_width)
            return explain_stop(view, self.people, moves[0].column, room)
        if len(moves) == 1 and moves[0].kind == Kind.DIVE:
            return explain_dive(view, moves[0], room_of(self.screen.arrangement.line_width))
        if len(words) > 1:
            long = Notes(view, self.people, SPREAD).of(self._begun(words), len(words), ())
            is_new = long != self.note(view, before, choice)
            told = labelled(move_text(words), long) if is_new else ""
        return told if cell_len(told) <= room_of(self.screen.arrangement.line_width) else ""

    def asks_first(self, words: Words) -> bool:
        """Whether the move lays a joker, which a slip of the cursor should not do."""
        return all(move.joker != NONE for move in self._begun(words))

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Return a spot near the middle."""
        return lit[len(lit) // 2]

    def course(self, log: Sequence[Event]) -> ScoreHistory:
        """Return the types of each player, turn by turn."""
        return course(log, len(self.model.names))

    def seat_ink(self, seat: int) -> str:
        """Return "": colours belong to cards and tokens."""
        return "ink"

    def chapter(self, view: SubmarineView) -> str:
        """Return the part of the rules about the phase."""
        if view.phase == ACT and self._is_chosen(Kind.DIVE):
            return "dive"
        return _CHAPTERS.get(view.phase, "end")


class SubmarineScreen(GameScreen[SubmarineView]):
    """The screen of a game, from placing bathyscaphes to the last treasure."""

    ui: SubmarineUi

    @staticmethod
    def make_ui() -> SubmarineUi:
        """Return the game's boards and words."""
        return SubmarineUi()

    @on(Menu.Marked)
    def weigh_marked(self, message: Menu.Marked) -> None:
        """Show in the hand the cost of the marked line."""
        if message.menu is self.menu:
            self.ui.marked(tuple(message.item.id.split()))

    # A bathyscaphe that may dive or collect

    @on(Board.Chosen)
    def ask_which(self, message: Board.Chosen) -> None:
        """Ask whether the chosen bathyscaphe shall dive or take, if both are possible."""
        level = 0 if self.model.is_following else self.ui.level_to_ask(message.spot)
        if not level:
            return
        message.stop()
        message.prevent_default()
        self.ui.asked_level = level
        self.menu.set_items(
            [
                replace(item, id=f"{item.id} {level}", note=self.ui.note_of_level(item.id, level))
                for item in self.menu.items
                if item.id in ("dive", "take")
            ]
        )
        self.menu.focus()
        self.lines.tell(_("dive or take at level {level}?").format(level=level))

    @on(Menu.Taken)
    def go_on_with_level(self, message: Menu.Taken) -> None:
        """Do the chosen action with the bathyscaphe of the level asked about."""
        words, level = tuple(message.item.id.split()), str(self.ui.asked_level)
        if words not in (("dive", level), ("take", level)):
            return
        message.stop()
        message.prevent_default()
        self.ui.asked_level = 0
        self.picker.enter(words)
        self.asking.show_offer()

    def on_descendant_focus(self) -> None:
        """Offer all choices again when the focus returns to the sea.

        The base class updates the frame of the focus.
        """
        if self.ui.asked_level and self.ui.sea.has_focus:
            self.call_if_shown(self.asking.show_offer)
