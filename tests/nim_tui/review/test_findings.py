"""What reviews found, noted over games: bounded, made anew when a review is, told as a trend."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from nim_tui.review.findings import VERSION, Finding, Habit, noted, trends
from nim_tui.tables.store import Store, review_of
from screens.home.kept_tables import Trend
from tests.screens.reviews import COSTLY, kept_and_reviewed, reviewed_twice

GRAVE = 1
"""Costly moves of Ana's made-up review that cost at least a tenth."""
GONE_THROUGH = "nim_tui.review.findings.standing_moves"
"""Without it, no record can be gone through."""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """The file of notes."""
    return tmp_path / "findings.json"


def test_a_review_is_noted_once_and_outlives_its_files(
    store: Store, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_and_reviewed(store)
    (found,) = noted(notes, store.kept())
    assert (found.game, found.level) == ("bataille", "random")
    own = sum(cost >= 0.1 for number, (_best, cost) in COSTLY.items() if number in (14, 20, 26))
    assert found.grave == own == GRAVE
    written = notes.stat().st_mtime_ns
    monkeypatch.delattr(GONE_THROUGH)
    assert [*noted(notes, store.kept())] == [found]
    assert notes.stat().st_mtime_ns == written
    (kept,) = store.kept()
    store.delete(kept.path)
    assert [*noted(notes, store.kept())] == [found]


def test_a_review_that_is_worked_out_anew_is_noted_anew(store: Store, notes: Path) -> None:
    kept_and_reviewed(store)
    (first,) = noted(notes, store.kept())
    (kept,) = store.kept()
    os.utime(review_of(kept.path), ns=(1, 1))
    (second,) = noted(notes, store.kept())
    assert second == msgspec.structs.replace(first, read=1)


def test_a_game_that_takes_the_name_of_a_deleted_one_is_noted_beside_it(
    store: Store, notes: Path
) -> None:
    kept_and_reviewed(store)
    (first,) = noted(notes, store.kept())
    (kept,) = store.kept()
    other = msgspec.structs.replace(first, stamp="another game", played=first.played - 1)
    notes.write_bytes(msgspec.json.encode({"version": VERSION, "findings": [other]}))
    os.utime(review_of(kept.path), ns=(1, 1))
    found = noted(notes, store.kept())
    assert [each.table for each in found] == [first.table] * 2
    assert [each.stamp for each in found] == [other.stamp, first.stamp]
    assert noted(notes, store.kept()) == found


def test_full_notes_make_room_for_newer_reviews_and_older_ones_are_left_alone(
    store: Store, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nim_tui.review.findings.MOST_FINDINGS", 1)
    reviewed_twice(store)
    older, newer = sorted(store.kept(), key=lambda kept: kept.played)
    assert [found.table for found in noted(notes, [older])] == [older.path.stem]
    (found,) = noted(notes, [newer, older])
    assert found.table == newer.path.stem
    written = notes.stat().st_mtime_ns
    monkeypatch.delattr(GONE_THROUGH)
    assert [*noted(notes, [newer, older])] == [found]
    assert notes.stat().st_mtime_ns == written


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b'{"version":1}', b'{"version":%d,"findings":[]}' % (VERSION + 1), b"9" * 2**21],
)
def test_what_is_no_sound_file_of_notes_is_made_anew(
    store: Store, notes: Path, data: bytes
) -> None:
    kept_and_reviewed(store)
    notes.write_bytes(data)
    assert len(noted(notes, store.kept())) == 1


def games(*grave: int, level: str = "hard") -> list[Finding]:
    """Findings of games in turn, with so many serious mistakes, and a charge held back in each."""
    held = (Habit("hold", "drop", 1),)
    return [Finding(f"t{n}", 0, n, "bataille", level, count, held) for n, count in enumerate(grave)]


def trend_of(found: list[Finding]) -> Trend:
    (trend,) = trends(found)["bataille"]
    return trend


def test_the_last_five_games_are_told_beside_the_five_before() -> None:
    trend = trend_of(games(9, 5, 5, 5, 5, 5, 4, 3, 3, 3, 3))
    assert trend.told == [
        "hard, last 5 reviews: 3.2 serious mistakes a game, 5.0 before",
        "most often “hold” where “drop” was better",
    ]


def test_nothing_is_compared_with_too_few_games_and_nothing_told_of_one() -> None:
    assert trend_of(games(1, 2, 3, 4, 5, 6)).before is None
    assert trends(games(3)) == {}
    assert trend_of(games(1, 2)).often is None


def test_levels_are_told_apart() -> None:
    found = trends([*games(1, 1), *games(7, 7, level="easy")])
    assert {trend.level: trend.grave for trend in found["bataille"]} == {"hard": 1.0, "easy": 7.0}
