"""Four players: out goes the least religious, then the least political; the richer wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.himalaya.board import NONE
from rules.himalaya.game import HIMALAYA
from rules.himalaya.scoring import Count, count
from tests.rules.himalaya.count_cases import Ranking, decided_of, ranking_of, stupas, tribes
from tests.rules.himalaya.positions import ANA, BEN, CLEO, DAN, NOBODY, position, run

EIGHT = "ABCDEFGH"


def counted(
    built: Sequence[str] | Mapping[int, int],
    delegations: Mapping[str, Sequence[int]],
    yaks: Sequence[int],
    first: int = ANA,
) -> Count:
    """Return the count of a table, checked against the rules page."""
    owned = built if isinstance(built, Mapping) else stupas(*built)
    table = tribes(yaks, stupas=owned, delegations=delegations, first=first)
    found = count(table)
    assert (found.ranking, found.decided) == (ranking_of(table), decided_of(table))
    return found


SENT = {"A": (1, 0, 0, 0), "B": (0, 1, 0, 0), "C": (0, 0, 1, 0), "D": (0, 0, 0, 1)}
"""Delegations with one region for each player."""
MORE = {**SENT, "E": (1, 0, 0, 0), "F": (0, 1, 0, 0), "G": (0, 0, 0, 1)}
"""Delegations with two regions for each player, but one for Cleo."""


def least_religious(ranking: Ranking) -> int:
    """Return the seat that went out first."""
    return ranking[-1][0]


def least_political(ranking: Ranking) -> int:
    """Return the seat that went out second."""
    return ranking[-2][0]


def test_the_least_religious_goes_out_first_be_he_the_richest() -> None:
    """T: whatever else he has."""
    found = counted(("m", "h", "t", "m"), {"A": (0, 9, 0, 0), **MORE}, (1, 50, 2, 3))
    assert least_religious(found.ranking) == BEN


@pytest.mark.parametrize(
    ("built", "out"),
    [
        (("t", "hh", "m", "m"), ANA),
        (("hh", "t", "m", "m"), BEN),
        (("m", "m", "hhh", "th"), BEN),
        (("hhh", "th", "tt", "m"), DAN),
        (("", "m", "", "m"), CLEO),
    ],
)
def test_religion_tied_fewer_stupas_go_out(built: tuple[str, ...], out: int) -> None:
    """T: by the number of stupas; if that is tied too, by yaks: here Ana has most, Dan fewest."""
    found = counted(built, MORE, (9, 8, 7, 6))
    assert least_religious(found.ranking) == out


@pytest.mark.parametrize(
    ("yaks", "out"), [((5, 4, 9, 9), BEN), ((4, 5, 9, 9), ANA), ((0, 1, 0, 0), ANA)]
)
def test_stupas_tied_too_fewer_yaks_go_out(yaks: tuple[int, ...], out: int) -> None:
    """T: then yaks; those of players who are not tied do not matter."""
    assert least_religious(counted(("t", "t", "m", "m"), MORE, yaks).ranking) == out


@pytest.mark.parametrize(("first", "out"), [(ANA, BEN), (BEN, ANA), (CLEO, BEN), (DAN, BEN)])
def test_still_tied_the_later_in_the_order_of_turn_12_goes_out(first: int, out: int) -> None:
    """R: from the first player of turn 12 clockwise."""
    assert least_religious(counted(("t", "t", "m", "m"), MORE, (5, 5, 9, 9), first).ranking) == out


def test_his_delegations_leave_the_map() -> None:
    """T: politics is counted again: regions that he held or barred change hands.

    Before: Ana 2 (C, H), Ben 1 (A), Cleo 1 (D); Dan holds B, E and F. Without Dan's: Cleo has
    B, E, F and D, Ana C and H, Ben A and G.
    """
    delegations = {
        "A": (0, 1, 0, 0),
        "B": (0, 0, 1, 2),
        "C": (1, 0, 0, 0),
        "D": (0, 0, 1, 0),
        "E": (0, 0, 2, 3),
        "F": (1, 1, 2, 5),
        "G": (0, 1, 0, 1),
        "H": (1, 0, 0, 0),
    }
    found = counted(("m", "m", "m", "h"), delegations, (9, 8, 7, 6))
    assert found.politics == (2, 1, 1, 3)
    politics = next(step for step in found.steps if step.name == "politics")
    assert [(seat, standing[0]) for seat, standing in politics.figures] == [
        (ANA, 2),
        (BEN, 2),
        (CLEO, 4),
    ]
    assert found.ranking == ((ANA,), (CLEO,), (BEN,), (DAN,))


def test_removed_delegations_can_decide_who_goes_out_next() -> None:
    """Golden case: Ana would have been the least political, had Dan's stayed."""
    delegations = {
        "A": (2, 0, 0, 3),
        "B": (2, 0, 0, 3),
        "C": (0, 1, 0, 0),
        "D": (0, 0, 1, 0),
        "E": (0, 0, 1, 0),
    }
    found = counted(("m", "m", "m", "h"), delegations, (1, 2, 3, 9))
    assert found.politics == (0, 1, 2, 2)
    assert found.ranking == ((CLEO,), (ANA,), (BEN,), (DAN,))


def test_the_least_political_goes_out_second_be_he_the_richest() -> None:
    """T: of the three that remain."""
    found = counted(("m", "m", "m", "h"), MORE, (1, 2, 50, 3))
    assert found.ranking == ((BEN,), (ANA,), (CLEO,), (DAN,))


@pytest.mark.parametrize(
    ("extra", "out"),
    [
        ({"H": (1, 1, 0, 9)}, CLEO),
        ({"H": (1, 0, 1, 0)}, BEN),
        ({"H": (0, 3, 3, 0)}, ANA),
        ({"A": (1, 0, 0, 7), "H": (0, 1, 1, 1)}, ANA),
    ],
)
def test_politics_tied_fewer_delegations_on_the_map_go_out(
    extra: dict[str, tuple[int, ...]], out: int
) -> None:
    """T: by the number of delegations; in H two are tied, so it is nobody's."""
    found = counted(("m", "m", "m", "h"), {**SENT, **extra}, (9, 9, 9, 9))
    assert least_political(found.ranking) == out


@pytest.mark.parametrize(
    ("yaks", "out"), [((5, 4, 6, 9), BEN), ((3, 4, 6, 9), ANA), ((7, 8, 6, 0), CLEO)]
)
def test_delegations_tied_too_fewer_yaks_go_out(yaks: tuple[int, ...], out: int) -> None:
    """T: then yaks."""
    assert least_political(counted(("m", "m", "m", "h"), SENT, yaks).ranking) == out


@pytest.mark.parametrize(("first", "out"), [(ANA, CLEO), (BEN, ANA), (CLEO, BEN), (DAN, CLEO)])
def test_politics_still_tied_the_later_goes_out(first: int, out: int) -> None:
    """R: as above: by the order of turn 12."""
    found = counted(("m", "m", "m", "h"), SENT, (5, 5, 5, 9), first)
    assert least_political(found.ranking) == out


def test_the_delegations_of_the_second_to_go_out_stay() -> None:
    """T, R: only the first takes his off: politics as recounted is Ana 1 (E), Ben 2 (C, D).

    Without Cleo's, Ana would hold A and B as well and win the tie.
    """
    delegations = {
        "A": (1, 0, 1, 0),
        "B": (1, 0, 1, 0),
        "C": (0, 1, 0, 0),
        "D": (0, 1, 0, 0),
        "E": (1, 0, 0, 0),
    }
    found = counted(("m", "m", "m", "h"), delegations, (7, 7, 50, 9))
    assert found.ranking == ((BEN,), (ANA,), (CLEO,), (DAN,))


@pytest.mark.parametrize(
    ("built", "more", "yaks", "ranking", "decided"),
    [
        (("m", "t", "m", "h"), {}, (7, 8, 0, 0), ((BEN,), (ANA,)), "last_economy"),
        (("m", "t", "m", "h"), {}, (8, 7, 0, 0), ((ANA,), (BEN,)), "last_economy"),
        (("m", "t", "m", "h"), {"H": (0, 1)}, (7, 7, 0, 0), ((BEN,), (ANA,)), "last_politics"),
        (("m", "t", "m", "h"), {}, (7, 7, 0, 0), ((ANA,), (BEN,)), "last_religion"),
        (("t", "m", "m", "h"), {}, (7, 7, 0, 0), ((BEN,), (ANA,)), "last_religion"),
        (("th", "m", "m", "h"), {}, (7, 7, 0, 0), ((ANA, BEN),), "last_shared"),
        (("th", "m", "m", "h"), {"H": (2, 3, 3)}, (7, 7, 0, 0), ((ANA, BEN),), "last_shared"),
    ],
)
def test_of_the_last_two_the_richer_wins(
    built: tuple[str, ...],
    more: dict[str, tuple[int, ...]],
    yaks: tuple[int, ...],
    ranking: Ranking,
    decided: str,
) -> None:
    """T: ties: politics as recounted, then religion; R: still tied: shared."""
    sent = {region: (*some, *[0] * (4 - len(some))) for region, some in more.items()}
    found = counted(built, {**MORE, **sent}, yaks)
    assert found.ranking == (*ranking, (CLEO,), (DAN,))
    assert found.decided == decided


def test_regions_that_the_first_to_go_out_left_can_decide_between_the_last_two() -> None:
    """Politics as recounted tells them apart, not as it was with all four on the map.

    With Dan's delegations Ana and Ben hold two regions each; without them A is Ben's too.
    """
    delegations = {**MORE, "A": (0, 1, 0, 2), "H": (1, 0, 0, 0)}
    found = counted(("m", "m", "m", "h"), delegations, (7, 7, 0, 0))
    assert found.politics[:2] == (2, 2)
    assert found.recounted == (2, 3, 1, 0)
    assert found.ranking == ((BEN,), (ANA,), (CLEO,), (DAN,))
    assert found.decided == "last_politics"


def test_nobody_did_anything() -> None:
    """R: the last two of the order go out; the first two share."""
    for first in range(4):
        found = counted(NOBODY, {}, (0, 0, 0, 0), first)
        shared = tuple(sorted((first, (first + 1) % 4)))
        assert found.ranking == (shared, ((first + 2) % 4,), ((first + 3) % 4,))


def test_the_steps_are_told_in_their_order() -> None:
    """Who went out by what, and how far one had to look."""
    found = counted(("t", "t", "m", "m"), SENT, (5, 4, 6, 6))
    assert [(step.name, step.seat) for step in found.steps] == [
        ("religion", BEN),
        ("politics", ANA),
        ("economy", NONE),
    ]
    assert [step.decided_by for step in found.steps[:2]] == [2, 2]


@pytest.mark.parametrize(("first", "shared"), [(ANA, (0, 1)), (CLEO, (2, 3)), (DAN, (0, 3))])
def test_in_a_game_it_is_the_order_of_turn_12(first: int, shared: tuple[int, ...]) -> None:
    """R: of turn 12 itself, not of a turn that would follow."""
    state = position(at=(1, 2, 3, 4), turn=12, first=first)
    run(state)
    result = HIMALAYA.result(state)
    assert result is not None
    assert result.ranking[0] == shared


def test_a_game_ends_with_this_ranking() -> None:
    """T: by what lies on the table after turn 12."""
    state = position(
        at=(1, 2, 3, 4),
        turn=12,
        stupas=stupas("m", "m", "m", "h"),
        delegations={"A": (2, 0, 0, 3), "B": (2, 0, 0, 3), "C": (0, 1, 0, 0), "D": (0, 0, 2, 0)},
        tokens=(1, 3, 2, 5),
        cubes=("sbt", "", "", ""),
    )
    run(state)
    result = HIMALAYA.result(state)
    assert result is not None
    assert state.tokens == [4, 3, 2, 5]
    assert result.ranking == ((ANA,), (CLEO,), (BEN,), (DAN,))
    assert result.reason == "last_economy"
    assert result.figures == {
        "religion": (3, 3, 3, 1),
        "politics": (0, 1, 1, 2),
        "politics_recounted": (2, 1, 1, 0),
        "economy": (12, 9, 6, 15),
    }
