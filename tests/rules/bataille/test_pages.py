"""The rules pages name every option and every ruling of ours, in both languages."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from rules.bataille.game import BATAILLE
from rules.options import Choice

RULINGS = {
    "en": (
        "size of the sea", "Ports", "Submarines", "end of a move", "Turns without a move",
        "next to a near miss", "Lanes", "spinner", "Ships in the way", "Several torpedoes",
        "answer to a mine", "third ship on a mine", "end counts at once", "No draw",
        "Search grids", "torpedo question", "Spectators",
    ),
    "fr": (
        "taille de la mer", "ports", "sous-marins", "fin d’un déplacement",
        "tours sans déplacement", "près d’un manqué de peu", "lignes de tir", "torpille tournante",
        "bâtiments sur le passage", "Plusieurs torpilles", "réponse à une mine",
        "troisième bâtiment sur une mine", "fin est immédiate", "Pas de nulle", "grilles",
        "question de la torpille", "spectateurs",
    ),
}  # fmt: skip
"""The subject of each of our own rulings, in the order of the rules page."""

each_language = pytest.mark.parametrize("language", RULINGS)


def part(language: str, name: str) -> str:
    """Return one part of the rules in a language."""
    page = files("rules.bataille").joinpath(f"rules.{language}.md").read_text("utf-8")
    return page.split(f"{{#{name}}}\n")[1].split("\n## ")[0]


def points(text: str) -> list[str]:
    """Return the bold text at the start of each point."""
    return re.findall(r"^- \*\*(.+?)\*\*", text, re.MULTILINE)


@each_language
def test_every_ruling_is_named(language: str) -> None:
    found = points(part(language, "rulings"))
    assert len(found) == len(RULINGS[language])
    for title, about in zip(found, RULINGS[language]):
        assert about in title


@each_language
def test_every_option_and_all_its_values_are_named(language: str) -> None:
    text = part(language, "options")
    assert points(text) == [f"`{option.name}`" for option in BATAILLE.options]
    for option in BATAILLE.options:
        assert f"**`{option.name}`**" in text
        if isinstance(option, Choice):
            assert f"**`{option.name}`** (`{option.default}`)" in text
            assert all(f"`{value}`" in text for value in option.choices)


@each_language
def test_what_can_be_chosen_about_a_ruling_is_named_with_it(language: str) -> None:
    text = part(language, "rulings")
    assert all(f"`{option.name}`" in text for option in BATAILLE.options if option.name != "blast")
