"""The puzzles as they are kept: each can be set up and solved, and what is wrong is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from nim_tui.bots.bot import bot_chance
from nim_tui.bots.search import Decision
from nim_tui.puzzles.finding import CLOSE, LEAST_MOVES, MARGIN, OPEN, FoundPuzzle, is_final
from nim_tui.puzzles.mine import FEW, FEW_SHARE, KINDS, MOST_A_GAME, PLAIN, most_seen
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import (
    FactValue,
    PuzzleError,
    PuzzleFile,
    WrittenPuzzle,
    facts_to_keep,
    puzzles_of,
    read_puzzles,
    written,
)
from nim_tui.registry import HARD, all_games, game_named
from rules.advice import Advice
from rules.chance import Chance
from rules.messages import Counted, Phrase, Value
from screens.text import LANGUAGES, Locale, say_told, use_look
from tests.depth import few_of
from tests.every import by_day, holds_for_each
from tests.nim_tui.puzzles.samples import SAMPLE, shelf

GAMES = [game for game in all_games() if puzzles_of(game)]


@dataclass(frozen=True)
class Kept:
    """A puzzle of the files, and its game."""

    game: str
    puzzle: WrittenPuzzle

    @property
    def name(self) -> str:
        """What a failure calls it."""
        return f"{self.game}-{self.puzzle.id}"

    @property
    def set_up(self) -> Puzzle:
        """It, at a table of its own."""
        return Puzzle(game_named(self.game).game, self.puzzle)

    @cached_property
    def decision(self) -> Decision:
        """What its seat sees and may do."""
        table, seat = self.set_up.table, self.puzzle.seat
        return Decision(table.game, table.view(seat), table.legal(seat))


def kept_of(game: str) -> list[Kept]:
    """All puzzles of a game."""
    return [Kept(game, puzzle) for puzzle in puzzles_of(game)]


KEPT = [each for game in GAMES for each in kept_of(game)]
every_puzzle = partial(holds_for_each, KEPT, named=attrgetter("name"))


# What every puzzle that is shipped must be


def can_be_set_up_and_solved(kept: Kept) -> None:
    """By every move that is right."""
    puzzle = kept.puzzle
    for words in puzzle.right:
        on = kept.set_up
        legal = on.table.legal(puzzle.seat)
        move = on.table.game.parse(words)
        assert move in legal
        assert move.word == words
        assert len(legal) == puzzle.choices
        on.answer(move)
        assert on.is_over
        assert on.table.plays[-1].move == words


def test_a_few_of_each_game_can_be_set_up_and_solved() -> None:
    few = [each for game in GAMES for each in few_of(kept_of(game), 4)]
    holds_for_each(few, can_be_set_up_and_solved, attrgetter("name"))


@pytest.mark.slow
def test_each_can_be_set_up_and_solved_by_every_move_that_is_right() -> None:
    every_puzzle(can_be_set_up_and_solved)


@pytest.mark.slow
def test_what_is_known_of_moves_is_of_legal_ones_the_best_first() -> None:
    def is_in_order(kept: Kept) -> None:
        puzzle = kept.puzzle
        legal = {move.word for move in kept.decision.legal}
        wins = [each.wins for each in puzzle.tries]
        assert {each.move for each in puzzle.tries} <= legal
        assert len({each.move for each in puzzle.tries}) == len(puzzle.tries)
        assert wins == sorted(wins, reverse=True)

    every_puzzle(is_in_order)


def test_the_best_move_is_clearly_best_where_something_is_at_stake() -> None:
    def is_clear(kept: Kept) -> None:
        puzzle = kept.puzzle
        best, *_others = puzzle.tries
        wrong = [each.wins for each in puzzle.tries if each.move not in puzzle.right]
        assert puzzle.choices >= LEAST_MOVES
        assert OPEN[0] <= best.wins <= OPEN[1]
        assert best.wins - max(wrong) >= MARGIN - 0.2, "rounded"
        right = [puzzle.tried(words) for words in puzzle.right]
        assert all(each is not None and best.wins - each.wins <= CLOSE for each in right)

    every_puzzle(is_clear)


@pytest.mark.slow
def test_no_wrong_move_can_be_followed_by_the_right_one() -> None:
    def is_last(kept: Kept) -> None:
        found = FoundPuzzle(kept.puzzle.right, kept.puzzle.tries, MARGIN)
        assert is_final(kept.decision, found, Chance(1))

    every_puzzle(is_last)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", by_day(GAMES, 2))
def test_the_hard_bot_finds_it(game: str) -> None:
    """As it would find it in play: what a puzzle teaches, the best bot plays."""
    entry = game_named(game)

    def is_found(kept: Kept) -> None:
        on, puzzle = kept.set_up, kept.puzzle
        view, legal = on.table.view(puzzle.seat), on.table.legal(puzzle.seat)
        drawn = bot_chance(puzzle.seed, puzzle.seat, on.table.moves_played)
        assert entry.bot(HARD).choose(entry.game, view, legal, drawn).move.word in puzzle.right

    holds_for_each(few_of(kept_of(game), 3), is_found, attrgetter("name"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_told_in_both_languages(language: str) -> None:
    def is_told(kept: Kept) -> None:
        rules = game_named(kept.game).game
        for each in kept.puzzle.tries:
            advice = each.advice(rules.parse(each.move))
            told = say_told(advice.reason, advice.facts)
            assert told
            assert "{" not in told
            has_words = any(text.strip(" :;,.") for text, *_ in Formatter().parse(each.reason))
            assert language == "en" or not has_words or told != _plain(advice)

    use_look(Locale(language))
    every_puzzle(is_told)


def _plain(advice: Advice) -> str:
    """What it says where nothing is translated."""
    use_look(Locale("en"))
    try:
        return say_told(advice.reason, advice.facts)
    finally:
        use_look(Locale("fr"))


@pytest.mark.parametrize("game", GAMES)
def test_they_are_of_many_kinds_and_not_plain_to_see(game: str) -> None:
    """As the miner fills a file of so many: no kind, and no kind of ease, is most of it."""
    found = puzzles_of(game)
    wanted = max(len(found), 50)
    kinds = Counter(puzzle.kind for puzzle in found)
    plain = Counter(puzzle.kind for puzzle in found if puzzle.seen)
    assert max(kinds.values()) <= round(KINDS * wanted)
    assert max(plain.values(), default=0) <= round(PLAIN * wanted)
    assert sum(puzzle.seen for puzzle in found) <= round(most_seen(game_named(game)) * wanted)
    assert sum(puzzle.choices < FEW for puzzle in found) <= round(FEW_SHARE * wanted)
    assert max(Counter(puzzle.seed for puzzle in found).values()) <= MOST_A_GAME


# The file


def test_it_is_read_as_it_was_written_a_line_a_puzzle() -> None:
    file = PuzzleFile(7, 3, (SAMPLE,))
    assert read_puzzles("x", written(file)) == file
    assert len(written(file).splitlines()) == 1 + len(file.puzzles) + 1
    assert read_puzzles("x", written(PuzzleFile(1))) == PuzzleFile(1)


def test_facts_are_kept_with_what_can_be_counted_or_translated() -> None:
    facts: dict[str, Value] = {
        "cubes": Counted("{count} cube", "{count} cubes", 3),
        "where": Phrase("region {region}", {"region": "E"}),
        "village": 19,
        "ship": "B",
    }
    kept = facts_to_keep(facts)
    again = msgspec.json.decode(msgspec.json.encode(kept), type=dict[str, str | int | FactValue])
    told = {n: fact.value if isinstance(fact, FactValue) else fact for n, fact in again.items()}
    assert told == facts


def test_a_phrase_within_a_phrase_is_refused() -> None:
    with pytest.raises(PuzzleError, match="more than can be kept"):
        facts_to_keep({"x": Phrase("{y}", {"y": Phrase("z", {})})})


def test_a_game_without_puzzles_has_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert puzzles_of("nothing") == ()
    with shelf(monkeypatch, tmp_path, bataille=PuzzleFile(7, 1, (SAMPLE,))):
        assert puzzles_of("bataille") == (SAMPLE,)
        assert puzzles_of("schwarm") == ()


WRONG = {
    "no text": (b"\xff\xfe", "invalid"),
    "no JSON": (b"{", "truncated"),
    "unknown field": (b'{"seed":1,"sedes":2}', "sedes"),
    "a seat that is not there": ('"seat":0', '"seat":3', "there is no seat 3 at a table of 2"),
    "too many seats": ('"seats":2', '"seats":20', "<= 5"),
    "nothing right": ('"right":["B 21","A 21"]', '"right":[]', "length"),
    "unknown best": ('"right":["B 21"', '"right":["C 4"', "nothing is said of a move that is"),
    "another best": ('"right":["B 21","A 21"]', '"right":["A 21"]', "not the first of the tries"),
    "more than always": ('"wins":68.2', '"wins":168.2', "<= 100"),
    "too difficult": ('"difficulty":1450', '"difficulty":9000', "<= 2200"),
    "too long": ('"move":"B 9"', f'"move":"{"x" * 201}"', "length"),
    "a wrong seed": ('"seed":7', '"seed":-7', ">= 0"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_file_that_is_not_as_it_should_be_is_named_in_one_line(case: str) -> None:
    *change, told = WRONG[case]
    text = change[0]
    if len(change) == 2:
        before, after = map(str, change)
        good = written(PuzzleFile(7, 1, (SAMPLE,))).decode()
        assert before in good
        text = good.replace(before, after).encode()
    assert isinstance(text, bytes)
    with pytest.raises(PuzzleError) as refused:
        read_puzzles("chess/puzzles.json", text)
    message = str(refused.value)
    assert message.startswith("chess/puzzles.json: ")
    assert str(told).casefold() in message.casefold()
    assert "\n" not in message


def test_the_same_puzzle_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="same id"):
        PuzzleFile(7, 1, (SAMPLE, SAMPLE))
