"""Write a game as text, and read it back.

    [nim_tui 3]
    [Game "bataille"]
    [Seat "Ana"]
    [Seat "Nemo" "easy"]
    [Option "blast" false]
    [Seed 7]
    [Result [[1], [2]] "ships"]

    1. (1) sub 14.200
    2. (1) sub 3.100

Brackets hold a name and JSON values; seats count from 1. On reading, quote marks before a line and
blanks around it are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from nim_tui.export.finished_game import FinishedGame
from nim_tui.names import printable
from nim_tui.tables.record import (
    FORMAT,
    MOST_BYTES,
    EndEntry,
    MoveEntry,
    Record,
    RecordError,
    RecordHeader,
    SeatPlan,
    check_size,
    parse_record,
    record_bytes,
)
from nim_tui.tables.seeds import DrawnSeed, Seed
from rules.messages import N_

_TAG: Final = re.compile(r"\[(\w{1,20}) (.*)\]")
_MOVE: Final = re.compile(r"(\d{1,5})\. *\((\d{1,2})\) +(.+)")
_QUOTED: Final = re.compile(r"^[>|\s]*")
_DECODER: Final = json.JSONDecoder()


def sheet(game: FinishedGame) -> str:
    """Return the game as text."""
    header, over = game.header, game.over
    lines = [_tag("nim_tui", FORMAT), _tag("Game", header.game)]
    lines += [_tag("Seat", *_seat(seat)) for seat in header.seats]
    lines += [_tag("Option", name, value) for name, value in header.options.items()]
    lines += [_tag("HintsForAll", True)] if header.hints_for_all else []
    lines.append(_tag("Seed", *_seed(header.seed)))
    ranking = [[seat + 1 for seat in place] for place in over.ranking]
    lines += [_tag("Result", ranking, over.reason), ""]
    lines += [f"{n}. ({play.seat + 1}) {play.move}" for n, play in enumerate(game.moves, start=1)]
    return "\n".join(lines) + "\n"


def _seat(seat: SeatPlan) -> tuple[str, ...]:
    return (seat.name,) if seat.bot is None else (seat.name, seat.bot)


def _seed(seed: Seed) -> tuple[int | str, ...]:
    return msgspec.structs.astuple(seed) if isinstance(seed, DrawnSeed) else (seed,)


def _tag(name: str, *values: Any) -> str:
    told = " ".join(json.dumps(value, ensure_ascii=False) for value in values)
    return f"[{name} {told}]"


def read_sheet(text: str) -> Record:
    """Return the record in a text, not yet replayed. Raises RecordError, naming the line."""
    facts = _Facts()
    for number, line in enumerate(text.split("\n"), start=1):
        bare = _QUOTED.sub("", line).rstrip()
        if not bare:
            continue
        try:
            facts.take(bare)
        except (ValueError, TypeError, RecursionError):
            raise RecordError(
                N_("line {line} is not part of a game exported as text: {text}"),
                line=number,
                text=printable(bare, 60),
            ) from None
    return _record(facts.lines())


def _record(lines: Sequence[RecordHeader | MoveEntry | EndEntry]) -> Record:
    data = record_bytes(lines)
    check_size(data, MOST_BYTES)
    return parse_record(data)


class _Facts:
    """The facts read so far from a text; faulty input raises ValueError or TypeError."""

    def __init__(self) -> None:
        self.version = 0
        self.game = ""
        self.seats: list[SeatPlan] = []
        self.options: dict[str, Any] = {}
        self.hints_for_all = False
        self.seed: Seed | None = None
        self.over: EndEntry | None = None
        self.moves: list[MoveEntry] = []

    def take(self, line: str) -> None:
        tag, move = _TAG.fullmatch(line), _MOVE.fullmatch(line)
        if tag is not None and not self.moves:
            self._take_tag(tag[1], list(_values(tag[2])))
        elif move is not None and int(move[1]) == len(self.moves) + 1:
            self.moves.append(MoveEntry(int(move[2]) - 1, move[3]))
        else:
            raise ValueError(line)

    def _take_tag(self, name: str, values: list[Any]) -> None:
        match name, values:
            case "nim_tui", [int(version)]:
                self.version = version
            case "Game", [str(game)]:
                self.game = game
            case "Seat", [str(called)]:
                self.seats.append(SeatPlan(called))
            case "Seat", [str(called), str(bot)]:
                self.seats.append(SeatPlan(called, bot))
            case "Option", [str(option), value] if option not in self.options:
                self.options[option] = value
            case "HintsForAll", [bool(hints)]:
                self.hints_for_all = hints
            case "Seed", [int(seed)]:
                self.seed = seed
            case "Seed", [str(drawn), str(nonce), str(commitment)]:
                self.seed = DrawnSeed(drawn, nonce, commitment)
            case "Result", [list(ranking), str(reason)]:
                self.over = EndEntry(tuple(_place(place) for place in ranking), reason)
            case _:
                raise ValueError(name)

    def lines(self) -> list[RecordHeader | MoveEntry | EndEntry]:
        """Return the lines of a record. Raises RecordError if a part is missing."""
        given = {
            "nim_tui": self.version,
            "Game": self.game,
            "Seat": self.seats,
            "Seed": self.seed is not None,
            "Result": self.over,
        }
        for name, is_there in given.items():
            if not is_there:
                raise RecordError(N_("the line [{name} …] is missing"), name=name)
        assert self.seed is not None
        assert self.over is not None
        seats = tuple(self.seats)
        header = RecordHeader(
            self.version, self.game, self.options, seats, self.seed, self.hints_for_all
        )
        return [header, *self.moves, self.over]


def _place(seats: Any) -> tuple[int, ...]:
    return tuple(int(seat) - 1 for seat in seats)


def _values(text: str) -> Iterator[Any]:
    """Yield consecutive JSON values. Raises ValueError."""
    at = 0
    while at < len(text):
        value, at = _DECODER.raw_decode(text, at)
        yield value
        if at < len(text) and text[at] != " ":
            raise ValueError(text)
        at += 1
