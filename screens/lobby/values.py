"""People, chat messages and filters as the lobby shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from rules.messages import N_


class TableAction(Enum):
    """The action of Enter on a table of the list."""

    JOIN = "join"
    WAIT = "wait"
    PLAY = "play"
    WATCH = "watch"
    REPLAY = "replay"


class TableStatus(Enum):
    """How far the games of a list are; the values are texts to translate.

    Games that are over are never among others: there are many of them, and they are looked up.
    """

    UNFINISHED = ""
    OPEN = N_("waiting for players")
    RUNNING = N_("in progress")
    OVER = N_("finished")


@dataclass(frozen=True, slots=True)
class TableFilter:
    """Which tables a list shows: with a text in them, one's own alone, of one stage; which page."""

    text: str = ""
    only_mine: bool = False
    stage: TableStatus = TableStatus.UNFINISHED
    page: int = 0


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat of a table of the list."""

    name: str
    """Who sits there, or is invited to; empty for a seat that is free for all."""
    is_taken: bool = True
    is_own: bool = False
    """Of the reader, or kept for them."""
    is_rated: bool = True
    """Whether the game counts for who sits there, at a table where it counts at all."""
    must_move: bool = False
    """Told to those who play there alone."""


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table of the list, as one person sees it."""

    id: str
    title: str
    game: str
    """The game's short name."""
    game_title: str
    seats: tuple[LobbySeat, ...]
    moves: int
    doing: TableAction
    is_mine: bool
    is_my_turn: bool
    ending: str
    """Who won, once it is over."""
    clock: str
    """How time is counted, in a few words; empty for not at all."""
    is_private: bool
    """Whether only its people and who is invited may see it."""
    is_casual: bool = False
    """Whether it counts for no rating."""
    rated_from: int = 0
    """Moves from which on it counts."""
    hints_for_all: bool = False
    """Whether bots help people who play each other."""
    may_invite: bool = False
    """Whether the reader hosts it, and it waits for players."""
    can_resign: bool = False
    """Whether the reader plays there, and may give the game up."""
    left: float | None = None
    """Seconds that the reader has left, in whole minutes; None where that does not matter."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong somebody is in a game, by what is proven."""

    rating: float
    is_provisional: bool = False
    """Whether too few games stand behind it."""

    def __str__(self) -> str:
        """The number, with a question mark while it is not sure."""
        return f"{self.rating:.1f}" + "?" * self.is_provisional


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """The facts known about a player at a table."""

    strength: Strength | None = None
    """In the game of the table; None while unknown, or never rated."""
    leaves: tuple[int, int] | None = None
    """How many games they left, of how many; of those alone who often do."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page of a list, how many pages there are, and tables on all of them."""

    tables: Sequence[LobbyTable]
    pages: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class PersonHere:
    """Somebody who is here."""

    name: str
    table: str | None = None
    """The title of the table they look at; empty where it is not for everybody to see."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A chat message: its text, its author, and its hour by the server's clock.

    The answer to a command of the reader has neither hour nor author.
    """

    hour: str
    name: str
    text: str
    is_aside: bool = False
    """Whether a spectator said it to spectators."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: its number, whose it is, from where, and the table they look at, if any."""

    number: int
    name: str
    address: str
    table: str
