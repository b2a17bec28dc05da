"""The program as a process: what it loads, what it writes where, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nim_tui import __version__
from tests.nim_tui.conftest import ROOT, python

LOADED = """
import sys
sys.argv = ["nim-tui", *{arguments!r}]
from nim_tui.__main__ import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print(*sys.modules, file=sys.stderr)
"""
TEXTS = {
    "screens.text",
    "screens.game_intro",
    "screens.coach_words",
    "screens.people",
    "screens.positions",
    "screens.colours",
    "screens.cast",
}
"""What translates, or tells of games and people, and draws nothing."""


def modules_after(*arguments: str) -> set[str]:
    """The modules that a run of the program loads, and the packages they are in."""
    run = python("-c", LOADED.format(arguments=list(arguments)))
    assert run.returncode == 0, run.stderr
    loaded = set(run.stderr.split())
    return loaded | {name.partition(".")[0] for name in loaded}


def test_the_version_loads_nothing() -> None:
    run = python("-m", "nim_tui", "--version")
    assert (run.returncode, run.stdout, run.stderr) == (0, f"nim-tui {__version__}\n", "")
    bare = set(python("-c", "import sys; print(*sys.modules)").stdout.split())
    ours = {"nim_tui", "nim_tui.__main__", "__future__", "gc"}  # the last is built in
    assert modules_after("--version") - bare == ours


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_the_page_of_help_loads_no_command(arguments: list[str]) -> None:
    loaded = modules_after(*arguments)
    assert "click" in loaded
    assert not loaded & {"textual", "rich", "msgspec", "rules.contract"}
    assert [name for name in loaded if name.startswith("nim_tui.commands.")] == [
        "nim_tui.commands.cli"
    ]


@pytest.mark.parametrize(
    "arguments", [["play", "--help"], ["simulate", "--help"], ["record", "check", "--help"]]
)
def test_help_of_a_command_loads_neither_screens_nor_games(arguments: list[str]) -> None:
    loaded = modules_after(*arguments)
    assert not loaded & {"textual", "rich", "rules.bataille"}
    assert {name for name in loaded if name.startswith("screens.")} <= TEXTS


@pytest.mark.parametrize("arguments", [["games"], ["simulate", "bataille", "--games", "2"]])
def test_commands_without_a_screen_load_none(arguments: list[str]) -> None:
    loaded = modules_after(*arguments)
    assert not loaded & {"textual", "rich"}
    assert {name for name in loaded if name.startswith("screens.")} <= TEXTS


@pytest.mark.parametrize("name", ["rules", "screens"])
@pytest.mark.parametrize(
    "content", ["", "PART_OF = 'another'", "raise RuntimeError('no')", "import nowhere", "("]
)
def test_another_projects_package_is_told_in_one_line(
    name: str, content: str, tmp_path: Path
) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(content)
    run = in_front(tmp_path, "games")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"nim-tui: the package '{name}' that Python finds ")
    assert run.stderr.count("\n") == 1
    assert str(tmp_path) in run.stderr or "PART_OF" not in content


def test_our_packages_are_found_whatever_lies_behind_them(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    assert in_front(tmp_path, "games").returncode == 0, "a folder without code is no package"


def in_front(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run of the program with a folder where Python looks first."""
    start = (
        f"import sys; sys.path.insert(0, {str(folder)!r}); sys.argv = ['nim-tui', *{arguments!r}]\n"
        "from nim_tui.__main__ import main; main()"
    )
    return python("-c", start)


@pytest.mark.parametrize("arguments", [["puzzle", "tinny"], ["play", "tinny"], ["--verson"]])
def test_a_mistake_is_one_line_and_exit_code_2(arguments: list[str]) -> None:
    run = python("-m", "nim_tui", *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("nim-tui: ")
    assert run.stderr.count("\n") == 1


def test_arguments_that_are_no_text_are_escaped() -> None:
    command = [os.fsencode(sys.executable), b"-m", b"nim_tui", b"replay", b"\xff\x1b[2J\n.jsonl"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert run.returncode == 2
    assert run.stderr == b"nim-tui: \\udcff\\x1b[2J\\n.jsonl: file not found\n"


@pytest.mark.slow
def test_json_alone_is_on_standard_output() -> None:
    run = python("-m", "nim_tui", "simulate", "bataille", "--games", "3", "--seed", "1", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout)["games"] == 3


def test_output_nobody_reads_ends_the_program_quietly() -> None:
    shell = f"{sys.executable} -m nim_tui games --json | head -c 1"
    run = subprocess.run(
        ["sh", "-c", shell], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.stdout, run.stderr) == ("[", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
def test_output_that_cannot_be_written_is_told() -> None:
    shell = f"exec {sys.executable} -m nim_tui games > /dev/full"
    run = subprocess.run(
        ["sh", "-c", shell], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stderr) == (2, "nim-tui: No space left on device\n")


INTERRUPTED_AT_ONCE = """
import signal, sys
from nim_tui.arena import matches
from nim_tui.commands.cli import commands

signal.signal(signal.SIGINT, signal.default_int_handler)  # it may come ignored from a job's shell
really = matches.play_out

def play_out(game, options, bots, seed):
    if seed == 3:
        signal.raise_signal(signal.SIGINT)
    return really(game, options, bots, seed)

matches.play_out = play_out
commands(["simulate", "bataille", "--seed", "1", "--games", "1000", "--json"])
"""


@pytest.mark.slow
def test_ctrl_c_stops_a_simulation_with_one_line() -> None:
    run = python("-c", INTERRUPTED_AT_ONCE)
    assert run.returncode == 128 + signal.SIGINT
    assert run.stdout == ""
    assert run.stderr == "nim-tui: stopped after 2 of 1000 games\n"
