"""The puzzles as they are kept: each can be set up and solved, and what is wrong is told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from nim_tui.bots.bot import Advice, bot_chance
from nim_tui.bots.search import Decision
from nim_tui.catalog import CATALOG, HARD, offer_named
from nim_tui.puzzles.finding import CLOSE, LEAST_MOVES, MARGIN, OPEN, Found, is_final
from nim_tui.puzzles.mine import FEW, FEW_SHARE, KINDS, MOST_A_GAME, PLAIN, SEEN, SEEN_IN
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import (
    PuzzleError,
    PuzzleFile,
    Told,
    WrittenPuzzle,
    facts_to_keep,
    puzzles_of,
    read_puzzles,
    written,
)
from rules.chance import Chance
from rules.messages import Counted, Phrase, Value
from screens.locale_context import LANGUAGES, Look, use_look
from screens.text import say_told
from tests.depth import few_of
from tests.nim_tui.puzzles.samples import SAMPLE, shelf

GAMES = [game for game in CATALOG if puzzles_of(game)]
PUZZLES = [
    pytest.param(game, puzzle, id=f"{game}-{puzzle.id}")
    for game in GAMES
    for puzzle in puzzles_of(game)
]


# What every puzzle that is shipped must be


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_it_can_be_set_up_and_solved_by_every_move_that_is_right(
    game: str, puzzle: WrittenPuzzle
) -> None:
    for words in puzzle.right:
        on = Puzzle(offer_named(game).game, puzzle)
        legal = on.table.legal(puzzle.seat)
        move = on.table.game.parse(words)
        assert move in legal
        assert move.word == words
        assert len(legal) == puzzle.choices
        on.answer(move)
        assert on.is_over
        assert on.table.plays[-1].move == words


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_what_is_known_of_moves_is_of_legal_ones_the_best_first(
    game: str, puzzle: WrittenPuzzle
) -> None:
    on = Puzzle(offer_named(game).game, puzzle)
    legal = {move.word for move in on.table.legal(puzzle.seat)}
    wins = [each.wins for each in puzzle.tries]
    assert {each.move for each in puzzle.tries} <= legal
    assert len({each.move for each in puzzle.tries}) == len(puzzle.tries)
    assert wins == sorted(wins, reverse=True)


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_best_move_is_clearly_best_where_something_is_at_stake(
    game: str, puzzle: WrittenPuzzle
) -> None:
    best, *_others = puzzle.tries
    wrong = [each.wins for each in puzzle.tries if each.move not in puzzle.right]
    assert puzzle.choices >= LEAST_MOVES
    assert OPEN[0] <= best.wins <= OPEN[1]
    assert best.wins - max(wrong) >= MARGIN - 0.2, "rounded"
    assert all(best.wins - puzzle.tried(words).wins <= CLOSE for words in puzzle.right)  # type: ignore[union-attr]


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_no_wrong_move_can_be_followed_by_the_right_one(game: str, puzzle: WrittenPuzzle) -> None:
    on = Puzzle(offer_named(game).game, puzzle)
    view, legal = on.table.view(puzzle.seat), on.table.legal(puzzle.seat)
    found = Found(puzzle.right, puzzle.tries, MARGIN)
    assert is_final(Decision(on.table.game, view, legal), found, Chance(1))


@pytest.mark.parametrize(
    ("game", "puzzle"),
    [each for game in GAMES for each in few_of([p for p in PUZZLES if p.values[0] == game], 3)],
)
@pytest.mark.deep
def test_the_hard_bot_finds_it(game: str, puzzle: WrittenPuzzle) -> None:
    """As it would find it in play: what a puzzle teaches, the best bot plays."""
    offer = offer_named(game)
    on = Puzzle(offer.game, puzzle)
    view, legal = on.table.view(puzzle.seat), on.table.legal(puzzle.seat)
    drawn = bot_chance(puzzle.seed, puzzle.seat, on.table.moves_played)
    assert offer.bot(HARD).choose(offer.game, view, legal, drawn).move.word in puzzle.right


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_every_reason_is_told_in_both_languages(
    game: str, puzzle: WrittenPuzzle, language: str
) -> None:
    rules = offer_named(game).game
    use_look(Look(language))
    try:
        for each in puzzle.tries:
            advice = each.advice(rules.parse(each.move))
            told = say_told(advice.reason, advice.facts)
            assert told
            assert "{" not in told
            has_words = any(text.strip(" :;,.") for text, *_ in Formatter().parse(each.reason))
            assert language == "en" or not has_words or told != _plain(advice)
    finally:
        use_look(Look("en"))


def _plain(advice: Advice) -> str:
    """What it says where nothing is translated."""
    use_look(Look("en"))
    plain = say_told(advice.reason, advice.facts)
    use_look(Look("fr"))
    return plain


@pytest.mark.parametrize("game", GAMES)
def test_they_are_of_many_kinds_and_not_plain_to_see(game: str) -> None:
    """As the miner fills a file of so many: no kind, and no kind of ease, is most of it."""
    found = puzzles_of(game)
    wanted = max(len(found), 50)
    kinds = Counter(puzzle.kind for puzzle in found)
    plain = Counter(puzzle.kind for puzzle in found if puzzle.seen)
    assert max(kinds.values()) <= round(KINDS * wanted)
    assert max(plain.values(), default=0) <= round(PLAIN * wanted)
    assert sum(puzzle.seen for puzzle in found) <= round(SEEN_IN.get(game, SEEN) * wanted)
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
    again = msgspec.json.decode(msgspec.json.encode(kept), type=dict[str, str | int | Told])
    told = {n: fact.value if isinstance(fact, Told) else fact for n, fact in again.items()}
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
