"""The rules pages: our rulings, the origin of each rule, and the reason of each refusal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "rules"
GAMES = ("bataille", "submarine", "himalaya", "schwarm")
LANGUAGES = ("en", "fr")
NAMED = {
    "himalaya": (
        ("The map.", "Routes.", "reconstruction", "forerunner"),
        ("first player", "lot", "village 20", "village 1."),
        ("has an order is passed over", "emptied in", "may be chosen again"),
        ("runs low", "single region", "`split_delegations`"),
        ("alone in front in both", "shares the victory", "twelfth turn", "Places behind"),
        ("names what decided", "Twelve are printed", "end with the turn", "next step", "one kind"),
        ("`open_screens`", "If everyone agrees"),
    ),
    "schwarm": (
        ("The coast", "numbers on land", "cells to start from", "reach of hazards", "damage"),
        ("golden tile", "misprints", "Three rounds", "by lot", "at the moment"),
        ("fewer than two", "of no use", "where the crab sits", "a side, not a corner"),
        ("through your network", "the cell of a ship of yours", "once that buoy is gone"),
        ("Must or may.", "`may_decline`"),
        ("before the first tile", "One step at least", "order of the seats", "faces water"),
        ("marker beside the 28", "counts as a buoy", "best network", "shares the victory"),
        ("on the screen only", "If everyone agrees"),
    ),
}
"""By game: words of every ruling and every reconstruction."""


def parts(game: str, language: str) -> dict[str, str]:
    """Return the parts of a page by id."""
    page = (RULES / game / f"rules.{language}.md").read_text("utf-8")
    _before, *found = re.split(r"^## .*\{#([\w-]+)\}$", page, flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2]))


@pytest.mark.parametrize("game", NAMED)
def test_every_ruling_is_named(game: str) -> None:
    rulings = " ".join(parts(game, "en")["rulings"].split())
    assert not [word for words in NAMED[game] for word in words if word not in rulings]


@pytest.mark.parametrize("game", NAMED)
def test_both_languages_have_the_same_parts_and_rulings(game: str) -> None:
    english, french = parts(game, "en"), parts(game, "fr")
    assert [*english] == [*french]
    assert english["rulings"].count("\n- **") == french["rulings"].count("\n- **") >= 15
    assert max(map(len, french["rulings"].splitlines())) <= 80


def refusals(game: str) -> Iterator[ast.Call]:
    """Yield every refusal of a move in the rules of a game."""
    for module in (RULES / game).glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "IllegalMove":
                yield node


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_names_a_section_of_both_pages(game: str) -> None:
    found = [*refusals(game)]
    assert len(found) > 10
    for refusal in found:
        rule = next((word.value for word in refusal.keywords if word.arg == "rule"), None)
        named = {ast.literal_eval(rule)} if isinstance(rule, ast.Constant) else _said_before(rule)
        for language in LANGUAGES:
            assert named <= {*parts(game, language)}, ast.unparse(refusal)


def _said_before(rule: ast.expr | None) -> set[str]:
    """Return the sections that a name may stand for; only the tiles of Der Schwarm have two."""
    assert isinstance(rule, ast.Name), rule
    return {"research", "special"}


HAVE_NO_RULES = ("example", "printed", "rulings", "board")
"""Parts without marks: rulings are all `R`, and a board of one's own is a file."""
NO_RULES = re.compile(
    r"\*\*You type:|\*\*Vous tapez|You (?:type|choose) each move|Chaque coup"
    r"|\*An example|\*Exemple|\*Un exemple|Take the example again|Reprenons"
)
"""Starts of blocks that are no rule: typed words, and examples with all that follows them."""


def blocks(part: str) -> list[str]:
    """Return the paragraphs and items of a part, without drawings, tables and spoken words."""
    bare = re.sub(r"^(?:<!-- spoken:.*?-->|```.*?^```)$", "\n", part, flags=re.M | re.S)
    found = re.split(r"\n\s*\n|\n(?=[-*] |\d+\. )", re.sub(r"^\|.*$", "", bare, flags=re.M))
    return [" ".join(block.split()) for block in found if block.strip()]


def marks(block: str) -> list[str]:
    """Return the origins of a rule."""
    found = re.search(r" <!-- (.*) -->$", block)
    return found[1].split("; ") if found else []


def is_no_rule(before: list[str], block: str) -> bool:
    """Whether a block needs no origin: an explanation, part of an example, or a list's lead."""
    since = next((one for one in reversed(before) if marks(one) or NO_RULES.match(one)), "")
    return bool(NO_RULES.match(block) or NO_RULES.match(since) or block.endswith(":"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_says_where_it_comes_from(game: str, language: str) -> None:
    _intro, *_others = found = parts(game, language)
    for name in found.keys() - HAVE_NO_RULES:
        told = blocks(found[name])
        for number, block in enumerate(told):
            assert marks(block) or is_no_rule(told[:number], block), (name, block)


@pytest.mark.parametrize("game", GAMES)
def test_it_says_the_same_in_both_languages(game: str) -> None:
    english, french = parts(game, "en"), parts(game, "fr")
    for name, part in english.items():
        assert [*map(marks, blocks(part))] == [*map(marks, blocks(french[name]))], name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_places_and_options_that_it_names_exist(game: str, language: str) -> None:
    found = parts(game, language)
    table = re.findall(r"^\| +(\d+) \| .*? \| +(\d+) \|$", found["printed"], re.MULTILINE)
    paragraphs = {part: int(count) for part, count in table}
    assert [*paragraphs] == [str(part) for part in range(1, len(table) + 1)]
    options = set(re.findall(r"^- \*\*`(\w+)`", found["options"], re.MULTILINE))
    for mark in {
        mark for part in found.values() for block in blocks(part) for mark in marks(block)
    }:
        letter, _blank, of = mark.partition(" ")
        if letter == "T":
            part, paragraph = of.split(".")
            assert 1 <= int(paragraph) <= paragraphs[part], mark
        else:
            assert letter in "FRD", mark
            assert not of or of in options, mark
