"""What reviews found of a player's own moves, kept over games to see what becomes better.

A review is noted once it is found beside its record, and anew where it was worked out anew. The
notes outlive records and reviews; the oldest go first once there are too many. The file is read as
anybody's could be: bounded, checked, or not at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from statistics import fmean
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from nim_tui.private_files import read_json, write_whole
from nim_tui.registry import all_games, game_named
from nim_tui.review import review_file
from nim_tui.review.analysis import RecordedGame
from nim_tui.review.course import OFTEN, all_kinds
from nim_tui.tables.replay import standing_moves
from nim_tui.tables.store import SavedTable, review_of
from screens.home.kept_tables import Trend

VERSION: Final = 1
"""Changes whenever the same review would be noted otherwise; older notes are made anew."""
GRAVE: Final = 0.1
"""The win probability that a serious mistake costs at least."""
RECENT: Final = 5
"""The games that are compared with as many before them."""
LEAST_GAMES: Final = 2
"""The fewest games of which a mean is told."""
MOST_FINDINGS: Final = 500
MOST_HABITS: Final = 50
_MOST_BYTES: Final = 1024 * 1024

Word = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=100_000)]


class Habit(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of move that was played where another kind was better."""

    played: Word
    better: Word
    times: Count


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """What a review found of the moves of the only person at a table."""

    table: Annotated[str, Meta(max_length=80)]
    read: int
    """When the review was written, in nanoseconds."""
    played: float
    """When the game was played, in seconds."""
    game: Word
    level: Word
    """The hardest level among the bots."""
    grave: Count
    habits: Annotated[tuple[Habit, ...], Meta(max_length=MOST_HABITS)]
    stamp: Annotated[str, Meta(max_length=64)] = ""
    """The digest of the game, as a later one may have its file's name; empty in older notes."""

    def is_of_same(self, other: Finding) -> bool:
        """Whether both are of one game."""
        if self.table != other.table:
            return False
        are_stamped = self.stamp and other.stamp
        return self.stamp == other.stamp if are_stamped else self.played == other.played


class _Notes(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    findings: Annotated[tuple[Finding, ...], Meta(max_length=2 * MOST_FINDINGS)]


def noted(path: Path, tables: Iterable[SavedTable]) -> Sequence[Finding]:
    """Note the reviews of these tables that are new in a file, and return all, oldest first."""
    loaded = _load(path)
    found, latest = [*loaded], {finding.table: finding for finding in loaded}
    oldest = min(each.played for each in loaded) if len(loaded) >= MOST_FINDINGS else -inf
    for kept in tables:
        known = latest.get(kept.path.stem)
        if (known or kept.played > oldest) and (new := _finding(kept, known)):
            found = [*(each for each in found if not each.is_of_same(new)), new]
    notes = tuple(sorted(found, key=lambda finding: finding.played)[-MOST_FINDINGS:])
    if notes != loaded:
        with suppress(OSError):  # the reviews still tell, and it is tried again the next time
            write_whole(path, msgspec.json.encode(_Notes(VERSION, notes)))
    return notes


def _load(path: Path) -> tuple[Finding, ...]:
    """Return the notes of a file; none if there is no sound one of this version."""
    notes = read_json(path, _MOST_BYTES, _Notes)
    return () if notes is None or notes.version != VERSION else notes.findings


def _finding(kept: SavedTable, known: Finding | None) -> Finding | None:
    """Return what the review of a table found; None if there is none, or it is known."""
    seat, path = kept.header.only_person, review_of(kept.path)
    if seat is None or kept.is_imported or not kept.is_over:
        return None
    try:
        written = path.stat().st_mtime_ns
    except OSError:
        return None
    if known is not None and known.read == written:
        return None
    told = RecordedGame(kept.header, tuple(standing_moves(kept.record.lines)))
    review = review_file.read(path, told)
    if review is None:
        return None
    kinds = sorted(all_kinds(review.costly(seat)), key=lambda kind: -kind.times)
    return Finding(
        kept.path.stem,
        written,
        kept.played,
        kept.header.game,
        _hardest(told),
        sum(loss >= GRAVE for loss in review.losses(seat)),
        tuple(Habit(kind.played, kind.better, kind.times) for kind in kinds[:MOST_HABITS]),
        told.stamp,
    )


def _hardest(told: RecordedGame) -> str:
    """Return the hardest level among the bots of a game."""
    levels = [*game_named(told.header.game).bots]
    bots = [seat.bot for seat in told.header.seats if seat.bot is not None]
    return min(bots, key=lambda bot: [*levels, bot].index(bot), default="")


def trends(findings: Sequence[Finding]) -> Mapping[str, Sequence[Trend]]:
    """Return, by game, how the last games against each level were played beside those before.

    Nothing is told of games that are no longer installed.
    """
    games = all_games()
    grouped: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        grouped[finding.game, finding.level].append(finding)
    told: dict[str, list[Trend]] = defaultdict(list)
    for (game, level), found in grouped.items():
        if game in games and len(found) >= LEAST_GAMES:
            told[game].append(_trend(game, level, found))
    return told


def _trend(game: str, level: str, found: Sequence[Finding]) -> Trend:
    now, before = found[-RECENT:], found[-2 * RECENT : -RECENT]
    times: Counter[tuple[str, str]] = Counter()
    for habit in (habit for finding in now for habit in finding.habits):
        times[habit.played, habit.better] += habit.times
    (often, count), *_others = [*times.most_common(1), (("", ""), 0)]
    return Trend(
        level,
        len(now),
        fmean(finding.grave for finding in now),
        fmean(finding.grave for finding in before) if len(before) >= LEAST_GAMES else None,
        often if count >= OFTEN else None,
        game_named(game).teller.vocabulary,
    )
