"""Games that were exported, or records, read back: whatever they are, they are replayed first."""

from __future__ import annotations

from typing import Final

from nim_tui.export.facts import KIND, read_facts
from nim_tui.export.sheet import read_sheet
from nim_tui.files import IN_UTF_16, MARK, is_utf_16
from nim_tui.tables.record import MOST_BYTES, Record, RecordError, check_size, parse_record
from nim_tui.tables.store import replay
from rules.messages import N_

MOST: Final = 4 * MOST_BYTES
"""Bytes: JSON tells more than a record."""


def read_game(data: bytes) -> Record:
    """The sound record of a game that is over, from a text, JSON or a record.

    Raises RecordError for what is none, does not follow the rules, or is not over.
    """
    check_size(data, MOST)
    if is_utf_16(data):
        raise RecordError(IN_UTF_16)
    record = _parsed(data.removeprefix(MARK).replace(b"\r\n", b"\n"))
    if record.cut or record.over is None:
        raise RecordError(N_("the game is not over: only games that are over are taken in"))
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
        raise RecordError(N_("this is neither a game as text, nor JSON, nor a record")) from None
