"""Depth charges: when one may be dropped, its reach, and the answer."""

from __future__ import annotations

import pytest

from rules.bataille.board import RED, YELLOW
from rules.bataille.events import Charge
from rules.bataille.game import BATAILLE
from rules.contract import IllegalMove
from tests.rules.bataille import by_hand
from tests.rules.bataille.positions import answer, cell, first, names, play, position, words


def answered(number: int, level: int, *subs: str, blast: bool = False) -> str | int | None:
    """Return the answer to red's charge at a number and level, with this camp of yellow."""
    return answer(position(red={"A": number}, yellow_subs=subs, blast=blast), level)


def all_answers(number: int, level: int, *, blast: bool = False) -> dict[str, str | int | None]:
    """Return the answers to a charge for one submarine in each cell, without plain misses."""
    found = {
        f"{n}.{depth}": answered(number, level, f"{n}.{depth}", blast=blast)
        for n in range(1, 37)
        for depth in (100, 200, 300)
    }
    return {name: said for name, said in found.items() if said != "miss"}


def test_the_example_of_the_text() -> None:
    """T: 14 at 200 hits there; near are 8 13 15 20 of 200 and 14 of 100 and of 300."""
    near = ("8.200", "13.200", "15.200", "20.200", "14.100", "14.300")
    assert all_answers(14, 200) == {"14.200": "hit"} | dict.fromkeys(near, 1)


def test_the_example_of_the_text_with_blast() -> None:
    """T, option blast: 14 at 200 hits there; near are 7 8 9 13 15 19 20 21 of 200 alone."""
    near = [f"{number}.200" for number in (7, 8, 9, 13, 15, 19, 20, 21)]
    assert all_answers(14, 200, blast=True) == {"14.200": "hit"} | dict.fromkeys(near, 1)


@pytest.mark.parametrize(
    ("number", "level", "near"),
    [
        (1, 100, {"2.100", "7.100", "1.200"}),
        (6, 200, {"5.200", "12.200", "6.100", "6.300"}),
        (31, 300, {"25.300", "32.300", "31.200"}),
        (36, 100, {"30.100", "35.100", "36.200"}),
        (12, 100, {"6.100", "11.100", "18.100", "12.200"}),
        (13, 300, {"7.300", "14.300", "19.300", "13.200"}),
        (3, 200, {"2.200", "4.200", "9.200", "3.100", "3.300"}),
        (33, 200, {"27.200", "32.200", "34.200", "33.100", "33.300"}),
    ],
)
def test_edges_and_corners(number: int, level: int, near: set[str]) -> None:
    """T: N, S, E, W on the map only; the last square of a row has no neighbour in the next."""
    assert set(all_answers(number, level)) == near | {f"{number}.{level}"}


@pytest.mark.parametrize(
    ("number", "near"),
    [
        (1, {2, 7, 8}),
        (6, {5, 11, 12}),
        (31, {25, 26, 32}),
        (36, {29, 30, 35}),
        (12, {5, 6, 11, 17, 18}),
        (33, {26, 27, 28, 32, 34}),
    ],
)
def test_edges_and_corners_with_blast(number: int, near: set[int]) -> None:
    """T, option blast: the squares around it that are on the map, at its own level."""
    expected = {f"{other}.300" for other in near} | {f"{number}.300"}
    assert set(all_answers(number, 300, blast=True)) == expected


def test_the_top_and_the_bottom_are_not_neighbours() -> None:
    """T: just above or just below: 100 and 300 are two levels apart."""
    assert answered(14, 100, "14.300") == "miss"
    assert answered(14, 300, "14.100") == "miss"
    assert answered(14, 100, "14.200") == answered(14, 300, "14.200") == 1


def test_a_diagonal_neighbour_is_missed() -> None:
    """T: the four cells N, S, E and W, not those on the diagonal."""
    assert {answered(14, 200, f"{number}.200") for number in (7, 9, 19, 21)} == {"miss"}


def test_beside_on_another_level_is_missed() -> None:
    """T: beside means on the same level."""
    assert answered(14, 200, "15.100", "8.300") == "miss"
    assert answered(14, 200, "15.100", "14.100", blast=True) == "miss"


@pytest.mark.parametrize("blast", [False, True])
def test_every_area_is_as_worked_out_by_hand(blast: bool) -> None:
    """T: both ways to play, every cell of the sea."""
    from rules.bataille.board import NEAR

    for struck in range(1, 109):
        assert NEAR[blast][struck] == by_hand.near_area(struck, blast), struck


@pytest.mark.parametrize("blast", [False, True])
def test_near_for_two_and_for_three_is_counted(blast: bool) -> None:
    """T: nearly missing more than one, the answer says for how many."""
    assert answered(14, 200, "13.200", "15.200", "36.300", blast=blast) == 2
    assert answered(14, 200, "13.200", "15.200", "20.200", blast=blast) == 3
    assert answered(14, 200, "14.100", "14.300", "8.200") == 3


def test_a_hit_is_announced_alone() -> None:
    """T: one formula: near misses of others are not told with a hit."""
    state = position(red={"A": 14}, yellow_subs=("14.200", "13.200", "14.100"))
    events = play(state, "stay", "drop A 200")
    assert first(events, Charge) == Charge(RED, "A", 14, 200, "hit", None, in_doubt=True)


def test_a_hit_submarine_is_sunk() -> None:
    """T: exactly there: the submarine is sunk, its place is known, the others live on."""
    state = position(red={"A": 14}, yellow_subs=("14.200", "1.300", "2.300"))
    assert answer(state) == "hit"
    assert state.submarines[YELLOW] == [cell("1.300"), cell("2.300")]
    assert BATAILLE.view(state, RED).fleets[YELLOW].lost == (cell("14.200"),)


def test_a_sunk_submarine_is_missed_afterwards() -> None:
    """T: it is out of the game: the same charge again hits nothing."""
    state = position(red={"A": 14, "B": 15}, yellow_subs=("14.200", "1.300", "2.300"))
    assert answer(state) == "hit"
    state.mover, state.phase = RED, 1
    assert answer(state) == "miss"
    state.mover, state.phase = RED, 1
    assert first(play(state, "stay", "drop B 200"), Charge).answer == "miss"


def test_own_submarines_answer_nothing() -> None:
    """T: charges go down into the enemy camp."""
    state = position(red={"A": 14}, red_subs=("14.200", "13.200", "15.200"))
    assert answer(state) == "miss"
    assert len(state.submarines[RED]) == 3


def test_a_charge_costs_a_charge() -> None:
    """T: each time one is dropped, the ship loses one; nine in a fleet."""
    state = position(red={"A": 14, "B": 15, "C": 16})
    dropped = 0
    while any(word.startswith("stay") for word in words(state)):
        play(state, "stay")
        play(state, words(state)[0])
        dropped += 1
        state.mover, state.phase = RED, 1
    assert dropped == 9
    assert state.charges[RED] == [0, 0, 0]


def test_a_charge_is_dropped_where_the_ship_ended() -> None:
    """T: at the end of its move, straight below the square it stands on."""
    state = position(red={"A": 18}, yellow_subs=("16.100", "1.300", "2.300"))
    events = play(state, "A 16", "drop 100")
    assert first(events, Charge).number == 16
    assert first(events, Charge).answer == "hit"


def test_the_ship_that_moved_drops_it() -> None:
    """T: after a move it is that ship's charge: no other ship is named."""
    state = position(red={"A": 14, "B": 20})
    play(state, "A 15")
    assert words(state) == ["drop 100", "drop 200", "drop 300", "hold"]
    with pytest.raises(IllegalMove):
        play(state, "drop B 200")
    play(state, "drop 300")
    assert state.charges[RED] == [3, 3, 2]


def test_without_a_move_any_ship_at_sea_drops_it() -> None:
    """T: a turn may also be a charge alone."""
    state = position(red={"A": 14, "B": 20}, yellow={})
    play(state, "stay")
    assert words(state) == [f"drop {ship} {level}" for ship in "AB" for level in (100, 200, 300)]
    for refused in ("drop 200", "drop C 200"):
        with pytest.raises(IllegalMove):
            play(state, refused)
    play(state, "drop B 200")
    assert state.charges[RED] == [4, 2, 2]


def test_a_ship_without_charges_cannot_fire() -> None:
    """T: it must be rearmed first; with nothing to choose the turn passes on."""
    state = position(red={"A": 14, "B": 20}, red_charges=(0, 1, 2))
    still = state.copy()
    play(state, "A 15")
    assert state.waiting() == (YELLOW,)
    play(still, "stay")
    assert words(still) == ["drop B 100", "drop B 200", "drop B 300"]


def test_a_charge_may_be_declined() -> None:
    """T: he may declare that he drops none."""
    state = position(red={"A": 14})
    assert names(play(state, "A 15", "hold")) == ["moved", "held"]
    assert state.charges[RED] == [4, 3, 2]
    assert state.waiting() == (YELLOW,)


def test_one_charge_a_turn() -> None:
    """T: a charge, not charges."""
    state = position(red={"A": 14}, yellow={"A": 36})
    play(state, "A 15", "drop 200")
    assert not any(word.startswith("drop") for word in words(state))


def test_everybody_hears_the_charge_and_its_answer() -> None:
    """T: both are announced aloud."""
    state = position(red={"A": 14}, yellow_subs=("13.200", "1.300", "2.300"))
    events = play(state, "stay", "drop A 200")
    charge = first(events, Charge)
    assert charge.seen_by(RED) == charge.seen_by(YELLOW) == charge.seen_by(None) == charge
    assert (charge.answer, charge.count) == ("near", 1)
