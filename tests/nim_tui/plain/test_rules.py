"""The rules of every game as they are heard: sentences, without signs or holes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import pytest

from nim_tui.plain.rules_reader import about, read_aloud
from nim_tui.plain.text import sentence
from nim_tui.registry import all_games, game_named
from rules.schwarm.board_file import board_of
from rules.schwarm.cells import CELL_NAMES, NONE
from screens.reading.rules_parts import RulesSection, rules_parts
from tests.nim_tui.plain.talking import speaking

LANGUAGES = ("en", "fr")
HOLES = re.compile(
    r"[;,]\.|, ,|, :|\.\.| [.,]|\(\)|“”|«\s*»|: ?: | (?:of|and|the|de|et|ou|les|des)\."
    r"|^(?:Text|Toml) |(.)\1\1\1"
)
"""What is left where signs were taken out, or where a drawing was read."""
EYES_ONLY = set("{}[]|<>*`~#\\")
each_page = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in all_games() for language in LANGUAGES]
)


def parts(game: str) -> list[RulesSection]:
    return [part for part in rules_parts(game_named(game).game) if part.title]


def said(part: RulesSection) -> Iterator[str]:
    return map(sentence, read_aloud(part.spoken))


def is_sign(character: str) -> bool:
    """Whether a character is seen and not said; `=` stands in what is to be typed."""
    return character != "=" and unicodedata.category(character) in {"So", "Sm", "Sk"}


@each_page
def test_the_rules_are_sentences_without_signs_and_holes(game: str, language: str) -> None:
    with speaking(language):
        for part in parts(game):
            lines = list(said(part))
            assert lines, part.title
            for line in lines:
                assert not HOLES.search(line), line
                assert not EYES_ONLY & set(line), line
                assert not any(map(is_sign, line)), line
                assert line[-1] in ".:?!", line
                assert not line.startswith(tuple(".,;:")), line


@each_page
def test_every_part_is_read_when_its_title_is_asked_for(game: str, language: str) -> None:
    with speaking(language):
        for part in parts(game):
            told = about(game_named(game).game, part.title)
            assert told[0] == part.title
            assert told[1 : 1 + len(list(said(part)))] == list(read_aloud(part.spoken))


@each_page
def test_what_is_drawn_has_words_of_its_own(game: str, language: str) -> None:
    with speaking(language):
        for part in parts(game):
            assert "```" not in part.spoken, part.title


@each_page
def test_no_screen_shows_what_is_only_said(game: str, language: str) -> None:
    with speaking(language):
        for part in parts(game):
            assert "<!--" not in part.text
            assert "<!--" not in part.spoken
            source = re.sub(" <!-- [TFRD].*? -->", "", part.source)
            assert not set(part.text.splitlines()) - set(source.splitlines())


def test_words_stand_for_the_block_behind_them() -> None:
    drawn = "Before.\n\n<!-- spoken: Said. -->\n```text\n##\n\n##\n```\n\nAfter.\n"
    assert list(read_aloud(RulesSection("", "", drawn).spoken)) == ["Before.", "Said.", "After."]
    item = "- one ;\n<!-- spoken:\n- two, said\n-->\n- two {2}\n  of them;\n- three.\n"
    assert list(read_aloud(RulesSection("", "", item).spoken)) == ["one ;", "two, said", "three."]
    table = "<!-- spoken: Rows. -->\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.\n"
    assert list(read_aloud(RulesSection("", "", table).spoken)) == ["Rows.", "After."]


def test_each_rule_can_be_followed_by_where_it_comes_from() -> None:
    with speaking("en"):
        told = about(game_named("himalaya").game, "refill", tells_origins=True)
    assert told[1].endswith(
        "Cubes come first. Printed rules, part 11, Phase 4, paragraph 1. "
        "Known from reviews or another edition."
    )
    said = "<!-- spoken: Said. -->\n- seen <!-- T 1.2; R -->\n"
    assert RulesSection("", "", said).spoken_with(" and ".join).strip() == "Said.T 1.2 and R"


def test_a_table_is_read_row_by_row_and_its_empty_cells_are_left_out() -> None:
    table = "| A | Bees | Cats |\n|--:|---|---|\n| 1 | two |  |\n| x |  | **three** |\n"
    assert list(read_aloud(table)) == ["A 1: bees two", "x: cats three"]
    words = "| Type | Meaning |\n|---|---|\n| `go 1` | goes |\n|  | far |\n"
    assert list(read_aloud(words)) == ["“go 1”: goes far"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_land_of_the_swarm_is_told_as_it_is(language: str) -> None:
    board = board_of(None)
    with speaking(language):
        told = " ".join(said(next(part for part in parts("schwarm") if part.name == "map")))
    for cell, place in enumerate(board.place_of):
        assert place == NONE or f"{CELL_NAMES[cell]} {board.numbers[place]}" in told


def test_the_example_turn_is_named_after_the_parts_that_explain_a_word() -> None:
    with speaking("en"):
        told = about(game_named("bataille").game, "near miss")
    assert told[0] == "The depth charge"
    assert told[-1].endswith("and An example turn")
