"""How games ended: a small file beside the records, which outlives those that are deleted.

Every finished game that is found among the records is noted once; the oldest notes go first
once there are too many. The file is read as anybody's could be: bounded, checked, or not at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from nim_tui.private_files import write_whole
from nim_tui.tables.record import (
    Header,
    Line,
    Over,
    Record,
    SeatNumber,
    SeatPlan,
    Word,
    record_bytes,
)
from nim_tui.tables.replay import standing_moves
from nim_tui.tables.seeds import Seed

MOST_RESULTS: Final = 1000
_MOST_BYTES: Final = 1024 * 1024

Ranking = Annotated[
    tuple[Annotated[tuple[SeatNumber, ...], Meta(max_length=10)], ...], Meta(max_length=10)
]


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; table, seed and moves tell it from every other."""

    table: Annotated[str, Meta(max_length=80)]
    seed: Seed
    moves: Annotated[int, Meta(ge=0)]
    game: Word
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=10)]
    ranking: Ranking
    digest: Annotated[str, Meta(max_length=64)] = ""
    """What tells the game, whatever its file is called; older notes have none."""
    is_imported: bool = False

    @property
    def key(self) -> tuple[str, Seed, int]:
        """What tells it from every other game."""
        return self.table, self.seed, self.moves


def digest_of(header: Header, lines: Sequence[Line]) -> str:
    """A short text that is another for every other set-up or other moves that stand."""
    data = record_bytes((header, *standing_moves(lines)))
    return hashlib.sha256(data).hexdigest()[:32]


def outcome_of(table: str, record: Record, over: Over, *, is_imported: bool) -> Outcome:
    """How a kept game ended."""
    header = record.header
    return Outcome(
        table,
        header.seed,
        record.moves,
        header.game,
        header.seats,
        over.ranking,
        digest_of(header, record.lines),
        is_imported,
    )


def load_results(path: Path) -> list[Outcome]:
    """The notes of a file, the oldest first; none if there is no such file, or no sound one."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            return []
        found = msgspec.json.decode(data, type=list[Outcome])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    return [outcome for outcome in found if _is_sound(outcome)][-MOST_RESULTS:]


def _is_sound(outcome: Outcome) -> bool:
    """Whether every seat that is ranked is there, and only once."""
    ranked = [seat for group in outcome.ranking for seat in group]
    return len(ranked) == len(set(ranked)) and all(seat < len(outcome.seats) for seat in ranked)


def note_results(path: Path, finished: Iterable[Outcome]) -> Sequence[Outcome]:
    """All notes, with these games among them; the file is written only if some are new.

    A game that was imported is noted unless it is known already, whatever its file is called.
    """
    known = load_results(path)
    keys = {outcome.key for outcome in known}
    digests = {outcome.digest for outcome in known} - {""}
    new = []
    for outcome in finished:
        is_known = outcome.key in keys or (outcome.is_imported and outcome.digest in digests)
        if not is_known and _is_sound(outcome):
            new.append(outcome)
            digests.add(outcome.digest)
    if not new:
        return known
    notes = [*known, *new][-MOST_RESULTS:]
    with suppress(OSError):  # the records still tell, and it is tried again the next time
        write_whole(path, msgspec.json.encode(notes))
    return notes
