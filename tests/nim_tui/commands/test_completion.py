"""What Tab offers while a command is typed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from nim_tui.cli.completing import VARIABLE, joined
from nim_tui.commands import cli
from nim_tui.lessons.lesson_file import lessons_of
from tests.nim_tui.conftest import ROOT, run


def asked_by_bash(words: str) -> dict[str, str]:
    """What bash asks for the last of the words, which are broken as bash breaks them."""
    broken = words.replace(":", " : ").replace("=", " = ")
    number = len(broken.split(" ")) - 1 - broken.count("  ")
    return {VARIABLE: "bash_complete", "COMP_WORDS": broken, "COMP_CWORD": str(number)}


def answer_to(asked: dict[str, str]) -> str:
    """What a shell that asks so is answered, in English."""
    environment = {"LC_ALL": "C.UTF-8", **asked}
    answered = CliRunner().invoke(cli.commands, [], prog_name="nim-tui", env=environment)
    assert answered.stderr == ""
    return answered.stdout


def answer_of_a_process(asked: dict[str, str]) -> str:
    """The same, asked as a shell asks it."""
    answered = subprocess.run(
        [sys.executable, "-m", "nim_tui"],
        cwd=ROOT, env={**os.environ, "LC_ALL": "C.UTF-8", **asked}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert answered.stderr == ""
    return answered.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("nim-tui pl", ["plain,play"]),
        ("nim-tui play B", ["plain,bataille"]),
        ("nim-tui learn h", ["plain,himalaya"]),
        ("nim-tui play bataille --option bla", ["plain,blast=false", "plain,blast=true"]),
        ("nim-tui play bataille --option spinner=q", ["plain,quarter"]),
        ("nim-tui play submarine --seats Ana,bot:h", ["plain,hard"]),
        ("nim-tui play --seats Ana,bot:h", []),
        ("nim-tui replay ./some", ["file,./some"]),
        ("nim-tui completion f", ["plain,fish"]),
        ("nim-tui --lang f", ["plain,fr"]),
        ("nim-tui play bataille --lang ", ["plain,en", "plain,fr"]),
        ("nim-tui play --lang=f", ["plain,fr"]),
        ("nim-tui record export a.jsonl --lang e", ["plain,en"]),
        ("nim-tui admin tables --lang f", ["plain,fr"]),
        ("nim-tui play --la", ["plain,--lang"]),
        ("nim-tui learn --pl", ["plain,--plain"]),
        ("nim-tui --la", ["plain,--lang"]),
        ("nim-tui --lang fr pl", ["plain,play"]),
        ("nim-tui play --lang fr --plain ba", ["plain,bataille"]),
        ("nim-tui play --lang fr submarine --seats Ana,bot:h", ["plain,hard"]),
        ("nim-tui --lang xx play --lang=yy bat", ["plain,bataille"]),
        ("nim-tui replay -- --la", ["file,--la"]),
        ("nim-tui learn himalaya --lesson ", ["plain,1", "plain,2"]),
        ("nim-tui learn --lesson ", []),
        ("nim-tui record export a.jsonl --out ./b", ["file,./b"]),
        ("nim-tui arena himalaya --bots hard,me", ["plain,hard,medium"]),
        ("nim-tui arena himalaya --keep h", ["file,h"]),
        ("nim-tui admin tables --game s", ["plain,submarine", "plain,schwarm"]),
        ("nim-tui web --data ./d", ["dir,./d"]),
        ("nim-tui serve --data ./d", ["dir,./d"]),
        ("nim-tui serve --admin-key ./k", ["file,./k"]),
        ("nim-tui serve --allow-keys ./k", ["file,./k"]),
        ("nim-tui serve --smtp-password ./k", ["file,./k"]),
        ("nim-tui serve --registration ", ["plain,open", "plain,invite", "plain,closed"]),
        ("nim-tui serve --port 8", []),
    ],
)
def test_what_is_offered(words: str, wanted: list[str]) -> None:
    assert answer_to(asked_by_bash(words)).split() == wanted


def test_a_shell_is_answered_by_a_process_of_its_own() -> None:
    words = "nim-tui play bataille --option bla"
    answered = answer_of_a_process(asked_by_bash(words))
    assert answered.split() == ["plain,blast=false", "plain,blast=true"]


def test_lessons_are_offered_with_their_titles_where_a_shell_shows_them() -> None:
    words = "nim-tui learn himalaya --lesson "
    asked = {VARIABLE: "fish_complete", "COMP_WORDS": words, "COMP_CWORD": ""}
    titles = [str(one.title) for one in lessons_of("himalaya")]
    offers = [f"plain,{n}\t{title}" for n, title in enumerate(titles, start=1)]
    assert answer_to(asked).splitlines() == offers


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
