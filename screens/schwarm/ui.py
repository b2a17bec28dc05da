"""What Der Schwarm adds to the frame: sea, players, the row of cards, and their words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import takewhile
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size

from rules.contract import Event, Result
from rules.schwarm.cards import FAST
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.events import Crowned, Sailed, Scored
from rules.schwarm.moves import Kind, order, take
from rules.schwarm.phases import BOTH, IDLE, OVER, PLAY, RESEARCH, ROW, SAIL, START, SWIM
from rules.schwarm.preview import network_of
from rules.schwarm.view import SchwarmView
from screens.schwarm import sentences, steps
from screens.schwarm.around import Around
from screens.schwarm.begun import Beginnings, Begun
from screens.schwarm.course import course
from screens.schwarm.explained import MEANINGS, explain_card, explain_cell
from screens.schwarm.headline import headline
from screens.schwarm.layout import Asked, Layout, layout_for, lines_to_spare
from screens.schwarm.legend import legend_line
from screens.schwarm.letters import LETTERS
from screens.schwarm.motion import motion
from screens.schwarm.networks_dialog import NetworksDialog
from screens.schwarm.notes import note
from screens.schwarm.places import move_to, places_of
from screens.schwarm.preview import Preview
from screens.schwarm.prompts import COUNTED, asking, pricing
from screens.schwarm.row import ORDER, Row
from screens.schwarm.sea import Sea
from screens.schwarm.story import glows
from screens.schwarm.strip import stack_line
from screens.schwarm.together import hides
from screens.schwarm.words import WORDS
from screens.spans import Spans
from screens.table.course import Course
from screens.table.move_phrases import Words, words_of
from screens.table.pages import Page
from screens.table.plain_ui import PlainUi
from screens.table.playback import StepRules
from screens.table.speech import Speech
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.motion import Motion
from screens.widgets.placed import Field

_READABLE: Final = 28
"""The least width of a log whose lines are mostly whole."""
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
    vocabulary = WORDS
    letters = LETTERS
    meanings = MEANINGS
    step_rules: StepRules | None = steps
    sea: Sea
    """The sea."""
    row: Row
    """The row of cards."""
    preview: Preview
    """What the cursor on the sea stands for."""
    _layout: Layout | None = None
    _taken = 0
    """Lines that something takes between question and menu."""
    _is_advised = False
    """Whether a bot's advice stands where else the signs are."""
    told_apart: int | None = None
    """The nation whose network is looked at, if any."""
    _begun_at: SchwarmView | None = None
    """The view of the moment that `_beginnings` are for."""
    _beginnings: Beginnings

    # Boards

    def compose(self) -> ComposeResult:
        """The sea, the players beside it, hand and log where there is room; the row of cards."""
        self.sea, self.row = Sea(id="sea"), Row(id="row")
        self.preview = Preview(self.frame, self.sea, self.spots, self.begun)
        self._around = Around(self.frame, self.preview)
        self._field = Field()
        with self._field:
            yield self.sea
            yield from self._around.panels
        yield self.row

    def boards(self) -> Sequence[Board]:
        """The row while cards are taken, the sea."""
        return (self.row, self.sea)

    def menu_lines(self, size: Size) -> int:
        """Two at 24 lines."""
        return layout_for(size, self._asked(taken=0)).menu

    def lines_to_spare(self, size: Size) -> int:
        """Those of the signs, without advice there, of what others did, of the menu but one."""
        return lines_to_spare(size, self._asked(taken=0))

    def set_scale(self, size: Size) -> None:
        """As large as it fits."""
        self._lay_out(size)

    def make_room(self, lines: int) -> None:
        """The line of the signs gives way, then that of what others did, then the menu."""
        self._taken = lines
        self._lay_out(self.frame.room)

    def _asked(self, *, taken: int) -> Asked:
        view = self.model.view
        cards = len(view.row) + 1 if self._is_in_row(view) else 0
        return Asked(len(view.players), cards, taken, self._is_advised)

    def note_advice(self, *, is_given: bool) -> None:
        """The line of the signs is taken for what a bot advises, or free again."""
        if is_given != self._is_advised:
            self._is_advised = is_given
            self._lay_out(self.frame.room)

    def _lay_out(self, size: Size) -> None:
        layout = layout_for(size, self._asked(taken=self._taken))
        self.frame.menu.set_lines(layout.menu)
        if layout == self._layout:
            return
        self._layout = layout
        self.sea.set_scale(layout.plan)
        self.row.set_scale(size.width, layout.card)
        self.row.styles.height = max(layout.row, 1)
        screen = self.sea.screen
        screen.set_class(not layout.has_signs, "no-signs")
        screen.set_class(not layout.has_since, "no-since")
        self._field.place({self.sea: layout.sea, **self._around.places(layout)})
        self._tell()

    def show(self, view: SchwarmView) -> None:
        """Show a view."""
        self._show_row(view)
        self._lay_out(self.frame.room)
        self.sea.show(view, self._network(view), glows(self.recent))
        self.row.show(view)
        self._tell()

    def motion(self, event: Event, before: SchwarmView, after: SchwarmView) -> Motion:
        """Ships and hazards go their way, and what is new shines."""
        return motion(event, before, self.sea)

    def _tell(self) -> None:
        if self._layout is not None:
            self._around.show(self._layout)

    def _network(self, view: SchwarmView) -> int:
        """What is told apart: the network of the one just counted, else of the one who looks."""
        if self.told_apart is not None:
            return network_of(view, self.told_apart).cells
        counted = self.model.step_shown
        if isinstance(counted, Scored | Crowned):
            return network_of(view, counted.seat).cells
        return 0 if view.seat is None else network_of(view, view.seat).cells

    def _is_in_row(self, view: SchwarmView) -> bool:
        """Whether the row stands in place of the menu, but for what is said in the menu."""
        is_order = self.begun(self.chosen).kind == Kind.ORDER
        return view.phase == ROW and not is_order and self.model.next_person() is None

    def _show_row(self, view: SchwarmView) -> None:
        shown = self._is_in_row(view)
        self.row.display = shown
        self.frame.menu.display = not shown

    def hides(self, view: SchwarmView) -> bool:
        """Only hands, under the option closed_hands."""
        return hides(view)

    def laid_out(self) -> None:
        """Show again what the cursor stands for."""
        self.preview.show()

    def before_offer(self, view: SchwarmView) -> None:
        """The row makes room when the menu is needed."""
        self._show_row(view)
        self._lay_out(self.frame.room)

    def after_offer(self) -> None:
        """Show what the cursor stands for."""
        self._lay_out(self.frame.room)
        self.preview.show(moved=True)
        self._tell()

    # Words

    def begun(self, words: Words) -> Begun:
        """What these first words of a move say."""
        view = self.model.view
        if self._begun_at is not view:
            self._begun_at, self._beginnings = view, Beginnings(self.model.legal())
        return self._beginnings.of(words)

    def headline(self, view: SchwarmView) -> Spans:
        """Round, who goes when, and what is being played."""
        return headline(view)

    def signs_line(self, view: SchwarmView) -> Spans:
        """The stacks while there is no room for them elsewhere, else what the signs mean."""
        has_strip = self._layout is None or self._layout.strip is not None
        if not has_strip and view.phase == RESEARCH and self.model.may_move:
            return stack_line(view, self.preview.stack)
        return legend_line(plain=self.sea.is_plain)

    def ask(self, view: SchwarmView) -> str:
        """What the cursor stands for, or what is asked, by phase."""
        if self._is_in_row(view) and self.row.cursor in self.row.spots:
            return pricing(view, self.row.spots.index(self.row.cursor))
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
        """What was done last, where the log is narrow or not there."""
        log = self._layout.log if self._layout else None
        told = reversed(self.model.log) if log is None or log.width < _READABLE else ()
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

    def explain(self, view: SchwarmView, board: Board, spot: str) -> str:
        """A card of the row, or a cell of the sea."""
        if board is not self.row:
            return explain_cell(view, CELL_NAMED[spot])
        return _(MEANINGS["order"]) if spot == ORDER else explain_card(view, int(spot) - 1)

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """The move meant by a spot that is not lit; the rules then say why not."""
        if board is self.row:
            return words_of(order(1, FAST) if spot == ORDER else take(int(spot) - 1))
        move = move_to(self.begun(before), CELL_NAMED[spot])
        return () if move is None else words_of(move)

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Of the row the first card; of the sea the middle."""
        return lit[0] if board is self.row else lit[len(lit) // 2]

    def left_behind(self) -> Container[str]:
        """The cells that ships of whoever moves have just left."""
        seat = self.model.seat.number
        own = takewhile(lambda event: event.seat in (seat, None), reversed(self.model.log))
        return {event.start for event in own if isinstance(event, Sailed)}

    def course(self, log: Sequence[Event]) -> Course:
        """The points of each nation."""
        return course(log, len(self.model.names))

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """Every network as it counted last."""
        view, names = self.model.seat.view(), self.model.names
        first = next(iter(result.winners), 0)
        title = _("every network and its points")
        return (Page(title, lambda: NetworksDialog(view, names, log, first)),)

    def chapter(self, view: SchwarmView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS[view.phase]
