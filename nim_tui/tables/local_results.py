"""Results and progress of the games on this machine.

Every finished game among the records is noted once; beyond a limit the oldest notes are dropped.
The file is untrusted: read with bounds, checked, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from nim_tui.private_files import read_json, write_whole
from nim_tui.tables.record import (
    EndEntry,
    Record,
    SeatNumber,
    SeatPlan,
    Word,
)
from nim_tui.tables.replay import digest_of
from nim_tui.tables.seeds import Seed
from nim_tui.tables.store import replay
from rules.messages import Refusal
from screens.people import default_number
from screens.positions import turn_of

MOST_RESULTS: Final = 1000
_MOST_BYTES: Final = 1024 * 1024

Ranking = Annotated[
    tuple[Annotated[tuple[SeatNumber, ...], Meta(max_length=10)], ...], Meta(max_length=10)
]


class LocalResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a game; table, seed and moves identify it."""

    table: Annotated[str, Meta(max_length=80)]
    seed: Seed
    moves: Annotated[int, Meta(ge=0)]
    game: Word
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=10)]
    ranking: Ranking
    digest: Annotated[str, Meta(max_length=64)] = ""
    """The digest that identifies the game, whatever its file's name; empty in older notes."""
    is_imported: bool = False

    @property
    def key(self) -> tuple[str, Seed, int]:
        """The digest that identifies the game."""
        return self.table, self.seed, self.moves


def outcome_of(table: str, record: Record, over: EndEntry, *, is_imported: bool) -> LocalResult:
    """Return the result of a kept game."""
    header = record.header
    return LocalResult(
        table,
        header.seed,
        record.moves,
        header.game,
        header.seats,
        over.ranking,
        digest_of(header, record.lines),
        is_imported,
    )


def load_results(path: Path) -> list[LocalResult]:
    """Return the notes of a file, oldest first; none if it is missing or invalid."""
    found = read_json(path, _MOST_BYTES, list[LocalResult]) or []
    return [outcome for outcome in found if _is_sound(outcome)][-MOST_RESULTS:]


def _is_sound(outcome: LocalResult) -> bool:
    """Check that every ranked seat exists, and is ranked only once."""
    ranked = [seat for group in outcome.ranking for seat in group]
    return len(ranked) == len(set(ranked)) and all(seat < len(outcome.seats) for seat in ranked)


def note_results(path: Path, finished: Iterable[LocalResult]) -> Sequence[LocalResult]:
    """Add results to the notes, and return all; the file is written only if some are new.

    An imported game is added unless it is known under any file name.
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
    with suppress(OSError):  # the records still hold the results, so the next call tries again
        write_whole(path, msgspec.json.encode(notes))
    return notes


@dataclass(slots=True)
class WinCount:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


Opponent = tuple[str, bool]
"""A name or a bot level, and whether it is a bot."""


def tally(outcomes: Iterable[LocalResult], own: str) -> Mapping[str, Mapping[Opponent, WinCount]]:
    """Return the results of a person, by game and opponent.

    A game counts once against each opponent, even with several bots of one level: won or drawn by
    comparison with the best of them. A game without a result does not count.
    """
    counts: dict[str, dict[Opponent, WinCount]] = {}
    for outcome in outcomes:
        seat = own_seat(outcome, own)
        if seat is None or not outcome.ranking:
            continue
        for other, rank in _best_ranks(outcome, seat).items():
            count = counts.setdefault(outcome.game, {}).setdefault(other, WinCount())
            own_rank = _rank(outcome, seat)
            count.won += own_rank < rank
            count.drawn += own_rank == rank
            count.lost += own_rank > rank
    return counts


def own_seat(outcome: LocalResult, own: str) -> int | None:
    """Return the seat of a person; alone against bots it counts as theirs even without a name."""
    persons = [n for n, seat in enumerate(outcome.seats) if seat.bot is None]
    for number in persons:
        if own and outcome.seats[number].name == own:
            return number
    if len(persons) != 1:
        return None
    (number,) = persons
    is_nameless = default_number(outcome.seats[number].name) is not None
    return number if is_nameless or not own else None


def _best_ranks(outcome: LocalResult, own: int) -> Mapping[Opponent, int]:
    """Return each opponent, with the best rank among its bots."""
    ranks: dict[Opponent, int] = {}
    for seat, plan in enumerate(outcome.seats):
        if seat != own:
            other = (plan.name, False) if plan.bot is None else (plan.bot, True)
            ranks[other] = min(_rank(outcome, seat), ranks.get(other, len(outcome.ranking)))
    return ranks


def _rank(outcome: LocalResult, seat: int) -> int:
    groups = enumerate(outcome.ranking)
    return next((rank for rank, group in groups if seat in group), len(outcome.ranking))


Stamp = tuple[Path, int, int]
"""The state of a file: its path, modification time and size."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The seats to move, what is counted ("turn", "round" or "") and its number.

    `trouble` says why the record cannot be replayed, if it cannot.
    """

    waiting: tuple[int, ...] = ()
    counted: str = ""
    number: int = 0
    trouble: Refusal | None = None


@dataclass(slots=True)
class Progresses:
    """The progress of records; each is replayed again only after a change."""

    _known: dict[Stamp, Progress] = field(default_factory=dict)

    def of(self, path: Path, record: Record) -> Progress:
        """Return the progress of a record; replaying it may take a while."""
        stamp = _stamp(path)
        found = self._known.get(stamp)
        if found is None:
            found = self._known[stamp] = progress(record)
        return found

    def forget_others(self, paths: set[Path]) -> None:
        """Keep only what is known of these files."""
        self._known = {stamp: known for stamp, known in self._known.items() if stamp[0] in paths}


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return path, 0, 0
    return path, status.st_mtime_ns, status.st_size


def progress(record: Record) -> Progress:
    """Return the progress of a record, from public facts."""
    try:
        table = replay(record)
    except Refusal as refusal:
        return Progress(trouble=refusal)
    return Progress(table.waiting, *turn_of(table.view(None)))
