"""Games that are over and reviews of them, worked out with few simulations or made up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from nim_tui.bots.contrast import Explainer
from nim_tui.bots.search import Judge
from nim_tui.registry import game_named
from nim_tui.review.analysis import Depth, RecordedGame, walk
from nim_tui.review.review import VERSION, BestMove, CountedFact, KeptFact, Review, ReviewedPosition
from nim_tui.review.service import parts_of, put_together
from nim_tui.tables.table import Table
from rules.contract import AnyGame
from screens.positions import turn_of
from tests.screens.tables import WON, table_after

SHALLOW = Depth(8, 3, games=0)
"""As little as shows what depends on what."""


def told_of(table: Table) -> RecordedGame:
    """What fixes the game of a table."""
    return RecordedGame(table.header, table.plays)


def won() -> RecordedGame:
    """A game of Bataille that Ana wins."""
    return told_of(table_after(WON))


def judge_of(told: RecordedGame) -> Judge:
    """The judge of its game."""
    judge = game_named(told.header.game).judge
    assert judge is not None
    return judge


def worked_out(told: RecordedGame, depth: Depth = SHALLOW) -> Review:
    """The review, part by part, here."""
    return put_together(told, [part.do() for part in parts_of(told, judge_of(told), depth)])


def made_up(told: RecordedGame, costly: Mapping[int, tuple[str, float]]) -> Review:
    """A review of two with chances that follow no judge.

    `costly` are moves by how many stood before: what was better, and what that cost.
    """
    count = len(told.plays)
    walked = walk(game_named(told.header.game).game, told)
    steps = [
        *(_step(told, n, count, costly.get(n)) for n in range(count)),
        ReviewedPosition((1.0, 0.0), (1.0, 0.0)),
    ]
    turns = (turn_of(walked.state(n)) for n in range(count + 1))
    dated = (msgspec.structs.replace(step, turn=turn) for step, turn in zip(steps, turns))
    return Review(VERSION, told.stamp, tuple(dated))


def _step(
    told: RecordedGame, number: int, count: int, better: tuple[str, float] | None
) -> ReviewedPosition:
    play = told.plays[number]
    first = 0.5 + 0.4 * (number / count) ** 2 - 0.3 * (number % 9 == 4)
    fair = first - 0.2 * (number % 12 in (5, 6, 7, 8))
    verdict = None
    if better is not None:
        best, cost = better
        played = [first, 1 - first]
        chances = [first + cost, 1 - first - cost] if play.seat == 0 else [0.0, 0.0]
        if play.seat == 1:
            chances = [first - cost, 1 - first + cost]
        facts: dict[str, KeptFact] = {
            "cubes": CountedFact("{count} cube", "{count} cubes", 2),
            "village": 5,
        }
        reason = "can collect {cubes} and ends at {village}"
        verdict = BestMove(best, reason, facts, tuple(chances), tuple(played))
    expected = (first, 1 - first) if number % 3 == 0 else None
    return ReviewedPosition(
        (first, 1 - first), (fair, 1 - first), play.seat, play.move, expected, verdict
    )


class Blind:
    """A judge without any search: half a chance for everybody."""

    budget = 1
    doubt = 0.0
    explainer: Explainer | None = None

    def __init__(self, instead: Any) -> None:
        self.instead = instead

    def chances(self, state: Any) -> tuple[float, ...]:
        return (0.5, 0.5)

    def worlds(self, game: AnyGame, view: Any, legal: Any, chance: Any) -> None:
        return None
