"""The commands of the compose files, each started as a process, asked for its health, and stopped.

Only what a container gives is replaced: the port, the folder of its data, and the database.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
import yaml

from nim_tui.tables.store import HOME_VARIABLE
from tests.e2e.server_process import LISTENING
from tests.nim_tui.server.storage.cluster import Cluster
from tests.ports import free_port
from tests.test_container import ROOT, SERVICE, own_services, shown_services
from tests.waiting import wait_until

pytestmark = pytest.mark.slow
NIM_TUI: Final = (sys.executable, "-m", "nim_tui")


class Container:
    """A command of a service as a process, with a home of its own."""

    def __init__(self, home: Path, words: Sequence[str]) -> None:
        home.mkdir()
        self.env = {**os.environ, HOME_VARIABLE: str(home), "LC_ALL": "C.UTF-8"}
        self._told = home / "told.txt"
        with self._told.open("wb") as told:
            self.process = subprocess.Popen(
                [*NIM_TUI, *words], stdout=told, stderr=told, stdin=subprocess.DEVNULL, env=self.env
            )

    @property
    def told(self) -> str:
        return self._told.read_text("utf-8", errors="replace")

    def listens(self) -> None:
        wait_until(
            lambda: LISTENING.search(self.told) or self.process.poll() is not None,
            "a line that it listens",
        )
        assert LISTENING.search(self.told), self.told

    def is_healthy(self) -> bool:
        """Run the health check of compose.yaml beside it."""
        kind, line = SERVICE["healthcheck"]["test"]
        assert kind == "CMD-SHELL"
        line = line.replace("nim-tui", shlex.join(NIM_TUI), 1)
        return subprocess.run(["sh", "-c", line], env=self.env, timeout=60, check=False,
                              stdout=subprocess.DEVNULL).returncode == 0  # fmt: skip

    def stop(self) -> float:
        """End it as a container is ended; the seconds that took."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == 0, self.told
        return time.monotonic() - begun


@contextmanager
def started(home: Path, words: Sequence[str], *instead: str) -> Iterator[Container]:
    """A service that listens; what is given last replaces the same option before."""
    container = Container(home, [*words, "--host", "127.0.0.1", "--port", "0", *instead])
    try:
        container.listens()
        yield container
    finally:
        container.process.kill()
        container.process.wait()


def offered_command() -> list[str]:
    """The command that compose.yaml offers for browsers, in comments."""
    text = (ROOT / "compose.yaml").read_text("utf-8")
    lines = re.findall(r"^    # ((?:command|ports|  ).*)$", text, re.MULTILINE)
    command: list[str] = yaml.safe_load("\n".join(lines))["command"]
    return command


def test_the_service_of_compose_starts_is_healthy_and_stops_in_time(tmp_path: Path) -> None:
    with started(tmp_path / "home", SERVICE["command"]) as container:
        assert container.is_healthy()
        assert container.stop() < float(SERVICE["stop_grace_period"].rstrip("s"))
        assert not container.is_healthy()


def test_the_command_for_browsers_starts_and_is_healthy(tmp_path: Path) -> None:
    web = ("--web", str(free_port()), "--web-host", "127.0.0.1")
    with started(tmp_path / "home", offered_command(), *web) as container:
        assert container.is_healthy()
        container.stop()


@pytest.mark.nightly
def test_several_servers_of_a_page_start_at_one_database(tmp_path: Path, cluster: Cluster) -> None:
    (shown,) = (each for each in shown_services() if "haproxy" in each["services"])
    database = ("--database", cluster.blank())
    words = [shlex.split(service["command"]) for service in own_services(shown)]
    with (
        started(tmp_path / "one", words[0], *database) as one,
        started(tmp_path / "other", words[1], *database) as other,
    ):
        assert one.is_healthy()
        assert other.is_healthy()
        nodes = subprocess.run(
            [*NIM_TUI, "admin", "nodes"], env=one.env, capture_output=True, text=True, check=True,
            timeout=60,
        ).stdout  # fmt: skip
        assert len(nodes.splitlines()) == 3, nodes
        one.stop()
        other.stop()
