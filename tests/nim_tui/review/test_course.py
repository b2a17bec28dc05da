"""The course of a game: turning points that last, and losses of one kind."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nim_tui.review.course import kind_of, loss_kinds, turning_points
from nim_tui.review.review import BestMove, ReviewedPosition


def course(*chances: int) -> list[ReviewedPosition]:
    """Positions at which the first seat wins so often in a hundred; the seats move in turn."""
    steps = []
    for number, chance in enumerate(chances):
        true = (chance / 100, 1 - chance / 100)
        is_last = number == len(chances) - 1
        steps.append(ReviewedPosition(true, true, None if is_last else number % 2, "hold"))
    return steps


def points(steps: Sequence[ReviewedPosition], seat: int = 0) -> list[tuple[int, int, int]]:
    """Turning points as moves made before them, and chances in a hundred."""
    found = turning_points(steps, seat)
    return [(each.number, round(100 * each.before), round(100 * each.after)) for each in found]


def test_a_fall_that_lasts_is_a_turning_point_at_the_move_that_brought_it() -> None:
    steps = course(50, 50, 50, 52, 20, 20, 20, 20, 20, 20, 0)
    assert points(steps)[0] == (3, 50, 20)
    assert points(steps, 1)[0] == (3, 48, 80)


@pytest.mark.parametrize(
    "chances",
    [
        pytest.param((50, 50, 80, 80, 50, 50, 50, 50, 50, 50, 50), id="taken back"),
        pytest.param((50, 51, 53, 54, 55, 56, 57, 58, 59, 60, 61), id="by and by"),
        pytest.param((50, 10, 50, 10, 50, 10, 50, 10, 50, 10, 50), id="whose turn it is"),
    ],
)
def test_what_does_not_last_is_none(chances: tuple[int, ...]) -> None:
    assert points(course(*chances)) == []


def lost(*moves: tuple[str, str, int]) -> list[ReviewedPosition]:
    """Moves of the first seat, with what was better and what each cost in a hundred."""
    return [
        ReviewedPosition(
            (0.5, 0.5), (0.5, 0.5), 0, move, None,
            BestMove(better, "", {}, (0.5, 0.5), (0.5 - cost / 100, 0.5)),
        )
        for move, better, cost in moves
    ]  # fmt: skip


def test_what_was_done_again_and_again_is_one_kind() -> None:
    (kind,) = loss_kinds(
        lost(
            ("hold", "drop 200", 5), ("hold", "drop 100", 4), ("hold", "drop 300", 3),
            ("A 14", "B 20", 6), ("drop 100", "drop 200", 2),
        ),
        0,
    )  # fmt: skip
    assert (kind.played, kind.better, kind.times) == ("hold", "drop", 3)
    assert kind.loss == pytest.approx(0.12)


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param([("hold", "drop 200", 9)] * 2, id="twice"),
        pytest.param([("hold", "drop 200", 1)] * 3 + [("drop 100", "hold", 20)], id="a small part"),
        pytest.param([("A 14", "B 20", 9)] * 4, id="pieces are no verbs"),
        pytest.param([("program srt", "program rst", 9)] * 4, id="the same verb"),
    ],
)
def test_other_losses_are_of_no_kind(moves: list[tuple[str, str, int]]) -> None:
    assert loss_kinds(lost(*moves), 0) == []


def test_verbs_are_told_from_pieces() -> None:
    assert [*map(kind_of, ("hold", "drop 200", "A 14", "12", ""))] == ["hold", "drop", "", "", ""]
