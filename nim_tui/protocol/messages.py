"""The messages of the bot protocol, and what one seat is told of its game.

Each message is one line of JSON with a `type`. A table sends `hello`, `new`, `move` (a request),
`error` and `end`; a bot sends `hello` and `move` (its answer). All that is sent is made from the
view, the legal moves and the events of one seat, and from public facts of the table.
docs/how-to/write-a-bot.md explains the messages to authors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from inspect import isdatadescriptor
from math import ceil
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from nim_tui import __version__
from nim_tui.names import printable
from rules.advice import Advice
from rules.contract import AnyGame, Event, Move, Result
from rules.messages import N_, Refusal

PROTOCOL: Final = 1
"""The version of the protocol. Fields may be added within a version; none is dropped."""
MOST_LINE: Final = 64 * 1024
"""The most bytes of a line from a bot, its end included."""
MOST_LEGAL: Final = 500
"""The most legal moves listed in a request; of more, an even spread is listed."""
LONGEST_REASON: Final = 200

_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class BadLine(Refusal):
    """A line from a bot is no message of the protocol; the text says why."""


class HelloToBot(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first line to a bot."""

    protocol: int = PROTOCOL
    program: str = f"nim_tui {__version__}"
    account: str | None = None
    """On a server: the name of the bot there."""


class NewGame(Struct, frozen=True, tag_field="type", tag="new"):
    """A game begins, in which the bot has a seat."""

    table: str
    game: str
    seat: int
    names: Sequence[str]
    """The names of the players, by seat."""
    options: Mapping[str, bool | int | str | None]


class MoveRequest(Struct, frozen=True, tag_field="type", tag="move"):
    """The bot must move. Events before `since` were told already; later ones told were undone."""

    table: str
    number: int
    """The number of the request at this table, from 1."""
    since: int
    events: Sequence[Mapping[str, Any]]
    view: Any
    legal: Sequence[Mapping[str, Any]]
    """The legal moves, or an even spread of them if there are more than 500."""
    count: int
    """The number of legal moves."""
    seconds: float | None
    """The time left for the answer; None: no limit."""


class ErrorToBot(Struct, frozen=True, tag_field="type", tag="error"):
    """A line of the bot was refused. A refused move may be answered again in the same time."""

    text: str
    table: str | None = None


class GameResult(Struct, frozen=True):
    """The result of a game: groups of seats, best first; none without a result."""

    ranking: Sequence[Sequence[int]]
    reason: str
    figures: Mapping[str, Sequence[int]]


class GameEnd(Struct, frozen=True, tag_field="type", tag="end"):
    """The game is over, or left (no result). Nothing more is asked at this table."""

    table: str
    since: int
    events: Sequence[Mapping[str, Any]]
    view: Any
    result: GameResult | None


MessageToBot = HelloToBot | NewGame | MoveRequest | ErrorToBot | GameEnd

Short = Annotated[str, Meta(max_length=100)]
TableName = Annotated[str, Meta(max_length=40)]


class HelloFromBot(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first line of a bot."""

    protocol: Annotated[int, Meta(ge=1)]
    name: Short = ""
    author: Short = ""
    source: Annotated[str, Meta(max_length=200)] = ""
    """Where its source is told, such as an address."""
    games: Annotated[Sequence[Annotated[str, Meta(max_length=40)]], Meta(max_length=50)] = ()
    """On a server: the games it plays there; empty: all."""
    accepts: Literal["everyone", "bots", "owner", "nobody"] = "everyone"
    """On a server: whose tables it joins."""
    seeks: bool = False
    """On a server: whether it takes free seats at tables that are open to bots."""
    league: bool = True
    """On a server: whether it takes part in the league of bots."""


class MoveFromBot(Struct, frozen=True, tag_field="type", tag="move"):
    """The answer to a request: a legal move in its words, perhaps with a reason.

    Without `table` and `number` it answers the last request.
    """

    move: Annotated[str, Meta(max_length=200)]
    table: TableName | None = None
    number: int | None = None
    reason: Annotated[str, Meta(max_length=4000)] = ""


class PlayFromBot(Struct, frozen=True, tag_field="type", tag="play"):
    """On a server: set up a table, where the bot has the first seat."""

    game: TableName
    seats: Annotated[Sequence[TableName], Meta(min_length=1, max_length=9)]
    """The other seats: bots of the server, such as `bot:easy`, or the names of bots."""
    options: Mapping[str, bool | int | str | None] = {}


MessageFromBot = HelloFromBot | MoveFromBot | PlayFromBot
_FROM_BOT: Final = msgspec.json.Decoder(MessageFromBot)


def line_of(message: object) -> bytes:
    """Return a message as a line; equal messages give equal bytes."""
    return _ENCODER.encode(message) + b"\n"


def checked_line(line: bytes) -> bytes:
    """Return a line, unless it is too long. Raises BadLine."""
    if len(line) > MOST_LINE:
        raise BadLine(N_("a line has more than {most} bytes"), most=MOST_LINE)
    return line


def message_in(line: bytes) -> MessageFromBot:
    """Return the message in a line of a bot. Raises BadLine."""
    try:
        message: MessageFromBot = _FROM_BOT.decode(checked_line(line))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLine(
            N_("not a message ({why}): {line}"),
            why=printable(str(error), 120),
            line=printable(line[:200].decode("utf-8", "replace").strip(), 60),
        ) from None
    return message


def check_protocol(hello: HelloFromBot) -> None:
    """Check that a bot speaks this version. Raises BadLine."""
    if hello.protocol != PROTOCOL:
        raise BadLine(
            N_("the bot speaks version {version} of the protocol, not {known}"),
            version=hello.protocol,
            known=PROTOCOL,
        )


# A seat's facts as data


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as JSON data: its name, its seat and its facts."""
    return {"event": event.name, "seat": event.seat, **event.facts()}


@cache
def move_fields(kind: type[Move]) -> tuple[str, ...]:
    """Return the public fields of a game's moves, without `word`."""
    if is_dataclass(kind):
        names = [one.name for one in fields(kind)]
    else:
        names = [name for name in dir(kind) if isdatadescriptor(getattr(kind, name))]
    return tuple(name for name in names if name != "word" and not name.startswith("_"))


def move_data(move: Move) -> dict[str, Any]:
    """Return a move as JSON data: its word, and its fields; names of enumerations as words."""
    told: dict[str, Any] = {"word": move.word}
    for name in move_fields(type(move)):
        value = getattr(move, name)
        told[name] = value.name.lower() if isinstance(value, Enum) else value
    return told


def spread(legal: Sequence[Move], most: int = MOST_LEGAL) -> Sequence[Move]:
    """Return the moves, or an even spread of at most `most` of them, in their order."""
    step = ceil(len(legal) / most)
    return legal if step <= 1 else [legal[at] for at in range(0, len(legal), step)]


class SeatFeed:
    """The messages about one game to the bot of one seat.

    A request brings the events since the last one. If some that were told are undone, it begins
    where the two logs part.
    """

    def __init__(
        self,
        game: AnyGame,
        table: str,
        seat: int,
        names: Sequence[str],
        options: Mapping[str, bool | int | str | None],
    ) -> None:
        self.table = table
        self.requests = 0
        """The number of requests made."""
        self._game = game
        self._seat = seat
        self._names = tuple(names)
        self._options = dict(options)
        self._told: list[Event] = []

    def new(self) -> bytes:
        """Return the line that begins the game."""
        game = NewGame(self.table, self._game.name, self._seat, self._names, self._options)
        return line_of(game)

    def request(
        self, view: Any, legal: Sequence[Move], log: Sequence[Event], seconds: float | None
    ) -> bytes:
        """Return the line that asks for a move; `log` holds all events of the seat."""
        self.requests += 1
        since, events = self._news(log)
        listed = [move_data(move) for move in spread(legal)]
        asked = self.table, self.requests, since, events, view, listed, len(legal), seconds
        return line_of(MoveRequest(*asked))

    def end(self, view: Any, log: Sequence[Event], result: Result | None) -> bytes:
        """Return the line that ends the game."""
        since, events = self._news(log)
        told = None
        if result is not None:
            told = GameResult(result.ranking, result.reason, result.figures)
        return line_of(GameEnd(self.table, since, events, view, told))

    def error(self, text: str) -> bytes:
        """Return the line that refuses the bot's last line."""
        return line_of(ErrorToBot(text, self.table))

    def is_answer(self, answer: MoveFromBot) -> bool:
        """Check whether an answer is meant for the last request."""
        is_here = answer.table is None or answer.table == self.table
        return is_here and answer.number in (None, self.requests)

    def advice(self, answer: MoveFromBot, legal: Sequence[Move]) -> Advice:
        """Return the move of an answer. Raises a Refusal if it is none, or not legal."""
        move = self._game.parse(answer.move)
        if move not in legal:
            raise BadLine(N_("“{move}” is not legal now"), move=move.word)
        reason = printable(answer.reason, LONGEST_REASON)
        return Advice(move, "{text}" if reason else "", {"text": reason} if reason else {})

    def _news(self, log: Sequence[Event]) -> tuple[int, list[dict[str, Any]]]:
        """Return the number of events that stay as told, and those after them."""
        pairs = enumerate(zip(self._told, log))
        since = next((at for at, (old, new) in pairs if old != new), None)
        if since is None:
            since = min(len(self._told), len(log))
        self._told = list(log)
        return since, [event_data(event) for event in log[since:]]
