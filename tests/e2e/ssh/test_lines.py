"""Somebody with `ssh -T`, through pipes, and somebody at a screen, at one table of Bataille."""

from __future__ import annotations

import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from rules.bataille import BATAILLE
from tests.e2e.course import rounds
from tests.e2e.needs import needs
from tests.e2e.people import Person
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import ending_of, moves_of
from tests.screens.tables import WON
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.slow, *needs("ssh", "tmux")]
SEED = 7
GAME = rounds(WON, BATAILLE, 2, SEED)
Come = Callable[[str], Person]


class Piped:
    """Somebody whose `ssh -T` reads from a pipe and writes to one."""

    def __init__(self, person: Person, server: ServerProcess, *more: str) -> None:
        words = person.words(server)
        command = [words[0], "-T", *words[1:], *more]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, bufsize=1, env={**os.environ, "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.told: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def say(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hears(self, *texts: str) -> str:
        """Wait for a line that has one of these in it."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError((texts, self.told[-20:])) from None
            assert line is not None, (texts, self.told[-20:])
            self.told.append(line)
            if any(text in line for text in texts):
                return line

    def plays(self, words: str) -> None:
        """Type moves once it is the own turn, and wait for the question after them."""
        if not self.told[-1].startswith("Your turn"):
            self.hears("Your turn")
        self.say(words)
        self.hears("Your turn", "Waiting for", "Answered", "The game is over")

    def ends(self) -> int:
        """Close the pipe; the exit status."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)


@pytest.fixture
def piped() -> Iterator[Callable[..., Piped]]:
    with ExitStack() as stack:

        def come(person: Person, server: ServerProcess, *more: str) -> Piped:
            somebody = Piped(person, server, *more)
            stack.callback(somebody.close)
            return somebody

        yield come


@pytest.fixture
def server(servers: Callable[[int], ServerProcess]) -> ServerProcess:
    return servers(SEED)


def test_a_whole_game_against_somebody_at_a_screen(
    server: ServerProcess, person: Come, piped: Callable[..., Piped]
) -> None:
    ana, ben = person("Ana"), piped(person("Ben"), server)
    ana.register(server)
    for line in ("Ben", ""):
        ben.hears("Choose your name", "Take the name “Ben”?")
        ben.say(line)
    ben.hears("Lobby.")
    ana.sets_up()
    ben.say("say hello")
    ana.wait_for("hello")
    ben.say("join")
    ben.hears("Your turn: hide submarine 1 of 3")
    ana.sits_down("Your turn: hide submarine 1 of 3")
    for together in GAME:
        for saying in together:
            if saying.seat == 0:
                ana.say(saying.words)
            else:
                ben.plays(saying.words)
    ben.hears("The game is over")
    ana.wait_for("The end", "You win")
    assert any("Ana wins" in line for line in ben.told)
    assert "\x1b" not in "".join(ben.told)
    said = [move for _seat, move in moves_of(server.data)]
    assert said[8:] == WON.split("; ")[8:]
    over = ending_of(server.data)
    assert over is not None
    assert over.ranking == ((0,), (1,))
    ben.say("leave")
    ben.hears("Lobby.")
    assert ben.ends() == 0


@pytest.mark.nightly
def test_a_file_of_lines_is_heard_to_its_end(
    server: ServerProcess, person: Come, tmp_path: Path
) -> None:
    ana = person("Ana")
    words = ana.words(server)
    lines = "Ana\n\nnew schwarm easy\n\nwhat\nquit\ntables"
    done = subprocess.run(
        [words[0], "-T", *words[1:]], input=lines, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[-2].startswith("1. Der Schwarm: you and ")
    assert told[-1].startswith("Lobby.")


@pytest.mark.nightly
def test_lines_in_the_language_of_the_client(server: ServerProcess, person: Come) -> None:
    words = person("Ana").words(server)
    done = subprocess.run(
        [words[0], "-T", "-o", "SendEnv=LANG", *words[1:]], input="", capture_output=True,
        text=True, check=False, timeout=PATIENCE, env={**_without_lc(), "LANG": "fr_FR.UTF-8"},
    )  # fmt: skip
    assert done.stdout.startswith("Bienvenue dans nim_tui.\n")


def _without_lc() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("LC_")}


def test_a_dumb_terminal_is_echoed_and_left_in_order(server: ServerProcess, person: Come) -> None:
    ana = person("Ana")
    words = " ".join(ana.words(server))
    ana.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh", "-c",
             f"env TERM=dumb {words}; echo ended $?; exec sleep 600")  # fmt: skip
    ana.wait_for("Choose your name")
    ana.type("Anx")
    ana.keys("BSpace")
    ana.type("a")
    ana.keys("Enter")
    ana.wait_for("Ana", "Take the name “Ana”?")
    ana.keys("Enter")
    ana.wait_for("Welcome to nim_tui, Ana.")
    ana.type("quit")
    ana.keys("Enter")
    ana.wait_for("ended 0")
