"""The protocols by which pages of the lobby (ladder, tournaments, notices, profile) ask the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from rules.options import OptionValue

MAIL, PUSH, FEED = "mail", "push", "feed"
"""The kinds that differ: confirmed by a code, set by a page of the browser, a secret address."""


@dataclass(frozen=True, slots=True)
class OwnNotice:
    """A kind of notice that the server sends, and what one has set of it."""

    kind: str
    title: str
    example: str
    """What an address of this kind looks like."""
    is_set: bool = False
    address: str = ""
    is_on: bool = False
    is_confirmed: bool = True
    is_daily: bool = False
    """Whether one mail a day tells of all games."""
    last: str = ""
    """What was tried last, when, and how that went."""


class NoticesApi(Protocol):
    """The own notices. All of it takes a moment, and raises a Refusal where it fails."""

    async def kinds(self) -> Sequence[OwnNotice]:
        """Return the kinds of notification the server offers; empty where it sends none."""

    async def have(self, kind: str, address: str) -> None:
        """Have notices sent to an address; mail once its code is typed, which is mailed now."""

    async def offer_browser(self) -> None:
        """Have the page around this terminal ask its browser to show notices."""

    async def confirm(self, code: str) -> None:
        """Type the code that was mailed."""

    async def turn(self, kind: str, *, is_on: bool) -> None:
        """Turn notices on or off."""

    async def gather(self, *, is_daily: bool) -> None:
        """Have one mail a day for all games, or one a day and game."""

    async def forget(self, kind: str) -> None:
        """Have the server forget an address."""

    async def try_out(self, kind: str) -> None:
        """Send a test."""

    async def new_feed(self) -> str:
        """A secret address for a feed, in place of any before; it is told this once."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """How strong somebody is in one game, and how that went."""

    game: str
    title: str
    games: int
    rating: float
    """What is proven: the guess less three times its standard deviation."""
    guess: float
    spread: float
    """By how much the guess may be off: twice its standard deviation."""
    is_provisional: bool
    course: Sequence[tuple[float, float]] = ()
    """Guess and rating after each rated game, the oldest first; the last ones of many."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a user on a server."""

    name: str
    since: str
    """The day the account was made."""
    played: int
    """Games that came to an end."""
    left: int
    """How many of those they had left by then."""
    games: Sequence[RatedGame]


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A key that opens the own account: of ssh, of a browser, or a passkey."""

    fingerprint: str
    name: str
    """What one calls it; empty for nothing."""
    since: str
    """The day it was added."""
    is_here: bool
    """Whether this session came with it."""
    used: str = ""
    """The day it was shown last, where that is known: of passkeys that were."""


class ProfileApi(Protocol):
    """The own account. All of it is looked up, and raises a Refusal where that fails."""

    @property
    def notices(self) -> NoticesApi:
        """How one is told, while away, that it is one's turn."""

    async def shown(self) -> Profile:
        """Return the profile of the present user."""

    async def keys(self) -> Sequence[OwnKey]:
        """The keys that open the account, the oldest first."""

    async def name_key(self, fingerprint: str, name: str) -> None:
        """Call a key something, or nothing."""

    async def remove_key(self, fingerprint: str) -> None:
        """Let a key open the account no longer; what it has open ends."""


class LadderAction(Enum):
    """An action concerning a player on a ladder."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    WATCH = "watch"
    PLAY = "play"
    TURN_DOWN = "turn down"
    TAKE_BACK = "take back"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class PendingChallenge:
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
class LadderRow:
    """Somebody on a ladder. Games are those for a place."""

    name: str
    is_own: bool
    is_here: bool
    won: int
    played: int
    asked: PendingChallenge | None = None
    """Who wants this place."""
    asks: PendingChallenge | None = None
    """Whose place they want."""
    enter: LadderAction | None = None
    """What Enter does."""
    undo: LadderAction | None = None
    """What `x` does."""


@dataclass(frozen=True, slots=True)
class PastChallenge:
    """A challenge that is settled: won, held, drawn or passed."""

    challenger: str
    challenged: str
    state: str
    day: str


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A ladder as one person sees it, from the top."""

    game: str
    rungs: Sequence[LadderRow]
    recent: Sequence[PastChallenge]
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

    async def accept(self, asked: PendingChallenge) -> None:
        """Accept a challenge, and sit down at its table."""

    async def turn_down(self, asked: PendingChallenge) -> None:
        """Say no to a challenge, or take one's own back."""

    async def go_to(self, table: str) -> None:
        """Play or watch a game for a place."""


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
