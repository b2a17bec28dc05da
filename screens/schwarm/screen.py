"""The screen of Der Schwarm and its GameUi."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size

from rules.contract import Event, Result
from rules.schwarm.cards import FAST
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.events import Crowned, Finished, Hit, Opened, Sailed, Scored, Waited
from rules.schwarm.moves import (
    BOTH,
    PLAY,
    RESEARCH,
    ROW,
    Kind,
    order,
    take,
)
from rules.schwarm.preview import network_of
from rules.schwarm.view import SchwarmView
from screens.base import Shape
from screens.colours import Spans
from screens.people import SeatNames
from screens.schwarm import sentences
from screens.schwarm.boards import SchwarmBoards, course
from screens.schwarm.help_texts import (
    MEANINGS,
    explain_card,
    explain_cell,
    explain_small,
    legend_line,
    note,
    strikes_text,
    struck_text,
)
from screens.schwarm.motion import motion
from screens.schwarm.networks_dialog import NetworksDialog, NetworksSide, long_lines
from screens.schwarm.partial_move import (
    CurrentMoves,
    beginning_of,
    move_to,
    places_of,
    shortcuts_of,
)
from screens.schwarm.phone import aside, take_choice, tile_choices
from screens.schwarm.preview import Preview
from screens.schwarm.prompts import (
    CHAPTERS,
    COUNTED,
    LETTERS,
    WORDS,
    asking,
    glows,
    headline,
    pricing,
    short_headline,
)
from screens.schwarm.row import ORDER, CardRow
from screens.schwarm.sea import Sea
from screens.schwarm.sentences import hides
from screens.schwarm.signs import move_text, row_text
from screens.schwarm.strip import ChipPanel, stack_line
from screens.table.game_ui import GameUi, ResultPage
from screens.table.model import StepRules
from screens.table.move_words import Words, words_of
from screens.table.score_history import ScoreHistory
from screens.table.screen import GameScreen
from screens.table.side_panel import LinesPage, spans_of
from screens.table.speech import GameSentences
from screens.text import N_, _
from screens.widgets.board import Board
from screens.widgets.menu import Item
from screens.widgets.motion import Motion

_WORD_BY_WORD: Final = (ROW, PLAY, BOTH, RESEARCH)
_TITLE: Final = 13
"""The cells of the title in the headline of a phone, and of the blank at its end."""
_BROKEN: Final = 8
"""The cells that two lines of text lose at their ends."""


class SchwarmUi(GameUi[SchwarmView]):
    """The boards and words of the game, from the first station to the last network."""

    speech: GameSentences | None = sentences
    vocabulary = WORDS
    letters = LETTERS
    meanings = MEANINGS
    step_rules: StepRules | None = sentences
    sea: Sea
    """The sea with its shores."""
    row: CardRow
    """The row of action cards."""
    preview: Preview
    """The outcome of the move under the cursor on the sea."""
    told_apart: int | None = None
    """The player whose network is highlighted by choice, or None."""

    # Boards

    def compose(self) -> ComposeResult:
        """Build the sea, the players, hand, log and row of cards."""
        self.sea, self.row = Sea(id="sea"), CardRow(id="row")
        self._moves = CurrentMoves(self.screen)
        self.preview = Preview(self.screen, self.sea, self.spots, self._moves.begun)
        self._stage = SchwarmBoards(self.screen, self.sea, self.row, self.preview, self._moves)
        yield from self._stage.compose()

    @property
    def has_tile(self) -> bool:
        """Whether a tile is in hand; False before the boards exist, as keys may come earlier."""
        return hasattr(self, "preview") and bool(self.preview.stack)

    def boards(self) -> Sequence[Board]:
        """Return the row while cards are taken, and the sea."""
        return (self.row, self.sea)

    def menu_lines(self, size: Size) -> int:
        """Return the number of menu lines: two at 24 lines."""
        return self._stage.menu_lines(size)

    def stack_at(self, column: int) -> int:
        """Return the number of the stack in a column below the sea of a phone; 0 without one."""
        return self._stage.stack_at(column)

    def aside(self, size: Size) -> Region:
        """Return the region at the right, below recap and hand or stacks."""
        return aside(size)

    def lines_to_spare(self, size: Size) -> int:
        """Return the lines of signs, of others' moves, and of the menu less one."""
        return self._stage.lines_to_spare(size)

    def news_lines(self, size: Size) -> int:
        """Return the lines to spare, which have that of signs, without the line for typing."""
        return max(self.lines_to_spare(size), 1) - self.screen.line.is_open

    def advice_lines(self, size: Size) -> int:
        """Return the base class's number, or one if nothing else gives way, as beside the row."""
        return self._stage.advice_lines(size)

    def set_scale(self, size: Size) -> None:
        """Draw the boards as large as they fit."""
        self._stage.lay_out(size)

    def make_room(self, lines: int) -> None:
        """Take the lines from the signs, then from others' moves, then from the menu."""
        self._stage.make_room(lines)

    def note_advice(self, *, is_given: bool) -> None:
        """Give the line of the legend to a hint, or take the line back."""
        self._stage.note_advice(is_given=is_given)

    def show(self, view: SchwarmView) -> None:
        """Show a view."""
        self._stage.show(view, self._network(view), glows(self.recent))

    def motion(self, event: Event, before: SchwarmView, after: SchwarmView) -> Motion:
        """Return the animation of ships, hazards and new pieces."""
        return motion(event, before, self.sea)

    def _network(self, view: SchwarmView) -> int:
        """Return the cells of the highlighted network: a chosen one, else one just counted.

        Otherwise that of the viewer's seat; 0 for a spectator.
        """
        if self.told_apart is not None:
            return network_of(view, self.told_apart).cells
        counted = self.model.step_shown
        if isinstance(counted, Scored | Crowned):
            return network_of(view, counted.seat).cells
        return 0 if view.seat is None else network_of(view, view.seat).cells

    def hides(self, view: SchwarmView) -> bool:
        """Whether hands are hidden (option closed_hands)."""
        return hides(view)

    def laid_out(self) -> None:
        """Show the preview again."""
        self.preview.show()

    def before_offer(self, view: SchwarmView) -> None:
        """Hide the row when the menu is needed."""
        self._stage.make_way(view)

    def after_offer(self) -> None:
        """Show the preview of the cell under the cursor."""
        self._stage.lay_out(self.screen.arrangement.room)
        self.show_preview()
        self._stage.tell()

    def show_preview(self) -> None:
        """Show the preview of the cell under the cursor, and what can be done there."""
        self.preview.show(moved=True)
        if self.own_choices(self.model.view):
            self.screen.offer.fill_menu(keep=True)

    # Words

    def headline(self, view: SchwarmView) -> Spans:
        """Return the round, the order of players, and the action being played."""
        if self._stage.is_phone:
            room = self.screen.arrangement.room.width - _TITLE
            return short_headline(view, room, is_mine=self.model.may_move)
        return headline(view)

    def signs_line(self, view: SchwarmView) -> Spans:
        """Return the stacks if they have no room elsewhere, else the legend."""
        if not self._stage.has_strip and view.phase == RESEARCH and self.model.may_move:
            return stack_line(view, self.preview.stack)
        return legend_line(plain=self.sea.is_plain)

    def ask(self, view: SchwarmView) -> str:
        """Return the preview of the move under the cursor, or the question of the phase."""
        if self._stage.is_row_shown(view) and self.row.cursor in self.row.spots:
            return pricing(view, self.row.spots.index(self.row.cursor))
        asked = asking(view, self._moves.begun(self.chosen))
        if not self.preview.sentence:
            return asked
        if self._stage.is_phone:
            return self.preview.brief
        if view.phase in COUNTED:
            return _("{foreseen} ({count} left)").format(
                foreseen=self.preview.sentence, count=view.left
            )
        return self.preview.sentence

    def own_choices(self, view: SchwarmView) -> Sequence[Item]:
        """Return what can be done with a tile in hand, on a phone that shows the stacks."""
        advised, chosen = self.screen.hints.words_after(()), self.chosen
        is_open = len(chosen) == len(("place", "number")) and self.preview.stack
        is_other = bool(advised) and advised[: len(chosen)] != chosen
        if not (self._stage.is_phone and self._stage.has_strip and is_open) or is_other:
            return ()
        can_end = ("done",) in self.screen.offer.shortcuts
        return tile_choices(self.preview, self.sea, can_end=can_end)

    def named(self, words: str) -> str:
        """Return words of a move as hints name them; on a phone, and cards, as they are said."""
        told, parts = super().named(words), words.split()
        if self._stage.is_phone or parts[:1] == ["order"]:
            return move_text(self.model.view, parts)
        if parts[:1] == ["card"] and self.model.view.phase == ROW:
            return f"{told} ({move_text(self.model.view, parts)})"
        return told

    def in_words(self, event: Event, people: SeatNames) -> str:
        """Return an event with nouns for its numbers."""
        return sentences.in_words(event, people)

    def row_text(self, view: SchwarmView, before: Words, choice: Words) -> str:
        """Return the text of a choice: on a phone as it is said."""
        is_phone = self._stage.is_phone
        return (
            row_text(view, before, choice) if is_phone else super().row_text(view, before, choice)
        )

    def takes_choice(self, item: str) -> bool:
        """Place or rotate the tile in hand, or go to the next cell."""
        is_taken = take_choice(self.preview, self.sea, item)
        if is_taken:
            self.show_preview()
        return is_taken

    def turn_tile(self) -> None:
        """Rotate the tile in hand to the next turn that fits, or by a quarter if none does."""
        self.preview.turn()
        self.show_preview()

    def most_whole(self, view: SchwarmView) -> int:
        """Return 0 for cards, chosen word by word; ships and whales go straight to a cell."""
        return 0 if view.phase in _WORD_BY_WORD else super().most_whole(view)

    def beginning(self, view: SchwarmView) -> Words:
        """Return the tile in hand, or the ship that moves on."""
        return beginning_of(view, self.model.legal(), self.model.log)

    def shortcuts(self, view: SchwarmView) -> Mapping[Words, str]:
        """Return other tiles or ships, launching, and the end of the action."""
        return shortcuts_of(view, self.model.legal(), self.chosen, self.letters)

    def likely_spot(self, board: Board) -> str:
        """Return the cell where the move in hand makes the largest network, or the free card."""
        return self.preview.best_spot() if board is self.sea else board.spots[0]

    def is_worth_telling(self, event: Event) -> bool:
        """Leave out the end of a card, and players who could take no card."""
        return not isinstance(event, Finished | Opened | Waited)

    def is_loss(self, event: Event) -> bool:
        """Whether a hazard takes points from the reader."""
        return isinstance(event, Hit) and event.victim == self.model.reader

    def last_done(self) -> str:
        """Return the last event as a sentence, unless the log or the recap has it."""
        told = (
            () if self._stage.has_readable_log or self._stage.is_phone else reversed(self.model.log)
        )
        return next((text for event in told if (text := self.sentence(event))), "")

    def note(self, view: SchwarmView, before: Words, choice: Words) -> str:
        """Return the meaning of a choice; on a phone hits in words."""
        strikes = struck_text if self._stage.is_phone else strikes_text
        return note(view, self._moves.begun((*before, *choice)), choice, strikes)

    def spots(self, view: SchwarmView, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Return cards of the row or cells of the sea."""
        begun = self._moves.begun((*before, *choice))
        match begun.kind:
            case Kind.CARD:
                return [(self.row, str(move.number + 1)) for move in begun.moves]
            case Kind.ORDER if not begun.said:
                return [(self.row, ORDER)]
        return [(self.sea, cell) for cell in places_of(view, begun)]

    def explain(self, view: SchwarmView, board: Board, spot: str) -> str:
        """Return an explanation of a card of the row or a cell of the sea."""
        if board is not self.row:
            cell = CELL_NAMED[spot]
            return self._explained(view, cell) if self._stage.is_phone else explain_cell(view, cell)
        return _(MEANINGS["order"]) if spot == ORDER else explain_card(view, int(spot) - 1)

    def _explained(self, view: SchwarmView, cell: int) -> str:
        """Return an explanation of a small cell; of a tile in hand only why it does not fit."""
        if self.preview.more or self.preview.stack:
            return self.preview.more
        return explain_small(view, cell, 2 * self.screen.arrangement.line_width - _BROKEN)

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """Return the words of a place that is not offered; the rules may refuse the move."""
        if board is self.row:
            return words_of(order(1, FAST) if spot == ORDER else take(int(spot) - 1))
        move = move_to(self._moves.begun(before), CELL_NAMED[spot])
        return () if move is None else words_of(move)

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Return the first card of the row, or the middle of the sea."""
        return lit[0] if board is self.row else lit[len(lit) // 2]

    def left_behind(self) -> Container[str]:
        """Return the cells that the mover's ships have just left."""
        seat = self.model.seat.number
        own = takewhile(lambda event: event.seat in (seat, None), reversed(self.model.log))
        return {event.start for event in own if isinstance(event, Sailed)}

    def course(self, log: Sequence[Event]) -> ScoreHistory:
        """Return the points of each player."""
        return course(log, len(self.model.names))

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[ResultPage]:
        """Return the page of all networks as last counted."""
        view, names = self.model.seat.view(), self.model.names
        first = next(iter(result.winners), 0)
        title = _("every network and its points")
        return (ResultPage(title, lambda: NetworksDialog(view, names, log, first)),)

    def chapter(self, view: SchwarmView) -> str:
        """Return the part of the rules about the phase."""
        return CHAPTERS[view.phase]


class SchwarmScreen(GameScreen[SchwarmView]):
    """The screen of a game, from the first station to the last network."""

    DEFAULT_CSS = """
    SchwarmScreen.-phone CardRow { position: absolute; layer: above; }
    SchwarmScreen.-sideways #since { layer: above; }
    """
    BINDING_GROUP_TITLE = "Der Schwarm"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "t",
            "turn",
            N_("Rotate"),
            id="schwarm.turn",
            tooltip=N_("Rotate the tile in hand to the next way it fits here"),
        ),
        Binding(
            "w",
            "networks",
            N_("Networks"),
            id="schwarm.networks",
            tooltip=N_("Every scoring network, and its points if the round ended now"),
        ),
        Binding(
            "o",
            "nations",
            N_("Nations"),
            id="schwarm.nations",
            tooltip=N_("Cards, tiles and reserves of every nation"),
        ),
    ]

    ui: SchwarmUi

    @staticmethod
    def make_ui() -> SchwarmUi:
        """Return the game's boards and words."""
        return SchwarmUi()

    @on(events.DescendantFocus)
    @on(events.Resize)
    def tell_place(self) -> None:
        """Describe the place under the cursor, after a change of focus or size."""
        self.call_if_shown(self.lines.show_prompt)

    # The tile in hand, and the move under the cursor

    @on(Board.Moved)
    def show_preview(self, message: Board.Moved) -> None:
        """Show the preview of the cell under the cursor."""
        if message.board is self.ui.sea:
            self.ui.show_preview()

    @on(Board.Chosen)
    def place_tile(self, message: Board.Chosen) -> None:
        """Place the tile in hand, as turned, at the cursor."""
        if not self.ui.preview.stack or message.board is not self.ui.sea:
            return
        message.stop()
        message.prevent_default()
        words = self.ui.preview.placed(message.spot)
        if self.picker.phrases.next_words(words):
            self.picker.enter(words[len(self.picker.chosen) :])
            self.asking.show_offer()
            self.menu.focus()
            return
        self.making.play_words(" ".join(words))

    @on(ChipPanel.Pressed)
    def take_stack(self, message: ChipPanel.Pressed) -> None:
        """Take a tile of a stack in hand; rotate the one that is. Players show their networks."""
        if message.panel.id == "players":
            self.action_networks()
            return
        number = self.ui.stack_at(message.column)
        words = ("place", str(number))
        if number and number == self.ui.preview.stack:
            self.ui.turn_tile()
        elif words in self.offer.shortcuts:
            self.offer.take(words)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow turning while a tile is in hand."""
        if action == "turn":
            return self.ui.has_tile and not self.model.is_replay
        return super().check_action(action, parameters)

    def action_turn(self) -> None:
        """Turn the tile in hand to the next turn that fits, or by a quarter if none does."""
        self.ui.turn_tile()

    def action_networks(self) -> None:
        """Show every network that counts, beside the sea or in a box with a sea."""
        view = self.model.view
        if self.side.has_room or self.ui.shape is not Shape.WIDE:
            self.side.toggle(NetworksSide(self.ui, view.seat or 0))
        else:
            dialog = NetworksDialog(view, self.model.names, self.model.log, view.seat or 0)
            self.app.push_screen(dialog)

    def action_nations(self) -> None:
        """Show the belongings of all players."""
        model = self.model

        def lines() -> list[Spans]:
            return spans_of(long_lines(model.view, model.people.titles))

        self.side.toggle(LinesPage("nations", _("Nations"), lines))
