"""Placements counted and drawn, and the samples from them, against plain enumeration."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import prod
from random import Random

import pytest

from rules.bataille.board import RED, YELLOW
from rules.bataille.deduction import all_placements
from rules.bataille.game import BATAILLE
from rules.bataille.state import BatailleState
from rules.chance import Chance
from tests.rules.bataille import by_hand
from tests.rules.bataille.battles import battle
from tests.rules.bataille.positions import answer, cell, play, position, spin

ALL_NUMBERS = 2**37 - 2


@cache
def cornered(seed: int) -> tuple[BatailleState, int]:
    """Return a battle, and a camp that has lost submarines or answered much."""
    option = ("orthogonal", "diagonals", "all")[seed % 3]
    state = battle(seed, 90 + 10 * seed, lanes=option, blast=seed % 2 == 1)
    return state, max((RED, YELLOW), key=lambda camp: len(state.lost[camp]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_placements_are_counted_as_by_hand(seed: int) -> None:
    """Every answer, every torpedo fired and the column of a spent mine are honoured."""
    state, camp = cornered(seed)
    view = BATAILLE.view(state, 1 - camp)
    placements, expected = all_placements(view, camp), list(by_hand.placements(view, camp, True))
    uses = Counter(where for chosen in expected for where in chosen)
    assert placements.total == len(expected)
    assert [placements.using(where) for where in range(1, 109)] == [
        uses[where] for where in range(1, 109)
    ]
    for number in range(1, 37):
        above = sum(all((where - number) % 36 for where in chosen) for chosen in expected)
        assert placements.avoiding(number) == above


def test_what_was_nearly_missed_and_sunk_since_no_longer_counts() -> None:
    """Two were near, one of them was sunk: exactly one of the others is there."""
    state = position(red={"A": 14}, yellow_subs=("13.200", "15.200", "3.300"))
    answer(state)
    state.mover, state.phase, state.places[RED][1] = RED, 1, 13
    play(state, "stay", "drop B 200")
    view = BATAILLE.view(state, RED)
    expected = [*by_hand.placements(view, YELLOW, True)]
    assert all_placements(view, YELLOW).total == len(expected) > 0


@pytest.mark.parametrize("seed", range(8))
def test_likelier_placements_weigh_more(seed: int) -> None:
    """By the product of the weights of their cells, less where torpedoes were held back."""
    state, camp = cornered(seed)
    view = BATAILLE.view(state, 1 - camp)
    pick = Random(seed)
    weights = [pick.uniform(0.1, 1) for _ in range(109)]
    fired = {(area, count) for area, count, _ in by_hand.torpedo_clues(view, camp) if count > 0}
    worth = [0.0] * 109
    total = 0.0
    for chosen in by_hand.placements(view, camp, True):
        spare = sum(len(area.intersection(chosen)) - count for area, count in fired)
        weight = prod(weights[where] for where in chosen) * 0.3**spare
        total += weight
        for where in chosen:
            worth[where] += weight
    found = all_placements(view, camp).chances(weights, 0.3)
    assert found[1:] == pytest.approx([weight / total for weight in worth[1:]])


def test_placements_alike_have_the_chances_that_are_counted() -> None:
    """With equal weights a cell's chance is the part of the placements that use it."""
    state, camp = cornered(2)
    placements = all_placements(BATAILLE.view(state, 1 - camp), camp)
    counted = [placements.using(where) / placements.total for where in range(1, 109)]
    assert placements.chances([1.0] * 109)[1:] == pytest.approx(counted)


@pytest.mark.parametrize("seed", range(16))
def test_placements_are_drawn_from_those(seed: int) -> None:
    """A draw is one of the placements counted by hand; the truth is among them."""
    state, camp = cornered(seed)
    view = BATAILLE.view(state, 1 - camp)
    expected = {frozenset(chosen) for chosen in by_hand.placements(view, camp, True)}
    assert frozenset(state.submarines[camp]) in expected
    placements = all_placements(view, camp)
    for draw in range(60):
        assert frozenset(placements.draw(Chance(draw))) in expected


def test_all_placements_are_drawn_alike() -> None:
    """Over 4,000 draws each of a few placements comes up as often as the others."""
    state = position(
        red={"A": 14}, yellow_subs=("13.200",), yellow_lost=("1.100", "36.300"), blast=False
    )
    assert answer(state) == 1
    placements = all_placements(BATAILLE.view(state, RED), YELLOW)
    chance = Chance(7)
    drawn = Counter(frozenset(placements.draw(chance)) for _ in range(6000))
    assert placements.total == len(drawn) == 6
    assert all(abs(count - 1000) < 150 for count in drawn.values())


def test_torpedoes_of_one_turn_need_as_many_submarines() -> None:
    """R: one shot each: two torpedoes on a lane in one turn are two submarines there."""
    state = position(yellow_subs=("13.100", "18.300"), yellow_lost=("36.100",),
                     red={"A": 16}, mover=YELLOW)  # fmt: skip
    play(state, "A 19", "hold")
    spin(state, "fire R3 A", hit=False)
    once = all_placements(BATAILLE.view(state, RED), YELLOW).total
    spin(state, "fire R3 A", hit=False)
    assert once == 18 * 17 // 2 + 18 * (107 - 18)
    assert all_placements(BATAILLE.view(state, RED), YELLOW).total == 18 * 17 // 2


def test_torpedoes_of_two_turns_may_be_one_submarine() -> None:
    """T: it may fire again at its next turn."""
    state = position(yellow_subs=("13.100",), yellow_lost=("35.100", "36.100"),
                     red={"A": 16}, mover=YELLOW)  # fmt: skip
    play(state, "A 19", "hold")
    spin(state, "fire R3 A", hit=False)
    play(state, "B 12", "hold", "hold", "B 7", "hold")
    spin(state, "fire R3 A", hit=False)
    assert all_placements(BATAILLE.view(state, RED), YELLOW).total == 18


def test_a_submarine_sunk_since_may_have_fired() -> None:
    """R: the torpedo is explained by one that lay on the lane then."""
    state = position(yellow_subs=("13.100", "36.300"), yellow_lost=("36.100",),
                     red={"A": 16, "B": 13}, mover=YELLOW)  # fmt: skip
    play(state, "A 19", "hold")
    spin(state, "fire R3 A", hit=False)
    play(state, "hold", "stay", "drop B 100")
    assert state.submarines[YELLOW] == [cell("36.300")]
    assert all_placements(BATAILLE.view(state, RED), YELLOW).total == 108 - 2


@pytest.mark.slow
def test_a_sample_fits_what_the_seat_knows() -> None:
    """The imagined camp is a placement; its mine lies where no ship ended and no submarine is."""
    for seed in range(16):
        state, camp = cornered(seed)
        view = BATAILLE.view(state, 1 - camp)
        expected = {frozenset(chosen) for chosen in by_hand.placements(view, camp, True)}
        for draw in range(5):
            sample = BATAILLE.sample(view, Chance(draw))
            lying = sample.submarines[camp]
            assert frozenset(lying) in expected
            mine, fleet = sample.mines[camp], view.fleets[1 - camp]
            columns = {(where - 1) % 36 + 1 for where in (*lying, *sample.lost[camp])}
            assert mine not in columns
            if view.fleets[camp].mine_spent:
                assert mine == view.fleets[camp].mine_spent
            else:
                assert mine not in fleet.tested


@pytest.mark.parametrize("left", [(16,), (16, 22), (1, 6, 31)])
def test_a_mine_with_few_numbers_left_is_imagined_there(left: tuple[int, ...]) -> None:
    """T: where ships ended unharmed lies no mine, nor where a submarine is below."""
    state = position(yellow_subs=("33.100", "34.100", "35.100"), mines=(31, left[0]))
    state.tested[RED] = ALL_NUMBERS & ~sum(1 << number for number in left)
    for look in (RED, None):
        for seed in range(60):
            sample = BATAILLE.sample(BATAILLE.view(state, look), Chance(seed))
            assert sample.mines[YELLOW] in left
            columns = {(where - 1) % 36 + 1 for where in sample.submarines[YELLOW]}
            assert sample.mines[YELLOW] not in columns


def test_one_of_two_that_fired_together_still_lives() -> None:
    """R: two torpedoes in one turn, one of the lane sunk since: another one lies there."""
    state = position(yellow_subs=("13.100", "18.300"), yellow_lost=("36.100",),
                     red={"A": 16, "B": 13}, mover=YELLOW)  # fmt: skip
    play(state, "A 19", "hold")
    for _ in range(2):
        spin(state, "fire R3 A", hit=False)
    play(state, "stay", "drop B 100")
    placements = all_placements(BATAILLE.view(state, RED), YELLOW)
    assert placements.total == 18 - 1
    assert placements.using(cell("18.300")) == 1


@pytest.mark.parametrize("target", [1, 13, 17, 36])
def test_after_stay_and_hold_a_torpedo_is_imagined_possible(target: int) -> None:
    """R: who declined both must fire: in every sample a submarine lies on a lane with a ship."""
    state = position(red={"A": 14}, red_subs=("13.100", "1.300", "18.300"), yellow={"A": target})
    play(state, "stay", "hold")
    for look in (YELLOW, None):
        for seed in range(100):
            sample = BATAILLE.sample(BATAILLE.view(state, look), Chance(seed))
            assert any(move.word.startswith("fire") for move in BATAILLE.legal(sample, RED))


def test_after_stay_without_a_charge_left_a_torpedo_is_imagined_possible() -> None:
    """R: `stay` is offered only if a charge or a torpedo is possible, and charges are public."""
    state = position(red_subs=("13.100", "1.300", "2.300"), yellow={"A": 17})
    play(state, "stay")
    for seed in range(100):
        sample = BATAILLE.sample(BATAILLE.view(state, YELLOW), Chance(seed))
        assert by_hand.shots(sample)
