"""The count against the rules page, over random tables with many ties."""

from __future__ import annotations

from random import Random

import pytest

from rules.himalaya.board import VILLAGES
from rules.himalaya.game import HIMALAYA
from rules.himalaya.scoring import Tribes, count
from tests.rules.himalaya.count_cases import (
    LETTERS,
    decided_of,
    politics,
    ranking_of,
    religion,
    tribes,
)
from tests.rules.himalaya.naive import YAKS
from tests.rules.himalaya.players import game
from tests.rules.himalaya.reading import read

TABLES = 1_500
GAMES = 30
CHAIN = ("economy", "politics", "religion", "shared")
DECIDED = {
    3: {
        "first_religion_politics",
        "first_religion_economy",
        "first_politics_economy",
        "first_all",
        *(f"chain_{figure}" for figure in CHAIN),
    },
    4: {f"last_{figure}" for figure in CHAIN},
}
"""All deciding figures, by the number of players."""


def random_table(players: int, pick: Random) -> Tribes:
    """Return a table with few stupas, delegations and yaks, so that ties are common."""
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
    """All three influences, the whole ranking, and what decided."""
    pick = Random(players)
    rankings, decided = set(), set()
    for _ in range(TABLES):
        table = random_table(players, pick)
        found, seats = count(table), range(players)
        assert found.religion == tuple(religion(table, seat) for seat in seats)
        assert found.politics == tuple(politics(table, seat, seats) for seat in seats)
        assert found.economy == tuple(table.yaks)
        assert found.ranking == ranking_of(table)
        assert found.decided == decided_of(table)
        rankings.add(found.ranking)
        decided.add(found.decided)
    assert len(rankings) > 12
    assert decided == DECIDED[players]


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


@pytest.mark.parametrize("players", [3, 4])
def test_a_finished_game_names_what_decided(players: int) -> None:
    """Over random games, against a recount of what lies on the table at the end."""
    decided = set()
    for seed in range(GAMES):
        *_, last = game(players, seed)
        result, page = HIMALAYA.result(last.after), read(last.after)
        assert result is not None
        table = tribes(
            [sum(YAKS[d] for d in kept) + 3 * n for kept, n in zip(page.kept, page.tokens)],
            stupas=page.stupas,
            delegations={letter: tuple(there) for letter, there in page.sent.items()},
            first=page.first,
        )
        assert (result.ranking, result.reason) == (ranking_of(table), decided_of(table))
        *among, _out = [seat for group in result.ranking for seat in group]
        figures = {
            "religion": tuple(religion(table, seat) for seat in range(players)),
            "politics": tuple(politics(table, seat, range(players)) for seat in range(players)),
            "economy": tuple(table.yaks),
        }
        if players == 4:
            recounted = [politics(table, s, among) if s in among else 0 for s in range(players)]
            figures["politics_recounted"] = tuple(recounted)
        assert result.figures == figures
        decided.add(result.reason)
    assert decided <= DECIDED[players]
    assert len(decided) >= (4 if players == 3 else 2)
