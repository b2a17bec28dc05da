"""What a game adds to the frame that all games share: its boards and its words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Protocol

from textual.app import ComposeResult
from textual.geometry import Size

from rules.contract import Event, Move, Result
from screens.colours import Spans
from screens.people import People
from screens.table.course import Course
from screens.table.letters import Letters
from screens.table.model import TableModel, V
from screens.table.move_phrases import Words
from screens.table.move_picker import MovePicker
from screens.table.pages import Page
from screens.table.playback import StepRules
from screens.table.speech import Speech
from screens.table.vocabulary import Vocabulary
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from screens.widgets.motion import Motion


class Offer(Protocol):
    """What can be chosen now."""

    def choices_at(self, board: Board, spot: str) -> list[Words]:
        """The choices that are shown on a spot."""


class Frame(Protocol[V]):
    """What a game may ask of the screen around its boards."""

    @property
    def model(self) -> TableModel[V]:
        """The table."""

    @property
    def picker(self) -> MovePicker:
        """The move being chosen."""

    @property
    def offer(self) -> Offer:
        """What can be chosen now."""

    @property
    def menu(self) -> Menu:
        """The menu below the prompt."""

    @property
    def room(self) -> Size:
        """The terminal, but for what a sheet beside the boards takes."""

    def play(self, move: Move) -> bool:
        """Make a move; if it is refused, say why and answer False."""

    def tell(self, text: str) -> None:
        """Show a remark in place of the prompt until the next choice."""

    def tell_again(self) -> None:
        """Show the prompt again in place of a remark."""


class GameUi(Protocol[V]):
    """What the frame asks of a game."""

    speech: Speech | None
    vocabulary: Vocabulary
    letters: Letters

    @property
    def step_rules(self) -> StepRules | None:
        """What is worth being shown step by step; None where nothing is."""

    def open(self, frame: Frame[V]) -> None:
        """The frame is there: called once, before anything but `combine` and `hides`."""

    def compose(self) -> ComposeResult:
        """The widgets of the game, between headline and prompt; one is `Lines(id="log")`."""

    def boards(self) -> Sequence[Board]:
        """The boards, in the order Tab visits them."""

    def set_scale(self, size: Size) -> None:
        """Lay the boards out for a screen of this size."""

    def make_room(self, lines: int) -> None:
        """So many lines between prompt and menu are taken from what is below."""

    def show(self, view: V) -> None:
        """Show a view on the boards."""

    def motion(self, event: Event, before: V, after: V) -> Motion:
        """How an event looks on boards that show `after`: it follows from these alone."""

    def laid_out(self) -> None:
        """The boards have another size: what was shown on them beforehand is to be shown again."""

    def combine(self, views: Sequence[V]) -> V:
        """One view that shows what all seats know; for replays of games that are over."""

    def hides(self, view: V) -> bool:
        """Whether a seat sees what others may not: then a curtain stands between persons."""

    def headline(self, view: V) -> Spans:
        """Turn and standing, short: each seat as a chip with what counts."""

    def since(self, view: V) -> Spans:
        """What others did since one's own last turn, in one line."""

    def signs_line(self, view: V) -> Spans:
        """The signs that are on the screen now, in one line; none where there is no room."""

    def menu_lines(self, size: Size) -> int:
        """How many lines of choices a screen of this size has room for."""

    def lines_to_spare(self, size: Size) -> int:
        """How many lines can be taken between boards and menu, for long."""

    def advice_lines(self, size: Size) -> int:
        """Into how many lines a bot's advice may go, one or two."""

    def ask(self, view: V) -> str:
        """What is asked of the seat now."""

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The legal moves to choose among from the menu; others have a place of their own."""

    def most_whole(self, view: V) -> int:
        """With so many moves to tell apart their whole words are offered; 0: word by word."""

    def last_done(self) -> str:
        """What was done last, in a sentence, where no log is shown."""

    def note(self, view: V, before: Words, choice: Words) -> str:
        """A few words beside a choice of the menu."""

    def explain(self, view: V, board: Board, spot: str) -> str:
        """What stands on a spot and what it does, in a line; nothing where its name says it."""

    def explain_choice(self, view: V, before: Words, choice: Words) -> str:
        """What a choice of the menu does, in a line."""

    def spots(self, view: V, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Where on the boards a choice is shown."""

    def looked_at(self, board: Board, spot: str) -> None:
        """The cursor came to a spot."""

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """The move a person means by choosing a spot that is not lit, if it can be told."""

    def asks_first(self, words: Words) -> bool:
        """Whether a move chosen on a board is only played once it was taken from the menu too."""

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Where the cursor starts among lit spots."""

    def before_offer(self, view: V) -> None:
        """Choices are about to be offered."""

    def after_offer(self) -> None:
        """Choices were offered."""

    def leads_with_menu(self, view: V) -> bool:
        """Whether the cursor begins on the menu, where its first line does no harm."""

    def left_behind(self) -> Container[str]:
        """Spots of boards to which the cursor does not go by itself."""

    def takes_focus(self) -> bool:
        """Whether a place of its own, and no board or menu, has the focus now."""

    def played(self, move: Move) -> None:
        """A move was made here."""

    def note_advice(self, *, is_given: bool) -> None:
        """Whether a bot's advice is on the screen, in the line of signs."""

    def forget(self) -> None:
        """Leave nothing of the one who looked for the next."""

    def chapter(self, view: V) -> str:
        """The id of the part of the rules that matters now."""

    def course(self, log: Sequence[Event]) -> Course | None:
        """How the game went, for the page of its end; None if there is nothing to count."""

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """What else can be looked at once the game is over, such as how it went."""

    def seat_ink(self, seat: int) -> str:
        """The colour of a player's sign."""

    @property
    def people(self) -> People:
        """Who sits where, and who of them is addressed."""

    def sentence(self, event: Event) -> str:
        """An event in the reader's language; empty if it is not worth a line."""

    def is_weighty(self, event: Event) -> bool:
        """Whether an event stands out in the log."""

    def verdict(self, result: Result) -> str:
        """Why the game ended so, in a sentence."""

    def legend(self) -> Mapping[str, str]:
        """The signs on the boards and what they mean."""


AnyUi = GameUi[Any]
