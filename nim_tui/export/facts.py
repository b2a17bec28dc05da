"""A game as JSON: what was set up and played, and what everybody was told of each move."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from nim_tui.export.finished import Finished
from nim_tui.tables.record import (
    FORMAT,
    Header,
    Over,
    Play,
    Record,
    RecordError,
    parse_record,
    record_bytes,
)
from rules.messages import N_

KIND: Final = "nim_tui game"


def facts_of(game: Finished) -> str:
    """The game as JSON; its header and result are those of records, seats count from 0."""
    moves = [
        {"seat": play.seat, "move": play.move, "told": told}
        for play, told in zip(game.moves, game.told(), strict=True)
    ]
    facts = {
        "kind": KIND,
        "title": game.offer.title,
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
    """The record that JSON stands for, not yet replayed. Raises RecordError."""
    try:
        facts = msgspec.json.decode(data, type=_Facts)
        header = {name: getattr(facts, name) for name in Header.__struct_fields__}
        lines: list[Any] = [
            header,
            *(Play(move.seat, move.move) for move in facts.moves),
            Over(facts.result.ranking, facts.result.reason),
        ]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RecordError(N_("this is not a game that nim_tui exported as JSON")) from None
    return parse_record(record_bytes(lines))
