"""The commands that the pages show really run, and what they link to is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import pytest
from click.testing import CliRunner

from nim_tui.commands.cli import commands

ROOT: Final = Path(__file__).parents[2]
TEMPLATE: Final = ROOT / "nim_tui/commands/game_template"
PAGES: Final = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
)
TEXTS: Final = {page: page.read_text("utf-8") for page in PAGES}
README: Final = TEXTS[ROOT / "README.md"]
COMMANDS: Final = sorted(
    {
        line
        for text in TEXTS.values()
        for line in re.findall(r"^\$ nim-tui (.+)$", text, re.MULTILINE)
    }
)

OF_SERVERS: Final = sorted(
    {
        line
        for text in TEXTS.values()
        for line in re.findall(r"^    nim-tui ((?:admin|serve|web) .+)$", text, re.MULTILINE)
    }
)
OF_BOARDS: Final = ROOT / "docs" / "how-to" / "own-board.md"
SETTINGS: Final = [
    block
    for page, text in TEXTS.items()
    if page != OF_BOARDS
    for block in re.findall(r"^```toml\n([a-z_]+ = .*?)^```$", text, re.MULTILINE | re.DOTALL)
]

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))

_FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
_HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FILE: Final = re.compile(r"(?<![\w./-])(?:(?:rules|screens|nim_tui|tests)/[\w./-]*\w)")
"""A file or folder of the project, as the pages name them in passing."""


def _links(text: str) -> Iterator[tuple[str, str]]:
    """The files that a page links to, empty for the page itself, each with its heading."""
    for one, other in _LINK.findall(_FENCED.sub("", text)):
        target, _, heading = (one or other).partition("#")
        if "://" not in target:
            yield unquote(target), heading


def _anchors(text: str) -> set[str]:
    """The headings of a page, as links name them."""
    headings = (heading.casefold() for heading in _HEADING.findall(_FENCED.sub("", text)))
    return {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}


def test_the_pages_show_commands() -> None:
    assert COMMANDS
    assert "$ nim-tui" in README


@pytest.mark.slow
@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_pages_runs(line: str) -> None:
    run = CliRunner().invoke(commands, shlex.split(line))
    assert run.exit_code == 0, run.output
    assert run.output


@pytest.mark.parametrize("line", OF_SERVERS)
def test_a_command_for_servers_has_the_options_a_page_shows(line: str) -> None:
    words = shlex.split(line.partition(" > ")[0])
    run = CliRunner().invoke(commands, [*words, "--help"])
    assert run.exit_code == 0, run.output


@pytest.mark.parametrize("block", SETTINGS)
def test_settings_that_a_page_shows_are_taken(block: str, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(block)
    run = CliRunner().invoke(commands, ["serve", "--config", str(file), "--show-config"])
    assert run.exit_code == 0, run.output


@each_page
def test_everything_a_page_links_to_is_there(page: Path) -> None:
    for target, heading in _links(TEXTS[page]):
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), target
        if heading:
            assert heading in _anchors(file.read_text("utf-8")), (target, heading)


@each_page
def test_every_file_a_page_names_is_there(page: Path) -> None:
    named = set(_FILE.findall(_FENCED.sub("", TEXTS[page])))
    written = {name: TEMPLATE / f"{name.replace('bids/', 'game/')}-tpl" for name in named}
    missing = {name for name in named if not (ROOT / name).exists() and not written[name].exists()}
    assert missing <= {"bids/rules/puzzles.json"}, "which the page has made"


def test_the_readme_leads_to_every_page() -> None:
    reached, new = set[Path](), {ROOT / "README.md"}
    while new:
        reached |= new
        new = {
            (page.parent / target).resolve()
            for page in new & {*PAGES}
            for target, _ in _links(TEXTS[page])
            if target
        } - reached
    assert {*PAGES} <= reached


def test_the_index_leads_to_every_page() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / target).resolve() for target, _ in _links(TEXTS[index])}
    assert {*PAGES} - {index} <= linked


def test_every_target_of_make_that_a_page_names_is_there() -> None:
    makefiles = (ROOT / "Makefile", TEMPLATE / "Makefile-tpl")
    makefile = "\n".join(each.read_text("utf-8") for each in makefiles)
    targets = set(re.findall(r"^([a-z0-9]+):", makefile, re.MULTILINE))
    shown = re.compile(r"(?:`|^    )make ([a-z0-9]+)", re.MULTILINE)
    named = {name for text in TEXTS.values() for name in shown.findall(text)}
    assert {"play", "test", "check"} <= named
    assert named <= targets
