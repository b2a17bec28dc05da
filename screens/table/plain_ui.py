"""A plain default for each part that a game adds to the frame."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Generic

from textual.app import ComposeResult
from textual.geometry import Size

from rules.contract import Event, Move, Result
from screens.colours import SIDES, Spans
from screens.people import People
from screens.table.course import Course
from screens.table.letters import NO_LETTERS, Letters
from screens.table.model import TableModel, V
from screens.table.move_phrases import MOST_WHOLE, Words
from screens.table.pages import Page
from screens.table.playback import StepRules
from screens.table.since import since_last_turn, since_line
from screens.table.speech import Speech
from screens.table.ui import Frame
from screens.table.verdict import verdict
from screens.table.vocabulary import PLAIN, Vocabulary
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.lines import Lines
from screens.widgets.motion import Motion


class PlainUi(Generic[V]):
    """A GameUi with a plain default for each part.

    A game that overrides nothing can still be played, from the menu and the move line.
    """

    speech: Speech | None = None
    """What happens in the game, in words: the module of its sentences."""
    vocabulary: Vocabulary = PLAIN
    """The words of its moves, by language."""
    letters: Letters = NO_LETTERS
    """What to press for the words of its moves."""
    meanings: Mapping[str, str] = {}
    """What the words that moves begin with do: texts to translate."""
    step_rules: StepRules | None = None

    frame: Frame[V]

    def open(self, frame: Frame[V]) -> None:
        """Know the frame."""
        self.frame = frame

    @property
    def model(self) -> TableModel[V]:
        """The table."""
        return self.frame.model

    @property
    def chosen(self) -> Words:
        """The words of a move chosen so far."""
        return self.frame.picker.chosen

    def compose(self) -> ComposeResult:
        """The log alone."""
        yield Lines(id="log")

    def boards(self) -> Sequence[Board]:
        """None."""
        return ()

    def set_scale(self, size: Size) -> None:
        """All sizes are alike."""

    def make_room(self, lines: int) -> None:
        """Only the menu makes room."""

    def show(self, view: V) -> None:
        """There is nothing to show a view on."""

    def motion(self, event: Event, before: V, after: V) -> Motion:
        """Nothing moves."""
        return ()

    def laid_out(self) -> None:
        """Nothing was shown beforehand."""

    def combine(self, views: Sequence[V]) -> V:
        """That of the first seat."""
        return views[0]

    def hides(self, view: V) -> bool:
        """A seat sees what others may not."""
        return True

    def headline(self, view: V) -> Spans:
        """Nothing."""
        return ()

    @property
    def recent(self) -> Sequence[Event]:
        """What others did since the reader's last turn."""
        return since_last_turn(self.model.log, self.model.reader)

    def since(self, view: V) -> Spans:
        """What others did, as far as the game says it."""
        if self.model.result is not None and not self.model.is_following:
            return ()
        watched = _("Last turn") if self.model.reader is None else ""
        told = [event for event in self.recent if self.is_worth_telling(event)]
        return since_line(told, self.people, self.sentence, self.width, label=watched)

    def is_worth_telling(self, event: Event) -> bool:
        """Whether the line of what others did has a word for an event."""
        return True

    @property
    def width(self) -> int:
        """The columns there are."""
        return self.frame.room.width

    def signs_line(self, view: V) -> Spans:
        """Nothing."""
        return ()

    def menu_lines(self, size: Size) -> int:
        """Three at 24 lines, up to nine where there are more."""
        return max(3, min(9, size.height - 21 if size.height < 38 else 6))

    def lines_to_spare(self, size: Size) -> int:
        """The lines of the menu but one."""
        return self.menu_lines(size) - 1

    def advice_lines(self, size: Size) -> int:
        """Two: the menu gives way."""
        return 2

    def ask(self, view: V) -> str:
        """To choose."""
        return _("choose a move")

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """All of them."""
        return moves

    def most_whole(self, view: V) -> int:
        """As usual."""
        return MOST_WHOLE

    def last_done(self) -> str:
        """Nothing: the log tells it."""
        return ""

    def note(self, view: V, before: Words, choice: Words) -> str:
        """Nothing."""
        return ""

    def explain(self, view: V, board: Board, spot: str) -> str:
        """The name of a place says it all."""
        return ""

    def explain_choice(self, view: V, before: Words, choice: Words) -> str:
        """The meaning of a first word; of what follows it the note, where there is one."""
        words = (*before, *choice)
        meaning, note = self.meanings.get(words[0] if words else "", ""), ""
        if len(words) != 1 or not meaning:
            note = self.note(view, before, choice)
        told = note or (_(meaning) if meaning else "")
        return labelled(self.vocabulary.shown(words), told) if told else ""

    def spots(self, view: V, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Nowhere."""
        return ()

    def looked_at(self, board: Board, spot: str) -> None:
        """Nothing follows it."""

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """It cannot be told."""
        return ()

    def asks_first(self, words: Words) -> bool:
        """Played at once."""
        return False

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """At the first."""
        return lit[0]

    def before_offer(self, view: V) -> None:
        """Nothing to do."""

    def after_offer(self) -> None:
        """Nothing to do."""

    def leads_with_menu(self, view: V) -> bool:
        """On a board, where there is one."""
        return False

    def left_behind(self) -> Container[str]:
        """None."""
        return ()

    def takes_focus(self) -> bool:
        """There is no such place."""
        return False

    def played(self, move: Move) -> None:
        """Nothing to do."""

    def note_advice(self, *, is_given: bool) -> None:
        """The line of signs has room for it."""

    def forget(self) -> None:
        """Nothing is kept but the cursors."""

    def chapter(self, view: V) -> str:
        """The rules from their beginning."""
        return ""

    def course(self, log: Sequence[Event]) -> Course | None:
        """Nothing is counted."""
        return None

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """None."""
        return ()

    def seat_ink(self, seat: int) -> str:
        """That of the seat."""
        return SIDES[seat]

    @property
    def people(self) -> People:
        """As the table has them."""
        return self.model.people

    def sentence(self, event: Event) -> str:
        """As the game says it; else by its name."""
        return event.name if self.speech is None else self.speech.sentence(event, self.model.people)

    def is_weighty(self, event: Event) -> bool:
        """As the game says."""
        return self.speech is not None and self.speech.is_weighty(event)

    def verdict(self, result: Result) -> str:
        """As the game says, unless none of its rules ended it."""
        return verdict(result, self.model.people, self.speech)

    def legend(self) -> Mapping[str, str]:
        """As the game says."""
        return {} if self.speech is None else self.speech.legend()
