"""The count against the page worked out plainly, over random tables with many ties."""

from __future__ import annotations

from random import Random

import pytest

from rules.himalaya.board import VILLAGES
from rules.himalaya.count import Tribes, count
from tests.rules.himalaya.count_cases import LETTERS, politics, ranking_of, religion, tribes

TABLES = 1_500


def random_table(players: int, pick: Random) -> Tribes:
    """A table of a few stupas and delegations and few yaks, so that much is tied."""
    villages = pick.sample(VILLAGES, pick.randint(0, 2 * players))
    regions = pick.sample(LETTERS, pick.randint(0, 8))
    return tribes(
        [pick.choice((0, 3, 3, 6)) for _ in range(players)],
        stupas={village: pick.randrange(players) for village in villages},
        delegations={
            letter: tuple(pick.choice((0, 0, 1, 1, 2)) for _ in range(players))
            for letter in regions
        },
        first=pick.randrange(players),
    )


@pytest.mark.parametrize("players", [3, 4])
def test_the_count_is_that_of_the_page(players: int) -> None:
    """All three influences, and the whole ranking."""
    pick = Random(players)
    rankings = set()
    for _ in range(TABLES):
        table = random_table(players, pick)
        found, seats = count(table), range(players)
        assert found.religion == tuple(religion(table, seat) for seat in seats)
        assert found.politics == tuple(politics(table, seat, seats) for seat in seats)
        assert found.economy == tuple(table.yaks)
        assert found.ranking == ranking_of(table)
        rankings.add(found.ranking)
    assert len(rankings) > 12


@pytest.mark.parametrize("players", [3, 4])
def test_the_steps_lead_to_the_ranking(players: int) -> None:
    """Whoever goes out at a step stands behind all who stay; whoever wins stands first."""
    pick = Random(players + 10)
    for _ in range(TABLES):
        found = count(random_table(players, pick))
        out = [step.seat for step in found.steps if step.name in ("religion", "politics")]
        if players == 4:
            assert found.ranking[-2:] == tuple((seat,) for seat in reversed(out))
        for step in found.steps:
            if step.name == "economy" and step.seat >= 0:
                assert found.ranking[0] == (step.seat,)
