"""People who have nothing but `ssh`: each in a terminal of his own, with a key of his own."""

from __future__ import annotations

import os
import re
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import asyncssh

from tests.e2e.course import Round
from tests.e2e.server_process import ServerProcess
from tests.e2e.shown import Shown
from tests.e2e.window import ENDED, Terminal
from tests.ports import HOST

OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentityAgent=none",
           "LogLevel=ERROR")  # fmt: skip
NAMING = "Choose your name"
LOBBY = "Lobby   "
TYPING = "Tab Complete"
"""What the key bar says while the line for typing is open."""
INVENTORY = "Inventory after turn"
"""The title of what waits for a key between turns of Himalaya."""


class Player(Shown, ABC):
    """Somebody at a screen, in the lobby and at tables."""

    name = ""

    @abstractmethod
    def visit(self, server: ServerProcess, *, shows: str = LOBBY) -> None:
        """Come to a server."""

    def enters(self, words: str) -> None:
        """Type a line."""
        self.type(words)
        self.keys("Enter")

    def register(self, server: ServerProcess) -> None:
        """Visit for the first time."""
        self.visit(server, shows=NAMING)
        self.type(self.name)
        self.keys("Enter")
        self.wait_for("Enter again")
        self.keys("Enter")
        self.wait_for(LOBBY, f"Lobby   {self.name}")

    # In the lobby

    def makes_programs_quick(self) -> None:
        """Let nothing be shown slowly, by the settings."""
        self.keys("s")
        self.sets("Speed of bots", "off")
        self.sets("Forced moves", "ask")
        self.keys("q")
        self.wait_for(LOBBY)

    def sets(self, setting: str, value: str) -> None:
        """Turn a setting until it has a value."""
        self.wait_for(setting)
        self._turns("Down", f"› .*{setting}")
        self._turns("Right", f"› .*{setting}.*‹ {value} ›")

    def _turns(self, key: str, shows: str) -> None:
        """Press a key until some line shows this; a list is not longer than the screen twice.

        A screen half drawn shows less than it will: pressed again then, the key goes too far.
        """
        for _line in range(48):
            if re.search(shows, shown := self.at_rest()):
                return
            self.keys(key)
            self.wait_for_change(shown)
        raise AssertionError(f"{key} never led to {shows}")

    def sets_up(self, *down: str) -> None:
        """Set up a table with every other seat open; the game is so far down the list."""
        self.keys("n")
        self.wait_for("Enter: choose this game.")
        self.keys(*down, "Enter")
        self.wait_for("› Start", "open to everyone")
        self.keys("Enter")
        self.wait_until(lambda screen: "› Start" not in screen and "free" in screen, "the table")

    def joins(self) -> None:
        """Take a seat at the only table."""
        self.wait_for("Enter take a seat")
        self.keys("Enter")
        self.wait_until(lambda screen: "Enter take a seat" not in screen, "a seat")

    def sits_down(self, shows: str) -> str:
        """Go to the only table, which is played at, unless joining it led there already."""
        self.wait_until(lambda screen: shows in screen or LOBBY in screen, "lobby or table")
        if LOBBY not in self.screen():
            return self.wait_for(shows)
        self.wait_until(
            lambda screen: "your turn" in screen or "waiting for " in screen, "the start"
        )
        self.keys("Enter")
        return self.wait_for(shows)

    def begins_with(self, other: Player, server: ServerProcess, shows: str) -> None:
        """Both are new, and sit down at a table of Bataille that begins with that."""
        for one in (self, other):
            one.register(server)
        self.sets_up()
        other.joins()
        for one in (self, other):
            one.sits_down(shows)

    # At a table

    def asked(self, screen: str) -> str:
        """What the prompt asks this person, or nothing."""
        found = re.search(r"^ . Your turn: (.*)$", screen, re.MULTILINE)
        return found[1].strip() if found else ""

    def is_asked(self) -> None:
        """Wait until it is the own turn; go on where an inventory waits for a key."""

        def has_come(screen: str) -> bool:
            return self.asked(screen) != "" or INVENTORY in screen

        while INVENTORY in self.wait_until(has_come, f"{self.name}'s turn"):
            self.keys("Enter")
            self.wait_until(lambda screen: INVENTORY not in screen, "the table")

    def looks_anew(self, shows: str) -> str:
        """Go to the lobby and sit down again, so that every cursor is where it is at first."""
        self.keys("q")
        self.wait_for(LOBBY)
        self.sits_down(shows)
        return self.at_rest()

    def say(self, words: str) -> None:
        """Type moves once it is the own turn, and wait until they are taken."""
        self.is_asked()
        self.type(":")
        self.wait_for("type a move", TYPING)
        self.enters(words)
        self.wait_until(lambda screen: _is_taken(words, screen), f"{words} being taken")


class Person(Player, Terminal):
    """Somebody at a terminal of 80 x 24, with a key of their own."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(f"nim-tui-{os.getpid()}-{folder.name}-{name}", folder)
        self.name = name
        self._key = folder / f"key of {name}".replace(" ", "-")
        self._key.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        self._key.chmod(0o600)

    def words(self, server: ServerProcess, *command: str) -> list[str]:
        """The command line of `ssh`, which reads nobody's settings and asks nothing."""
        options = [part for option in OPTIONS for part in ("-o", option)]
        start = ["ssh", "-F", "/dev/null", "-p", str(server.port), "-i", str(self._key)]
        return [*start, *options, f"anybody@{HOST}", *command]

    def asks(self, server: ServerProcess, *command: str) -> subprocess.CompletedProcess[str]:
        """Run `ssh` with a command and without a terminal."""
        return subprocess.run(
            self.words(server, *command), check=False, capture_output=True, text=True,
            timeout=20, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    # Coming and going

    def visit(self, server: ServerProcess, *, shows: str = LOBBY) -> None:
        """Open `ssh` in the window."""
        line = " ".join(self.words(server))
        script = f"env -u NO_COLOR TERM=tmux-256color {line}; echo '{ENDED}'$?; exec sleep 600"
        if self.is_open:
            self.tmux("respawn-window", "-k", "sh", "-c", script)
        else:
            self.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", script)
            self.tmux("set-option", "-g", "status", "off")
            self.tmux("set-option", "-g", "escape-time", "0")
        self.wait_for(shows)

    def is_given_back(self) -> bool:
        """Whether nothing of the game is left on the terminal: screen, mouse, cursor."""
        cursor = self.tmux("display-message", "-p", "#{cursor_flag}").strip()
        return cursor == "1" and not self.alternate_screen_is_on() and not self.mouse_is_asked_for()

    def enters(self, words: str) -> None:
        """Type a line, all at once."""
        self.tmux("send-keys", "-l", words, ";", "send-keys", "Enter")


Come = Callable[[str], Person]
"""Brings somebody by their name."""


@contextmanager
def arrivals(folder: Path) -> Iterator[Come]:
    """People come by their names, each with a terminal that is closed at the end."""
    with ExitStack() as stack:

        def come(name: str) -> Person:
            somebody = Person(folder, name)
            stack.callback(somebody.close)
            return somebody

        yield come


def _is_taken(words: str, screen: str) -> bool:
    """Whether the line for typing is closed."""
    is_open = "type a move" in screen or any(row.strip() == words for row in screen.splitlines())
    return not is_open and (TYPING not in screen or "waiting for" in screen)


def say_all(people: Sequence[Player], course: Iterable[Round]) -> None:
    """Play a game; who is asked at the same time answers in the other order, unseen by others."""
    for together in course:
        for one in together:
            people[one.seat].is_asked()
        for one in reversed(together):
            people[one.seat].say(one.words)
