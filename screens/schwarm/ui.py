"""What Der Schwarm adds to the frame: sea, nations, the row of cards, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from rules.contract import Event, Result
from rules.schwarm.board import ROUNDS
from rules.schwarm.cards import FAST
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.events import Crowned, Scored
from rules.schwarm.moves import Kind, order, take
from rules.schwarm.phases import BOTH, IDLE, OVER, PLAY, RESEARCH, ROW, SAIL, START, SWIM
from rules.schwarm.preview import network_of
from rules.schwarm.view import SchwarmView
from screens.player_styles import SIDE_SIGNS
from screens.schwarm import sentences, steps
from screens.schwarm.begun import Beginnings, Begun
from screens.schwarm.letters import LETTERS
from screens.schwarm.nations import MOST_SHORT, beside_lines, sea_text, short_lines
from screens.schwarm.networks_dialog import NetworksDialog
from screens.schwarm.notes import note
from screens.schwarm.places import move_to, places_of
from screens.schwarm.preview import Preview
from screens.schwarm.prompts import COUNTED, asking
from screens.schwarm.row import ORDER, Row
from screens.schwarm.sea import LARGE, SMALL, Sea
from screens.schwarm.signs import cards_text
from screens.table.headline import BAR
from screens.table.move_phrases import Words, words_of
from screens.table.pages import Page
from screens.table.plain_ui import PlainUi
from screens.table.playback import StepRules
from screens.table.ui import Speech
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.lines import Lines
from screens.widgets.text_line import Spans

_WIDE: Final = (120, 38)
_NATIONS: Final = 24
"""Lines for four nations, all told."""
_LOG: Final = 6
"""Lines of the shortest log that is worth a frame: two moves in so few columns."""
_BELOW: Final = 9
"""Lines of everything but the boards on a large screen."""
_WORD_BY_WORD: Final = (ROW, PLAY, BOTH, RESEARCH)
_CHAPTERS: Final = {
    START: "setup",
    ROW: "row",
    PLAY: "cards",
    SAIL: "ship",
    RESEARCH: "research",
    SWIM: "whale",
    BOTH: "cards",
    IDLE: "cards",
    OVER: "end",
}


class SchwarmUi(PlainUi[SchwarmView]):
    """The whole game, from the first station to the last network."""

    speech: Speech | None = sentences
    letters = LETTERS
    step_rules: StepRules | None = steps
    sea: Sea
    """The sea."""
    row: Row
    """The row of cards."""
    nations: Lines
    """What every nation has, beside the sea."""
    log: Lines
    preview: Preview
    """What the cursor on the sea stands for."""
    _is_wide = False
    """Whether the screen is large enough for large cells, and all about every nation."""
    _begun_at: SchwarmView | None = None
    """The view of the moment that `_beginnings` are for."""
    _beginnings: Beginnings

    # Boards

    def compose(self) -> ComposeResult:
        """The sea, the nations beside it, the log where there is room; the row of cards."""
        self.sea, self.row = Sea(id="sea"), Row(id="row")
        self.nations, self.log = Lines(from_top=True, id="nations"), Lines(id="log")
        self.preview = Preview(self.frame, self.sea, self.spots, self.begun)
        with Horizontal(classes="band"):
            yield self.sea
            with Vertical(id="beside"):
                yield self.nations
                yield self.log
        yield self.row

    def boards(self) -> Sequence[Board]:
        """The row while cards are taken, the sea."""
        return (self.row, self.sea)

    def set_scale(self, size: Size) -> None:
        """Small cells at 80 x 24; large ones and the log where there is room."""
        is_wide = size.width >= _WIDE[0] and size.height >= _WIDE[1]
        self.sea.set_scale(LARGE if is_wide else SMALL)
        self.row.set_width(size.width)
        self._is_wide = is_wide

    def make_room(self, lines: int) -> None:
        """The lines take the place of the last lines of the row."""
        self.row.styles.height = 4 - lines

    def _fit_beside(self, size: Size, nations: int) -> None:
        """So many nations beside the sea, and below them the log, where there is room for it."""
        high = self.sea.get_content_height(size, size, 0)
        upper = _NATIONS if self._is_wide else MOST_SHORT * nations + 2
        lower = (max(high, size.height - _BELOW) if self._is_wide else high) - upper
        self.log.display = lower >= _LOG
        self.log.styles.height = lower
        self.nations.styles.height = upper if self.log.display else high

    def show(self, view: SchwarmView) -> None:
        """Show a view."""
        self.sea.close(closed=view.phase != ROW or self.sea.app.size.height > _WIDE[1])
        self.sea.show(view, self._network(view))
        self._fit_beside(self.sea.app.size, len(view.players))
        self.row.show(view)
        lines = beside_lines if self._is_wide else short_lines
        self.nations.set_lines(sea_text(view), lines(view, self.model.names))
        self._show_row(view)

    def _network(self, view: SchwarmView) -> int:
        """What is drawn heavy: the network of the one just counted, else of the one who looks."""
        counted = self.model.step_shown
        if isinstance(counted, Scored | Crowned):
            return network_of(view, counted.seat).cells
        return 0 if view.seat is None else network_of(view, view.seat).cells

    def _show_row(self, view: SchwarmView) -> None:
        """The row in place of the menu, but for what is chosen or said in the menu."""
        is_order = self.begun(self.chosen).kind == Kind.ORDER
        in_menu = is_order or self.model.next_person() is not None
        shown = view.phase == ROW and not in_menu
        self.row.display = shown
        self.frame.menu.display = not shown

    def hides(self, view: SchwarmView) -> bool:
        """Only hands, under the option closed_hands."""
        return view.options.closed_hands

    def laid_out(self) -> None:
        """Show again what the cursor stands for."""
        self.preview.show()

    def before_offer(self, view: SchwarmView) -> None:
        """The row makes room when the menu is needed."""
        self._show_row(view)

    def after_offer(self) -> None:
        """Show what the cursor stands for."""
        self.preview.show(moved=True)

    # Words

    def begun(self, words: Words) -> Begun:
        """What these first words of a move say."""
        view = self.model.view
        if self._begun_at is not view:
            self._begun_at, self._beginnings = view, Beginnings(self.model.legal())
        return self._beginnings.of(words)

    def headline(self, view: SchwarmView) -> Spans:
        """Round, who goes when, and the own cards."""
        parts = [_("first stations")]
        if view.round:
            parts = [
                _("round {number} of {last}").format(
                    number=view.round, last=ROUNDS[len(view.players)]
                )
            ]
        parts.append(" ".join(SIDE_SIGNS[seat] for seat in view.order))
        if view.seat is not None and view.players[view.seat].cards:
            parts.append(cards_text(view.players[view.seat].cards))
        return [("  ".join(parts), BAR)]

    def ask(self, view: SchwarmView) -> str:
        """What the cursor stands for, or what is asked, by phase."""
        asked = asking(view, self.begun(self.chosen))
        if not self.preview.sentence:
            return asked
        if view.phase in COUNTED:
            return _("{foreseen} ({count} left)").format(
                foreseen=self.preview.sentence, count=view.left
            )
        return self.preview.sentence

    def most_whole(self, view: SchwarmView) -> int:
        """Cards are played word by word; ships and whales go straight to a cell."""
        return 0 if view.phase in _WORD_BY_WORD else super().most_whole(view)

    def last_done(self) -> str:
        """What was done last: the log is narrow, or not there, but on large screens."""
        told = () if self._is_wide else reversed(self.model.log)
        return next((text for event in told if (text := self.sentence(event))), "")

    def note(self, view: SchwarmView, before: Words, choice: Words) -> str:
        """What a choice means."""
        return note(view, self.begun((*before, *choice)), choice)

    def spots(self, view: SchwarmView, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Cards of the row; cells of the sea."""
        begun = self.begun((*before, *choice))
        match begun.kind:
            case Kind.CARD:
                return [(self.row, str(move.number + 1)) for move in begun.moves]
            case Kind.ORDER if not begun.said:
                return [(self.row, ORDER)]
        return [(self.sea, cell) for cell in places_of(view, begun)]

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """The move meant by a spot that is not lit; the rules then say why not."""
        if board is self.row:
            return words_of(order(1, FAST) if spot == ORDER else take(int(spot) - 1))
        move = move_to(self.begun(before), CELL_NAMED[spot])
        return () if move is None else words_of(move)

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Of the row the first card; of the sea the middle."""
        return lit[0] if board is self.row else lit[len(lit) // 2]

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """Every network as it counted last."""
        view, names = self.model.seat.view(), self.model.names
        first = next(iter(result.winners), 0)
        title = _("every network and its points")
        return (Page(title, lambda: NetworksDialog(view, names, log, first)),)

    def chapter(self, view: SchwarmView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS[view.phase]
