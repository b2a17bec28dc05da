"""Why one move of Himalaya is better than another: the sentences, and what they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import pytest

from nim_tui.bots.causes import LEADING, CauseFinder, Causes, parts_of
from nim_tui.bots.contrast import SURE, Contrast, Part
from nim_tui.bots.playout import Barred
from nim_tui.bots.search import Worlds
from nim_tui.games.himalaya.explainer import HimalayaExplainer, shapley
from nim_tui.games.himalaya.figures import chances_at, position_of
from nim_tui.games.himalaya.judge import HimalayaJudge
from nim_tui.games.himalaya.plan import bar, trade_at
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import puzzles_of
from rules.advice import Advice
from rules.chance import Chance
from rules.himalaya import HIMALAYA
from rules.himalaya.board import VILLAGES
from rules.himalaya.moves import LETTERS
from rules.messages import Phrase
from tests.rules.himalaya.positions import ANA, BEN, PRINTED, position

EXPLAINER = HimalayaExplainer()
APART = 5.0
"""Games in a hundred by which a wrong move must be worse to be looked at."""


class Pair(NamedTuple):
    """Two moves of a puzzle, played in the same worlds."""

    worlds: Worlds
    contrast: Contrast

    @property
    def found(self) -> Causes:
        return CauseFinder(EXPLAINER, self.worlds, self.contrast.view).causes_of(self.contrast)


def pair(name: str, better: str, worse: str, seed: int = 1) -> Pair:
    """Two moves of the puzzle of that id."""
    written = next(each for each in puzzles_of("himalaya") if each.id == name)
    table = Puzzle(HIMALAYA, written).table
    view, legal = table.view(written.seat), table.legal(written.seat)
    worlds = HimalayaJudge().worlds(HIMALAYA, view, legal, Chance(seed))
    assert worlds is not None
    here, there = (Advice(HIMALAYA.parse(move), "") for move in (better, worse))
    return Pair(worlds, CauseFinder(EXPLAINER, worlds, view).contrast(here, there))


@cache
def known(name: str, better: str, worse: str) -> Pair:
    """The same, played once for all tests."""
    return pair(name, better, worse)


def said(sentences: Sequence[Phrase]) -> list[str]:
    return [str(each) for each in sentences]


STUPA = ("64-43", "offer", "envoy G 2")
TOKEN = ("54-21", "program rtttit", "program rtttst")
GOLD = ("26-8", "program tstttt", "program tstttp")


def test_what_one_comes_to_have_is_told_with_the_place_it_brings() -> None:
    found = known(*STUPA).found
    price = "In favour of envoy G 2: after the turn you have 7 delegations, not 5."
    assert said(found.praise) == [
        "After the turn you have 5 points of religion (1st); 3 (tied for 1st) after envoy G 2.",
        price,
    ]
    assert said(found.blame) == [
        "After the turn you have 3 points of religion (tied for 1st); another move brings 5 (1st).",
        price,
    ]


def test_a_token_and_a_cube_are_told_by_their_kind() -> None:
    token, cube = known(*TOKEN).found, known(*GOLD).found
    assert said(token.praise)[0] == "You get the inventory token for barley, but not after rtttst."
    assert said(token.blame)[0] == "You do not get the inventory token for barley."
    assert said(cube.praise)[0].startswith("It collects one more gold than tstttp, at ")
    assert said(cube.blame)[0] == "You have one less gold to spend in the 10 turns left."


@pytest.mark.parametrize("which", [STUPA, TOKEN, GOLD])
def test_the_shares_of_holdings_add_up(which: tuple[str, str, str]) -> None:
    contrast = known(*which).contrast
    for better, worse in contrast.pairs[:5]:
        here, there = position_of(better.state), position_of(worse.state)
        gain = chances_at(here)[contrast.own] - chances_at(there)[contrast.own]
        assert sum(shapley(here, there, contrast.own).values()) == pytest.approx(gain)
        assert shapley(here, here, contrast.own) == {}
    parts = parts_of(EXPLAINER, contrast)
    assert sum(part.gain for part in parts) == pytest.approx(contrast.gain)


def test_nothing_is_told_that_people_would_hold_to_be_bad() -> None:
    """The same pair turned round: fewer points of religion are no reason."""
    contrast = known(*STUPA).contrast
    turned = Contrast(
        contrast.view,
        contrast.worse,
        contrast.better,
        [(worse, better) for better, worse in contrast.pairs],
    )
    part = Part("religion", 0.1, 0.01, {str(contrast.own): 0.1})
    assert EXPLAINER.cause(part, contrast) is not None
    assert EXPLAINER.cause(part, turned) is None


def test_a_barred_trade_becomes_a_pause_and_nothing_else_changes() -> None:
    """Trades at the first village, then along soil and twice at the second."""
    start = next(village for village in VILLAGES if PRINTED.neighbours[0][village])
    end = PRINTED.neighbours[0][start]
    state = position(at=(start, start, start), goods={start: "sss", end: "sss"})
    state.programs[BEN] = tuple(LETTERS.index(letter) for letter in "tsttpt")
    view = HIMALAYA.view(state, ANA)
    for village, left in ((end, "tspppp"), (start, "pspppp")):
        bar(view, state, Barred(BEN, trade_at(village)))
        assert "".join(LETTERS[order] for order in state.programs[BEN]) == left


def wrong_tries(step: int) -> Iterator[tuple[str, str, str]]:
    """Every so many puzzles: the best move beside each that is clearly worse."""
    for puzzle in puzzles_of("himalaya")[::step]:
        best = puzzle.tries[0]
        for tried in puzzle.tries[1:]:
            if tried.wins <= best.wins - APART:
                yield puzzle.id, best.move, tried.move


def check_pairs(step: int) -> None:
    """Nearly all are explained, by sentences that differ, and by parts that last in new worlds."""
    silent, wrong, count = list[object](), list[object](), 0
    for which in wrong_tries(step):
        one = pair(*which)
        found = one.found
        count += 1
        if found.cause is None and found.reply is None:
            silent.append(which)
            continue
        if said(found.praise)[0] == said(found.blame)[0]:
            wrong.append(which)
        leading = parts_of(EXPLAINER, one.contrast)[0].group
        again = pair(*which, seed=2).contrast
        parts = {part.group: part for part in parts_of(EXPLAINER, again)}
        part = parts.get(leading)
        if part is None or part.gain < max(LEADING * again.gain, SURE * part.error):
            wrong.append((which, leading))
    assert len(silent) <= 0.05 * count, silent
    assert len(wrong) <= 0.05 * count, wrong


@pytest.mark.slow
def test_pairs_of_some_puzzles_are_explained() -> None:
    check_pairs(20)


@pytest.mark.nightly
def test_pairs_of_all_puzzles_are_explained() -> None:
    check_pairs(1)
