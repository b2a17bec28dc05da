"""Delegations: 1, 2 or 3 by the level of the village, into one neighbouring region."""

from __future__ import annotations

import pytest

from rules.himalaya.board import VILLAGES
from rules.himalaya.events import Sent
from rules.himalaya.moves import FILL, PROGRAM
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    PRINTED,
    names,
    play,
    position,
    refuse,
    run,
    told,
    words,
)

AROUND = {
    "A": (1, 4, 2, 7, 5),
    "B": (3, 6, 11, 8),
    "C": (5, 7, 9, 14, 12, 10),
    "D": (3, 8, 13, 17, 20, 14, 9),
    "E": (8, 11, 15, 13),
    "F": (10, 12, 18, 16),
    "G": (12, 14, 20, 18),
    "H": (13, 15, 19, 17),
}
"""The villages around each region, as in board.toml."""


def filling(village: int, *, sent: int = 0, split: bool = False) -> HimalayaState:
    """Return Ana with an order just filled, and `sent` of her delegations in region B."""
    state = position(
        at=(village, 6, 19),
        orders={village: "ssb"},
        cubes=("ssb", "", ""),
        delegations={"B": (sent, 0, 0)},
        split_delegations=split,
    )
    run(state, "t")
    assert state.phase == FILL
    return state


def envoys(state: HimalayaState) -> set[str]:
    """Return the legal delegations, such as "B 2"."""
    return {word.removeprefix("envoy ") for word in words(state) if word.startswith("envoy")}


def sent(state: HimalayaState) -> dict[str, int]:
    """Return Ana's delegations by region."""
    regions = zip(PRINTED.regions, state.delegations)
    return {region.letter: by_seat[ANA] for region, by_seat in regions if by_seat[ANA]}


@pytest.mark.parametrize("village", VILLAGES)
def test_one_to_its_level_into_any_region_that_the_village_borders(village: int) -> None:
    """T: 1 at a house, 2 at a temple, 3 at a monastery, at least one; a region beside it."""
    most = PRINTED.villages[village].level
    beside = {letter for letter, around in AROUND.items() if village in around}
    expected = {f"{letter} {count}" for letter in beside for count in range(1, most + 1)}
    assert envoys(filling(village)) == expected


@pytest.mark.parametrize(("word", "regions"), [("envoy C 3", {"C": 3}), ("envoy A 1", {"A": 1})])
def test_they_go_from_the_supply_into_the_region(word: str, regions: dict[str, int]) -> None:
    """T: his own; nobody else's change."""
    state = filling(5)
    events = play(state, word, "done")
    assert sent(state) == regions
    region, count = word.split()[1:]
    assert told(events, Sent) == [Sent(ANA, region, int(count))]
    assert state.delegations_left(ANA) == 15 - int(count)
    assert state.delegations_left(BEN) == 15


def test_more_go_where_some_are() -> None:
    """T: a region holds any number."""
    state = filling(11, sent=4)
    play(state, "envoy B 3", "done")
    assert sent(state) == {"B": 7}


@pytest.mark.parametrize(("before", "most"), [(12, 3), (13, 2), (14, 1), (15, 0)])
def test_no_more_than_the_supply(before: int, most: int) -> None:
    """T: 15 in all, from his supply."""
    state = filling(5, sent=before)
    assert envoys(state) == {f"{region} {n}" for region in "AC" for n in range(1, most + 1)}
    refuse(state, f"envoy A {most + 1}")


def test_one_region_for_one_order() -> None:
    """T: one neighbouring region: the singular is meant."""
    state = filling(5)
    play(state, "envoy A 1")
    assert envoys(state) == set()
    refuse(state, "envoy C 1", "envoy A 1")
    play(state, "barter")
    assert state.phase == PROGRAM


def test_with_the_option_they_may_go_to_several_regions() -> None:
    """Option: 3 from a monastery: as many as are left of 3."""
    state = filling(5, split=True)
    assert envoys(state) == {f"{region} {n}" for region in "AC" for n in (1, 2, 3)}
    play(state, "envoy A 1")
    assert envoys(state) >= {"C 1", "C 2"}
    refuse(state, "envoy C 3", "envoy A 3")
    play(state, "envoy C 2", "done")
    assert sent(state) == {"A": 1, "C": 2}


def test_with_the_option_three_regions_are_within_reach() -> None:
    """Option: 18 borders two regions, 20 three: a temple sends two to two of them."""
    state = filling(20, split=True)
    play(state, "envoy D 1", "envoy G 1", "done")
    assert sent(state) == {"D": 1, "G": 1}


def test_with_the_option_it_is_one_action_all_the_same() -> None:
    """Option: together one action: another may follow, the third may not."""
    state = filling(5, split=True)
    play(state, "envoy A 1", "envoy C 1", "barter")
    assert state.yaks(ANA) == 2
    if state.phase == FILL:
        refuse(state, "offer")
        play(state, "done")
    assert state.stupas.count(ANA) == 0
    assert sent(state) == {"A": 1, "C": 1}


def test_with_the_option_a_second_action_may_come_first() -> None:
    """Option: barter, then delegations here and there, then no offering."""
    state = filling(5, split=True)
    play(state, "barter", "envoy A 2")
    refuse(state, "offer", "barter")
    play(state, "envoy C 1")
    assert sent(state) == {"A": 2, "C": 1}
    assert state.phase == PROGRAM


def test_with_the_option_one_may_stop_before_the_last() -> None:
    """Option: at most."""
    state = filling(5, split=True)
    play(state, "barter", "envoy A 1", "done")
    assert sent(state) == {"A": 1}
    assert state.phase == PROGRAM


def test_with_the_option_the_supply_is_still_the_limit() -> None:
    """Option: 2 left of 15."""
    state = filling(5, sent=13, split=True)
    play(state, "envoy A 1")
    assert envoys(state) <= {"A 1", "C 1"}
    assert "C 1" in envoys(state)
    play(state, "envoy C 1")
    assert envoys(state) == set() or state.phase == PROGRAM
    assert state.delegations_left(ANA) == 0


@pytest.mark.parametrize("split", [False, True])
def test_from_a_house_one_goes_to_one_region(split: bool) -> None:
    """T: 1 is 1, with the option too."""
    state = filling(12, split=split)
    assert envoys(state) == {"C 1", "F 1", "G 1"}
    play(state, "envoy F 1")
    assert {*words(state)} == {"barter", "offer", "done"}


@pytest.mark.parametrize(
    "word", ["envoy B 1", "envoy H 3", "envoy A 4", "envoy A 0", "envoy", "envoy 1 A"]
)
def test_other_regions_and_numbers_are_refused(word: str) -> None:
    """T: neighbouring, 1-3."""
    state = filling(5)
    refuse(state, word)
    assert "sent" not in names(play(state, "barter", "offer"))
