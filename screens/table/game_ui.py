"""GameUi: the base class of what a game adds to the screen that all games share.

With it stand the values of the page at the end: the course of a game, and further pages.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Generic

from textual.app import ComposeResult
from textual.geometry import Size

from rules.contract import Event, Move, Result
from screens.base import Dialog
from screens.colours import SIDES, Spans
from screens.people import SeatNames
from screens.table.model import StepRules, TableModel, V
from screens.table.move_words import MOST_WHOLE, NO_LETTERS, Letters, Words
from screens.table.outcome import verdict
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
from screens.table.speech import GameSentences
from screens.table.vocabulary import PLAIN, Vocabulary
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.chart import Series
from screens.widgets.lines import Lines
from screens.widgets.motion import Motion

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

HIGH: Final = 36
"""The lines of a screen from which on a hint is given whole."""
Follow = Callable[[list[int], Event], None]
"""Changes the numbers of the players by what an event tells."""

Begins = Callable[[Event, Event | None], bool]
"""Whether an event begins another step; the other one is the last of somebody."""


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """The course of a game in steps: the numbers after each, and the events told until then."""

    series: Series
    told: tuple[int, ...]
    aside: tuple[str, Sequence[Spans]] = ("", ())
    """What else is worth telling, such as luck: a title, and a line a player by seat."""

    @property
    def length(self) -> int:
        """How many steps there were."""
        return len(self.told) - 1

    def turning_point(self, winners: Sequence[int]) -> int | None:
        """The step that brought the winners most ahead of the best of the others."""
        values = self.series.values
        others = [seat for seat in range(len(values)) if seat not in winners]
        if not winners or not others:
            return None
        leads = [
            min(values[seat][step] for seat in winners) - max(values[s][step] for s in others)
            for step in range(self.length + 1)
        ]
        swings = [after - before for before, after in pairwise(leads)]
        most = max(swings, default=0)
        return swings.index(most) + 1 if most > 0 else None

    def events(self, step: int, log: Sequence[Event]) -> Sequence[Event]:
        """Return the events of a step."""
        return log[self.told[step - 1] : self.told[step]] if step else ()


def next_player(event: Event, last: Event | None) -> bool:
    """A step is what one player did before another did anything."""
    return event.seat is not None and (last is None or event.seat != last.seat)


def course_of(
    titles: tuple[str, str],
    log: Sequence[Event],
    start: Sequence[int],
    follow: Follow,
    *,
    begins: Begins = next_player,
    aside: tuple[str, Sequence[Spans]] = ("", ()),
) -> ScoreHistory:
    """The course of a log; `titles` say what is counted, and what the steps are.

    Whatever comes before the first step begins is step 0.
    """
    numbers, last = [*start], None
    steps, told = list[tuple[int, ...]](), list[int]()
    for place, event in enumerate(log):
        if begins(event, last):
            steps.append(tuple(numbers))
            told.append(place)
        follow(numbers, event)
        last = event if event.seat is not None else last
    steps.append(tuple(numbers))
    told.append(len(log))
    return ScoreHistory(Series(*titles, tuple(zip(*steps))), tuple(told), aside)


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Something to look at once a game is over: its title, and how its box is made."""

    title: str
    box: Callable[[], Dialog]


class GameUi(Generic[V]):
    """The boards and words of a game: the base class of what each game adds.

    A game that overrides nothing can still be played, from the menu and the move line.
    """

    speech: GameSentences | None = None
    """What happens in the game, in words: the module of its sentences."""
    vocabulary: Vocabulary = PLAIN
    """The words of its moves, by language."""
    letters: Letters = NO_LETTERS
    """What to press for the words of its moves."""
    meanings: Mapping[str, str] = {}
    """What the words that moves begin with do: texts to translate."""
    step_rules: StepRules | None = None
    """What is worth being shown step by step; None where nothing is."""

    screen: GameScreen[V]

    def open(self, screen: GameScreen[V]) -> None:
        """Know the screen: called once, before anything but `combine` and `hides`."""
        self.screen = screen

    @property
    def model(self) -> TableModel[V]:
        """The table."""
        return self.screen.model

    @property
    def chosen(self) -> Words:
        """The words of a move chosen so far."""
        return self.screen.picker.chosen

    def compose(self) -> ComposeResult:
        """The widgets of the game, between headline and prompt; one of them has the id `log`."""
        yield Lines(id="log")

    def boards(self) -> Sequence[Board]:
        """The boards, in the order Tab visits them."""
        return ()

    def set_scale(self, size: Size) -> None:
        """Lay the boards out for a screen of this size."""

    def make_room(self, lines: int) -> None:
        """So many lines between prompt and menu are taken from what is below."""

    def show(self, view: V) -> None:
        """Show a view on the boards."""

    def motion(self, event: Event, before: V, after: V) -> Motion:
        """How an event looks on boards that show `after`: it follows from these alone."""
        return ()

    def laid_out(self) -> None:
        """The boards have another size: what was shown on them beforehand is to be shown again."""

    def combine(self, views: Sequence[V]) -> V:
        """One view that shows what all seats know, for replays of games that are over.

        By default that of the first seat.
        """
        return views[0]

    def hides(self, view: V) -> bool:
        """Whether a seat sees what others may not: then a curtain stands between persons."""
        return True

    def headline(self, view: V) -> Spans:
        """Turn and standing, short: each seat as a chip with what counts."""
        return ()

    @property
    def recent(self) -> Sequence[Event]:
        """The events of the others since the reader's last turn."""
        return since_last_turn(self.model.log, self.model.reader)

    def since(self, view: V) -> Spans:
        """Return the answer to the reader's own move, in one line.

        Spectators and those who have not moved are told the last moves of the others.
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
        """Return a line of so many cells for what each opponent did, until the reader moves.

        Nothing where the line below the headline tells it.
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
        """Return an event for the lines of what happened, without a name; empty for noise."""
        if not self.is_worth_telling(event):
            return ""
        return brief(event, self.sentence(event), self.people)

    def is_worth_telling(self, event: Event) -> bool:
        """Whether an event stands in the log and in the lines of what happened."""
        return True

    def is_loss(self, event: Event) -> bool:
        """Whether an event takes something from the reader."""
        return False

    @property
    def width(self) -> int:
        """The columns there are."""
        return self.screen.arrangement.room.width

    def signs_line(self, view: V) -> Spans:
        """The signs that are on the screen now, in one line; none where there is no room."""
        return ()

    def menu_lines(self, size: Size) -> int:
        """How many lines of choices a screen of this size has room for.

        By default three at 24 lines, up to nine where there are more.
        """
        return max(3, min(9, size.height - 21 if size.height < 38 else 6))

    def lines_to_spare(self, size: Size) -> int:
        """How many lines can be taken between boards and menu, for long.

        By default the lines of the menu but one.
        """
        return self.menu_lines(size) - 1

    def advice_lines(self, size: Size) -> int:
        """The most lines of a bot's advice, the one with its move among them.

        By default two, four on high screens: the menu gives way.
        """
        return 2 if size.height < HIGH else 4

    def ask(self, view: V) -> str:
        """Return the question to the seat now."""
        return _("choose a move")

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The legal moves to choose among from the menu; others have a place of their own."""
        return moves

    def most_whole(self, view: V) -> int:
        """With so many moves to tell apart their whole words are offered; 0: word by word."""
        return MOST_WHOLE

    def last_done(self) -> str:
        """Return a sentence about the last event, where no log is shown; empty by default."""
        return ""

    def note(self, view: V, before: Words, choice: Words) -> str:
        """A few words beside a choice of the menu."""
        return ""

    def explain(self, view: V, board: Board, spot: str) -> str:
        """Return a line about a spot and its effect; empty where the spot's name says it."""
        return ""

    def explain_choice(self, view: V, before: Words, choice: Words) -> str:
        """Return the effect of a choice of the menu, in a line.

        By default it is the meaning of a first word, and for later words the note, where there is
        one.
        """
        words = (*before, *choice)
        meaning, note = self.meanings.get(words[0] if words else "", ""), ""
        if len(words) != 1 or not meaning:
            note = self.note(view, before, choice)
        told = note or (_(meaning) if meaning else "")
        return labelled(self.vocabulary.shown(words), told) if told else ""

    def spots(self, view: V, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Where on the boards a choice is shown."""
        return ()

    def looked_at(self, board: Board, spot: str) -> None:
        """The cursor came to a spot."""

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """The move a person means by choosing a spot that is not lit, if it can be told."""
        return ()

    def asks_first(self, words: Words) -> bool:
        """Whether a move chosen on a board is only played once it was taken from the menu too."""
        return False

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Where the cursor starts among lit spots."""
        return lit[0]

    def before_offer(self, view: V) -> None:
        """Choices are about to be offered."""

    def after_offer(self) -> None:
        """Choices were offered."""

    def leads_with_menu(self, view: V) -> bool:
        """Whether the cursor begins on the menu, where its first line does no harm."""
        return False

    def left_behind(self) -> Container[str]:
        """Spots of boards to which the cursor does not go by itself."""
        return ()

    def takes_focus(self) -> bool:
        """Whether a place of its own, and no board or menu, has the focus now."""
        return False

    def played(self, move: Move) -> None:
        """A move was made here."""

    def note_advice(self, *, is_given: bool) -> None:
        """Whether a bot's advice is on the screen, in the line of signs."""

    def forget(self) -> None:
        """Leave nothing of the one who looked for the next, besides the cursors of boards."""

    def chapter(self, view: V) -> str:
        """The id of the part of the rules that matters now; empty for their beginning."""
        return ""

    def course(self, log: Sequence[Event]) -> ScoreHistory | None:
        """How the game went, for the page of its end; None if there is nothing to count."""
        return None

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[ResultPage]:
        """Return further pages for a game that is over, such as the course of the game."""
        return ()

    def seat_ink(self, seat: int) -> str:
        """The colour of a player's sign."""
        return SIDES[seat]

    @property
    def people(self) -> SeatNames:
        """The players at the table, by seat, and which of them is addressed."""
        return self.model.people

    def sentence(self, event: Event) -> str:
        """An event in the reader's language; empty if it is not worth a line.

        Of a game without words its name.
        """
        return event.name if self.speech is None else self.speech.sentence(event, self.model.people)

    def is_weighty(self, event: Event) -> bool:
        """Whether an event stands out in the log."""
        return self.speech is not None and self.speech.is_weighty(event)

    def verdict(self, result: Result) -> str:
        """Why the game ended so, in a sentence."""
        return verdict(result, self.model.people, self.speech)

    def legend(self) -> Mapping[str, str]:
        """The signs on the boards and what they mean."""
        return {} if self.speech is None else self.speech.legend()
