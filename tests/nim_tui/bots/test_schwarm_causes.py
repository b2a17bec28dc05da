"""Why a move of *Der Schwarm* is better: by what the next cards come to, hits, and figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nim_tui.bots.causes import CauseFinder, Causes, parts_of
from nim_tui.bots.contrast import Consequence, Contrast
from nim_tui.bots.playout import Barred, Happening, Playout
from nim_tui.bots.search import Worlds
from nim_tui.games.schwarm.explainer import MOST_HAZARDS, UNIT, SchwarmExplainer, figures_of
from nim_tui.games.schwarm.followed import any_copy
from nim_tui.games.schwarm.judge import WEIGHTS, SchwarmJudge
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import WrittenPuzzle, read_puzzles
from rules.advice import Advice
from rules.chance import Chance
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.events import Hit, Ordered, Played, Took
from rules.schwarm.game import SCHWARM
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.positions import position

OPEN_SEA = " ".join(f"{column}{row}" for column in "defghi" for row in range(1, 8) if row != 4)
PUZZLES = Path(__file__).parents[3] / "rules" / "schwarm" / "puzzles.json"
APART = 5.0
"""Wins of 100 between a wrong try and the best for which a cause is looked for."""
LEAST_TOLD = 0.8
"""The share of clear pairs of which something is told."""


class Fresh(SchwarmExplainer):
    """The same, in more worlds."""

    worlds = 20


EXPLAINER = SchwarmExplainer(WEIGHTS)


def worlds_of(view: Any, legal: Any, seed: int = 1) -> Worlds:
    worlds = SchwarmJudge().worlds(SCHWARM, view, legal, Chance(seed))
    assert worlds is not None
    return worlds


def contrast_of(state: SchwarmState, better: str, worse: str) -> Contrast:
    first, second = (Advice(SCHWARM.parse(word), "") for word in (better, worse))
    seat = state.mover
    view, legal = SCHWARM.view(state, seat), SCHWARM.legal(state, seat)
    return CauseFinder(EXPLAINER, worlds_of(view, legal), view).contrast(first, second)


def why(state: SchwarmState, better: str, worse: str) -> Causes:
    contrast = contrast_of(state, better, worse)
    legal = SCHWARM.legal(state, state.mover)
    worlds = worlds_of(contrast.view, legal)
    return CauseFinder(EXPLAINER, worlds, contrast.view).causes_of(contrast)


def fetching() -> SchwarmState:
    return position(
        stations=({"h0": 2, "k2": 2}, {"k5": 1}),
        cards=("ship, researcher", "ship, ship"),
        face_down=OPEN_SEA,
    )


def hunting() -> SchwarmState:
    return position(
        stations=({"d8": 1}, {"k5": 1}, {"a3": 1}),
        points=(20, 45, 11),
        cards=("crab, whale", "ship", "ship"),
    )


def told(causes: Causes) -> tuple[str, str]:
    assert causes.cause is not None
    return str(causes.cause.praise), str(causes.cause.blame)


def test_what_the_next_cards_come_to_is_told_first() -> None:
    praise, blame = told(why(fetching(), "ship", "researcher h0"))
    assert praise == "Then research places 3 tiles (3 points); none after researcher h0."
    assert blame == "It places no tile by the end of your next card."


def test_hits_are_told_where_they_bring_the_points() -> None:
    praise, blame = told(why(hunting(), "crab k4 1", "crab c0 1"))
    assert praise == "Your hits gain 4 points by your next card; 0 after crab c0 1."
    assert blame == "You then hit nobody by the end of your next card."


def test_parts_add_up_to_the_gain() -> None:
    contrast = contrast_of(fetching(), "ship", "researcher h0")
    parts = parts_of(EXPLAINER, contrast)
    assert sum(part.gain for part in parts) == pytest.approx(contrast.gain, abs=1e-3)


def test_for_the_worse_move_nothing_is_told() -> None:
    assert why(fetching(), "researcher h0", "ship").is_alike


def test_hazard_cards_are_not_believed_to_bring_any_number_of_points() -> None:
    state = position(
        stations=({"h0": 1}, {"k5": 1}),
        points=(20, 95),
        cards=("whale, blue whale, blue wave, crab", ""),
    )
    scale = 1.5 / UNIT
    assert figures_of(state, 0).hazards == pytest.approx(MOST_HAZARDS * scale)


def test_replies_are_hits_on_own_pieces_and_cards_that_opponents_take() -> None:
    whale, card = SCHWARM.parse("whale new"), SCHWARM.parse("card 2")
    order = SCHWARM.parse("order 1 fast")
    happenings = (
        Happening(0, whale, Played(0, "whale", "whale")),
        Happening(0, whale, Hit(0, 1, "f4", "ship", 3)),
        Happening(1, whale, Played(1, "whale", "whale")),
        Happening(1, SCHWARM.parse("step f5"), Hit(1, 0, "f5", "ship", 3)),
        Happening(1, SCHWARM.parse("step f6"), Hit(1, 2, "f6", "ship", 3)),
        Happening(1, card, Took(1, "crab", 1)),
        Happening(2, order, Ordered(2, 1, "fast", 4)),
    )
    found = EXPLAINER.consequences(Playout((0.5, 0.25, 0.25), None, happenings), 0)
    assert {*found} == {
        Consequence(1, ("hit", "ship", "f5")),
        Consequence(1, ("took", "crab")),
        Consequence(2, ("order", "fast")),
    }
    assert found[Consequence(1, ("hit", "ship", "f5"))] == Barred(1, whale)
    barred: Any = found[Consequence(1, ("took", "crab"))].move
    assert barred.card == any_copy(CARD_NAMES.index("crab")).card


def clear_pairs(puzzle: WrittenPuzzle, most: int) -> Iterator[tuple[Contrast, Causes, Contrast]]:
    """The best of a puzzle beside wrong tries, with the causes, and both in fresh worlds."""
    on = Puzzle(SCHWARM, puzzle)
    view, legal = on.table.view(puzzle.seat), on.table.legal(puzzle.seat)
    best, *others = (each.advice(SCHWARM.parse(each.move)) for each in puzzle.tries)
    wins = [puzzle.tries[0].wins - each.wins for each in puzzle.tries[1:]]
    worlds, fresh = (worlds_of(view, legal, seed) for seed in (1, 2))
    for other in [each for each, lead in zip(others, wins) if lead >= APART][:most]:
        contrast = CauseFinder(EXPLAINER, worlds, view).contrast(best, other)
        yield (
            contrast,
            CauseFinder(EXPLAINER, worlds, contrast.view).causes_of(contrast),
            CauseFinder(Fresh(WEIGHTS), fresh, view).contrast(best, other),
        )


def check_causes(puzzles: list[WrittenPuzzle], most: int) -> None:
    """What is told holds in worlds it was not found in, and something is told of most pairs."""
    clear, spoken = 0, 0
    for puzzle in puzzles:
        for contrast, causes, fresh in clear_pairs(puzzle, most):
            if causes.is_alike:
                continue
            clear += 1
            spoken += bool(causes.cause or causes.reply)
            for sentence in (*causes.praise, *causes.blame):
                assert len(str(sentence)) <= 80, str(sentence)
            if causes.cause is not None:
                assert str(causes.cause.praise) != str(causes.cause.blame)
                assert contrast.worse.move.word in str(causes.cause.praise)
                assert fresh.gain > 0, (puzzle.id, contrast.worse.move.word)
                leading = parts_of(EXPLAINER, fresh)[0]
                assert leading.gain >= max(0.25 * fresh.gain, 2 * leading.error)
    assert clear
    assert spoken >= LEAST_TOLD * clear


def all_puzzles() -> list[WrittenPuzzle]:
    return [*read_puzzles(PUZZLES.name, PUZZLES.read_bytes()).puzzles]


@pytest.mark.slow
def test_causes_of_some_puzzles_hold_in_fresh_worlds() -> None:
    check_causes(all_puzzles()[1::17], 1)


@pytest.mark.nightly
def test_causes_of_all_puzzles_hold_in_fresh_worlds() -> None:
    check_causes(all_puzzles(), 6)
