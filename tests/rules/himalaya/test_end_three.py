"""Three players: first alone in two of three wins; else economy, then politics, then religion."""

from __future__ import annotations

import pytest

from rules.himalaya.game import HIMALAYA
from rules.himalaya.scoring import count
from tests.rules.himalaya.count_cases import (
    Ranking,
    decided_of,
    ranking_of,
    regions,
    stupas,
    tribes,
)
from tests.rules.himalaya.positions import ANA, BEN, CLEO, disc, position, run

Figures = tuple[int, int, int]
CASES: dict[str, tuple[tuple[str, str, str], Figures, Figures, Ranking, str]]
CASES = {
    "religion and politics beat the richest": (
        ("m", "t", "h"),
        (3, 1, 1),
        (2, 9, 8),
        ((ANA,), (BEN,), (CLEO,)),
        "first_religion_politics",
    ),
    "religion and economy": (
        ("m", "t", "h"),
        (1, 3, 2),
        (9, 8, 2),
        ((ANA,), (BEN,), (CLEO,)),
        "first_religion_economy",
    ),
    "politics and economy": (
        ("m", "h", "t"),
        (1, 3, 2),
        (2, 9, 8),
        ((BEN,), (CLEO,), (ANA,)),
        "first_politics_economy",
    ),
    "all three": (
        ("h", "h", "m"),
        (1, 1, 4),
        (2, 3, 9),
        ((CLEO,), (BEN,), (ANA,)),
        "first_all",
    ),
    "one each: the richest": (
        ("m", "h", "t"),
        (1, 3, 2),
        (5, 4, 9),
        ((CLEO,), (ANA,), (BEN,)),
        "chain_economy",
    ),
    "alone in one, shared in another": (
        ("m", "h", "h"),
        (2, 2, 1),
        (5, 9, 4),
        ((BEN,), (ANA,), (CLEO,)),
        "chain_economy",
    ),
    "first in two, shared in both": (
        ("m", "m", "h"),
        (2, 2, 1),
        (5, 6, 9),
        ((CLEO,), (BEN,), (ANA,)),
        "chain_economy",
    ),
    "economy tied: politics": (
        ("m", "h", "t"),
        (1, 3, 2),
        (7, 7, 7),
        ((BEN,), (CLEO,), (ANA,)),
        "chain_politics",
    ),
    "economy tied between two: politics": (
        ("m", "h", "h"),
        (1, 2, 2),
        (7, 7, 5),
        ((BEN,), (ANA,), (CLEO,)),
        "chain_politics",
    ),
    "politics tied: religion": (
        ("h", "m", "t"),
        (2, 2, 2),
        (7, 7, 7),
        ((BEN,), (CLEO,), (ANA,)),
        "chain_religion",
    ),
    "two tied to the last: shared": (
        ("t", "hh", "h"),
        (2, 2, 1),
        (7, 7, 9),
        ((CLEO,), (ANA, BEN)),
        "chain_economy",
    ),
    "the first two are shared": (
        ("t", "hh", "m"),
        (2, 2, 1),
        (7, 7, 6),
        ((ANA, BEN), (CLEO,)),
        "chain_shared",
    ),
    "nobody did anything": (
        ("", "", ""),
        (0, 0, 0),
        (0, 0, 0),
        ((ANA, BEN, CLEO),),
        "chain_shared",
    ),
    "all alike": (("m", "th", "hhh"), (2, 2, 2), (7, 7, 7), ((ANA, BEN, CLEO),), "chain_shared"),
}


@pytest.mark.parametrize("name", CASES)
def test_who_wins_by_what_and_in_what_order(name: str) -> None:
    """T, R: the whole chain, and the step of it that decided."""
    built, held, yaks, ranking, decided = CASES[name]
    table = tribes(yaks, stupas=stupas(*built), delegations=regions(*held))
    assert (ranking_of(table), decided_of(table)) == (ranking, decided)
    assert (count(table).ranking, count(table).decided) == (ranking, decided)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_who_goes_first_does_not_matter(first: int) -> None:
    """R: a tie is shared."""
    table = tribes((4, 4, 4), first=first)
    assert count(table).ranking == ((0, 1, 2),)


def test_the_number_of_stupas_does_not_matter() -> None:
    """T: points count: three houses are a monastery."""
    table = tribes((4, 4, 3), stupas=stupas("m", "hhh", ""))
    assert count(table).ranking == ((ANA, BEN), (CLEO,))


def test_the_second_and_third_are_ranked_by_the_chain() -> None:
    """Ranking for records: the winner, then the chain: economy before politics."""
    table = tribes((2, 5, 9), stupas=stupas("m", "h", "h"), delegations=regions(3, 2, 0))
    assert count(table).ranking == ((ANA,), (CLEO,), (BEN,))


def test_the_steps_are_told() -> None:
    """Alone first in which influence, for whoever wants to see the count."""
    table = tribes((2, 5, 9), stupas=stupas("m", "h", "h"), delegations=regions(3, 2, 0))
    steps = {step.name: step.seat for step in count(table).steps}
    assert steps["first_religion"] == steps["first_politics"] == ANA
    assert steps["first_economy"] == CLEO


def test_a_game_ends_with_this_ranking() -> None:
    """T: after turn 12, by what lies on the table; inventory included."""
    state = position(
        turn=12,
        stupas=stupas("m", "t", ""),
        delegations={"A": (2, 1, 0), "B": (0, 0, 1)},
        discs=([], ["tjj", "tjj"], ["ssb"]),
        tokens=(0, 0, 3),
        cubes=("", "", "sbt"),
    )
    run(state)
    result = HIMALAYA.result(state)
    assert state.yaks(CLEO) == 20
    assert result is not None
    assert result.ranking == ((CLEO,), (BEN,), (ANA,))
    assert result.winners == (CLEO,)
    assert result.reason == "chain_economy"
    assert result.figures == {"religion": (3, 2, 0), "politics": (1, 0, 1), "economy": (0, 18, 20)}
    assert state.discs[BEN] == [disc("tjj")] * 2
