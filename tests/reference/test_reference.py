"""The reference pages are those that the code makes, and what is written by hand there is so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from nim_tui.server.logs import REASONS
from nim_tui.server.terminal.context import REFUSALS
from nim_tui.tables.record import FORMAT, parse_record
from tests.reference.pages import FOLDER, files

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def rows(page: str) -> Iterator[tuple[str, ...]]:
    """Yield the cells of every row of the tables of a page that begins with code."""
    for line in (FOLDER / page).read_text("utf-8").splitlines():
        if line.startswith("| `"):
            yield tuple(cell.strip() for cell in line.strip("|").split("|"))


def coded(cell: str) -> list[str]:
    """Return what is code in a cell."""
    return re.findall("`(.+?)`", cell)


@cache
def texts() -> frozenset[str]:
    """Return the texts in the code of the server, each without a line end."""
    trees = (ast.parse(path.read_text("utf-8")) for path in (ROOT / "nim_tui/server").rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return frozenset(node.value.strip() for node in nodes if isinstance(node.value, str))


def test_the_pages_are_fresh() -> None:
    kept = {path: path.read_text("utf-8") for path in files()}
    assert kept == files(), "look at the difference after `make reference`"


def test_they_are_the_same_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    before = files()
    for variable in ("LC_ALL", "LANG", "LANGUAGE"):
        monkeypatch.setenv(variable, "fr_FR.UTF-8")
    assert files() == before


def test_every_refusal_is_listed() -> None:
    listed = [*rows("refusals.md")]
    reasons, counted = (
        [row for row in listed if len(row) == 4],
        [row for row in listed if len(row) == 2],
    )
    assert tuple(coded(row[0])[0] for row in reasons) == REASONS
    kinds = {kind for row in reasons for kind in coded(row[1])} | {
        coded(row[0])[0] for row in counted
    }
    assert kinds == {*REFUSALS}


def test_what_is_shown_to_whoever_is_refused_stands_in_the_code() -> None:
    page = " ".join((FOLDER / "refusals.md").read_text("utf-8").split())
    shown = set(re.findall("“(.+?)”", page))
    assert len(shown) > 15
    assert shown <= texts()


def test_the_record_that_the_page_shows_is_one() -> None:
    page = (FOLDER / "record-format.md").read_text("utf-8")
    lines = [line.strip() for line in page.splitlines() if line.startswith("    {")]
    record = parse_record("\n".join([*lines, ""]).encode())
    assert (record.header.nim_tui, len(record.lines)) == (FORMAT, 4)
    assert f"reads versions 1 to {FORMAT}" in page
