"""Tab at the prompt of each shell, as `nim-tui completion` teaches it."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.window import Terminal

pytestmark = pytest.mark.slow

COMMANDS: Final = Path(sys.executable).parent
LEARNED: Final = {
    "bash": 'eval "$(nim-tui completion bash)"',
    "zsh": 'autoload -U compinit; compinit -D; eval "$(nim-tui completion zsh)"',
    "fish": "nim-tui completion fish | source; set -g fish_autosuggestion_enabled 0",
}
"""What each shell reads first."""
STARTED: Final = {
    "bash": "bash --noprofile --norc -i",
    "zsh": "zsh -f -i",
    "fish": "fish --no-config -i",
}


@pytest.fixture(
    params=["bash", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("zsh", "fish"))]
)
def shell(request: pytest.FixtureRequest, terminal: Terminal, tmp_path: Path) -> Terminal:
    """The prompt of a shell that has learned it, in a folder with one folder and one file."""
    name = request.param
    assert shutil.which(name), f"these tests need {name}: install it (apt-get install {name})"
    (tmp_path / "folder-of-games").mkdir()
    (tmp_path / "games-and-keys").write_text("")
    settings = f"HOME={tmp_path} LC_ALL=C.UTF-8 TERM=screen PATH={COMMANDS}:$PATH"
    started = f"cd {shlex.quote(str(tmp_path))}; env {settings} {STARTED[name]}"
    terminal.open(started, shows="")
    terminal.type(f" {LEARNED[name]}; clear; echo lear''ned")
    terminal.keys("Enter")
    terminal.wait_for("learned")
    return terminal


def complete(shell: Terminal, typed: str, ended: str) -> None:
    """Type on an empty line, press Tab, and see how the line ends."""
    shell.keys("C-u")
    shell.type(typed)
    shell.keys("Tab")
    shell.wait_for(ended)


def test_tab_ends_words(shell: Terminal) -> None:
    complete(shell, "nim-tui pl", "nim-tui play")
    complete(shell, "nim-tui play ba", "nim-tui play bataille")
    complete(shell, "nim-tui play bataille --seats Ana,bot:e", "--seats Ana,bot:easy")
    complete(shell, "nim-tui --lang f", "nim-tui --lang fr")


def test_tab_ends_the_language_behind_any_command(shell: Terminal) -> None:
    complete(shell, "nim-tui play bataille --lang f", "bataille --lang fr")
    complete(shell, "nim-tui replay games-and-keys --lang=f", "games-and-keys --lang=fr")
    complete(shell, "nim-tui play --la", "nim-tui play --lang")
    complete(shell, "nim-tui play --lang fr ba", "--lang fr bataille")
    complete(shell, "nim-tui admin tables --lang e", "admin tables --lang en")


def test_tab_finds_what_a_server_takes(shell: Terminal) -> None:
    complete(shell, "nim-tui serve --registration i", "--registration invite")
    complete(shell, "nim-tui serve --data fol", "--data folder-of-games")
    complete(shell, "nim-tui serve --admin-key gam", "--admin-key games-and-keys")
