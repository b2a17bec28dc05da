"""What is kept on one's own machine, as lists of it tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from rules.messages import Refusal
from screens.people import People

if TYPE_CHECKING:
    from rules.contract import Result


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A kept table: an id to ask for it by, and what a list shows of it."""

    id: str
    played: datetime
    """When it was last played, in the time of this place."""
    game: str = ""
    title: str = ""
    people: People = field(default_factory=lambda: People(()))
    moves: int = 0
    counted: str = ""
    """What the game counts: "turn", "round" or nothing."""
    number: int = 0
    """The turn or round it is in."""
    waiting: tuple[int, ...] = ()
    """The seats that must move."""
    result: Result | None = None
    is_imported: bool = False
    """Whether it was taken in from others."""
    trouble: Refusal | None = None
    """Why it can be neither played nor replayed; then nothing else may be known of it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one played a game against somebody, and with what success."""

    opponent: str
    """The name of a person, or the level of a bot."""
    is_bot: bool
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Shelved:
    """All that is kept: tables, the last played first, and by game how one did.

    Games that were imported are counted apart.
    """

    tables: Sequence[KeptTable] = ()
    tallies: Mapping[str, Sequence[Tally]] = field(default_factory=dict)
    imported: Mapping[str, Sequence[Tally]] = field(default_factory=dict)
