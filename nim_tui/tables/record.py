"""The record of a game: lines of JSON, read and written; early ends.

    {"nim_tui":2,"game":"bataille","options":{"blast":false,...},"seats":[{"name":"Ana"},...],"seed":7}
    {"do":"play","seat":0,"move":"sub 14.200"}
    {"do":"undo","seat":0}
    {"do":"mark","seat":0,"place":"8.100","sign":"x"}
    {"do":"over","ranking":[[0],[1]],"reason":"ships"}

Seed and moves replay the game. A line is on disk before anyone is told of it, so a crash loses at
most the line being written; a cut last line is recognised on reading. A header of an older format
is converted on reading; the file stays unchanged.

A drawn seed is stored with its commitment and nonce: `"seed":{"drawn":…,"nonce":…,"commitment":…}`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from nim_tui.names import IN_UTF_16, MARK, clean_name, is_utf_16, printable
from nim_tui.registry import all_games
from nim_tui.tables.seeds import MOST_SEED, DrawnSeed, Seed
from rules.contract import Result
from rules.messages import N_, Refusal, why

FORMAT: Final = 3
"""The format written; older ones can be read.

Since 2 Bataille has the option `spinner`, since 3 seeds can be drawn.
"""
DRAWN_SINCE: Final = 3
"""The format that brought drawn seeds."""
MOST_BYTES: Final = 1024 * 1024
"""The largest record read, in bytes: a long game takes a few thousand."""

Word = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=20_000)]
"""The value of an option, at most as long as a board file."""
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=-MOST_SEED, le=MOST_SEED)]


class RecordError(Refusal):
    """The file is not a record, or incomplete; the message says where, and what is valid."""


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player of a seat: a name, and the level of the bot that plays it (None: a person)."""

    name: Word
    bot: Word | None = None

    def __post_init__(self) -> None:
        if clean_name(self.name) != self.name:
            raise ValueError(f"{self.name!r} is not the plain form of a name")


class RecordHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up of a table, enough to deal the same game again."""

    nim_tui: int
    game: Word
    options: Annotated[dict[Word, bool | Number | Text | None], Meta(max_length=50)]
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=10)]
    seed: Seed
    hints_for_all: bool = False
    """Whether bots could give hints to people who played each other."""

    def __post_init__(self) -> None:
        if isinstance(self.seed, DrawnSeed) and self.nim_tui < DRAWN_SINCE:
            raise ValueError(f"format {self.nim_tui} has no drawn seeds")

    @property
    def only_person(self) -> int | None:
        """The seat of the only person, if all others are bots."""
        persons = [number for number, seat in enumerate(self.seats) if seat.bot is None]
        return persons[0] if len(persons) == 1 else None


class MoveEntry(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"
):
    """A seat made a move, in its canonical words."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=300)]


class UndoEntry(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="undo"
):
    """A seat undid its own last move."""

    seat: SeatNumber


class MarkEntry(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="mark"
):
    """A seat's private mark on a place of the board; an empty sign erases it."""

    seat: SeatNumber
    place: Word
    sign: Word


class EndEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="over"):
    """The end of the game, by its rules or an early one (`early_end`); lists need no replay for it.

    A game without a result ranks nobody.
    """

    ranking: tuple[tuple[SeatNumber, ...], ...]
    reason: Word


Line = MoveEntry | UndoEntry | MarkEntry | EndEntry

_HEADER: Final = msgspec.json.Decoder(RecordHeader)
_LINE: Final = msgspec.json.Decoder(Line)
encode: Final = msgspec.json.Encoder().encode
_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: header, lines, bytes read, and the number of bytes in whole lines."""

    header: RecordHeader
    lines: tuple[Line, ...]
    read_bytes: int
    whole_bytes: int
    cut: bool

    @property
    def over(self) -> EndEntry | None:
        """The end, if the game is over; only marks may follow it."""
        for line in reversed(self.lines):
            if not isinstance(line, MarkEntry):
                return line if isinstance(line, EndEntry) else None
        return None

    @property
    def moves(self) -> int:
        """The number of moves."""
        plays = sum(isinstance(line, MoveEntry) for line in self.lines)
        return plays - sum(isinstance(line, UndoEntry) for line in self.lines)


def check_size(data: bytes, most: int) -> None:
    """Raise RecordError if the data has more than `most` bytes."""
    if len(data) > most:
        raise RecordError(N_("the file is larger than {most} bytes: not a game record"), most=most)


def record_bytes(lines: Iterable[object]) -> bytes:
    """Return the bytes of a record's file from its header and lines."""
    return b"".join(encode(line) + b"\n" for line in lines)


def parse_record(data: bytes) -> Record:
    """Return the record in these bytes. A cut last line is left out and noted in `cut`."""
    if is_utf_16(data):
        raise RecordError(IN_UTF_16)
    first, *rest = data.split(b"\n")
    header = parse_header(first.removeprefix(MARK))
    lines: list[Line] = []
    whole = len(first) + 1
    for number, text in enumerate(rest, start=2):
        is_last = number == len(rest) + 1
        if is_last and not text:
            break
        try:
            lines.append(_decode(_LINE, text))
        except _UNREADABLE as error:
            if is_last and _looks_cut(error):
                return Record(header, tuple(lines), len(data), whole, cut=True)
            raise RecordError(
                N_("line {line} is not a line of a game record ({why})"),
                line=number,
                why=_short(error),
            ) from None
        whole += len(text) + 1
    return Record(header, tuple(lines), len(data), min(whole, len(data)), cut=False)


def _looks_cut(error: Exception) -> bool:
    """Whether the error is of incomplete JSON; complete JSON that is invalid was not cut."""
    return not isinstance(error, msgspec.ValidationError | RecursionError)


def parse_header(text: bytes) -> RecordHeader:
    """Return the header in a line, converted to this format. Raises RecordError."""
    try:
        version = msgspec.json.decode(text, type=_Version).nim_tui
    except _UNREADABLE:
        raise RecordError(N_("not a game record: the first line is not a header")) from None
    if not 1 <= version <= FORMAT:
        raise RecordError(
            N_("the game record has format {version}; this nim_tui reads formats 1 to {known}"),
            version=version,
            known=FORMAT,
        )
    try:
        return _brought_on(_decode(_HEADER, text))
    except _UNREADABLE as error:
        raise RecordError(
            N_("line {line} is not the header of a game record ({why})"), line=1, why=_short(error)
        ) from None


def _brought_on(header: RecordHeader) -> RecordHeader:
    """Return a header in the present format; old options keep their effect."""
    entry = all_games().get(header.game)
    options = dict(header.options)
    for since, values in entry.game.former_options.items() if entry else ():
        if header.nim_tui < since:
            options = {**values, **options}
    return msgspec.structs.replace(header, nim_tui=FORMAT, options=options)


class _Version(msgspec.Struct):
    nim_tui: Annotated[int, Meta(ge=0, le=10**6)]


def _decode(decoder: msgspec.json.Decoder[T], text: bytes) -> T:
    value = decoder.decode(text)
    if encode(value) != text:  # an unusual spelling is checked more closely
        json.loads(text, object_pairs_hook=_refuse_twice)
    return value


def _refuse_twice(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) != len(pairs):
        raise msgspec.ValidationError("a field is given twice")


def _short(error: Exception) -> str:
    return printable(str(error).splitlines()[0], 120)


RESIGNED: Final = "resigned"
OUT_OF_TIME: Final = "out_of_time"
AGREED: Final = "agreed"
ABORTED: Final = "aborted"
"""The reasons of early ends, outside any game's rules; the last two are agreed by all."""

ONLY_ALONE: Final = N_("you can resign only a two-player game, or a game against bots")

MOVES_OF_FIRST_ROUND: Final = 2
"""The public moves of a seat in the first round: the set-up of every game, and one more."""

_PAIR: Final = 2


def early_end(reason: str, losers: Collection[int], seats: int) -> Result:
    """Return the result after these seats have lost: all others share first place.

    If all have lost, they share it. With more than two seats the game continues instead when time
    runs out.
    """
    if len(losers) == seats:
        return Result((tuple(range(seats)),), reason)
    others = tuple(seat for seat in range(seats) if seat not in losers)
    return Result((others, tuple(losers)), reason)


def may_resign(seat: int, persons: Collection[int], seats: int) -> bool:
    """Check whether a seat may resign: only one opponent, or bots, would play on."""
    return seats == _PAIR or {seat} == {*persons}


def agreed_end(seats: int, *, is_first_round: bool) -> Result:
    """Return the result of an agreed end: a draw, or without ranking in the first round."""
    return Result((), ABORTED) if is_first_round else Result((tuple(range(seats)),), AGREED)


def told_early_end(
    over: EndEntry, seats: int, persons: Collection[int], *, is_first_round: bool
) -> Result | None:
    """Return the early end that a line of a record holds, if it is one."""
    ends = [agreed_end(seats, is_first_round=is_first_round)]
    resigning = [seat for seat in range(seats) if may_resign(seat, persons, seats)]
    ends += [early_end(RESIGNED, (loser,), seats) for loser in resigning]
    if seats == _PAIR:
        ends += [early_end(OUT_OF_TIME, losers, seats) for losers in ((0,), (1,), (0, 1))]
    told = (end for end in ends if (end.ranking, end.reason) == (over.ranking, over.reason))
    return next(told, None)


def read_record(path: Path) -> Record:
    """Read a record without changing the file. Raises RecordError, which leaves out the path."""
    return parse_record(_read_bounded(path))


def _read_bounded(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise RecordError(N_("this is a folder, not a game record"))
        if not path.exists():
            raise RecordError(N_("file not found"))
        if not path.is_file():
            raise RecordError(N_("not a regular file, so not a game record"))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(N_("the file cannot be read ({why})"), why=why(error)) from error
    check_size(data, MOST_BYTES)
    return data


def moves_in(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield seat and words of each move from the lines of a list of moves."""
    for line in lines:
        seat, _colon, words = line.partition(":")
        for move in words.split(";"):
            yield int(seat), move.strip()


def lines_of(moves: Iterable[tuple[int, str]]) -> list[str]:
    """Return the lines that list these moves: one for each run of moves by the same seat."""
    rows = groupby(moves, key=lambda move: move[0])
    return [f"{seat}: {'; '.join(words for _seat, words in row)}" for seat, row in rows]
