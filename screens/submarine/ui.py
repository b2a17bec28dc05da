"""What Submarine adds to the frame: the sea, everybody's boards, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from rules.contract import Event, Result
from rules.submarine.board import (
    CELL_NAMES,
    COLUMN_OF,
    LEVEL_OF,
    NONE,
    SETUPS,
    TOKEN_NAMES,
    cell_at,
)
from rules.submarine.moves import BOATS, DIVES, PLACES, Kind, Move, take
from rules.submarine.phases import ACT, BOAT, EXCHANGE, GIVE, PLACE
from rules.submarine.view import SubmarineView
from screens.player_styles import SIDE_SIGNS
from screens.submarine import sentences
from screens.submarine.boards import MOST_LINES, Boards
from screens.submarine.growth import types_by_turn
from screens.submarine.letters import LETTERS
from screens.submarine.notes import note
from screens.submarine.sea import Sea, surface_spot
from screens.table.chart_dialog import ChartDialog
from screens.table.headline import BAR
from screens.table.move_phrases import Words, words_of
from screens.table.pages import Page
from screens.table.plain_ui import PlainUi
from screens.table.ui import Speech
from screens.text import _, ngettext
from screens.widgets.board import Board
from screens.widgets.lines import Lines
from screens.widgets.text_line import Spans

_WIDE: Final = (120, 38)
_CHAPTERS: Final = {
    PLACE: "setup",
    BOAT: "boat",
    ACT: "take",
    GIVE: "give",
    EXCHANGE: "exchange",
}


class SubmarineUi(PlainUi[SubmarineView]):
    """The whole game, from placing bathyscaphes to the last treasure."""

    speech: Speech | None = sentences
    letters = LETTERS
    sea: Sea
    """The sea."""
    below: Horizontal
    """What is below the sea: boards and log."""
    flat: Boards
    """Everybody's boards below the sea."""
    tall: Boards
    """The same beside the sea, where there is room."""

    # Boards

    def compose(self) -> ComposeResult:
        """The sea; below it boards and log, or where there is room the boards beside it."""
        self.sea, self.below = Sea(id="sea"), Horizontal(classes="band", id="below")
        self.flat, self.tall = Boards(id="boards"), Boards(id="boards-beside")
        with Horizontal(classes="band"):
            with Vertical(classes="beside"):
                yield self.sea
                with self.below:
                    yield self.flat
                    yield Lines(id="log")
            yield self.tall

    def boards(self) -> Sequence[Board]:
        """The sea alone can be walked on."""
        return (self.sea,)

    def set_scale(self, size: Size) -> None:
        """Boards below the sea, or beside it."""
        is_wide = size.width >= _WIDE[0] and size.height >= _WIDE[1]
        self.sea.set_high(is_wide)
        self.tall.set_tall(True)
        self.flat.display, self.tall.display = not is_wide, is_wide
        sea_lines = self.sea.get_content_height(size, size, 0)
        sea_width = self.sea.get_content_width(size, size)
        self.below.styles.width = sea_width if is_wide else size.width
        self.below.styles.height = (
            max(MOST_LINES, size.height - sea_lines - 12) if is_wide else MOST_LINES
        )

    def show(self, view: SubmarineView) -> None:
        """Show a view."""
        self.sea.show(view)
        for boards in (self.flat, self.tall):
            boards.show(view, self.model.people)

    def combine(self, views: Sequence[SubmarineView]) -> SubmarineView:
        """Every hand open."""
        hands = tuple(view.players[seat] for seat, view in enumerate(views))
        return replace(views[0], seat=None, players=hands)

    # Words

    def headline(self, view: SubmarineView) -> Spans:
        """Turn and crossing, and how many types each has."""
        when = _("placing")
        if view.turn:
            when = _("turn {turn}, crossing {crossing}").format(
                turn=view.turn, crossing=view.crossing + 1
            )
        types = "  ".join(f"{SIDE_SIGNS[s]} {p.types}" for s, p in enumerate(view.players))
        return [(_("{when}   types: {types}").format(when=when, types=types), BAR)]

    def ask(self, view: SubmarineView) -> str:
        """What is asked, by phase."""
        if view.phase == PLACE:
            kit = SETUPS[len(view.players)].bathyscaphes
            left = kit - sum(view.players[view.mover].bathyscaphes)
            return ngettext(
                "place a bathyscaphe, {count} is left",
                "place a bathyscaphe, {count} are left",
                left,
            )
        if view.phase == BOAT:
            return _("move your boat right, above a bathyscaphe of yours or out")
        if view.phase == GIVE:
            other, token = self.model.name_of(view.owed[0]), TOKEN_NAMES[view.taking]
            return _("for {token} a card of your hand goes to {name}: which?").format(
                token=token, name=other
            )
        if view.phase == EXCHANGE:
            return _("put a card under your pile and draw one, or not")
        return self._ask_action(view)

    def _ask_action(self, view: SubmarineView) -> str:
        if self._is_chosen(Kind.DIVE):
            levels = {move.level for move in self._begun(self.chosen)}
            return _("where to?") if len(levels) == 1 else _("from which level?")
        if self._is_chosen(Kind.TAKE):
            return _("which token, and how to pay?")
        if not any(view.ready):
            return _("collect more where you collect already, or done")
        return ngettext(
            "{count} bathyscaphe may act", "{count} bathyscaphes may act", sum(view.ready)
        )

    def _begun(self, words: Words) -> Sequence[Move]:
        """The moves to choose among that begin with some words."""
        phrases = self.frame.picker.phrases
        ends = phrases.choices(words, len(phrases))
        moves = (phrases.move((*words, *end)) for end in ends)
        return [move for move in moves if isinstance(move, Move)]

    def _is_chosen(self, kind: Kind) -> bool:
        """Whether the words chosen begin moves of this kind alone."""
        return {move.kind for move in self._begun(self.chosen)} == {kind}

    def note(self, view: SubmarineView, before: Words, choice: Words) -> str:
        """What a word means here, and what it costs."""
        words = (*before, *choice)
        return note(view, self._begun(words)[0], len(words))

    def spots(
        self, view: SubmarineView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Columns for bathyscaphes and boats, cells for dives, tokens to take."""
        words = (*before, *choice)
        whole = self.frame.picker.phrases.move(words)
        if isinstance(whole, Move):
            return [(self.sea, spot) for spot in self._spots_of(whole)]
        column = view.players[view.mover].boat
        spots = [
            CELL_NAMES[cell_at(column, move.level)] if move.kind == Kind.DIVE else spot
            for move in self._begun(words)
            for spot in self._spots_of(move)
        ]
        return [(self.sea, spot) for spot in dict.fromkeys(spots)]

    def _spots_of(self, move: Move) -> Sequence[str]:
        match move.kind:
            case Kind.PLACE:
                return (surface_spot(move.column), CELL_NAMES[cell_at(move.column, 1)])
            case Kind.BOAT:
                return (surface_spot(move.column),)
            case Kind.TAKE:
                return (self.sea.slot_of(move.token),)
            case Kind.DIVE:
                return (CELL_NAMES[move.cell],)
        return ()

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """The move meant by a spot that is not offered; the rules then say why not."""
        view, moves = self.model.view, self._begun(before)
        column = view.players[view.mover].boat
        token, cell = self.sea.token_at(spot), self.sea.cell_at(spot)
        kinds, levels = {move.kind for move in moves}, {move.level for move in moves}
        if kinds == {Kind.PLACE} and cell is not None:
            return words_of(PLACES[COLUMN_OF[cell]])
        if kinds == {Kind.BOAT} and (cell is not None or spot.isdigit()):
            return words_of(BOATS[int(spot) if cell is None else COLUMN_OF[cell]])
        if kinds == {Kind.DIVE} and len(levels) == 1 and cell is not None:
            return words_of(DIVES[levels.pop()][cell])
        if token is not None and cell is not None and COLUMN_OF[cell] == column:
            return words_of(take(LEVEL_OF[cell], token, NONE))
        return ()

    def asks_first(self, words: Words) -> bool:
        """A joker is not laid down by a slip of the cursor."""
        return all(move.joker != NONE for move in self._begun(words))

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Near the middle."""
        return lit[len(lit) // 2]

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """How each player's types grew, turn by turn."""
        course = types_by_turn(log, len(self.model.names))
        return (Page(course.title, lambda: ChartDialog(course, self.model.names)),)

    def chapter(self, view: SubmarineView) -> str:
        """The part of the rules about the phase."""
        if view.phase == ACT and self._is_chosen(Kind.DIVE):
            return "dive"
        return _CHAPTERS.get(view.phase, "end")
