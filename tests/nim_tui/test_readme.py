"""The commands that the README shows really run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from nim_tui.commands.cli import commands

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("line", re.findall(r"^\$ nim-tui (.+)$", README, re.MULTILINE))
def test_a_command_of_the_readme_runs(line: str) -> None:
    run = CliRunner().invoke(commands, shlex.split(line))
    assert run.exit_code == 0, run.output
    assert run.output


def test_everything_the_readme_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", README)
    targets = [one or other for one, other in links]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
