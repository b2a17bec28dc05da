"""Who won how often, and the notes it rests on."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from nim_tui.tables import local_results
from nim_tui.tables.local_results import (
    MOST_RESULTS,
    LocalResult,
    WinCount,
    load_results,
    note_results,
    tally,
)
from nim_tui.tables.record import SeatPlan

ANA, BEN, NOBODY = SeatPlan("Ana"), SeatPlan("Ben"), SeatPlan("Player 1")
MEDIUM, OTHER = SeatPlan("medium", "medium"), SeatPlan("medium 2", "medium")


def outcome(
    seats: tuple[SeatPlan, ...], *ranking: tuple[int, ...], table: str = "x-0001", seed: int = 1
) -> LocalResult:
    return LocalResult(table, seed, 9, "x", seats, ranking)


@pytest.mark.parametrize(
    ("seats", "ranking", "counts"),
    [
        ((ANA, BEN), ((0,), (1,)), {("Ben", False): WinCount(won=1)}),
        ((BEN, ANA), ((0,), (1,)), {("Ben", False): WinCount(lost=1)}),
        ((ANA, BEN), ((0, 1),), {("Ben", False): WinCount(drawn=1)}),
        ((ANA, MEDIUM, OTHER), ((1,), (0,), (2,)), {("medium", True): WinCount(lost=1)}),
        ((ANA, MEDIUM, OTHER), ((0,), (1, 2)), {("medium", True): WinCount(won=1)}),
        (
            (ANA, BEN, MEDIUM),
            ((2,), (0,), (1,)),
            {("Ben", False): WinCount(won=1), ("medium", True): WinCount(lost=1)},
        ),
        ((NOBODY, MEDIUM), ((0,), (1,)), {("medium", True): WinCount(won=1)}),
    ],
)
def test_a_game_counts_once_against_each_opponent(
    seats: tuple[SeatPlan, ...],
    ranking: tuple[tuple[int, ...], ...],
    counts: dict[tuple[str, bool], WinCount],
) -> None:
    assert tally([outcome(seats, *ranking)], "Ana") == {"x": counts}


@pytest.mark.parametrize(
    ("seats", "ranking"),
    [((BEN, MEDIUM), ((0,), (1,))), ((NOBODY, BEN), ((0,), (1,))), ((ANA, BEN), ())],
)
def test_games_of_others_and_without_a_result_do_not_count(
    seats: tuple[SeatPlan, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    assert tally([outcome(seats, *ranking)], "Ana") == {}


def test_a_game_is_noted_once_and_the_oldest_notes_go_first(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    games = [outcome((ANA, BEN), (0,), (1,), seed=seed) for seed in range(MOST_RESULTS)]
    note_results(path, games)
    assert load_results(path) == games
    newer = outcome((ANA, BEN), (1,), (0,), seed=MOST_RESULTS)
    assert note_results(path, [*games[-9:], newer]) == [*games[1:], newer]
    assert load_results(path) == [*games[1:], newer]


def test_an_imported_game_is_noted_once_whatever_its_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    own = replace(outcome((ANA, BEN), (0,), (1,)), digest="a")
    other = replace(own, table="imported-x-0001", is_imported=True, digest="b")
    again = replace(other, table="imported-x-0002")
    own_again = replace(own, table="imported-x-0003", is_imported=True)
    same_moves = replace(own, table="x-0002")
    assert note_results(path, [own, other, again, own_again]) == [own, other]
    assert note_results(path, [again, own_again, same_moves]) == [own, other, same_moves]


@pytest.mark.parametrize("spare", [0, -1])
def test_a_file_is_read_up_to_its_largest_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spare: int
) -> None:
    path = tmp_path / "results.json"
    noted = note_results(path, [outcome((ANA, BEN), (0,), (1,))])
    monkeypatch.setattr(local_results, "_MOST_BYTES", path.stat().st_size + spare)
    assert load_results(path) == ([] if spare else noted)


@pytest.mark.parametrize(
    "text",
    ["", "[", "{}", "[1]", '[{"table":"x"}]', "[" * 5000, "\x00", " " * 2_000_000 + "[]"],
)
def test_a_file_that_is_none_of_ours_tells_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(text)
    assert load_results(path) == []
    assert len(note_results(path, [outcome((ANA, BEN), (0,), (1,))])) == 1


def test_a_note_that_ranks_a_seat_twice_or_nobody_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert not note_results(path, [outcome((ANA, BEN), (0,), (0,)), outcome((ANA,), (0, 1))])
