"""The protocols by which pages of the lobby (ladder, tournaments, notices, profile) ask the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from rules.options import OptionValue


class Stage(Enum):
    """Where a tournament stands."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


class TournamentAction(Enum):
    """An action of a user on a tournament."""

    JOIN = "join"
    LEAVE = "leave"
    BEGIN = "begin"
    INVITE = "invite"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in a list."""

    id: str
    title: str
    game: str
    game_title: str
    stage: Stage
    players: int
    """How many take part."""
    size: int
    """For how many it is."""
    seats: int
    """How many sit at a table."""
    clock: str
    """What its clock is called, in the language of the reader."""
    is_evening: bool
    """Whether its rounds are played one after the other."""
    host: str
    is_mine: bool
    is_invited: bool
    is_private: bool
    round: int
    """The last round that has begun; 0 before."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with how they stand."""

    place: int
    name: str
    is_own: bool
    is_bot: bool
    cells: Sequence[str]
    """Against each other player by place, or round by round."""
    games: int
    points: float
    direct: float
    berger: float


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a round."""

    round: int
    names: Sequence[str]
    """By seats."""
    table: str
    is_own: bool
    is_over: bool
    winners: Sequence[str]
    """Who won; all of them in a draw, nobody where there is no result."""


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """One tournament as somebody sees it."""

    line: TournamentLine
    rounds: int
    heads: Sequence[str]
    """What the cells of players are about."""
    players: Sequence[PlayerLine]
    """By place; before it begins as they came."""
    games: Sequence[GameLine]
    """The last round first."""
    invited: Sequence[str]
    is_rated: bool
    bot: str
    """The level of the bots that fill it; empty for none."""
    begins_full: bool
    options: Mapping[str, OptionValue]
    """Those of the game that are not as usual."""
    acts: Sequence[TournamentAction]
    """What this person can do now."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """A tournament that somebody sets up."""

    game: str
    options: Mapping[str, OptionValue]
    """Those of the game that are not as usual."""
    title: str
    size: int
    seats: int
    clock: str
    is_rated: bool
    bot: str
    is_private: bool
    begins_full: bool


class TournamentApi(Protocol):
    """Tournaments. All of it is looked up, and raises a Refusal where that fails."""

    def clocks(self) -> Sequence[str]:
        """The clocks there are, to be translated, the usual one first."""

    def seats(self, game: str) -> Sequence[int]:
        """How many may sit at a table of a game."""

    def sizes(self, seats: int) -> Sequence[int]:
        """For how many a tournament may be, with so many at a table."""

    def bots(self, game: str) -> Sequence[str]:
        """The levels of the bots of a game, the usual one first."""

    async def listed(self) -> Sequence[TournamentLine]:
        """The tournaments one may see: those one takes part in first, those that are over last."""

    async def page(self, tournament: str) -> TournamentPage:
        """One of them."""

    async def set_up(self, draft: TournamentTerms) -> str:
        """Set one up and take part in it; its id."""

    async def act(self, tournament: str, act: TournamentAction, name: str = "") -> None:
        """Join, leave, begin, close, or invite somebody of a name."""

    async def go_to(self, game: GameLine) -> None:
        """Play or watch a game, or see it again."""
