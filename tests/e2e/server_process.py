"""A server in a process of its own, as whoever runs it starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.nim_tui.server.kept_in import kept
from tests.ports import free_port
from tests.waiting import PATIENCE, wait_until

LISTENING = re.compile(r"listening on \S+ port (\d+)")
ROOT = Path(__file__).parents[2]


class ServerProcess:
    """`nim-tui serve`, to be killed and started again on the same data.

    Every game is dealt by `seed`, so that one told in words can be played; nothing else differs
    from the installed command.
    """

    def __init__(self, folder: Path, seed: int, packages: Path | None = None) -> None:
        """`packages` is a folder of distributions that are installed beside ours."""
        self.data = folder / "data"
        self.web_port = free_port()
        self.port = 0
        self._seed = seed
        self._found_in = [str(ROOT), *([] if packages is None else [str(packages)])]
        self._told = folder / "told.txt"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *more: str) -> None:
        """Start it and wait until it listens; one that does not is gone when this fails."""
        words = ["-m", "tests.e2e.seeded", str(self._seed), "serve", "--port", "0"]
        words += ["--rated-hours", "0"]  # nobody is too new, which they would be told
        words += ["--web", str(self.web_port)]
        if address := kept().address(self.data):
            words += ["--database", address]
        settings = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}
        settings["PYTHONPATH"] = os.pathsep.join(self._found_in)
        with self._told.open("wb") as told:
            self._process = subprocess.Popen(
                [sys.executable, *words, "--data", str(self.data), *more],
                stderr=told, stdout=told, stdin=subprocess.DEVNULL, env=settings,
            )  # fmt: skip
        try:
            self.port = self._listens_at()
        except BaseException:
            self.close()
            raise

    def _listens_at(self) -> int:
        """Wait for the port it tells."""
        wait_until(
            lambda: LISTENING.search(self.told) or not self.is_running, "a line that it listens"
        )
        found = LISTENING.search(self.told)
        assert found is not None, self.told
        return int(found[1])

    @property
    def told(self) -> str:
        """What the running server has told so far."""
        return self._told.read_text()

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def stop_politely(self) -> int:
        """As a service manager does; its exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        """End it, whatever it does."""
        if self.is_running:
            self.kill()
