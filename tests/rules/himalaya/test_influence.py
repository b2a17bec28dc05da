"""The three influences at the end: religion, politics, economy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.himalaya.board import VILLAGES
from rules.himalaya.game import HIMALAYA
from rules.himalaya.scoring import Count, count
from tests.rules.himalaya.count_cases import tribes
from tests.rules.himalaya.positions import ANA, BEN, CLEO, DAN, PRINTED, position, run


def counted(
    stupas: Mapping[int, int] | None = None,
    delegations: Mapping[str, Sequence[int]] | None = None,
    yaks: Sequence[int] = (0, 0, 0),
) -> Count:
    """Return the count of this table."""
    return count(tribes(yaks, stupas=stupas or {}, delegations=delegations or {}))


@pytest.mark.parametrize("village", VILLAGES)
def test_a_stupa_counts_by_the_level_of_its_village(village: int) -> None:
    """T: 1 on a house, 2 on a temple, 3 on a monastery."""
    points = 3 if village in (5, 11, 17, 18) else 2 if village in (2, 3, 7, 9, 10, 13, 20) else 1
    assert counted({village: BEN}).religion == (0, points, 0)


def test_stupas_add_up() -> None:
    """T: each counts."""
    stupas = {1: ANA, 2: ANA, 5: ANA, 7: CLEO, 9: CLEO, 4: BEN}
    assert counted(stupas).religion == (6, 1, 4)


@pytest.mark.parametrize(
    ("there", "holder"),
    [
        ((1, 0, 0), ANA),
        ((2, 3, 1), BEN),
        ((0, 0, 15), CLEO),
        ((2, 2, 1), None),
        ((3, 3, 3), None),
        ((0, 0, 0), None),
        ((1, 4, 4), None),
    ],
)
def test_a_region_counts_for_who_alone_has_most(there: tuple[int, ...], holder: int | None) -> None:
    """T: 1 point; several with most: none."""
    points = counted(delegations={"D": there}).politics
    assert points == tuple(int(seat == holder) for seat in range(3))


def test_each_region_counts_one_point_whatever_its_size() -> None:
    """T: 1 for each region."""
    delegations = {"A": (1, 0, 0), "B": (9, 8, 0), "C": (0, 1, 0), "H": (2, 1, 1)}
    assert counted(delegations=delegations).politics == (3, 1, 0)


def test_all_eight_regions_count() -> None:
    """T: each region of the board."""
    everywhere = {region.letter: (0, 1, 0) for region in PRINTED.regions}
    assert counted(delegations=everywhere).politics == (0, 8, 0)


def test_the_economy_is_the_yaks() -> None:
    """T: on discs and tokens."""
    assert counted(yaks=(7, 0, 31)).economy == (7, 0, 31)
    state = position(discs=(["ssb", "tjj"], [], ["sgg"]), tokens=(1, 2, 0))
    assert [state.yaks(seat) for seat in range(3)] == [14, 6, 9]


def test_the_result_tells_the_influences() -> None:
    """T: counted when turn 12 is over; cubes and what is not placed count nothing."""
    state = position(
        at=(1, 2, 3, 4),
        turn=12,
        stupas={5: DAN, 1: BEN},
        delegations={"A": (2, 1, 0, 0), "B": (0, 0, 0, 4)},
        discs=([], ["tjj"], [], []),
        tokens=(0, 0, 2, 0),
        cubes=("s", "s", "", ""),
    )
    run(state)
    result = HIMALAYA.result(state)
    assert result is not None
    assert result.figures == {
        "religion": (0, 1, 0, 3),
        "politics": (1, 0, 0, 1),
        "politics_recounted": (0, 1, 0, 1),
        "economy": (0, 9, 6, 0),
    }
