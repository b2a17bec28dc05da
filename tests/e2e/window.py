"""A real terminal for the installed command: a tmux server of its own, driven by its keys."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.e2e.shown import Shown
from tests.waiting import PATIENCE

ENDED = "exit code "


class Terminal(Shown):
    """One window of a private tmux server."""

    def __init__(self, server: str, home: Path) -> None:
        self._server = server
        self._home = home

    def tmux(self, *arguments: str) -> str:
        """Run a tmux command on the private server."""
        return subprocess.run(
            ["tmux", "-L", self._server, "-f", "/dev/null", *arguments],
            check=True, capture_output=True, text=True, timeout=PATIENCE,
        ).stdout  # fmt: skip

    def start(self, *arguments: str, language: str = "C.UTF-8", shows: str) -> None:
        """Start the command in a fresh window of 80 x 24 and wait until it shows a text."""
        command = Path(sys.executable).with_name("nim-tui")
        assert command.exists(), f"{command} is not installed: `pip install -e .`"
        words = " ".join([f"'{command}'", *arguments])
        unset = "-u NO_COLOR -u COLUMNS -u LINES"
        settings = f"LC_ALL={language} NIM_TUI_HOME='{self._home}'"
        self.open(f"env {unset} {settings} {words}; echo '{ENDED}'$?; exec sleep 600", shows=shows)

    def open(self, script: str, *, shows: str) -> None:
        """Run a script of the shell in a fresh window of 80 x 24 and wait for a text."""
        if self.is_open:
            self.tmux("respawn-window", "-k", "sh", "-c", script)
        else:
            self.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", script)
        self.tmux("set-option", "-g", "status", "off")
        self.tmux("set-option", "-g", "escape-time", "0")
        self.tmux("resize-window", "-x", "80", "-y", "24")
        self.wait_for(shows)

    @property
    def is_open(self) -> bool:
        """Whether the server runs."""
        command = ["tmux", "-L", self._server, "has-session"]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def screen(self) -> str:
        """What the window shows."""
        return self.tmux("capture-pane", "-p")

    def keys(self, *names: str) -> None:
        """Press keys, by tmux's names or as characters."""
        self.tmux("send-keys", *names)

    def type(self, text: str) -> None:
        """Type a text as it is."""
        self.tmux("send-keys", "-l", text)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def kill_the_game(self) -> None:
        """End what runs in the window, the game or `ssh`, as a power cut would: no goodbye."""
        shell = int(self.tmux("display-message", "-p", "#{pane_pid}"))
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        self.wait_for(f"{ENDED}137")

    def mouse_is_asked_for(self) -> bool:
        """Whether the program in the window still asks for mouse events."""
        return self.tmux("display-message", "-p", "#{mouse_any_flag}").strip() == "1"

    def alternate_screen_is_on(self) -> bool:
        """Whether the program in the window still draws on the alternate screen."""
        return self.tmux("display-message", "-p", "#{alternate_on}").strip() == "1"

    def close(self) -> None:
        """End the server."""
        if self.is_open:
            self.tmux("kill-server")
