"""Puzzles by lines: chosen, answered, shown, counted."""

from __future__ import annotations

import asyncio
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from nim_tui.plain.conversation import Conversation
from nim_tui.plain.puzzle import PuzzleCommands, PuzzleDialog
from nim_tui.puzzles.chooser import START, Comparison, PuzzleProgress
from nim_tui.puzzles.puzzle import ComparedAnswer
from nim_tui.puzzles.puzzle_file import puzzles_of
from rules.messages import Phrase, SeatName
from tests.nim_tui.conftest import python
from tests.nim_tui.plain.talking import Ear, speaking


class Solver:
    """Somebody who is offered the puzzles of a game."""

    def __init__(self, folder: Path, game: str = "bataille", day: date | None = None) -> None:
        self.path = folder / "puzzles.json"
        self.ear = Ear()
        self.conversation = Conversation(self.ear)
        PuzzleCommands(self.conversation, self.path).start(game, day)
        self.conversation.ask()

    def say(self, line: str) -> list[str]:
        """What is answered."""
        self.ear.said = []
        asyncio.run(self.conversation.hear(line))
        return self.ear.said

    @property
    def talk(self) -> PuzzleDialog:
        """The puzzle that is talked about."""
        talk = self.conversation.dialog
        assert isinstance(talk, PuzzleDialog)
        return talk

    @property
    def book(self) -> PuzzleProgress:
        """What is kept in the file."""
        return PuzzleProgress(self.path)


def unweighed(solver: Solver) -> list[str]:
    """Legal answers to the puzzle of which nothing is known, a few of them."""
    known = {one.move for one in solver.talk._chosen.written.tries}
    legal = islice(solver.talk.keyboard.seat.legal(), len(known) + 1)
    return [move.word for move in legal if move.word not in known]


def first_of(game: str) -> tuple[str, str]:
    """The right move of the first puzzle that somebody new is offered, and a wrong one."""
    nearest = min(puzzles_of(game), key=lambda puzzle: abs(puzzle.difficulty - START))
    wrong = next(one.move for one in nearest.tries if one.move not in nearest.right)
    return nearest.right[0], wrong


def test_the_best_move_is_right_and_counts(tmp_path: Path) -> None:
    right, _wrong = first_of("bataille")
    with speaking():
        solver = Solver(tmp_path)
        said = [*solver.ear.said]
        assert said[0].startswith("Puzzle ")
        assert said[0].endswith(", Bataille sous les mers, find the best move.")
        assert said[1] == "Rating 1400."
        assert said[-1].startswith("Find the best move: ")
        answer = solver.say(right)
        assert answer[0].startswith(f"“{right}” wins ")
        assert answer[1].startswith("Rating 14")
        assert answer[1].endswith(" points gained.")
        assert answer[-1] == "Solved. Type next for another puzzle, or quit."
        assert solver.book.rating("bataille") > START
        assert len(solver.book.page("bataille").solved) == 1
        again = solver.say("")
        assert again[0].startswith("Puzzle ")
        assert again[0] != said[0]


def test_a_wrong_move_can_be_mended_but_counts(tmp_path: Path) -> None:
    right, wrong = first_of("bataille")
    with speaking():
        solver = Solver(tmp_path)
        answer = solver.say(wrong)
        assert answer[0] == "Not the best move; try again."
        assert answer[1].startswith(f"“{wrong}” wins ")
        assert right not in " ".join(answer)
        assert answer[-2].endswith(" lost.")
        assert solver.say(right)[-1].startswith("Solved.")
        assert solver.book.rating("bataille") < START


def test_the_best_move_is_shown_with_its_reason(tmp_path: Path) -> None:
    right, _wrong = first_of("schwarm")
    with speaking():
        solver = Solver(tmp_path, "schwarm")
        answer = solver.say("hint")
        assert answer[0].startswith(f"The best move is {right}, ")
        assert answer[0].endswith("% to win.")
        best = solver.talk._chosen.written.tries[0]
        assert len(best.why) == len(answer[1:-2]) > 0, "what it has over the next best"
        assert answer[-2].startswith("Also: ")
        assert answer[-2].count("% to win") == 2
        assert answer[-1].startswith("Find the best move: ")
        assert solver.book.rating("schwarm") < START
        assert solver.say("quit") == []
        assert solver.conversation.is_over


def test_an_answer_nobody_weighed_is_weighed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is worth twenty games in a hundred less."""
    asked: list[str] = []

    async def weighed(_self: PuzzleCommands, job: Comparison) -> ComparedAnswer:
        asked.append(job.other)
        return ComparedAnswer(20.0, (Phrase("it overlooks {name}", {"name": SeatName(0)}),))

    monkeypatch.setattr(PuzzleCommands, "weighed", weighed)
    with speaking():
        days = (Solver(tmp_path, "himalaya", date(2026, 3, day)) for day in range(1, 32))
        solver, other = next((each, unweighed(each)[0]) for each in days if unweighed(each))
        answer = solver.say(other)
        assert asked == [other]
        assert answer[0] == "Evaluating your answer."
        assert answer[1].endswith("%: it costs 20 points.")
        assert answer[2].startswith("It overlooks ")
        assert solver.talk._chosen.written.right[0] not in " ".join(answer)


def test_an_evaluation_that_is_cancelled_leaves_the_puzzle_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancelled(_self: PuzzleCommands, _job: Comparison) -> ComparedAnswer:
        raise asyncio.CancelledError

    monkeypatch.setattr(PuzzleCommands, "weighed", cancelled)
    with speaking():
        days = (Solver(tmp_path, "himalaya", date(2026, 3, day)) for day in range(1, 32))
        solver, other = next((each, unweighed(each)[0]) for each in days if unweighed(each))
        with pytest.raises(asyncio.CancelledError):
            solver.say(other)
        answer = solver.say(solver.talk._chosen.written.right[0])
        assert answer[-1] == "Solved. Type next for another puzzle, or quit."


def test_the_puzzle_of_a_day_is_the_same_for_all(tmp_path: Path) -> None:
    heads = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        with speaking("fr"):
            heads.append([*Solver(tmp_path / name, "", date(2026, 11, 24)).ear.said])
    assert heads[0] == heads[1]
    assert heads[0][0].startswith("Problème du jour, ")


@pytest.mark.slow
def test_the_command_talks_by_lines_where_there_is_no_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIM_TUI_HOME", str(tmp_path))
    done = python("-m", "nim_tui", "puzzle", "bataille", text="hint\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The best move is" in done.stdout
    assert (tmp_path / "puzzles.json").exists()
