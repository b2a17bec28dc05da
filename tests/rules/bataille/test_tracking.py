"""Search grids: the conclusions from the answers, cell by cell."""

from __future__ import annotations

from itertools import product

import pytest

from rules.bataille.board import RED, YELLOW
from rules.bataille.deduction import tracking_grid
from rules.bataille.game import BATAILLE
from rules.bataille.state import BatailleState
from tests.rules.bataille import by_hand
from tests.rules.bataille.battles import battle
from tests.rules.bataille.positions import answer, cell, cells, play, position, spin

NEAR_14_200 = ("8.200", "13.200", "15.200", "20.200", "14.100", "14.300")


def seen_by_red(state: BatailleState) -> dict[int, str]:
    """Return red's three search grids."""
    return dict(tracking_grid(BATAILLE.view(state, RED), YELLOW))


def marked(grid: dict[int, str], mark: str) -> set[int]:
    """Return the cells with a mark."""
    return {where for where, what in grid.items() if what == mark}


def after(*subs: str, blast: bool = False, lost: tuple[str, ...] = ()) -> BatailleState:
    """Return the position after red's charge at 14.200 on this camp."""
    state = position(red={"A": 14}, yellow_subs=subs, yellow_lost=lost, blast=blast)
    answer(state)
    return state


def again(state: BatailleState, number: int, level: int) -> None:
    """Drop another charge of red, from another square."""
    state.mover, state.phase, state.places[RED][1] = RED, 1, number
    play(state, "stay", f"drop B {level}")


def test_before_any_answer_every_cell_is_blank() -> None:
    """T: three grids of 36 squares, unmarked at first."""
    assert seen_by_red(position()) == dict.fromkeys(range(1, 109), "blank")


def test_a_miss_whitens_the_cell_and_its_six_neighbours() -> None:
    """T: white pegs in the cell, N, S, E, W of it, and just above and below."""
    grid = seen_by_red(after("1.300", "2.300", "3.300"))
    assert marked(grid, "white") == {cell("14.200"), *cells(NEAR_14_200)}
    assert marked(grid, "red") == set()


def test_a_miss_with_blast_whitens_the_nine_squares() -> None:
    """T, option blast: the squares around it on its own level alone."""
    grid = seen_by_red(after("1.300", "2.300", "3.300", blast=True))
    assert marked(grid, "white") == {36 + n for n in (7, 8, 9, 13, 14, 15, 19, 20, 21)}


def test_a_near_miss_reddens_the_six_neighbours() -> None:
    """T: a white peg in the cell, red ones around: a submarine lies at one of them."""
    grid = seen_by_red(after("13.200", "2.300", "3.300"))
    assert marked(grid, "white") == {cell("14.200")}
    assert marked(grid, "red") == set(cells(NEAR_14_200))


def test_what_a_miss_excludes_is_no_longer_red() -> None:
    """R: white if no placement uses it, though a near miss had reddened it."""
    state = after("13.200", "2.300", "3.300")
    again(state, 15, 200)
    grid = seen_by_red(state)
    assert {grid[cell("15.200")]} == {"white"}
    assert marked(grid, "red") == set(cells(NEAR_14_200)) - {cell("15.200")}


def test_a_near_miss_for_three_in_a_corner_leaves_no_other_cell() -> None:
    """R: white if and only if no placement of the living submarines uses it."""
    state = position(red={"A": 1}, yellow_subs=("2.100", "7.100", "1.200"))
    assert answer(state, 100) == 3
    grid = seen_by_red(state)
    assert marked(grid, "red") == set(cells(("2.100", "7.100", "1.200")))
    assert marked(grid, "blank") == set()


def test_a_hit_is_flagged_and_whitens_nothing_around() -> None:
    """R: unlike the box: a touché can hide a second submarine beside the first."""
    grid = seen_by_red(after("14.200", "13.200", "3.300"))
    assert marked(grid, "flag") == {cell("14.200")}
    assert marked(grid, "white") == set()
    assert grid[cell("13.200")] == "blank"


def test_each_answer_is_judged_against_those_alive_when_it_was_given() -> None:
    """R: a near miss for one, and then that one sunk: the rest of its area is free of others."""
    state = after("13.200", "2.300", "3.300")
    again(state, 13, 200)
    grid = seen_by_red(state)
    assert grid[cell("13.200")] == "flag"
    assert {grid[where] for where in cells(NEAR_14_200)} == {"flag", "white"}


def test_of_a_near_miss_for_two_the_one_that_is_left_still_lies_there() -> None:
    """R: one of the two is sunk: the other is at one of the other neighbours."""
    state = after("13.200", "15.200", "3.300")
    again(state, 13, 200)
    grid = seen_by_red(state)
    assert grid[cell("13.200")] == "flag"
    assert marked(grid, "red") == set(cells(NEAR_14_200)) - {cell("13.200")}


def test_a_near_miss_after_a_sinking_is_another_submarine() -> None:
    """R: the sunk one no longer answers."""
    state = after("14.200", "13.200", "3.300")
    again(state, 14, 200)
    grid = seen_by_red(state)
    assert grid[cell("14.200")] == "flag"
    assert marked(grid, "red") == set(cells(NEAR_14_200))


def test_the_column_of_a_spent_mine_is_white() -> None:
    """T: no own submarine lies in the mine's cell or anywhere below it."""
    state = position(red={"A": 14}, mines=(31, 16))
    play(state, "A 16")
    assert marked(seen_by_red(state), "white") == set(cells(("16.100", "16.200", "16.300")))


def test_torpedoes_mark_nothing() -> None:
    """R: the grids hold what follows from the answers."""
    state = position(yellow_subs=("13.100", "14.100", "5.300"), red={"A": 16}, mover=YELLOW)
    play(state, "A 19", "hold")
    spin(state, "fire R3 A", hit=False)
    assert marked(seen_by_red(state), "blank") == set(range(1, 109))


def test_the_grid_is_the_same_for_all_who_saw_the_answers() -> None:
    """R: answers are public: the owner of the camp and a spectator deduce the same."""
    state = after("13.200", "2.300", "3.300")
    grids = [
        dict(tracking_grid(BATAILLE.view(state, look), YELLOW)) for look in (RED, YELLOW, None)
    ]
    assert grids[0] == grids[1] == grids[2]


def test_plain_grids_mark_nothing() -> None:
    """R, option grids: the text leaves marking to the player, whatever was answered."""
    state = battle(15, 90, grids="plain")
    answers = {
        answer for fleet in BATAILLE.view(state, RED).fleets for _cell, answer in fleet.answers
    }
    assert answers >= {-1, 0, 1}
    for camp, look in product((RED, YELLOW), (RED, YELLOW, None)):
        assert tracking_grid(BATAILLE.view(state, look), camp) == dict.fromkeys(
            range(1, 109), "blank"
        )


@pytest.mark.parametrize("blast", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_grid_is_as_worked_out_by_hand(seed: int, blast: bool) -> None:
    """R: over random battles, each cell judged by every possible placement in turn."""
    state = battle(seed, 40 + 25 * (seed % 6), blast=blast)
    for camp in (RED, YELLOW):
        view = BATAILLE.view(state, 1 - camp)
        assert dict(tracking_grid(view, camp)) == by_hand.grid(view, camp)
        owner = state.submarines[camp]
        assert not any(dict(tracking_grid(view, camp))[where] == "white" for where in owner)
