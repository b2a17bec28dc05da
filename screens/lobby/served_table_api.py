"""What a table of a server on the screen asks of the app around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from screens.app_api import TableApi


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat of the table being looked at, as its people may know it. Times are in seconds."""

    name: str
    program: str
    """The level of the bot that plays it now; empty for a person."""
    is_lent: bool
    """Whether that bot plays for a person."""
    is_own: bool
    away: float | None
    """How long the person has been away; None while here, and for bots."""
    left: float | None
    """The time left; None where it is not counted."""
    must_move: bool
    is_rated: bool
    """Whether the game counts for who sits there."""
    votes: tuple[int, int]
    """How many want a bot to play for who is away, and how many that takes."""
    may_vote: bool


class ServedTableApi(TableApi, Protocol):
    """A table of a server, as its screens know it."""

    def seats(self) -> Sequence[SeatState]:
        """The seats of the table being looked at; none where nobody plays."""

    def counts_from(self) -> int | None:
        """From how many moves on the game counts for ratings; None: it does not."""

    async def vote(self, seat: int) -> None:
        """Want a bot to play for who is away. Raises a Refusal."""

    async def lend(self) -> None:
        """Let a bot play for oneself, until one sits down again. Raises a Refusal."""

    async def take_back(self) -> None:
        """Play oneself again, instead of a bot. Raises a Refusal."""
