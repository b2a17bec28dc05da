"""The protocol through which screens use their app, and its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, runtime_checkable

from rules.messages import N_, Refusal

if TYPE_CHECKING:
    from rules.contract import AnyGame
    from rules.options import FromFile, Option, OptionValue


@dataclass(frozen=True, slots=True)
class LessonOnOffer:
    """A lesson, and the reader's progress in it."""

    number: int
    """The number of the lesson within its game, from 1."""
    title: str
    summary: str
    steps: int
    done: int

    @property
    def is_done(self) -> bool:
        """Whether the reader has finished the lesson."""
        return self.done >= self.steps


class StoryPoint(NamedTuple):
    """A position where a game turned."""

    position: int
    """The number of moves before it."""
    told: str
    """What changed, in a sentence."""


class LessonsApi(Protocol):
    """The lessons, and the reader's progress."""

    def of(self, game: str) -> Sequence[LessonOnOffer]:
        """Return the lessons of a game, in order."""

    def is_new(self, game: str) -> bool:
        """Check whether the user of this machine has neither learnt nor played the game."""

    def start(self, game: str, number: int = 0) -> None:
        """Begin or continue a lesson; 0: the first unfinished one.

        Raises NotPossible.
        """

    async def first_game(self, game: str, *, is_coached: bool) -> None:
        """Open a game against bots that are easy to beat, with a coach if asked for and possible.

        Raises NotPossible.
        """


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that can be played: its name, its title, and its bot levels, strongest first."""

    name: str
    title: str
    bots: tuple[str, ...]
    usual: str
    """The bot level of new tables unless the user chooses another."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its id and name, its values and their labels, and the current value."""

    id: str
    name: str
    values: tuple[str, ...]
    labels: tuple[str, ...]
    value: str
    group: str
    """The heading of the setting's group."""
    meaning: str
    """The effect of the setting and of its values."""
    is_typed: bool = False
    """Whether values besides these may be typed."""


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """An offer of a draw, or a request to undo a move."""

    by: str
    """The person who made the offer; empty if the reader did."""
    waits_for: tuple[str, ...]
    """The people who have not answered yet."""
    is_asked: bool
    """Whether the reader has not answered yet."""
    is_undo: bool = False
    """Whether the offer is a request to undo a move that others have seen."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The draw offer of the game on the screen, for the reader."""

    can_agree: bool = False
    """Whether the reader may end the game now, or offer or accept a draw."""
    can_decline: bool = False
    asks_others: bool = False
    """Whether people elsewhere must agree too."""
    asks_bots: bool = False
    """Whether bots must agree, each according to its position."""
    offer: DrawOffer | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """The rematch of the game on the screen, for the reader."""

    can_join: bool
    is_ready: bool = False
    """Whether the reader wants a rematch."""
    ready: tuple[str, ...] = ()
    """The people who want a rematch."""
    waits_for: tuple[str, ...] = ()
    """The people who have not answered; an empty name for the successor of a player who left."""


class NotPossible(Refusal):
    """A table cannot be opened with these settings; the message names valid ones."""


class NotBest(Refusal):
    """A puzzle answer that was rated but not played."""


RATING: Final = N_("rating")
RATED: Final = N_("rated")
"""The table setting for rated games, and its value for them."""
HINTS_FOR_ALL: Final = N_("hints for all")
"""The table setting that lets bots give hints in games between people."""
COACHED: Final = N_("coach")
"""The table setting that lets a coach help one person alone against bots."""


class NewTableApi(Protocol):
    """The services for the form of a new table."""

    def sitters(self, number: int) -> Sequence[str]:
        """Return the possible players of a seat other than bots, the likeliest first."""

    def seat_text(self, seat: str) -> str:
        """Return the form's text about a seat without a bot."""

    def opponents(self) -> Mapping[str, str]:
        """Return a sentence about each bot by name; the first names come first at a table."""

    def check_seat(self, name: str, seat: str) -> None:
        """Check that a game's seat can be taken like this. Raises NotPossible."""

    def terms(self) -> Sequence[Option]:
        """Return the settings of a table besides the options of its game."""

    def text_for(self, option: FromFile, path: str) -> str:
        """Return the text of a file on this machine for an option. Raises NotPossible."""

    async def start(
        self,
        name: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        seed: int | None,
        terms: Mapping[str, OptionValue],
    ) -> None:
        """Open a table and sit down. Seats are names or `bot:LEVEL:NAME`. Raises NotPossible."""


class TableApi(Protocol):
    """The services of the app for the table on the screen."""

    def around(self, room: int) -> str:
        """Return a line about the people at the table, at most `room` cells; often empty."""

    def may_be_watched(self) -> bool:
        """Whether the table has spectators elsewhere, or may get any."""

    def agreement(self) -> Agreement:
        """Return the open offers: a draw, or an undo."""

    async def agree(self) -> None:
        """Agree to a draw: end the game, at once or when all others agree.

        Raises a Refusal, or OSError if the end cannot be stored.
        """

    async def allow_undo(self) -> None:
        """Accept a request to undo a move. Raises a Refusal, or OSError."""

    def decline(self) -> None:
        """Decline an offer, or withdraw the reader's own. Raises a Refusal."""

    def can_resign(self) -> bool:
        """Whether the reader may resign."""

    async def resign(self) -> None:
        """Resign. Raises a Refusal, or OSError."""

    def rematch(self) -> Rematch:
        """Return the state of a rematch, once this game is over."""

    async def play_again(self) -> None:
        """Start a rematch with seats moved on by one.

        With people elsewhere, it starts when all of them want it. Raises NotPossible.
        """

    def replay(self, position: int) -> None:
        """Step through the game from a position."""

    def can_review(self) -> bool:
        """Whether the game on the screen can be reviewed: over, with moves to evaluate."""

    def review(self, then: Callable[[], None]) -> None:
        """Open the review of the game on the screen; `then` is called when the user leaves it.

        Raises NotPossible.
        """

    async def story(self) -> Sequence[StoryPoint]:
        """Return where the game on the screen turned; empty if nothing tells."""

    def leave(self) -> None:
        """Go back to the opener of tables, or to the review; the game is kept."""


@runtime_checkable
class AppApi(Protocol):
    """The app, as seen by its screens."""

    @property
    def table(self) -> TableApi:
        """The table on the screen."""

    @property
    def new_tables(self) -> NewTableApi:
        """The services that open tables."""

    @property
    def lessons(self) -> LessonsApi:
        """The lessons of the games."""

    @property
    def is_private(self) -> bool:
        """Whether the machine is the user's own, with readable files and chosen seeds."""

    @property
    def is_touch(self) -> bool:
        """Whether a page with keys for fingers surrounds the screen."""

    @property
    def marks_first(self) -> bool:
        """Whether a tap only marks a place or a move, and a second one chooses it."""

    def games_on_offer(self) -> Sequence[GameInfo]:
        """Return the games that can be played."""

    def game_screens(self) -> Sequence[type[Any]]:
        """Return the screens of these games."""

    def rules_of(self, name: str) -> AnyGame:
        """Return the rules of a game by name."""

    def clock(self) -> float:
        """Return the time in seconds, since any moment."""

    def beat(self) -> float:
        """Return the seconds between two steps of playback."""

    def shows_remarks(self) -> bool:
        """Whether bots make remarks at the end of games."""

    def plays_forced(self) -> bool:
        """Whether forced moves are played automatically."""

    def frame_time(self) -> float:
        """Return the seconds per frame of animations; 0 if there are none."""

    def settings(self) -> Sequence[Setting]:
        """Return the settings and their values."""

    def set_setting(self, setting: str, value: str) -> None:
        """Change a setting and keep it. Raises a Refusal for an invalid typed value."""

    def explain_keys(self) -> None:
        """Show all active keys of the top screen."""

    def ring(self, *, is_turn: bool) -> None:
        """Ring the bell if the user wants it for their turn (`is_turn`), or for moves of others."""

    def keys(self) -> Mapping[str, str]:
        """Return the remapped keys: keys, separated by commas, by id of the binding."""

    def set_keys(self, binding: str, keys: str) -> None:
        """Remap a binding and keep it; empty keys restore its default."""
