"""Tables from records; stepping through and continuing them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from nim_tui.names import printable
from nim_tui.registry import game_named
from nim_tui.tables.record import (
    EndEntry,
    Line,
    MarkEntry,
    MoveEntry,
    RecordError,
    RecordHeader,
    UndoEntry,
    record_bytes,
)
from nim_tui.tables.seat_plans import seats_against_bots
from nim_tui.tables.table import Table
from rules.contract import AnyGame, Event, IllegalMove
from rules.messages import N_, Refusal
from screens.app_api import NotPossible
from screens.positions import MoveIndex


def table_from(header: RecordHeader, game: AnyGame, lines: Sequence[Line] = ()) -> Table:
    """Return the table of a record at the end of its lines.

    Raises UnsuitableTable or RecordError.
    """
    terms = header.options, header.seats, header.seed
    table = Table(game, *terms, hints_for_all=header.hints_for_all)
    follow(table, lines)
    return table


def follow(table: Table, lines: Sequence[Line]) -> None:
    """Replay the lines of a record. Raises RecordError, naming the line."""
    for number, line in enumerate(lines, start=2):
        try:
            _follow_line(table, line)
        except Refusal as refusal:
            why = printable(str(refusal))
            raise RecordError(
                N_("line {line} does not fit the game: {why}"), line=number, why=why
            ) from refusal


def _follow_line(table: Table, line: Line) -> None:
    match line:
        case EndEntry():
            end = table.drafts.end_as_told(line)
            if end is not None:
                end.make()  # stored already
        case MoveEntry() | UndoEntry() | MarkEntry() if not 0 <= line.seat < len(table.seats):
            raise IllegalMove(N_("there is no seat {seat}"), seat=line.seat)
        case MoveEntry():
            table.play(line.seat, table.game.parse(line.move))
        case UndoEntry():
            table.drafts.undo_as_told(line.seat).carry_out()
        case MarkEntry():
            table.mark(line.seat, line.place, line.sign)


class Replay:
    """A table that steps through the moves of a record, without undone ones."""

    def __init__(self, header: RecordHeader, game: AnyGame, lines: Sequence[Line]) -> None:
        self._header = header
        self._game = game
        self._lines = standing_moves(lines)
        self._listeners: list[Callable[[], None]] = []
        self.position = 0
        self.table = table_from(self._header, self._game)
        self._whole: Table | None = None
        """The table at the end of the record, made when first needed."""

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self._lines)

    def go(self, position: int) -> None:
        """Go to a position, or to the nearest there is."""
        wanted = max(0, min(position, self.length))
        if wanted == self.position:
            return
        if wanted < self.position:
            self.table = table_from(self._header, self._game)
            self.position = 0
        follow(self.table, self._lines[self.position : wanted])
        self.position = wanted
        for listener in tuple(self._listeners):
            listener()

    def _at_end(self) -> Table:
        if self._whole is None:
            self._whole = table_from(self._header, self._game, self._lines)
        return self._whole

    def whole_log(self, seat: int | None) -> Sequence[Event]:
        """Return all events that a seat knew at the end, whatever the present position."""
        return self._at_end().log(seat)

    def move_index(self, seat: int | None) -> MoveIndex:
        """Return all moves as a seat knew them, whatever the present position."""
        return self._at_end().move_index(seat)

    def listen(self, listener: Callable[[], None], seat: int | None) -> Callable[[], None]:
        """Call a listener after each step; return a function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)


def standing_moves(lines: Sequence[Line]) -> list[MoveEntry]:
    """Return the moves of a record without undone ones."""
    moves: list[MoveEntry] = []
    for line in lines:
        if isinstance(line, MoveEntry):
            moves.append(line)
        elif isinstance(line, UndoEntry):
            own = (n for n in range(len(moves) - 1, -1, -1) if moves[n].seat == line.seat)
            del moves[next(own)]
    return moves


def digest_of(header: RecordHeader, lines: Sequence[Line]) -> str:
    """Return a short digest that differs for any other set-up or moves."""
    data = record_bytes((header, *standing_moves(lines)))
    return hashlib.sha256(data).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class GameBranch:
    """The start of a record that continues another game, and the seats to move."""

    header: RecordHeader
    """The header: one seat is a person's, all others are bots'."""
    plays: tuple[MoveEntry, ...]
    waiting: tuple[int, ...]

    @property
    def person(self) -> int:
        """The seat of the one person."""
        return next(n for n, seat in enumerate(self.header.seats) if seat.bot is None)


def beginning(
    header: RecordHeader, lines: Sequence[Line], position: int, seat: int | None
) -> GameBranch:
    """Return a new game that continues a finished one after its first moves.

    The person plays `seat`, or else the one to move; bots keep their seats, and bots of the default
    level replace other people. Hidden things and future draws are the original ones. Raises a
    Refusal.
    """
    entry = game_named(header.game)
    plays = standing_moves(lines)[: max(position, 0)]
    table = table_from(header, entry.game, plays)
    if not table.waiting:
        raise NotPossible(N_("the game is over at this position"))
    person = table.waiting[0] if seat is None else seat
    seats = seats_against_bots(header.seats, person, entry.usual)
    begins = msgspec.structs.replace(header, seats=seats)
    return GameBranch(begins, tuple(plays), tuple(table.waiting))
