"""Ratings: how answers change them, and the file they are kept in."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from nim_tui.puzzles import chooser as books
from nim_tui.puzzles.chooser import (
    BOUNDS,
    FAST,
    SLOW,
    START,
    PuzzleProgress,
    PuzzleStats,
    daily,
    expected,
    next_of,
    rated_anew,
)
from nim_tui.puzzles.puzzle_file import MOST_PUZZLES, PuzzleFile, WrittenPuzzle
from tests.nim_tui.puzzles.samples import SAMPLE, shelf


def one(number: int, difficulty: int = 1450) -> WrittenPuzzle:
    return msgspec.structs.replace(SAMPLE, id=f"7-{number}", difficulty=difficulty)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "puzzles.json"


# The rating


def test_the_chance_of_a_right_answer_is_elos() -> None:
    assert expected(1500, 1500) == pytest.approx(0.5)
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1900) + expected(1900, 1500) == pytest.approx(1)


def test_hard_puzzles_give_more_and_easy_ones_take_more() -> None:
    right = [rated_anew(1400, each, 0, is_right=True) - 1400 for each in (1200, 1400, 1600)]
    wrong = [rated_anew(1400, each, 0, is_right=False) - 1400 for each in (1200, 1400, 1600)]
    assert 0 < right[0] < right[1] < right[2] < FAST
    assert -FAST < wrong[0] < wrong[1] < wrong[2] < 0
    assert right[1] == pytest.approx(FAST / 2)


def test_it_moves_slowly_after_many_answers() -> None:
    assert rated_anew(1400, 1400, 20, is_right=True) == pytest.approx(1400 + SLOW / 2)


def test_it_stays_within_bounds() -> None:
    assert rated_anew(BOUNDS[1], 2200, 0, is_right=True) == BOUNDS[1]
    assert rated_anew(BOUNDS[0], 800, 0, is_right=False) == BOUNDS[0]


def test_who_is_as_good_as_their_rating_keeps_it() -> None:
    """On average: of so many puzzles of the own rating half are solved."""
    rating = 1600.0
    for number in range(200):
        rating = rated_anew(rating, 1600, 50, is_right=bool(number % 2))
    assert rating == pytest.approx(1600, abs=SLOW)


def test_only_the_first_answer_to_a_puzzle_counts(path: Path) -> None:
    book = PuzzleProgress(path)
    first = book.rate("bataille", one(1), is_right=False)
    assert first.change < 0
    assert first.rating == START + first.change == book.rating("bataille")
    again = book.rate("bataille", one(1), is_right=True)
    assert (again.change, again.rating) == (0, first.rating)
    assert book.rate("bataille", one(2), is_right=True).change > 0


def test_each_game_has_a_rating_of_its_own(path: Path) -> None:
    book = PuzzleProgress(path)
    book.rate("bataille", one(1), is_right=True)
    assert book.rating("bataille") > START
    assert book.rating("himalaya") == START


# What is kept


def test_it_is_kept_from_one_time_to_the_next(path: Path) -> None:
    book = PuzzleProgress(path)
    book.rate("bataille", one(1), is_right=True)
    book.note_solved("bataille", one(1), [one(1), one(2)])
    book.save()
    again = PuzzleProgress(path)
    assert again.page("bataille") == book.page("bataille")
    assert again.to_solve("bataille", [one(1), one(2)]) == [one(2)]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_puzzles_that_were_all_solved_before_are_offered_again(path: Path) -> None:
    """A newer version may lack the one that was still to be solved."""
    book = PuzzleProgress(path)
    book.note_solved("bataille", one(1), [one(1), one(2)])
    assert book.to_solve("bataille", [one(1)]) == [one(1)]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"x":{"rating":"high"}}',
        b'{"x":{"rating":1e9}}',
        b'{"x":{"solved":[""]}}',
        b'{"x":{"other":1}}',
        b"[" * 100_000,
        b'{"x":{}}' + b" " * 300_000,
        b"{" + b",".join(b'"%d":{}' % n for n in range(41)) + b"}",
    ],
    ids=lambda text: repr(text[:24]),
)
def test_a_file_that_is_not_sound_is_as_none(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    assert PuzzleProgress(path).rating("x") == START


def test_what_cannot_be_read_or_written_is_no_disaster(path: Path) -> None:
    path.mkdir()
    book = PuzzleProgress(path)
    book.rate("bataille", one(1), is_right=True)
    with pytest.raises(OSError, match=r"puzzles"):
        book.save()


def test_a_save_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = PuzzleProgress(path)
    book.rate("bataille", one(1), is_right=True)
    book.save()
    before = path.read_bytes()

    def fail(_self: Path, _target: Path) -> None:
        raise OSError("full")

    monkeypatch.setattr(Path, "replace", fail)
    book.rate("bataille", one(2), is_right=True)
    with pytest.raises(OSError, match="full"):
        book.save()
    assert path.read_bytes() == before


def test_what_is_counted_is_bounded(path: Path) -> None:
    book = PuzzleProgress(path)
    for number in range(2 * MOST_PUZZLES + 5):
        book.rate("bataille", one(number), is_right=True)
    book.save()
    assert len(PuzzleProgress(path).page("bataille").counted) == 2 * MOST_PUZZLES
    assert path.stat().st_size < books._MOST_BYTES


# What comes next


def test_those_solved_are_not_offered_until_all_are(path: Path) -> None:
    book, of = PuzzleProgress(path), [one(1), one(2)]
    book.note_solved("bataille", one(1), of)
    assert book.to_solve("bataille", of) == [one(2)]
    book.note_solved("bataille", one(2), of)
    assert len(book.to_solve("bataille", of)) == len(of)


def test_those_that_fit_the_rating_come_first_and_those_tried_last(path: Path) -> None:
    book, of = PuzzleProgress(path), [one(1, 1900), one(2, 1410), one(3, 1380), one(4, 1300)]
    book.rate("bataille", of[1], is_right=False)
    book._pages["bataille"] = PuzzleStats(1400, book.page("bataille").counted)
    assert [each.id for each in book.to_solve("bataille", of)] == ["7-3", "7-4", "7-1", "7-2"]


def test_the_game_that_was_tried_least_comes_next(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = PuzzleFile(7, 1, (one(1), one(2)))
    with shelf(monkeypatch, tmp_path / "rules", bataille=file, himalaya=file):
        book, games = PuzzleProgress(path), ["bataille", "himalaya"]
        game, first = next_of(games, book, ())
        book.rate(game, first, is_right=True)
        assert next_of(games, book, ())[0] != game
        assert next_of([game], book, ())[1].id == "7-2", "the other was counted"
        fresh = PuzzleProgress(path.with_name("other.json"))
        assert next_of([game], fresh, {(game, "7-1")})[1].id == "7-2", "the other was passed"


def test_the_one_of_the_day_is_the_same_all_day_and_another_one_soon(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from datetime import date, timedelta

    file = PuzzleFile(7, 1, tuple(one(number) for number in range(30)))
    with shelf(monkeypatch, tmp_path, bataille=file, himalaya=file):
        games, first = ["bataille", "himalaya"], date(2026, 3, 14)
        days = [daily(games, first + timedelta(n)) for n in range(60)]
        assert daily(games, first) == days[0]
        assert {game for game, _puzzle in days} == {*games}
        assert len({(game, puzzle.id) for game, puzzle in days}) > 25
