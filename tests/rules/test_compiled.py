"""The running rules are those requested: plain Python, or compiled (`make compiled`)."""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from os import environ
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

import rules
from tests.every import holds_for_each

IS_COMPILED: Final = environ.get("NIM_TUI_TESTS_ON") == "compiled"
MODULES: Final = [module.name for module in walk_packages(rules.__path__, "rules.")]
GAMES: Final = {name.rpartition(".")[0] for name in MODULES} - {"rules"}
COMPILED: Final = {
    name
    for name in MODULES
    if not GAMES.isdisjoint((name, name.rpartition(".")[0])) and not name.endswith(".events")
}
"""The modules of the games, without their events."""


def test_modules_run_as_asked_for() -> None:
    def is_as_asked_for(name: str) -> None:
        file = import_module(name).__file__ or ""
        is_extension = file.endswith(tuple(EXTENSION_SUFFIXES))
        assert is_extension == (IS_COMPILED and name in COMPILED), file

    holds_for_each(MODULES, is_as_asked_for)


def test_plain_rules_are_those_of_this_tree_and_compiled_ones_are_not() -> None:
    here = Path(__file__).parents[2]
    assert Path(rules.__file__).is_relative_to(here / "rules") != IS_COMPILED
