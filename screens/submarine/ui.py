"""What Submarine adds to the frame: the sea, everybody's boards, and their words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from rules.contract import Event, Result
from rules.submarine.board import (
    CELL_NAMED,
    CELL_NAMES,
    CELLS_OF,
    COLUMN_OF,
    LEVEL_OF,
    LEVELS,
    RIGHT,
    SETUPS,
    TOKEN_NAMED,
    TOKEN_NAMES,
)
from rules.submarine.moves import Kind, Move
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
from screens.table.move_phrases import Words
from screens.table.plain_ui import PlainUi
from screens.table.results import Page
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
        match self.chosen:
            case ("dive", *_words):
                return _("where to?") if len(self.chosen) > 1 else _("from which level?")
            case ("take", *_words):
                return _("which token, and how to pay?")
        if not any(view.ready):
            return _("collect more where you collect already, or done")
        return ngettext(
            "{count} bathyscaphe may act", "{count} bathyscaphes may act", sum(view.ready)
        )

    def note(self, view: SubmarineView, before: Words, choice: Words) -> str:
        """What a word means here, and what it costs."""
        return note(view, before, choice)

    def spots(
        self, view: SubmarineView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Columns for bathyscaphes and boats, cells for dives, tokens to take."""
        return [(self.sea, spot) for spot in self._spots(view, (*before, *choice))]

    def _spots(self, view: SubmarineView, words: Words) -> Iterable[str]:
        column = view.players[view.mover].boat
        match words:
            case ("place", number):
                return [surface_spot(int(number)), f"{number}.1"]
            case ("boat", "out"):
                return [surface_spot(RIGHT)]
            case ("boat", number):
                return [surface_spot(int(number))]
            case ("take",):
                return self._tokens_to_take(LEVELS)
            case ("take", level):
                return self._tokens_to_take((int(level),))
            case ("take", _level, token, *_rest):
                return [self.sea.slot_of(TOKEN_NAMED[token])]
            case ("dive",):
                return [CELL_NAMES[CELLS_OF[column][n - 1]] for n in LEVELS if view.ready[n - 1]]
            case ("dive", level):
                return [CELL_NAMES[CELLS_OF[column][int(level) - 1]]]
            case ("dive", _level, "to", cell):
                return [cell]
        return ()

    def _tokens_to_take(self, levels: Collection[int]) -> list[str]:
        """The slots of what may be taken from some levels."""
        legal: Sequence[Move] = self.model.legal()
        tokens = {m.token for m in legal if m.kind == Kind.TAKE and m.level in levels}
        return sorted(map(self.sea.slot_of, tokens))

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """The move meant by a spot that is not offered; the rules then say why not."""
        view = self.model.view
        column = view.players[view.mover].boat
        token = self.sea.token_at(spot)
        cell = CELL_NAMED.get(spot.partition("/")[0])
        match before:
            case ("place", *_) if cell is not None:
                return ("place", str(COLUMN_OF[cell]))
            case ("boat", *_) if cell is not None or spot.isdigit():
                return ("boat", str(COLUMN_OF[cell]) if cell is not None else spot)
            case ("dive", level, "to") if cell is not None:
                return ("dive", level, "to", CELL_NAMES[cell])
        if token is not None and cell is not None and COLUMN_OF[cell] == column:
            return ("take", str(LEVEL_OF[cell]), TOKEN_NAMES[token])
        return ()

    def asks_first(self, words: Words) -> bool:
        """A joker is not laid down by a slip of the cursor."""
        return "with" in words

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Near the middle."""
        return lit[len(lit) // 2]

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """How each player's types grew, turn by turn."""
        course = types_by_turn(log, len(self.model.names))
        return (Page(course.title, lambda: ChartDialog(course, self.model.names)),)

    def chapter(self, view: SubmarineView) -> str:
        """The part of the rules about the phase."""
        if view.phase == ACT and self.chosen[:1] == ("dive",):
            return "dive"
        return _CHAPTERS.get(view.phase, "end")
