"""What the influences of Himalaya are worth to who may win or be out by them."""

from __future__ import annotations

import pytest

from nim_tui.games.himalaya.worth import LEAST, MOST, NEEDED, RELIGION, YAKS, Worth, stakes
from rules.himalaya import HIMALAYA
from tests.rules.himalaya.positions import ANA, CUBE_LETTERS, position

WORTHS = (2.4, 4.5, 1.0)


def test_of_four_who_would_go_out_first_wants_religion_most() -> None:
    """The least religious is out: to who is far ahead of that, other things count for more."""
    standing = ((4, 6, 6, 9), (2, 2, 2, 2), (20, 20, 20, 20))
    behind, ahead = (stakes(standing, seat, 11, WORTHS) for seat in (0, 3))
    assert behind[RELIGION] > ahead[RELIGION]
    assert ahead[YAKS] > behind[YAKS]


def test_of_three_who_is_first_in_one_wants_a_second() -> None:
    """With religion won, politics is near and yaks are out of reach."""
    standing = ((9, 2, 2), (2, 2, 1), (5, 40, 40))
    religion, politics, yaks = stakes(standing, 0, 11, WORTHS)
    assert politics > religion
    assert politics > yaks


def test_none_is_forgotten_for_the_others() -> None:
    for turn in (1, 6, 12):
        for standing in (((0, 0, 0), (0, 0, 0), (0, 0, 0)), ((9, 0, 0), (5, 0, 0), (60, 0, 0))):
            assert all(LEAST <= each <= MOST for each in stakes(standing, 0, turn, WORTHS))


def test_where_all_stand_alike_no_seat_differs() -> None:
    alike = ((3, 3, 3), (1, 1, 1), (9, 9, 9))
    assert stakes(alike, 0, 6, WORTHS) == pytest.approx(stakes(alike, 2, 6, WORTHS))


def test_cubes_that_an_order_lacks_help_the_more_the_fewer_are_lacking() -> None:
    """Ana has both salt of one order: only its barley helps; of the other all three are lacking."""
    view = HIMALAYA.view(position(orders={19: "ssb", 11: "tjj"}, cubes=("ss", "", "")), ANA)
    lacking = dict(zip(CUBE_LETTERS, Worth(view, ANA).lacking))
    assert lacking["s"] == lacking["g"] == 0
    assert lacking["b"] == NEEDED
    assert lacking["t"] == lacking["j"] == pytest.approx(NEEDED / 3**0.5)
