"""The protocol by which screens ask their app; values it answers with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from rules.messages import N_, Refusal

if TYPE_CHECKING:
    from rules.contract import AnyGame
    from rules.options import FromFile, Option, OptionValue


@dataclass(frozen=True, slots=True)
class LessonOnOffer:
    """A lesson on offer, and the reader's progress in it."""

    number: int
    """The number of the lesson among those of its game, from 1."""
    title: str
    summary: str
    steps: int
    done: int

    @property
    def is_done(self) -> bool:
        """Whether it was taken to its end."""
        return self.done >= self.steps


class LessonsApi(Protocol):
    """The lessons, and the reader's progress."""

    def of(self, game: str) -> Sequence[LessonOnOffer]:
        """The lessons of a game, in their order."""

    def is_new(self, game: str) -> bool:
        """Check whether the game was neither learnt nor played on this machine yet."""

    def start(self, game: str, number: int = 0) -> None:
        """Begin a lesson, or go on with it; 0: the first that was not taken to its end.

        Raises NotPossible.
        """

    def has_coach(self, game: str) -> bool:
        """Whether a coach can help in a game here."""

    async def first_game(self, game: str, *, is_coached: bool) -> None:
        """A game against bots that are easy to beat, with a coach if asked and possible.

        Raises NotPossible.
        """


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that can be played: its name, title, and the levels of its bots, best first."""

    name: str
    title: str
    bots: tuple[str, ...]
    usual: str
    """The level of bot that people meet unless they choose another."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its id and name, its values and their labels, and the value in force."""

    id: str
    name: str
    values: tuple[str, ...]
    labels: tuple[str, ...]
    value: str
    group: str
    """The heading of the group the setting is in."""
    meaning: str
    """The effect of the setting and of its values."""
    is_typed: bool = False
    """Whether other values than these may be typed."""


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
    """Whether the reader may act now: end the game, offer a draw, or accept one."""
    can_decline: bool = False
    asks_others: bool = False
    """Whether people elsewhere must agree too."""
    asks_bots: bool = False
    """Whether bots must agree, each by how it stands."""
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
    """The people who have not answered; an empty name for whoever replaces somebody who left."""


class NotPossible(Refusal):
    """A table cannot be opened with these settings; the message names the right ones."""


class NotBest(Refusal):
    """An answer to a puzzle was given but not played; the puzzle tells how good it was."""


RATING: Final = N_("rating")
RATED: Final = N_("rated")
"""The table setting for rated games, and its value if they are."""
HINTS_FOR_ALL: Final = N_("hints for all")
"""The term of a table that lets bots help people who play each other."""


class NewTableApi(Protocol):
    """The services that the form of a new table uses."""

    def sitters(self, number: int) -> Sequence[str]:
        """Return the possible players of a seat besides bots, the likeliest first."""

    def seat_text(self, seat: str) -> str:
        """Return the text of a form about a seat that no bot plays."""

    def opponents(self) -> Mapping[str, str]:
        """The bots by name, with what each is known for; the first names come first at a table."""

    def check_seat(self, name: str, seat: str) -> None:
        """Whether a seat of a game can be taken so. Raises NotPossible."""

    def terms(self) -> Sequence[Option]:
        """Return the settings of a table here besides the options of its game."""

    def text_for(self, option: FromFile, path: str) -> str:
        """The text of a file on this machine, fit for an option. Raises NotPossible."""

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
    """The services that a table on the screen uses from the app around it."""

    def around(self, room: int) -> str:
        """Return a line about the people at the table, at a given width; often empty."""

    def may_be_watched(self) -> bool:
        """Whether anybody elsewhere watches the table, or may."""

    def agreement(self) -> Agreement:
        """The open offers: a draw, or an undo."""

    async def agree(self) -> None:
        """End the game by agreement, or once all others agree too.

        Raises a Refusal, or OSError when the end cannot be written down.
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
        """Return the players who want a rematch, once this game is over."""

    async def play_again(self) -> None:
        """Start a rematch with seats moved on by one.

        With people elsewhere, it starts once all of them want it. Raises NotPossible.
        """

    def replay(self, position: int) -> None:
        """Step through the game, from a point."""

    def can_review(self) -> bool:
        """Whether the game on the screen can be reviewed: it is over, with moves to evaluate."""

    def review(self, then: Callable[[], None]) -> None:
        """Open the review of the game on the screen; `then` is called once it is left.

        Raises NotPossible.
        """

    async def story(self) -> Sequence[str]:
        """Return where the game on the screen turned, in sentences; empty if nothing tells."""

    def leave(self) -> None:
        """Back to where tables are opened, or to the review; the game is kept."""


@runtime_checkable
class AppApi(Protocol):
    """The app, as its screens know it."""

    @property
    def table(self) -> TableApi:
        """The table on the screen."""

    @property
    def new_tables(self) -> NewTableApi:
        """The part that opens tables."""

    @property
    def lessons(self) -> LessonsApi:
        """The lessons."""

    @property
    def is_private(self) -> bool:
        """Whether the machine is the person's own: files can be read, and seeds chosen."""

    def games_on_offer(self) -> Sequence[GameInfo]:
        """The games on offer."""

    def game_screens(self) -> Sequence[type[Any]]:
        """The screens of these games."""

    def rules_of(self, name: str) -> AnyGame:
        """The rules of a game on offer."""

    def beat(self) -> float:
        """Seconds between two steps of playback."""

    def shows_remarks(self) -> bool:
        """Whether bots make remarks at the end of games."""

    def plays_forced(self) -> bool:
        """Whether forced moves are played automatically."""

    def frame_time(self) -> float:
        """Seconds a frame of what moves on the boards; 0 where nothing does."""

    def settings(self) -> Sequence[Setting]:
        """The settings and their values."""

    def set_setting(self, setting: str, value: str) -> None:
        """Change a setting and keep it. Raises a Refusal for a typed value that is none."""

    def explain_keys(self) -> None:
        """Show every key that does something on the screen on top."""

    def ring(self, *, is_turn: bool) -> None:
        """Ring the bell if the reader wants it for this: their turn, or a move of others."""

    def keys(self) -> Mapping[str, str]:
        """The remapped keys: id of a binding to its keys, separated by commas."""

    def set_keys(self, binding: str, keys: str) -> None:
        """Remap a binding and keep it; empty keys bring back its own."""
