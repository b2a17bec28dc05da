"""Write a game as JSON, and read exports back."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from nim_tui.export.finished_game import FinishedGame
from nim_tui.export.text_game import read_sheet
from nim_tui.names import IN_UTF_16, MARK, is_utf_16
from nim_tui.tables.record import (
    FORMAT,
    MOST_BYTES,
    EndEntry,
    MoveEntry,
    Record,
    RecordError,
    RecordHeader,
    check_size,
    parse_record,
    record_bytes,
)
from nim_tui.tables.store import replay
from rules.messages import N_

KIND: Final = "nim_tui game"


def facts_of(game: FinishedGame) -> str:
    """Return the game as JSON; header and result as in records, seats counted from 0."""
    moves = [
        {"seat": play.seat, "move": play.move, "told": told}
        for play, told in zip(game.moves, game.told(), strict=True)
    ]
    facts = {
        "kind": KIND,
        "title": game.entry.title,
        **msgspec.to_builtins(msgspec.structs.replace(game.header, nim_tui=FORMAT)),
        "result": {"ranking": game.over.ranking, "reason": game.over.reason},
        "moves": moves,
    }
    return json.dumps(facts, ensure_ascii=False, indent=1) + "\n"


class _Move(msgspec.Struct, frozen=True):
    seat: int
    move: Annotated[str, Meta(max_length=300)]


class _Result(msgspec.Struct, frozen=True):
    ranking: tuple[tuple[int, ...], ...]
    reason: Annotated[str, Meta(max_length=40)]


class _Facts(msgspec.Struct, frozen=True):
    kind: str
    nim_tui: int
    game: str
    options: dict[str, Any]
    seats: Any
    seed: Any
    result: _Result
    moves: tuple[_Move, ...]
    hints_for_all: bool = False


def read_facts(data: bytes) -> Record:
    """Return the record in JSON, not yet replayed. Raises RecordError."""
    try:
        facts = msgspec.json.decode(data, type=_Facts)
        header = {name: getattr(facts, name) for name in RecordHeader.__struct_fields__}
        lines: list[Any] = [
            header,
            *(MoveEntry(move.seat, move.move) for move in facts.moves),
            EndEntry(facts.result.ranking, facts.result.reason),
        ]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RecordError(N_("not a game exported by nim_tui as JSON")) from None
    return parse_record(record_bytes(lines))


MOST: Final = 4 * MOST_BYTES
"""The most bytes read: JSON is longer than a record."""


def read_game(data: bytes) -> Record:
    """Return the sound record of a finished game, from text, JSON or a record.

    Raises RecordError if it is invalid, breaks the rules, or is not over.
    """
    check_size(data, MOST)
    if is_utf_16(data):
        raise RecordError(IN_UTF_16)
    record = _parsed(data.removeprefix(MARK).replace(b"\r\n", b"\n"))
    if record.cut or record.over is None:
        raise RecordError(N_("the game is not over: only finished games can be imported"))
    replay(record)
    return record


def _parsed(data: bytes) -> Record:
    begins = data.lstrip()[:1]
    if begins == b"{":
        is_exported = f'"{KIND}"'.encode() in data[:200]
        return read_facts(data) if is_exported else parse_record(data)
    try:
        return read_sheet(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(
            N_("neither a game exported as text or JSON, nor a game record")
        ) from None
