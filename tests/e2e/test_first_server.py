"""The tutorial "Your first server", followed from start to finish by its own commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.needs import needs
from tests.e2e.people import LOBBY, NAMING, OPTIONS
from tests.e2e.server_process import ROOT
from tests.e2e.window import ENDED, Terminal
from tests.ports import free_port

pytestmark = [pytest.mark.slow, *needs("ssh", "ssh-keygen", "tmux")]

PAGE = (ROOT / "docs" / "tutorials" / "first-server.md").read_text("utf-8")
COMMANDS = re.findall(r"^    (\S.*)$", PAGE, re.MULTILINE)
INVITATION = re.compile(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}")
PROMPT = "hide submarine"


class Reader:
    """A reader of the tutorial, with a home folder and a server port of their own."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self._home = home
        self._stack = stack
        self._port = str(free_port())
        self._left = [*COMMANDS]
        self.folder = home / "my-server"

    def next(self, beginning: str) -> str:
        """Return the next command of the page, which begins like this, fit for this machine."""
        line = self._left.pop(0)
        assert line.startswith(beginning), (line, beginning)
        line = line.replace("8022", self._port)
        if line.startswith("nim-tui serve"):
            line += f" --port {self._port}"
        if line.startswith("ssh-keygen"):
            line += " -q -N '' -f ~/.ssh/id_ed25519"
        options = " ".join(f"-o {option}" for option in OPTIONS)
        return re.sub("^ssh ", f"ssh -F /dev/null -i ~/.ssh/id_ed25519 {options} ", line)

    def runs(self, beginning: str) -> str:
        """Run the next command and return its output."""
        line = self.next(beginning)
        folder = self.folder if self.folder.exists() else self._home
        return subprocess.run(
            line, shell=True, check=True, capture_output=True, text=True, timeout=60,
            cwd=folder, env={**os.environ, **self._settings},
        ).stdout  # fmt: skip

    def window(self, name: str) -> Terminal:
        """Return a new terminal."""
        terminal = Terminal(f"nim-tui-{os.getpid()}-{self._home.name}-{name}", self._home)
        self._stack.callback(terminal.close)
        return terminal

    def opens(self, terminal: Terminal, line: str, shows: str) -> str:
        """Run a command that stays, in a terminal; return the screen."""
        settings = " ".join(f"{name}='{value}'" for name, value in self._settings.items())
        start = f"trap : INT; cd '{self.folder}'; export {settings}; unset NO_COLOR"
        terminal.open(f"{start}; {line}; echo '{ENDED}'$?; exec sleep 600", shows=shows)
        return terminal.wait_for(shows)

    @property
    def _settings(self) -> dict[str, str]:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        return {"HOME": str(self._home), "PATH": path, "LC_ALL": "C.UTF-8"}


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    with ExitStack() as stack:
        (tmp_path / ".ssh").mkdir(mode=0o700)
        yield Reader(tmp_path, stack)


def signs_in(own: Terminal) -> None:
    """Choose a name in the first session."""
    own.type("Ana")
    own.keys("Enter")
    own.wait_for("Enter again")
    own.keys("Enter")
    own.wait_for(LOBBY)


def sets_up_a_table(own: Terminal) -> None:
    """Open the form of a new table of the first game."""
    own.keys("n")
    own.wait_for("Enter: choose this game.")
    own.keys("Enter")
    own.wait_for("› Start", "open to everyone")


def plays_a_bot(own: Terminal) -> None:
    """Begin a game against a bot and leave the server."""
    sets_up_a_table(own)
    own.keys("Down", "Down", "Down")
    own.wait_for("› Seat 2")
    for _ in range(6):
        if re.search(r"Seat 2 .*easy", screen := own.at_rest()):
            break
        own.keys("Right")
        own.wait_for_change(screen)
    own.keys("Up", "Up", "Up")
    own.wait_for("› Start", "easy")
    own.keys("Enter")
    own.wait_for(PROMPT)
    own.keys("q")
    own.wait_for(LOBBY)
    own.keys("q", "q")
    own.wait_for(ENDED)


def invites(own: Terminal) -> str:
    """Open a table and return the code of an invite link."""
    sets_up_a_table(own)
    own.keys("Enter")
    own.wait_for("waiting for players")
    own.keys("y")
    own.wait_for("› New invite link")
    own.keys("Enter")
    found = INVITATION.search(own.wait_for("localhost join"))
    assert found is not None
    return found[0]


def test_a_reader_gets_from_the_first_command_to_the_last(reader: Reader) -> None:
    server, own, friend = (reader.window(name) for name in ("server", "own", "friend"))
    assert reader.next("pipx install") == "pipx install '.[server]'"
    reader.runs("mkdir -p my-server")
    reader.opens(server, reader.next("nim-tui serve"), "listening on 127.0.0.1")
    reader.runs("ssh-keygen -t ed25519")
    connect = reader.next("ssh -p")
    reader.opens(own, connect, NAMING)
    signs_in(own)
    plays_a_bot(own)
    server.keys("C-c")
    server.wait_for(ENDED)

    reader.opens(server, reader.next("nim-tui serve"), "listening on 0.0.0.0")
    reader.opens(own, connect, "your turn")
    joins = INVITATION.sub(invites(own), reader.next("ssh -t"))
    reader.opens(friend, joins, PROMPT)
    own.keys("Escape")
    own.wait_for("Guest")
    own.keys("v")
    own.wait_for("Sessions", "Ana", "Guest")

    assert "Guest" in reader.runs("nim-tui admin --data games list")
    reader.runs("nim-tui admin --data games announce")
    friend.wait_for("The server restarts", "eight.")
    assert "database" in reader.runs("nim-tui admin --data games stats")
    assert "verified" in reader.runs("nim-tui admin --data games backup monday.sqlite")
    friend.keys("q", "q", "q")
    own.keys("Escape")
    reader.runs("nim-tui admin --data games drain")
    server.wait_for(f"{ENDED}0")
    reader.runs("cp monday.sqlite games/nim_tui.sqlite")
    reader.runs("rm -f")
    reader.opens(server, reader.next("nim-tui serve"), "listening on 127.0.0.1")
    reader.opens(own, connect, "your turn")
