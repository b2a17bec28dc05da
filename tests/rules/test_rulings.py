"""What the rules pages of the games name: our rulings, and the reason of every refusal."""

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
"""Of each game: words of every ruling and every reconstruction."""


def parts(game: str, language: str) -> dict[str, str]:
    """The parts of a page by their ids."""
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
    """Every refusal of a move in the rules of a game."""
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
    """The sections that a name may stand for: only the tiles of Der Schwarm have two."""
    assert isinstance(rule, ast.Name), rule
    return {"research", "special"}
