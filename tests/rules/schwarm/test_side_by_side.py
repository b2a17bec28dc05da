"""Whole games followed by the game and by the page: legal words and tables are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import OVER
from tests.depth import LONG, few_of
from tests.rules.schwarm.chart import QUEEN
from tests.rules.schwarm.naive import Page
from tests.rules.schwarm.players import OPTIONS, Step, crowded, drawn, followed, game
from tests.rules.schwarm.positions import named, words
from tests.rules.schwarm.reading import read, sorted_page
from tests.rules.schwarm.telling import say

each_table = pytest.mark.parametrize("players", [2, 3, 4])


SEEDS = range(16)


def one_round(players: int, seed: int) -> Iterator[Step]:
    """Yield the rest of a round at a crowded table, every other time with great waves."""
    for step in followed(crowded(players, seed, great_wave=seed % 2 > 0), seed, 0.6):
        yield step
        if step.after.round != step.before.round:
            return


def assert_follows(page: Page, step: Step) -> None:
    """Fail unless the page has the same legal words and reaches the same table."""
    offered = words(step.before)
    assert len({*offered}) == len(offered)
    assert {*offered} == page.menu()
    say(page, step.word, drawn(step.events))
    assert sorted_page(read(step.after)) == sorted_page(page)


def assert_networks(step: Step) -> None:
    """Fail unless queen, joined cells and final points equal those of the slow search."""
    page = read(step.after)
    for seat in page.players:
        fleet = page.fleet(seat)
        assert step.after.is_linked[seat] == fleet.is_linked
        assert named(step.after.joined[seat]) == fleet.joined
    if page.step == OVER:
        result = SCHWARM.result(step.after)
        assert result is not None
        final = [page.fleet(seat).final() for seat in page.players]
        assert result.figures["queen"] == tuple(queen for queen, _, _ in final)
        assert result.figures["shores"] == tuple(shores for _, shores, _ in final)
        assert result.figures["points"] == tuple(page.points)


@each_table
@pytest.mark.parametrize("options", OPTIONS, ids=lambda chosen: "-".join(chosen) or "default")
def test_games_from_the_start(players: int, options: dict[str, bool]) -> None:
    """Every phase and round of some games under every option."""
    for seed in range(2 if LONG else 1):
        steps = [*game(players, seed, **options)]
        page = read(steps[0].before)
        for step in steps:
            assert_follows(page, step)
            assert_networks(step)


@pytest.mark.slow
@each_table
def test_games_from_crowded_tables(players: int) -> None:
    """Overlays, enemy tiles, no buoys left, ships on the queen: the rest of one round."""
    for seed in few_of(SEEDS, 2):
        steps = [*one_round(players, seed)]
        page = read(steps[0].before)
        for step in steps:
            assert_follows(page, step)
            assert_networks(step)


def test_the_crowded_tables_show_what_is_tested() -> None:
    """No buoys left, buoys moved, the queen linked and unlinked, hits, ships on the queen."""
    seen = Counter[str]()
    for players, seed in product((2, 3, 4), SEEDS):
        for step in one_round(players, seed):
            seen.update(event.name for event in step.events)
            seen["no buoy"] += not step.after.buoys_left(0)
            seen["on the queen"] += any(QUEEN in fleet for fleet in read(step.after).ships)
    wanted = ("no buoy", "moved_buoy", "linked", "unlinked", "hit", "on the queen", "wasted")
    assert min(seen[name] for name in wanted) >= 3, seen
