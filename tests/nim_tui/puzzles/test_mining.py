"""Mining: what is fit for a puzzle, and files that grow as one run would have made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from nim_tui.bots.search import Decision
from nim_tui.puzzles import mine
from nim_tui.puzzles.finding import MORE, TRIES, Finder, FoundPuzzle, difficulty, is_final
from nim_tui.puzzles.mine import APART, MOST_A_GAME, MinedGame, PuzzleQuota, begun, keep, mined
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import (
    CandidateMove,
    PuzzleError,
    PuzzleFile,
    WrittenPuzzle,
    written,
)
from nim_tui.registry import GameEntry, all_games
from rules.bataille import BATAILLE
from rules.chance import Chance
from tests.nim_tui.puzzles.samples import SAMPLE, WINS, Picks, SureJudge
from tests.screens.himalaya.tables import FILLED
from tests.screens.tables import SEARCHED, table_after


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """Bataille between bots that take the first move; a judge that prefers the second."""
    here = replace(
        all_games()["bataille"],
        own_bots={"medium": "tests.screens.bots:FirstBot"},
        own_judge="tests.nim_tui.puzzles.samples:SureJudge",
        slips=None,
    )
    monkeypatch.setitem(all_games(), "bataille", here)
    return here


def decision(moves: int | None = None) -> Decision:
    table = table_after(SEARCHED)
    return Decision(BATAILLE, table.view(0), table.legal(0)[:moves])


def looked(*rows: Sequence[float]) -> FoundPuzzle | None:
    return look(SureJudge(*rows), decision(), 12)


def look(judge: SureJudge, at: Decision, budget: int) -> FoundPuzzle | None:
    """A short look, and a long one where that finds something."""
    finder = Finder(judge, budget)
    glanced = finder.glance(at, Chance(1))
    return None if glanced is None else finder.confirm(glanced, at, Chance(2))


# What is fit


def test_a_move_that_is_clearly_best_is_found_with_what_the_others_are_worth() -> None:
    found = looked(WINS)
    assert found is not None
    legal = [move.word for move in decision().legal]
    assert found.right == (legal[1],)
    assert [(each.move, each.wins) for each in found.tries[:3]] == [
        (legal[1], 60), (legal[2], 40), (legal[0], 30),
    ]  # fmt: skip
    assert found.margin == pytest.approx(20)


def test_a_move_that_is_hardly_worse_is_right_too() -> None:
    found = looked((0.3, 0.6, 0.59, 0.2, 0.1, 0.1))
    assert found is not None
    assert found.right == tuple(move.word for move in decision().legal[1:3])
    assert found.margin == pytest.approx(30)


@pytest.mark.parametrize(
    ("why", "rows"),
    [
        ("the next is near", [(0.3, 0.6, 0.55, 0.2, 0.1, 0.1)]),
        ("it is lost anyway", [(0.01, 0.11, 0.01, 0.0, 0.0, 0.0)]),
        ("it is won anyway", [(0.6, 0.99, 0.5, 0.2, 0.1, 0.1)]),
        ("most are right", [(0.6, 0.6, 0.6, 0.1, 0.1, 0.1)]),
        ("too many are right", [(0.6,) * 4 + (0.1,) * 8]),
        ("too few are tried", [(0.3, 0.6, 0.4)]),
        ("the second look prefers another", [WINS, WINS[::-1]]),
        ("the second look finds it less clear", [WINS, (0.3, 0.6, 0.58, 0.55, 0.1, 0.1)]),
    ],
)
def test_what_is_not_fit(why: str, rows: list[Sequence[float]]) -> None:
    assert looked(*rows) is None, why


def test_few_legal_moves_are_not_even_looked_at() -> None:
    judge = SureJudge()
    assert look(judge, decision(3), 12) is None
    assert judge.looks == 0


def test_of_two_things_that_may_be_done_in_either_order_neither_comes_first() -> None:
    """Of an order in Himalaya two things are done: that with which one ends is a decision."""
    table = FILLED.table()
    seat = table.waiting[0]

    def best(words: str) -> bool:
        others = [
            CandidateMove(move.word, 10, "why") for move in table.legal(seat) if move.word != words
        ]
        found = FoundPuzzle((words,), (CandidateMove(words, 50, "why"), *others), 40)
        asked = Decision(table.game, table.view(seat), table.legal(seat))
        return is_final(asked, found, Chance(1))

    assert {"barter", "offer"} < {move.word for move in table.legal(seat)}
    assert not best("barter")
    table.play(seat, table.game.parse("offer"))
    assert best("barter")


def test_where_a_judge_sees_nothing_there_is_no_puzzle() -> None:
    table = table_after("")
    laying = Decision(BATAILLE, table.view(0), table.legal(0))
    assert look(SureJudge(), laying, 12) is None


def test_the_second_look_takes_ten_times_as_long_with_another_chance() -> None:
    once, twice = SureJudge((0.3,) * 6), SureJudge()
    for judge in (once, twice):
        look(judge, decision(), 60)
    assert (once.looks, twice.looks) == (1, 2)
    assert twice.simulations > 0.8 * (1 + MORE) * once.simulations
    assert len(set(twice.seen)) == len(twice.seen)


@pytest.mark.parametrize(("number", "is_fit"), [(1, True), (0, False)])
def test_what_the_hard_bot_does_not_play_is_no_puzzle(number: int, is_fit: bool) -> None:
    """The judge prefers the second move, and is more than sure of it."""
    finder = Finder(SureJudge(), 12, Picks(number))
    glanced = finder.glance(decision(), Chance(1))
    assert glanced is not None
    assert (finder.confirm(glanced, decision(), Chance(2)) is not None) == is_fit


def test_no_more_moves_are_kept_than_can_be_told() -> None:
    found = looked((0.3, 0.9, *[0.2] * 10))
    assert found is not None
    assert len(found.tries) == TRIES


def test_it_is_harder_among_many_moves_and_where_the_next_is_near() -> None:
    near, far = (FoundPuzzle((), (), margin) for margin in (7, 20))
    assert difficulty(near, 69, is_seen=False) > difficulty(far, 69, is_seen=False)
    assert difficulty(near, 69, is_seen=False) > difficulty(near, 4, is_seen=False)
    assert difficulty(near, 69, is_seen=False) > difficulty(near, 69, is_seen=True)


# What a file takes


def like(why: str, *, seen: bool = False, choices: int = 50) -> WrittenPuzzle:
    best = msgspec.structs.replace(SAMPLE.tries[0], reason=why)
    tries = (best, *SAMPLE.tries[1:])
    return msgspec.structs.replace(SAMPLE, tries=tries, seen=seen, choices=choices)


def test_a_basket_takes_not_too_many_that_are_right_for_the_same_reason() -> None:
    basket = PuzzleQuota(10)
    for _ in range(4):
        assert basket.takes(like("it heads for port"))
        basket.add(like("it heads for port"))
    assert not basket.takes(like("it heads for port"))
    assert basket.takes(like("a mine lies there"))


def test_a_basket_takes_not_too_many_that_are_plain_to_see() -> None:
    basket = PuzzleQuota(10)
    for number in range(5):
        basket.add(like(f"reason {number}", seen=True))
    assert not basket.takes(like("another", seen=True))
    assert basket.takes(like("another"))


def test_a_basket_takes_fewer_of_a_like_that_are_plain_to_see() -> None:
    basket = PuzzleQuota(10)
    for _ in range(2):
        basket.add(like("it heads for port", seen=True))
    assert not basket.takes(like("it heads for port", seen=True))
    assert basket.takes(like("it heads for port"))
    assert basket.takes(like("another", seen=True))


def test_a_basket_takes_not_too_many_with_few_choices() -> None:
    basket = PuzzleQuota(10)
    for number in range(4):
        basket.add(like(f"reason {number}", choices=5))
    assert not basket.takes(like("another", choices=5))
    assert basket.takes(like("another"))


def test_a_full_basket_takes_nothing() -> None:
    basket = PuzzleQuota(1)
    basket.add(like("it heads for port"))
    assert basket.is_full
    assert not basket.takes(like("another"))


class Picky(PuzzleQuota):
    """Takes nothing."""

    def takes(self, puzzle: WrittenPuzzle) -> bool:
        """Not this one either."""
        return False


def test_where_the_basket_would_not_take_it_no_long_look_is_spent(entry: GameEntry) -> None:
    judge = SureJudge()
    budget = 12
    assert mine.dig(entry, Finder(judge, budget), 5, Picky(50)) == []
    assert judge.looks > MOST_A_GAME
    assert judge.simulations < 2 * budget * judge.looks
    keen = SureJudge()
    assert mine.dig(entry, Finder(keen, budget), 5, PuzzleQuota(50))
    assert keen.simulations > 2 * budget * keen.looks


# Games


def test_games_are_the_same_again_and_their_puzzles_can_be_solved(entry: GameEntry) -> None:
    runs = [list(mined(entry, Finder(SureJudge(), 12), PuzzleFile(5), 50, 2)) for _ in range(2)]
    assert runs[0] == runs[1]
    found = runs[0][-1].puzzles
    assert {puzzle.seed for puzzle in found} == {5, 6}
    for puzzle in found:
        on = Puzzle(BATAILLE, puzzle)
        assert on.table.waiting[0] == puzzle.seat
        assert puzzle.choices == len(on.table.legal(puzzle.seat))
        on.answer(BATAILLE.parse(puzzle.right[0]))
        assert on.is_over


def test_no_two_are_from_about_the_same_moment_of_a_game(entry: GameEntry) -> None:
    *_, file = mined(entry, Finder(SureJudge(), 12), PuzzleFile(5), 50, 3)
    assert len(file.puzzles) > 3
    for seed in range(5, 8):
        ids = [puzzle.id for puzzle in file.puzzles if puzzle.seed == seed]
        course = MinedGame.begun(entry, seed)
        rounds = [course.rounds for _ in course.decisions() if f"{seed}-{len(course.moves)}" in ids]
        assert 1 <= len(rounds) <= MOST_A_GAME
        assert all(after - before >= APART for before, after in pairwise(rounds))


def test_a_run_that_was_cut_short_finds_what_one_run_would(
    entry: GameEntry, tmp_path: Path
) -> None:
    out, finder = tmp_path / "x.json", Finder(SureJudge(), 12)
    *_, whole = mined(entry, finder, PuzzleFile(5), 7, 10)
    for file in mined(entry, finder, begun(out, 5), 7, 1):
        keep(out, file)
    for file in mined(entry, finder, begun(out, 5), 7, 10):
        keep(out, file)
    assert out.read_bytes() == written(whole)
    assert len(whole.puzzles) == 7
    assert [*mined(entry, finder, begun(out, 5), 7, 10)] == [], "nothing is left to do"


# The command


def run(out: Path, *more: str, game: str = "bataille") -> Result:
    return CliRunner().invoke(mine.main, [game, "--out", str(out), *more])


def test_the_command_goes_on_with_its_file(entry: GameEntry, tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    first = run(out, "--count", "4", "--games", "1")
    assert first.exit_code == 0, first.output
    assert first.output.startswith("1 games, ")
    assert run(out, "--count", "4").exit_code == 0
    assert len(begun(out, 1).puzzles) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


@pytest.mark.parametrize(
    ("text", "told"),
    [(written(PuzzleFile(3)), "begun with --seed 3"), (b"{", "x.json: "), (b"[]", "x.json: ")],
)
def test_a_file_it_cannot_go_on_with_is_left_alone(
    entry: GameEntry, tmp_path: Path, text: bytes, told: str
) -> None:
    out = tmp_path / "x.json"
    out.write_bytes(text)
    result = run(out, "--games", "1")
    assert (result.exit_code, out.read_bytes()) == (1, text)
    assert told in result.output
    assert len(result.output.splitlines()) == 1


def test_a_game_without_a_judge_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(all_games(), "schwarm", replace(all_games()["schwarm"], own_judge=""))
    result = run(tmp_path / "x.json", game="schwarm")
    assert (result.exit_code, [*tmp_path.iterdir()]) == (1, [])
    assert "nothing tells the chances to win in schwarm" in result.output


def test_another_seed_is_another_file(tmp_path: Path) -> None:
    keep(tmp_path / "x.json", PuzzleFile(3))
    with pytest.raises(PuzzleError, match="seed 3"):
        begun(tmp_path / "x.json", 4)
