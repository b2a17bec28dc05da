"""GameUi: the base class of a game's part of the shared game screen."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic

from textual.app import ComposeResult
from textual.geometry import Region, Size

from rules.contract import Event, Move, Result
from rules.messages import Phrase
from screens.base import Dialog, Shape
from screens.colours import SIDES, Spans
from screens.people import SeatNames
from screens.table.model import StepRules, TableModel, V
from screens.table.move_words import MOST_WHOLE, NO_LETTERS, Letters, Words
from screens.table.recap import (
    Said,
    answer_line,
    answer_to,
    brief,
    has_moved,
    news_lines,
    since_last_turn,
    since_line,
    weight_of,
)
from screens.table.score_history import ScoreHistory
from screens.table.speech import GameSentences, verdict
from screens.table.vocabulary import PLAIN, Vocabulary
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.lines import Lines
from screens.widgets.menu import Item
from screens.widgets.motion import Motion

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

ASIDE: Final = 30
"""The columns of question and choices beside a board, on a phone held sideways."""
_MOST_SENTENCES: Final = 200
"""The most sentences about events kept a screen."""
HIGH: Final = 36
"""The least lines of a screen on which a hint is shown in full."""
_AROUND_BOARDS: Final = 5
"""The lines of headline, recap, signs, question and keys."""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A further page at the end of a game: its title, and the function that makes its dialog."""

    title: str
    box: Callable[[], Dialog]


class GameUi(Generic[V]):
    """The base class of a game's boards and words.

    A game without overrides can be played too, from the menu and the move line.
    """

    speech: GameSentences | None = None
    """The module of sentences that describe events of the game."""
    vocabulary: Vocabulary = PLAIN
    """The words of moves, by language."""
    letters: Letters = NO_LETTERS
    """The key letters for the words of moves."""
    meanings: Mapping[str, str] = {}
    """The meanings of the first words of moves: texts to translate."""
    step_rules: StepRules | None = None
    """The rules for step-by-step playback; None if the game has none."""

    has_news_on_top: bool = False
    """Whether the line below the headline tells what the others did, and not lines of their own."""

    screen: GameScreen[V]

    _sentences: tuple[SeatNames | None, bool, dict[Event, str]] = None, True, {}
    """The people last spoken of, whether the screen was wide, and the sentences about events."""

    def open(self, screen: GameScreen[V]) -> None:
        """Take the screen; called once, before everything except `combine` and `hides`."""
        self.screen = screen

    @property
    def model(self) -> TableModel[V]:
        """The table."""
        return self.screen.model

    @property
    def chosen(self) -> Words:
        """The words chosen so far of a move."""
        return self.screen.picker.chosen

    def compose(self) -> ComposeResult:
        """Build the widgets of the game, between headline and prompt; one has the id `log`."""
        yield Lines(id="log")

    def boards(self) -> Sequence[Board]:
        """Return the boards, in the order of Tab."""
        return ()

    def set_scale(self, size: Size) -> None:
        """Lay out the boards for a screen of this size."""

    def make_room(self, lines: int) -> None:
        """Take lines between prompt and menu from the boards below."""

    def show(self, view: V) -> None:
        """Show a view on the boards."""

    def motion(self, event: Event, before: V, after: V) -> Motion:
        """Return the animation of an event on boards that show `after`, from these alone."""
        return ()

    def laid_out(self) -> None:
        """Show previews again after the boards changed their size."""

    def combine(self, views: Sequence[V]) -> V:
        """Return one view with the knowledge of all seats, for replays of finished games.

        By default the view of the first seat.
        """
        return views[0]

    def hides(self, view: V) -> bool:
        """Check whether a seat's view is secret: a hand-over screen then separates the people."""
        return True

    def headline(self, view: V) -> Spans:
        """Return turn and scores in brief: for each seat its sign and the numbers that count."""
        return ()

    @property
    def recent(self) -> Sequence[Event]:
        """The events of other players since the reader's last turn."""
        return since_last_turn(self.model.log, self.model.reader)

    def since(self, view: V) -> Spans:
        """Return the outcome of the reader's own move, in one line.

        For spectators, and players who have not moved, the last moves of the others.
        """
        if self.model.result is not None and not self.model.is_following:
            return ()
        reader, log = self.model.reader, self.model.log
        if reader is not None and not self.model.is_replay:
            own = [self._said(event) for event in answer_to(log, reader)]
            own = [said for said in own if said[0]]
            if told := answer_line(own, self.people, reader, self.width):
                return told
        watched = _("Last turn") if reader is None else ""
        return since_line(self.recent, self.people, self.short, self.width, label=watched)

    def news(self, room: int) -> list[Spans]:
        """Return a line of `room` cells for each opponent's moves, until the reader moves.

        Nothing if the line below the headline has them.
        """
        reader, log = self.model.reader, self.model.log
        if reader is None or not self.model.is_my_turn or self.model.is_replay:
            return []
        if has_moved(log, reader) or not any(event.seat == reader for event in log):
            return []
        return news_lines(self.recent, self.people, self._said, room)

    def _said(self, event: Event) -> Said:
        look = weight_of(is_loss=self.is_loss(event), is_weighty=self.is_weighty(event))
        return self.short(event), look

    def short(self, event: Event) -> str:
        """Return an event without a name, for the recap; empty if it is not worth a line."""
        return brief(event, self.logged(event), self.people)

    def shortest(self, event: Event) -> str:
        """Return an event for a log beside the boards too narrow for its sentence."""
        return self.short(event)

    def logged(self, event: Event) -> str:
        """Return an event for the log; empty if it is not worth a line."""
        return self.sentence(event) if self.is_worth_telling(event) else ""

    def is_worth_telling(self, event: Event) -> bool:
        """Whether an event appears in the log and the recap."""
        return True

    def is_loss(self, event: Event) -> bool:
        """Whether an event takes something from the reader."""
        return False

    @property
    def width(self) -> int:
        """The cells of the recap, which has two lines on a phone."""
        arrangement = self.screen.arrangement
        return arrangement.line_width * (1 if self.shape is Shape.WIDE else 2)

    def signs_line(self, view: V) -> Spans:
        """Return the legend of the signs on the screen, in one line; empty for lack of room."""
        return ()

    @property
    def shape(self) -> Shape:
        """The shape of the terminal: boards are laid out anew on phones."""
        return self.screen.arrangement.shape

    def aside(self, size: Size) -> Region:
        """Return the region of question and choices on a phone held sideways.

        By default the right part of the screen, below the recap.
        """
        return Region(size.width - ASIDE, 3, ASIDE, size.height - 4)

    def board_room(self, size: Size) -> Size:
        """Return the room on a screen of this size for boards and log.

        Headline, recap, signs, question, menu and keys have the rest.
        """
        return Size(size.width, max(0, size.height - _AROUND_BOARDS - self.menu_lines(size)))

    def menu_lines(self, size: Size) -> int:
        """Return the number of lines for choices on a screen of this size.

        By default three at 24 lines, up to nine on taller screens.
        """
        return max(3, min(9, size.height - 21 if size.height < 38 else 6))

    def lines_to_spare(self, size: Size) -> int:
        """Return the number of lines between boards and menu that are free at all times.

        By default the lines of the menu less one.
        """
        return self.menu_lines(size) - 1

    def news_lines(self, size: Size) -> int:
        """Return the most lines of the coach and of opponents' moves; the menu gives way.

        By default those to spare, and the line of signs.
        """
        return 1 + self.lines_to_spare(size)

    def advice_lines(self, size: Size) -> int:
        """Return the most lines of a bot's advice, including that of its move.

        By default two, four on high screens: the menu gives way.
        """
        return 2 if size.height < HIGH else 4

    def ask(self, view: V) -> str:
        """Return the question to the seat about its move."""
        return _("choose a move")

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the legal moves offered in the menu; the others have a place of their own."""
        return moves

    def own_choices(self, view: V) -> Sequence[Item]:
        """Return choices of the menu that are no moves, in place of moves; often none."""
        return ()

    def takes_choice(self, item: str) -> bool:
        """Handle the choice of an item that is no move; False if it is one."""
        return False

    @property
    def has_own_keys(self) -> bool:
        """Whether the letters in the menu are keys of a widget of the game."""
        return False

    def most_whole(self, view: V) -> int:
        """Return the most moves that are offered as whole phrases; 0: word by word."""
        return MOST_WHOLE

    def beginning(self, view: V) -> Words:
        """Return words of a move to choose for the reader, who can take them back; often none."""
        return ()

    def shortcuts(self, view: V) -> Mapping[Words, str]:
        """Return moves, or their first words, to offer whatever words were chosen, with keys."""
        return {}

    def last_done(self) -> str:
        """Return a sentence about the last event, for a screen without a log; empty by default."""
        return ""

    def row_text(self, view: V, before: Words, choice: Words) -> str:
        """Return the text of a choice of the menu: by default its words as they are spelt.

        A phone, where nobody types, may say it in other words.
        """
        return self.vocabulary.shown(choice or before[-1:])

    def note(self, view: V, before: Words, choice: Words) -> str:
        """Return a few words beside a choice of the menu."""
        return ""

    def explain(self, view: V, board: Board, spot: str) -> str:
        """Return a line about a spot and its effect; empty if the name of the spot suffices."""
        return ""

    def explain_choice(self, view: V, before: Words, choice: Words) -> str:
        """Return the effect of a choice of the menu, in a line.

        By default the meaning of a first word, and for later words the note.
        """
        words = (*before, *choice)
        meaning, note = self.meanings.get(words[0] if words else "", ""), ""
        if len(words) != 1 or not meaning:
            note = self.note(view, before, choice)
        told = note or (_(meaning) if meaning else "")
        spelt = self.vocabulary.shown if self.shape is Shape.WIDE else self.named
        return labelled(spelt(" ".join(words)), told) if told else ""

    def spots(self, view: V, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Return the places of a choice on the boards."""
        return ()

    def looked_at(self, board: Board, spot: str) -> None:
        """React to the cursor's move to a spot."""

    def takes_spot(self, board: Board, spot: str) -> bool:
        """Handle a chosen place in the game's own way; False if it stands for words of a move."""
        return False

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """Return the words of a place that is not offered, if they are unambiguous."""
        return ()

    def asks_first(self, words: Words) -> bool:
        """Whether a move chosen on a board must be chosen in the menu too before it is played."""
        return False

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Return the highlighted place where the cursor starts."""
        return lit[0]

    def likely_spot(self, board: Board) -> str:
        """Return the highlighted place that the cursor starts from in a new question.

        Empty by default: it stays where it is, or goes to the nearest one.
        """
        return ""

    def before_offer(self, view: V) -> None:
        """Prepare for new choices."""

    def after_offer(self) -> None:
        """React to new choices."""

    def leads_with_menu(self, view: V) -> bool:
        """Whether the cursor begins on the menu, whose first line is harmless."""
        return False

    def left_behind(self) -> Container[str]:
        """Return places that the cursor does not go to on its own."""
        return ()

    def takes_focus(self) -> bool:
        """Whether a widget of the game other than a board or menu takes the focus now."""
        return False

    def played(self, move: Move) -> None:
        """React to a move made at this keyboard."""

    def note_advice(self, *, is_given: bool) -> None:
        """Note whether a bot's advice is in the line of signs."""

    def forget(self) -> None:
        """Clear all state of the previous viewer, except the cursors of boards."""

    def to_read(self, events: Sequence[Event], view: V) -> Dialog | None:
        """Return a table about events just shown that waits for a key; often none.

        `view` is the view after them.
        """
        return None

    def chapter(self, view: V) -> str:
        """Return the id of the relevant part of the rules; empty for their beginning."""
        return ""

    def course(self, log: Sequence[Event]) -> ScoreHistory | None:
        """Return the score history for the result page; None if the game counts nothing."""
        return None

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[ResultPage]:
        """Return further pages for a finished game, such as the course of the game."""
        return ()

    def seat_ink(self, seat: int) -> str:
        """Return the colour of a player's sign."""
        return SIDES[seat]

    @property
    def people(self) -> SeatNames:
        """The players at the table by seat, and the reader's seat."""
        return self.model.people

    def sentence(self, event: Event) -> str:
        """Return an event in the reader's language; empty if it is not worth a line.

        The name of the event in a game without sentences.
        """
        if self.speech is None:
            return event.name
        people, is_wide = self.people, self.shape is Shape.WIDE
        known = self._sentences[:2] == (people, is_wide)
        if not known or len(self._sentences[2]) > _MOST_SENTENCES:
            self._sentences = people, is_wide, {}
        said = self._sentences[2]
        if event not in said:
            tell = self.speech.sentence if is_wide else self.in_words
            said[event] = tell(event, people)
        return said[event]

    def in_words(self, event: Event, people: SeatNames) -> str:
        """Return an event as a line of the log of a phone, where no move is typed.

        By default as elsewhere.
        """
        return "" if self.speech is None else self.speech.sentence(event, people)

    def is_weighty(self, event: Event) -> bool:
        """Whether an event stands out in the log."""
        return self.speech is not None and self.speech.is_weighty(event)

    def named(self, words: str) -> str:
        """Return words of a move, or a thing, as hints name them: by default as they are spelt.

        A game may add the names of things that the words only number.
        """
        return self.vocabulary.named(words)

    def said(self, phrase: Phrase) -> str:
        """Return a sentence of a bot or the coach about moves, with things and players named."""
        return self.vocabulary.said(phrase, self.people, self.named)

    def verdict(self, result: Result) -> str:
        """Return the reason for the end of the game, in a sentence."""
        return verdict(result, self.model.people, self.speech)

    def legend(self) -> Mapping[str, str]:
        """Return the signs on the boards with their meanings."""
        return {} if self.speech is None else self.speech.legend()
