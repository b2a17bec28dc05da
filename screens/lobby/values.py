"""People, tables, chat messages and filters of the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from rules.messages import N_
from screens.text import decimal


class TableAction(Enum):
    """The action of Enter on a table of the list."""

    JOIN = "join"
    WAIT = "wait"
    PLAY = "play"
    WATCH = "watch"
    REPLAY = "replay"


class Counting(Enum):
    """Whether a game counts for ratings; the values are texts to translate."""

    RATED = N_("rated")
    CASUAL = N_("casual")
    WITH_BOT = N_("casual, with a visiting bot")
    AMONG_BOTS = N_("rated among bots")
    UNLESS_BOT = N_("rated; casual if a visiting bot sits down")


class TableStatus(Enum):
    """The status of the games in a list; the values are texts to translate.

    A list never mixes finished games with others: they are many, and need a look-up.
    """

    UNFINISHED = ""
    OPEN = N_("waiting for players")
    RUNNING = N_("in progress")
    OVER = N_("finished")


@dataclass(frozen=True, slots=True)
class TableFilter:
    """The filter of a list: a text, own tables only, a status; and the page."""

    text: str = ""
    only_mine: bool = False
    stage: TableStatus = TableStatus.UNFINISHED
    page: int = 0


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat of a table in the list."""

    name: str
    """The person in the seat or invited to it; empty for a free seat."""
    is_taken: bool = True
    is_own: bool = False
    """Whether the seat is the reader's, or kept for them."""
    is_rated: bool = True
    """Whether a rated game counts for the person in the seat."""
    must_move: bool = False
    """Whether the seat must move; set only for readers who play at the table."""


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table in the list, as one person sees it."""

    id: str
    title: str
    game: str
    """The short name of the game."""
    game_title: str
    seats: tuple[LobbySeat, ...]
    moves: int
    doing: TableAction
    is_mine: bool
    is_my_turn: bool
    ending: str
    """The result, once the game is over."""
    clock: str
    """The time control in a few words; empty without one."""
    is_private: bool
    """Whether only people at the table, or invited to it, may see it."""
    club: str = ""
    """The club whose members see a private table too; empty for none."""
    counting: Counting = Counting.RATED
    """Whether the game counts for ratings, and for which."""
    rated_from: int = 0
    """The number of moves from which the game is rated."""
    hints_for_all: bool = False
    """Whether bots give hints in games between people."""
    may_invite: bool = False
    """Whether the reader hosts the table, and it waits for players."""
    can_resign: bool = False
    """Whether the reader plays here and may resign."""
    left: float | None = None
    """The reader's seconds left, in whole minutes; None if they do not matter now."""

    @property
    def is_casual(self) -> bool:
        """Whether the game counts for no rating, as seats are taken and reserved now."""
        return self.counting in (Counting.CASUAL, Counting.WITH_BOT)


@dataclass(frozen=True, slots=True)
class Strength:
    """A person's rating in a game."""

    rating: float
    is_provisional: bool = False
    """Whether the rating is provisional, from too few games."""

    def __str__(self) -> str:
        """Return the number, with a question mark while it is provisional."""
        return decimal(self.rating) + "?" * self.is_provisional


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """The facts known about a player at a table."""

    strength: Strength | None = None
    """The rating in the table's game; None if unknown, or never rated."""
    leaves: tuple[int, int] | None = None
    """Games abandoned, and games in all; only for players who often leave."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page of a list, with the number of pages and of all tables."""

    tables: Sequence[LobbyTable]
    pages: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class PersonHere:
    """A person online."""

    name: str
    table: str | None = None
    """The title of the table on the person's screen; empty for a private one, None for none."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A chat message: its text, its author, and its hour by the server's clock.

    The answer to a command of the reader has neither hour nor author.
    """

    hour: str
    name: str
    text: str
    is_aside: bool = False
    """Whether the message is from a spectator to spectators."""


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What a server tells of itself in the reader's language; empty for what is not set."""

    name: str = ""
    message: str = ""
    """The message of the day."""
    welcome: str = ""
    is_told: bool = False
    """Whether there is a page about the server."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: its number, account, address, and the table on its screen, if any."""

    number: int
    name: str
    address: str
    table: str
    node: str = ""
    """The name of the server it is at, if another than the reader's."""
