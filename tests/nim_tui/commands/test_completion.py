"""What Tab offers while a command is typed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from nim_tui.commands.completing import VARIABLE, joined
from tests.nim_tui.conftest import ROOT, run


def offered(words: str) -> list[str]:
    """What bash is offered for the last of the words, which are broken as bash breaks them."""
    broken = words.replace(":", " : ").replace("=", " = ")
    asked = {VARIABLE: "bash_complete", "COMP_WORDS": broken}
    asked["COMP_CWORD"] = str(len(broken.split(" ")) - 1 - broken.count("  "))
    told = subprocess.run(
        [sys.executable, "-m", "nim_tui"],
        cwd=ROOT, env={**os.environ, **asked}, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert told.stderr == ""
    return told.stdout.split()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("nim-tui pl", ["plain,play"]),
        ("nim-tui play B", ["plain,bataille"]),
        ("nim-tui learn h", ["plain,himalaya"]),
        ("nim-tui play bataille --option bl", ["plain,blast=false", "plain,blast=true"]),
        ("nim-tui play bataille --option spinner=q", ["plain,quarter"]),
        ("nim-tui play submarine --seats Ana,bot:h", ["plain,hard"]),
        ("nim-tui play --seats Ana,bot:h", []),
        ("nim-tui replay ./some", ["file,./some"]),
        ("nim-tui completion f", ["plain,fish"]),
    ],
)
def test_what_is_offered(words: str, wanted: list[str]) -> None:
    assert offered(words) == wanted


def test_words_that_bash_broke_are_joined() -> None:
    assert joined(["--seats", "Ana,bot", ":", "h"]) == ["--seats", "Ana,bot:h"]
    assert joined(["a", "=", "b", "c"]) == ["a=b", "c"]
    assert joined(["bot", ":", ""]) == ["bot:"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_what_to_run(shell: str) -> None:
    told = run("completion", shell)
    assert told.exit_code == 0
    assert VARIABLE in told.stdout
    program = shutil.which(shell)
    if program is not None:
        subprocess.run([program, "-n"], input=told.stdout, text=True, check=True, timeout=60)


def test_another_shell_is_refused_in_one_line() -> None:
    told = run("completion", "csh")
    assert told.exit_code == 2
    assert len(told.stderr.splitlines()) == 1
