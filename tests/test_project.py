"""What pyproject.toml says of the project holds."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from nim_tui import __version__

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CHANGES: Final = (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_it_names_the_pythons_it_is_tried_on() -> None:
    named = re.findall(r":: Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "nightly.yml").read_text("utf-8")
    tried = re.search(r"python: \[(.+)\]", workflow)
    assert tried is not None
    assert named == re.findall(r"3\.\d+", tried[1])
    assert PROJECT["requires-python"] == f">={named[0]}"


@pytest.mark.slow
def test_the_newest_dated_changes_are_those_of_this_version() -> None:
    unreleased, *dated = re.findall("^## (.+)$", CHANGES, re.MULTILINE)
    assert unreleased == "Unreleased"
    released = [heading.split(", ") for heading in dated]
    assert released[0][0] == __version__ == PROJECT["version"]
    numbers = [tuple(map(int, number.split("."))) for number, _ in released]
    assert numbers == sorted({*numbers}, reverse=True)
    days = [date.fromisoformat(day) for _, day in released]
    assert days == sorted(days, reverse=True)
    assert [f"{day:%Y-%m-%d}" for day in days] == [day for _, day in released]
