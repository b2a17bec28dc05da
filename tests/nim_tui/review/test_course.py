"""The course of a game: turning points that last, and losses of one kind."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nim_tui.review.course import account, kind_of, loss_kinds, turning_points
from screens.review.api import Account, GroupShare, OwnShare


def points(chances: Sequence[int], seat: int = 0) -> list[tuple[int, int, int]]:
    """Turning points as moves made before them, and chances in a hundred.

    The first of two seats wins so often in a hundred; they move in turn, and nobody at the end.
    """
    movers = [*(number % 2 for number in range(len(chances) - 1)), None]
    own = [(chance if seat == 0 else 100 - chance) / 100 for chance in chances]
    found = turning_points(movers, own, seat)
    return [(each.number, round(100 * each.before), round(100 * each.after)) for each in found]


def test_a_fall_that_lasts_is_a_turning_point_at_the_move_that_brought_it() -> None:
    chances = (50, 50, 50, 52, 20, 20, 20, 20, 20, 20, 0)
    assert points(chances)[0] == (3, 50, 20)
    assert points(chances, 1)[0] == (3, 48, 80)


@pytest.mark.parametrize(
    "chances",
    [
        pytest.param((50, 50, 80, 80, 50, 50, 50, 50, 50, 50, 50), id="taken back"),
        pytest.param((50, 51, 53, 54, 55, 56, 57, 58, 59, 60, 61), id="by and by"),
        pytest.param((50, 10, 50, 10, 50, 10, 50, 10, 50, 10, 50), id="whose turn it is"),
    ],
)
def test_what_does_not_last_is_none(chances: tuple[int, ...]) -> None:
    assert points(chances) == []


def lost(*moves: tuple[str, str, int]) -> list[tuple[str, str, float]]:
    """Moves with what was better and what each cost in a hundred."""
    return [(move, better, cost / 100) for move, better, cost in moves]


def test_what_was_done_again_and_again_is_one_kind() -> None:
    (kind,) = loss_kinds(
        lost(
            ("hold", "drop 200", 5), ("hold", "drop 100", 4), ("hold", "drop 300", 3),
            ("A 14", "B 20", 6), ("drop 100", "drop 200", 2),
        )
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
    assert loss_kinds(lost(*moves)) == []


def test_verbs_are_told_from_pieces() -> None:
    assert [*map(kind_of, ("hold", "drop 200", "A 14", "12", ""))] == ["hold", "drop", "", "", ""]


NAMED = ("ships", "charges", "search")


def test_a_game_is_lost_in_the_groups_that_carry_its_change() -> None:
    laps = [
        {"ships": -0.2, "search": 0.1, "turn": -0.5},
        {"ships": -0.01, "charges": -0.05},
        {"ships": -0.19, "charges": -0.02},
    ]
    found = account(laps, [], -0.5, NAMED)
    (ships,) = found.groups
    assert (ships.group, round(ships.change, 9), ships.turns) == ("ships", -0.4, 2)


def test_what_goes_against_a_change_is_told_beside_what_carries_it() -> None:
    found = account([{"ships": 0.4, "search": -0.2}, {"ships": 0.2}], [], 0.4, NAMED)
    assert [share.group for share in found.groups] == ["ships"]
    assert found.against == GroupShare("search", -0.2, 1)


@pytest.mark.parametrize(
    "laps",
    [
        pytest.param([{"ships": -0.14}], id="little"),
        pytest.param([{"ships": -0.16}], id="a small part of the whole"),
        pytest.param([{"ships": 0.4}], id="the other way alone"),
        pytest.param([{"turn": -0.6}], id="without a name"),
    ],
)
def test_groups_that_carry_little_are_not_told(laps: list[dict[str, float]]) -> None:
    assert account(laps, [], -0.8, NAMED) == Account([])


def test_own_moves_that_cost_most_in_one_group_are_told() -> None:
    losses = [("ships", 0.1)] * 3 + [("", 0.1), ("charges", 0.05)]
    own = account([], losses, -0.5, NAMED).own
    assert own is not None
    assert OwnShare(own.group, round(own.loss, 9), round(own.total, 9)) == ("ships", 0.3, 0.45)
    assert account([], losses[1:], -0.5, NAMED).own is None
    assert account([], [("", 0.2)] * 4, -0.5, NAMED).own is None
