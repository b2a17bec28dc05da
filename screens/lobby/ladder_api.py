"""What the page of a ladder asks: who stands where, and what one can do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Deed(Enum):
    """What can be done about somebody on a ladder."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    WATCH = "watch"
    PLAY = "play"
    TURN_DOWN = "turn down"
    TAKE_BACK = "take back"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Asked:
    """A challenge that is not settled."""

    number: int
    challenger: str
    challenged: str
    clock: str
    """What its clock is called, in the language of the reader."""
    days: int
    """Whole days that are left to answer it."""
    table: str = ""
    """The table of its game; empty while it waits for an answer."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Somebody on a ladder. Games are those for a place."""

    name: str
    is_own: bool
    is_here: bool
    won: int
    played: int
    asked: Asked | None = None
    """Who wants this place."""
    asks: Asked | None = None
    """Whose place they want."""
    enter: Deed | None = None
    """What Enter does."""
    undo: Deed | None = None
    """What `x` does."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A challenge that is settled: won, held, drawn or passed."""

    challenger: str
    challenged: str
    state: str
    day: str


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A ladder as one person sees it, from the top."""

    game: str
    rungs: Sequence[Rung]
    recent: Sequence[Settled]
    """What came last, first."""
    reach: int
    """Places above the own one whose people may be challenged."""
    days: float
    """To accept a challenge."""
    own: int | None
    """The own place, from 1."""


class LadderApi(Protocol):
    """Ladders. All of it is looked up, and raises a Refusal where that fails."""

    def games(self) -> Sequence[tuple[str, str]]:
        """The games that have a ladder, each with its title."""

    def clocks(self) -> Sequence[str]:
        """The clocks that a challenge may have, to be translated, the usual one first."""

    async def page(self, game: str) -> LadderPage:
        """The ladder of a game."""

    async def join(self, game: str) -> None:
        """Stand on it, at the bottom."""

    async def leave(self, game: str) -> None:
        """Stand on it no longer."""

    async def challenge(self, game: str, name: str, clock: str) -> None:
        """Ask somebody for their place."""

    async def accept(self, asked: Asked) -> None:
        """Accept a challenge, and sit down at its table."""

    async def turn_down(self, asked: Asked) -> None:
        """Say no to a challenge, or take one's own back."""

    async def go_to(self, table: str) -> None:
        """Play or watch a game for a place."""
