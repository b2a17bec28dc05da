"""The words of a game: its log, its end, and its board for listeners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from rules.contract import Event, Move, Result
from screens.people import PersonalSentence, SeatNames
from screens.table.seat import Deal
from screens.table.vocabulary import Vocabulary, folded
from screens.text import N_, _


class GameSentences(Protocol):
    """The words of a game: its log, its end, its signs."""

    def sentence(self, event: Event, people: SeatNames) -> str:
        """Return an event as a line of the log."""

    def is_weighty(self, event: Event) -> bool:
        """Whether an event stands out in the log."""

    def verdict(self, result: Result, people: SeatNames) -> str:
        """Return the winners and the reason, in words."""

    def legend(self) -> Mapping[str, str]:
        """Return the signs on the boards with their meanings."""


@dataclass(frozen=True, slots=True)
class SeatSight:
    """All that a listener may know: the view, the legal moves, and the events."""

    view: Any
    people: SeatNames
    moves: Sequence[Any] = ()
    log: Sequence[Event] = ()
    deal: Deal | None = None

    def name(self, seat: int) -> str:
        """Return a name for the middle of a sentence."""
        return self.people.within(seat)

    def head(self, seat: int) -> str:
        """Return a name for the start of a sentence."""
        return self.people.label(seat)

    def seat_of(self, typed: str) -> int | None:
        """Return the seat whose name equals or begins with a folded text; None if there is none."""
        labels = [folded(label) for label in self.people.labels]
        names = [folded(name) for name in self.people.names]
        for seat in range(len(names)):
            if typed and (typed in (names[seat], labels[seat]) or names[seat].startswith(typed)):
                return seat
        return None


class BoardSpeech(Protocol):
    """The sentences of one game about its board.

    An answer is a list of sentences; an empty one means that there is no such thing.
    """

    speech: GameSentences
    vocabulary: Vocabulary
    meanings: Mapping[str, str]
    """The meanings of the first words of moves: texts to translate."""

    def combine(self, views: Sequence[Any]) -> Any:
        """Return one view with the knowledge of all seats."""

    def hides(self, view: Any) -> bool:
        """Whether a seat's view holds facts hidden from others."""

    def question(self, sight: SeatSight) -> str:
        """Return the question to the seat about its move."""

    def look(self, sight: SeatSight, place: str) -> list[str]:
        """Return a description of a place, typed and folded, or of the whole table if empty."""

    def where(self, sight: SeatSight, thing: str) -> list[str]:
        """Return sentences about the place of a thing."""

    def around(self, sight: SeatSight, place: str) -> list[str]:
        """Return a description of the surroundings of a place."""

    def row(self, sight: SeatSight, place: str) -> list[str]:
        """Return sentences about a row of the board, or its closest equivalent."""

    def own(self, sight: SeatSight) -> list[str]:
        """Return a description of the seat's own possessions."""

    def score(self, sight: SeatSight) -> list[str]:
        """Return the score in sentences."""

    def foreseen(self, sight: SeatSight, move: Move) -> list[str]:
        """Return the consequences of a move, as far as they are certain."""

    def choices(self, sight: SeatSight, words: Sequence[str]) -> list[str] | None:
        """Return the possible continuations of some words; None if the legal moves suffice."""


_EARLY_ENDS: Final = {
    "resigned": PersonalSentence(N_("{name} resigned."), you=N_("You resigned.")),
    "out_of_time": PersonalSentence(N_("{name} ran out of time."), you=N_("You ran out of time.")),
}
"""Sentences for ends outside the game's rules, by their reason."""
_AGREED_ENDS: Final = {
    "agreed": N_("Draw agreed: nobody wins."),
    "aborted": N_("Draw agreed before every player had moved: no result."),
}


def places(result: Result) -> list[tuple[int, int]]:
    """Return each seat and its rank, best first; a shared rank skips the next ones."""
    found: list[tuple[int, int]] = []
    for seats in result.ranking:
        place = len(found) + 1
        found += [(place, seat) for seat in seats]
    return found


def verdict(result: Result, people: SeatNames, speech: GameSentences | None) -> str:
    """Return the reason for the end: the game's own words, or for other ends common ones."""
    if result.reason in _AGREED_ENDS:
        return _(_AGREED_ENDS[result.reason])
    if result.reason in _EARLY_ENDS:
        if result.is_draw:
            return _("Both players ran out of time: nobody wins.")
        text = people.say(_EARLY_ENDS[result.reason], {}, name=result.ranking[1][0])
        return f"{text} {people.winners(result)}"
    return result.reason if speech is None else speech.verdict(result, people)
