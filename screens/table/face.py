"""What a game adds to the frame that all games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol

from textual.app import ComposeResult
from textual.geometry import Size

from rules.contract import Event, Move, Result
from screens.base import BaseScreen
from screens.people import People, Told
from screens.table.letters import NO_LETTERS, Letters
from screens.table.move_words import MOST_WHOLE, Words
from screens.table.results import Page
from screens.text import N_, _
from screens.widgets.board import Board
from screens.widgets.lines import Lines

_EARLY_ENDS: Final = {
    "resigned": Told(N_("{name} resigned."), you=N_("You resigned.")),
    "out_of_time": Told(N_("{name} ran out of time."), you=N_("You ran out of time.")),
}
"""Ends that no game's own rules bring about, by their reason."""
_AGREED_ENDS: Final = {
    "agreed": N_("Ended by agreement: a draw, nobody has won."),
    "aborted": N_("Ended by agreement in the first round: no result."),
}


class Speech(Protocol):
    """What a game says: its log, its end, its signs."""

    def sentence(self, event: Event, people: People) -> str:
        """An event as a line of the log."""

    def is_weighty(self, event: Event) -> bool:
        """Whether an event stands out in the log."""

    def verdict(self, result: Result, people: People) -> str:
        """Who won and why."""

    def legend(self) -> Mapping[str, str]:
        """The signs on the boards."""


class GameFace(BaseScreen):
    """The parts of a GameScreen that differ from game to game, each with a plain default.

    A game that overrides nothing can still be played, from the menu and the move line.
    """

    speech: ClassVar[Speech | None] = None
    """What happens in the game, in words: the module of its sentences."""
    letters: ClassVar[Letters] = NO_LETTERS
    """What to press for the words of its moves."""

    def compose_boards(self) -> ComposeResult:
        """The widgets of the game, between headline and prompt; one is `Lines(id="log")`."""
        yield Lines(id="log")

    def boards(self) -> Sequence[Board]:
        """The boards, in the order Tab visits them."""
        return ()

    def set_scale(self, size: Size) -> None:
        """Lay the boards out for a screen of this size."""

    def show_view(self, view: Any) -> None:
        """Show a view on the boards."""

    def combine(self, views: Sequence[Any]) -> Any:
        """One view that shows what all seats know; for replays of games that are over."""
        return views[0]

    def hides(self, view: Any) -> bool:
        """Whether a seat sees what others may not: then a curtain stands between persons."""
        return True

    def headline(self, view: Any) -> str:
        """Turn and standing, short."""
        return ""

    def ask(self, view: Any) -> str:
        """What is asked of the seat now."""
        return _("choose a move")

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The legal moves to choose among from the menu; others have a place of their own."""
        return moves

    def most_whole(self, view: Any) -> int:
        """With so many moves to tell apart their whole words are offered; 0: word by word."""
        return MOST_WHOLE

    def last_done(self) -> str:
        """What was done last, in a sentence, where no log is shown."""
        return ""

    def note(self, view: Any, before: Words, choice: Words) -> str:
        """A few words beside a choice of the menu."""
        return ""

    def spots(self, view: Any, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Where on the boards a choice is shown."""
        return ()

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """The move a person means by choosing a spot that is not lit, if it can be told."""
        return ()

    def asks_first(self, words: Words) -> bool:
        """Whether a move chosen on a board is only played once it was taken from the menu too."""
        return False

    @property
    def people(self) -> People:
        """Who sits where, and who of them looks."""
        return People(())

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, as heads of lines and tables name them."""
        return self.people.labels

    def sentence(self, event: Event) -> str:
        """An event in the reader's language; empty if it is not worth a line."""
        return event.name if self.speech is None else self.speech.sentence(event, self.people)

    def is_weighty(self, event: Event) -> bool:
        """Whether an event stands out in the log."""
        return self.speech is not None and self.speech.is_weighty(event)

    def chapter(self, view: Any) -> str:
        """The id of the part of the rules that matters now."""
        return ""

    def legend(self) -> Mapping[str, str]:
        """The signs on the boards and what they mean."""
        return {} if self.speech is None else self.speech.legend()

    def verdict(self, result: Result) -> str:
        """Why the game ended so, in a sentence."""
        if result.reason in _AGREED_ENDS:
            return _(_AGREED_ENDS[result.reason])
        if result.reason in _EARLY_ENDS:
            if result.is_draw:
                return _("Both ran out of time: nobody wins.")
            told = _EARLY_ENDS[result.reason]
            text = self.people.say(told, {}, name=result.ranking[1][0])
            return f"{text} {self.people.winners(result)}"
        return result.reason if self.speech is None else self.speech.verdict(result, self.people)

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """What else can be looked at once the game is over, such as how it went."""
        return ()
