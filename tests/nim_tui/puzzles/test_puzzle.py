"""A puzzle being solved: answers that are known, unknown or against the rules; what counts."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
import pytest

from nim_tui.games.bataille.judge import BatailleJudge
from nim_tui.puzzles.chooser import Comparison
from nim_tui.puzzles.finding import CLOSE
from nim_tui.puzzles.puzzle import ComparedAnswer, Puzzle, PuzzleSeat
from nim_tui.thinking.pool import Pool
from rules.bataille import BATAILLE
from rules.contract import IllegalMove, Move
from screens.app_api import NotBest
from screens.table.puzzle_words import AnswerRating
from tests.nim_tui.puzzles.samples import SAMPLE, SureJudge
from tests.screens.bots import FirstBot


@dataclass
class Notes:
    """An examiner who writes down what they are asked."""

    can_weigh: bool = True
    weighed: list[str] = field(default_factory=list)
    rated: list[bool] = field(default_factory=list)
    solved: int = 0

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Take it, or not."""
        self.weighed.append(move.word)
        return self.can_weigh

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Ten points for each."""
        self.rated.append(is_right)
        return AnswerRating(1400, 10 if is_right else -10)

    def note_solved(self) -> None:
        """Once more."""
        self.solved += 1


def begun(notes: Notes | None = None) -> Puzzle:
    return Puzzle(BATAILLE, SAMPLE, notes or Notes())


def answer(puzzle: Puzzle, words: str) -> None:
    puzzle.answer(BATAILLE.parse(words))


@pytest.mark.parametrize("words", SAMPLE.right)
def test_a_move_that_is_right_is_made_and_counts(words: str) -> None:
    notes = Notes()
    puzzle = begun(notes)
    answer(puzzle, words)
    assert puzzle.is_over
    assert puzzle.table.plays[-1].move == words
    assert (notes.rated, notes.solved) == ([True], 1)
    assert puzzle.reason().move.word == words, "why what was found is right, not the very best"
    with pytest.raises(IllegalMove, match="solved"):
        answer(puzzle, words)


def test_one_that_is_known_to_be_worse_is_not_made_and_its_price_is_told() -> None:
    notes = Notes()
    puzzle = begun(notes)
    played = puzzle.table.moves_played
    with pytest.raises(NotBest, match="try again"):
        answer(puzzle, "A 36")
    assert puzzle.table.moves_played == played
    assert puzzle.verdict is not None
    assert (puzzle.verdict.is_right, puzzle.verdict.wins, puzzle.verdict.best_wins) == (
        False, 41.4, 68.2,
    )  # fmt: skip
    answer(puzzle, "B 21")
    assert puzzle.is_over
    assert (notes.rated, notes.solved) == ([False], 1), "the first answer counts alone"


def test_one_against_the_rules_gets_their_reason_and_counts_for_nothing() -> None:
    notes = Notes()
    puzzle = begun(notes)
    with pytest.raises(IllegalMove, match="cannot get there with a move of 1 to 3 squares"):
        answer(puzzle, "B 1")
    assert (puzzle.verdict, notes.rated) == (None, [])


def test_one_that_nobody_weighed_is_weighed_first() -> None:
    notes = Notes()
    puzzle = begun(notes)
    with pytest.raises(NotBest, match=r"^evaluating your answer …$"):
        answer(puzzle, "C 4")
    assert puzzle.is_weighing
    with pytest.raises(NotBest, match="your last answer is still being evaluated …"):
        answer(puzzle, "B 21")
    assert (notes.weighed, notes.rated) == (["C 4"], [])
    puzzle.weighed(BATAILLE.parse("C 4"), ComparedAnswer(20.0))
    assert not puzzle.is_weighing
    assert puzzle.verdict is not None
    assert puzzle.verdict.wins == pytest.approx(48.2)
    assert (puzzle.is_over, notes.rated) == (False, [False])


@pytest.mark.parametrize("behind", [CLOSE, 0.0, -30.0])
def test_one_that_turns_out_as_good_solves_it(behind: float) -> None:
    notes = Notes()
    puzzle = begun(notes)
    with pytest.raises(NotBest):
        answer(puzzle, "C 4")
    puzzle.weighed(BATAILLE.parse("C 4"), ComparedAnswer(behind))
    assert puzzle.is_over
    assert puzzle.table.plays[-1].move == "C 4"
    assert puzzle.reason() == puzzle.best, "of what was found not searched yet"
    assert (notes.rated, notes.solved) == ([True], 1)


@pytest.mark.parametrize("can_weigh", [True, False])
def test_where_nothing_can_tell_nothing_counts(can_weigh: bool) -> None:
    notes = Notes(can_weigh)
    puzzle = begun(notes)
    with pytest.raises(NotBest):
        answer(puzzle, "C 4")
    if can_weigh:
        puzzle.weighed(BATAILLE.parse("C 4"), None)
    assert puzzle.verdict is not None
    assert puzzle.verdict.wins is None
    assert (puzzle.is_over, notes.rated) == (False, [])


def test_who_has_the_best_move_shown_has_not_found_it() -> None:
    notes = Notes()
    puzzle = begun(notes)
    shown = puzzle.show()
    assert [each.advice.move.word for each in shown] == [each.move for each in SAMPLE.tries]
    assert [each.chances[SAMPLE.seat] for each in shown][:2] == pytest.approx([0.682, 0.67])
    answer(puzzle, "B 21")
    assert (notes.rated, notes.solved) == ([False], 0), "it is offered again"


def test_everybody_who_listens_is_told_of_an_answer() -> None:
    puzzle, told = begun(), list[int]()
    stop = PuzzleSeat(puzzle, FirstBot()).listen(lambda: told.append(1))
    with pytest.raises(NotBest):
        answer(puzzle, "A 36")
    assert len(told) == 1
    answer(puzzle, "B 21")
    assert len(told) > 1
    stop()
    before = len(told)
    puzzle.show()
    assert len(told) == before


def test_nobody_moves_once_it_is_solved_and_nothing_is_taken_back() -> None:
    puzzle = begun()
    seat = PuzzleSeat(puzzle, FirstBot())
    assert seat.waiting == (0,)
    assert len(seat.legal()) == SAMPLE.choices
    answer(puzzle, "B 21")
    assert puzzle.table.waiting, "the game would go on"
    assert not seat.waiting
    assert not seat.legal()
    assert not seat.can_undo()


def test_a_puzzle_that_does_not_fit_the_rules_is_refused() -> None:
    with pytest.raises(IllegalMove):
        Puzzle(BATAILLE, msgspec.structs.replace(SAMPLE, moves=("0: B 20",)))


# Answers that nobody weighed


def compared(judge: object, other: str) -> Comparison:
    puzzle = begun()
    view = puzzle.table.view(SAMPLE.seat)
    return Comparison(judge, BATAILLE, view, "A 2", other, SAMPLE.seed)  # type: ignore[arg-type]


def test_an_answer_is_tried_in_the_same_worlds_as_the_best() -> None:
    judge = SureJudge()
    found = compared(judge, "A 3").do()
    assert found is not None
    assert found.behind == pytest.approx(20)
    assert judge.simulations == pytest.approx(3 * judge.budget, abs=2)


def test_where_the_judge_sees_nothing_there_is_no_telling() -> None:
    puzzle = Puzzle(BATAILLE, msgspec.structs.replace(SAMPLE, moves=()))
    view = puzzle.table.view(0)
    job = Comparison(SureJudge(), BATAILLE, view, "sub 14.200", "sub 15.200", 7)
    assert job.do() is None


@pytest.mark.slow
async def test_it_comes_to_the_same_in_another_process() -> None:
    pool, job = Pool(1), compared(BatailleJudge(10), "A 36")
    try:
        assert await pool.do(job) == job.do()
    finally:
        await pool.close()
