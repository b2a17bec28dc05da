"""What a game says in words: its log, its end, and its board to somebody who hears it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.contract import Event, Move, Result
from screens.people import People
from screens.table.seat import Deal
from screens.table.vocabulary import Vocabulary, folded


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


@dataclass(frozen=True, slots=True)
class Sight:
    """All that whoever listens may be told: their view, their legal moves, what they were told."""

    view: Any
    people: People
    moves: Sequence[Any] = ()
    log: Sequence[Event] = ()
    deal: Deal | None = None

    def name(self, seat: int) -> str:
        """Somebody within a sentence."""
        return self.people.within(seat)

    def head(self, seat: int) -> str:
        """Somebody at the head of a sentence."""
        return self.people.label(seat)

    def seat_of(self, typed: str) -> int | None:
        """Whose name a folded text is, or begins; None if nobody's."""
        labels = [folded(label) for label in self.people.labels]
        names = [folded(name) for name in self.people.names]
        for seat in range(len(names)):
            if typed and (typed in (names[seat], labels[seat]) or names[seat].startswith(typed)):
                return seat
        return None


class Teller(Protocol):
    """The words of one game. An answer is a list of sentences; none: there is no such thing."""

    speech: Speech
    vocabulary: Vocabulary
    meanings: Mapping[str, str]
    """What the words that moves begin with do: texts to translate."""

    def combine(self, views: Sequence[Any]) -> Any:
        """One view that shows what all seats know."""

    def hides(self, view: Any) -> bool:
        """Whether a seat sees what others may not."""

    def question(self, sight: Sight) -> str:
        """What is asked of the seat now."""

    def look(self, sight: Sight, place: str) -> list[str]:
        """What is at a place, as typed, folded; of the whole table where none is named."""

    def where(self, sight: Sight, thing: str) -> list[str]:
        """Where something is."""

    def around(self, sight: Sight, place: str) -> list[str]:
        """What is next to a place."""

    def row(self, sight: Sight, place: str) -> list[str]:
        """A row of the board, or what comes next to one."""

    def own(self, sight: Sight) -> list[str]:
        """What the seat has."""

    def score(self, sight: Sight) -> list[str]:
        """How it stands."""

    def foreseen(self, sight: Sight, move: Move) -> list[str]:
        """What a move would come to, as far as it can be told."""

    def choices(self, sight: Sight, words: Sequence[str]) -> list[str] | None:
        """What may follow some words; None where the moves themselves tell it."""
