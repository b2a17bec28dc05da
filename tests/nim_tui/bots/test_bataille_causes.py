"""Causes in Bataille: what is told of two moves is true of them, and carries the difference."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nim_tui.bots.causes import LEADING, CauseFinder, Causes, parts_of
from nim_tui.bots.contrast import SURE, Contrast, Part, Reason
from nim_tui.bots.playout import Playout, SampledWorlds
from nim_tui.games.bataille.explainer import BatailleExplainer, finding_of
from nim_tui.games.bataille.figures import Compared, features_of
from nim_tui.games.bataille.judge import BatailleJudge
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import puzzles_of
from rules.advice import Advice
from rules.bataille import BATAILLE
from rules.bataille.board import RED, YELLOW
from rules.bataille.state import BatailleState
from rules.chance import Chance
from tests.rules.bataille.positions import cell, play, position

JUDGE = BatailleJudge()
EXPLAINER = BatailleExplainer()


def worlds_of(state: BatailleState, seed: int = 1) -> SampledWorlds:
    """The worlds of who must move."""
    seat = state.waiting()[0]
    view, legal = BATAILLE.view(state, seat), BATAILLE.legal(state, seat)
    worlds = JUDGE.worlds(BATAILLE, view, legal, Chance(seed))
    assert worlds is not None
    return worlds


def contrast_of(state: BatailleState, better: str, worse: str) -> Contrast:
    """Two moves of who must move, in the same worlds."""
    worlds = worlds_of(state)
    one, other = (Advice(BATAILLE.parse(word), "") for word in (better, worse))
    return CauseFinder(EXPLAINER, worlds, worlds.view).contrast(one, other)


def causes(state: BatailleState, better: str, worse: str) -> Causes:
    """Why the better move is better."""
    worlds, contrast = worlds_of(state), contrast_of(state, better, worse)
    return CauseFinder(EXPLAINER, worlds, worlds.view).causes_of(contrast)


def said(reason: Reason | None) -> tuple[str, str]:
    """A reason as told of the better and of the worse move."""
    assert reason is not None
    return str(reason.praise), str(reason.blame)


def hunted() -> BatailleState:
    """Red's submarine under 8 is all but found, and yellow's ship B can get there."""
    state = position(
        red={"A": "sunk", "B": 10}, yellow={"A": "sunk", "B": 19}, turn=21,
        red_subs=("8.200", "29.300", "36.100"),
    )  # fmt: skip
    state.answers[YELLOW] = [(cell(name), 1) for name in ("14.200", "7.200", "9.200", "8.100")]
    return state


def test_a_ship_above_a_submarine_is_named_and_so_is_the_reply_that_it_prevents() -> None:
    found = causes(hunted(), "B 8", "B 23")
    praise, blame = said(found.cause)
    assert praise == "Your ship on 8 keeps player 2’s ships off your submarine at 8.200."
    assert blame == "player 2’s ships can then get above your submarine at 8.200."
    praise, blame = said(found.reply)
    assert praise == "After B 23, player 2’s best charge is at 8.200, where your submarine lies."
    assert "B 8" not in blame


def test_a_charge_is_told_by_the_layouts_that_are_possible() -> None:
    state = position(red={"A": 14}, yellow_subs=("14.200", "2.300", "36.100"), turn=21)
    state.answers[RED] = [(cell(name), 1) for name in ("13.200", "15.200", "8.200", "20.200")]
    play(state, "stay")
    praise, blame = said(causes(state, "drop A 200", "drop A 100").cause)
    assert praise.startswith("A submarine lies at 14.200 in ")
    assert "of 100 layouts" in praise
    assert "14.200" not in blame


def test_charges_fetched_are_counted() -> None:
    state = position(
        red={"A": "sunk", "B": 18}, red_charges=(0, 0, 0), yellow_charges=(0, 0, 0), turn=21
    )
    praise, blame = said(causes(state, "B port", "B 17").cause)
    assert praise == "You then have 3 charges; none after B 17."
    assert blame == "You then have no charges left."


def test_a_torpedo_is_told_by_the_submarine_that_it_shows() -> None:
    state = position(
        red_subs=("8.200", "29.300", "36.100"), yellow={"A": 11, "B": 35, "C": 9}, turn=21
    )
    state.answers[YELLOW] = [(cell(name), 1) for name in ("14.200", "7.200")]
    play(state, "A 22", "hold")
    contrast = contrast_of(state, "hold", "fire R2 C")
    found = finding_of("safety", Compared(contrast))
    assert found is not None
    assert found.praise.startswith("{lane} reveals your submarine at {cell}")
    assert (found.facts["lane"], found.facts["cell"]) == ("R2", "8.200")
    assert int(str(found.facts["much"])) > int(str(found.facts["little"]))


def test_parts_add_up_and_an_end_takes_all() -> None:
    contrast = contrast_of(hunted(), "B 8", "B 23")
    total = sum(part.gain for part in parts_of(EXPLAINER, contrast))
    assert total == pytest.approx(contrast.gain, abs=1e-3)
    state = position(yellow_subs=("14.200",), yellow_lost=("2.300", "36.100"), red={"A": 14})
    before = Playout(JUDGE.chances(state), state.copy())
    play(state, "stay", "drop A 200")
    won = Playout(JUDGE.chances(state), state)
    assert EXPLAINER.split(won, before, RED) == {("search", "end"): 1 - before.chances[RED]}
    assert EXPLAINER.split(before, won, YELLOW) == {("safety", "end"): before.chances[YELLOW]}


def test_more_of_what_is_good_is_never_worth_less() -> None:
    """Charges, ships and submarines."""
    least = position(red={"A": "sunk", "B": "sunk"}, red_charges=(0, 0, 0))
    for more in (
        position(red={"A": "sunk", "B": "sunk"}, red_charges=(0, 0, 1)),
        position(red={"A": "sunk"}, red_charges=(0, 0, 0)),
    ):
        assert JUDGE.chances(more)[RED] > JUDGE.chances(least)[RED]
    assert len(features_of(least)[0]) == len(features_of(position())[0])


# The puzzles


def told(contrast: Contrast) -> tuple[Part, Reason] | None:
    """The cause that is told, and the part it tells of."""
    for part in parts_of(EXPLAINER, contrast):
        if part.gain >= max(LEADING * contrast.gain, SURE * part.error):
            reason = EXPLAINER.cause(part, contrast)
            if reason is not None:
                return part, reason
    return None


def pairs(every: int, wrong: int) -> Iterator[tuple[Puzzle, Advice, Advice]]:
    """Of some puzzles the best move, beside each of the first wrong ones."""
    for written in puzzles_of("bataille")[::every]:
        puzzle = Puzzle(BATAILLE, written)
        others = [each for each in written.tries if each.move not in written.right]
        clear = [each for each in others if written.tries[0].wins - each.wins >= 5]
        for other in clear[:wrong]:
            yield puzzle, puzzle.best, other.advice(BATAILLE.parse(other.move))


def check(every: int, wrong: int) -> None:
    """What is told of these pairs stands in other worlds; few have nothing to tell."""
    silent, count = [], 0
    for puzzle, best, other in pairs(every, wrong):
        view, legal = puzzle.table.view(puzzle.seat), puzzle.table.legal(puzzle.seat)
        chance, pair = Chance(puzzle.written.seed), f"{puzzle.written.id} {other.move.word}"
        first, fresh = (JUDGE.worlds(BATAILLE, view, legal, chance) for _time in range(2))
        assert first is not None
        assert fresh is not None
        contrast = CauseFinder(EXPLAINER, first, view).contrast(best, other)
        found = told(contrast) if contrast.is_clear else None
        count += 1
        if found is None:
            silent.append(pair)
            continue
        part, reason = found
        assert str(reason.praise) != str(reason.blame) or "shows" in str(reason.praise), pair
        assert best.move.word not in str(reason.blame).split(), pair
        again = parts_of(EXPLAINER, CauseFinder(EXPLAINER, fresh, view).contrast(best, other))
        gain = next(each.gain for each in again if each.group == part.group)
        assert gain >= LEADING / 2 * sum(each.gain for each in again), pair
    assert len(silent) <= 0.1 * count + 1, silent


@pytest.mark.slow
def test_what_is_told_of_some_puzzles_holds_in_other_worlds() -> None:
    check(every=16, wrong=2)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_what_is_told_of_all_puzzles_holds_in_other_worlds() -> None:
    check(every=1, wrong=6)
