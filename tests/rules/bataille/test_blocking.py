"""The option `blocking`: ships in the way stop a torpedo."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from rules.bataille.board import RED, YELLOW
from rules.bataille.deduction import all_placements
from rules.bataille.game import BATAILLE
from rules.bataille.state import BatailleState
from rules.chance import Chance
from rules.contract import IllegalMove
from tests.rules.bataille.positions import cell, play, position, spin, start, words


def aiming(red_subs: tuple[str, ...], lanes: str = "orthogonal") -> list[str]:
    """Return red's torpedoes past its own ship on 14 and yellow's on 16 and 18."""
    state = position(red={"A": 14}, red_subs=red_subs, yellow={"A": 16, "B": 18, "C": 21},
                     lanes=lanes, blocking=True)  # fmt: skip
    play(state, "B 36", "hold")
    return words(state)


def test_ships_do_not_block_unless_the_table_wants_it() -> None:
    """R: off by default."""
    assert not start().blocking
    assert start(blocking=True).blocking


@pytest.mark.parametrize(
    ("submarine", "offered"),
    [
        ("13.100", ["hold"]),  # behind red's own ship
        ("17.300", ["fire R3 A", "fire R3 B", "hold"]),  # between two targets
        ("14.200", ["fire R3 A", "hold"]),  # a ship right above it is not in the way
        ("16.200", ["fire R3 A", "fire R3 B", "fire C4 A", "hold"]),  # right below a target
        ("18.200", ["fire R3 B", "fire R3 A", "fire C6 B", "hold"]),
    ],
)
def test_a_ship_of_either_side_between_hides_those_beyond(
    submarine: str, offered: list[str]
) -> None:
    """R: option `blocking`."""
    assert sorted(aiming((submarine, "2.100", "1.300"))) == sorted(offered)


def test_diagonals_are_blocked_too() -> None:
    """R: on D2, A hides C from the north-east, and C hides A from the south-west."""
    assert aiming(("11.100", "1.300", "2.300"), "diagonals") == ["fire D2 A", "hold"]
    assert aiming(("26.100", "1.300", "2.300"), "diagonals") == ["fire D2 C", "hold"]


def two_shots() -> BatailleState:
    """Return red's submarines under 13 and 18: each sees only the nearer of A on 15, B on 16."""
    state = position(red_subs=("13.100", "18.100", "1.300"), yellow={"A": 15, "B": 16},
                     blocking=True)  # fmt: skip
    play(state, "A 36", "hold")
    return state


def test_each_torpedo_of_a_turn_comes_from_another_submarine_that_sees_its_target() -> None:
    """R: one shot each: the one that has fired sees A alone, so A cannot be fired at again."""
    state = two_shots()
    assert words(state) == ["fire R3 A", "fire R3 B", "hold"]
    spin(state, "fire R3 A", hit=False)
    assert words(state) == ["fire R3 B", "hold"]
    with pytest.raises(IllegalMove):
        play(state, "fire R3 A")
    spin(state, "fire R3 B", hit=False)
    assert words(state) == ["hold"]


def test_a_ship_that_is_sunk_opens_the_way() -> None:
    """R: after A has sunk, the submarine that has not fired sees B, whichever side it lies."""
    state = position(red_subs=("13.100", "14.100", "1.300"), yellow={"A": 15, "B": 16},
                     blocking=True)  # fmt: skip
    play(state, "A 36", "hold")
    assert words(state) == ["fire R3 A", "hold"]
    spin(state, "fire R3 A", hit=True)
    assert words(state) == ["fire R3 B", "hold"]


def test_what_a_torpedo_shows_is_where_it_can_have_come_from() -> None:
    """All know which ships were in the way: the camp that is imagined fits that."""
    state = position(yellow_subs=("17.100",), yellow_lost=("35.100", "36.100"),
                     red={"A": 16, "B": 14}, mover=YELLOW, blocking=True)  # fmt: skip
    play(state, "A 19", "hold")
    spin(state, "fire R3 A", hit=False)
    assert all_placements(BATAILLE.view(state, RED), YELLOW).total == 5 * 3


def test_two_torpedoes_show_two_submarines_each_where_it_sees_its_target() -> None:
    """As many as fired, told apart by what they could see: against plain enumeration."""
    state = two_shots()
    spin(state, "fire R3 A", hit=False)
    spin(state, "fire R3 B", hit=False)
    state.submarines[RED].remove(cell("1.300"))
    state.lost[RED].append(cell("1.300"))
    sees_a, sees_b = {13, 14, 15, 16}, {15, 16, 17, 18}
    row = [number + 36 * level for number in range(13, 19) for level in range(3)]
    fitting = [
        pair
        for pair in combinations(row, 2)
        if any((a - 1) % 36 + 1 in sees_a and (b - 1) % 36 + 1 in sees_b
               for a, b in permutations(pair))
    ]  # fmt: skip
    assert all_placements(BATAILLE.view(state, YELLOW), RED).total == len(fitting)


@pytest.mark.parametrize("seed", range(5))
def test_imagined_camps_could_have_fired_what_was_fired(seed: int) -> None:
    """In the middle of a turn too: whoever imagines the camp may play on from there."""
    state = two_shots()
    spin(state, "fire R3 A", hit=False)
    imagined = BATAILLE.sample(BATAILLE.view(state, YELLOW), Chance(seed))
    assert "hold" in words(imagined)
    numbers = [(cell - 1) % 36 + 1 for cell in imagined.submarines[RED]]
    assert {13, 14, 15, 16}.intersection(numbers)
    assert imagined.stretches == state.stretches == [[(13, 16)], []]
