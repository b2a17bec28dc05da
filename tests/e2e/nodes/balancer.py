"""A balancer before two servers: haproxy, with the very configuration that the docs show."""

from __future__ import annotations

import re
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.e2e.needs import HAPROXY
from tests.e2e.server_process import ROOT
from tests.ports import HOST, free_port

HOW_TO: Final = ROOT / "docs" / "how-to"
SHOWN: Final = "".join(
    (HOW_TO / page).read_text("utf-8") for page in ("run-a-server.md", "several-servers.md")
)
LOOKING: Final = "127.0.0.9"
"""From where this looks whether it listens: neither its own address nor that of people."""
_BLOCK: Final = re.compile(r"^    listen games\n(?:^     .*\n)+", re.MULTILINE)


def shown(servers: int) -> str:
    """The configuration of the docs for so many servers."""
    (found,) = (
        block
        for block in _BLOCK.findall(SHOWN)
        if len(re.findall(r"^ +server ", block, re.MULTILINE)) == servers
    )
    return str(found)


def meant(configuration: str, door: int, servers: Sequence[int]) -> str:
    """A configuration for ports of this machine; nothing else of it is changed."""
    ports = iter(servers)
    listening = configuration.replace("bind :22\n", f"bind {HOST}:{door}\n")
    return re.sub(
        r"(^ +server \S+) \S+:8022", lambda found: f"{found[1]} {HOST}:{next(ports)}",
        listening, flags=re.MULTILINE,
    )  # fmt: skip


def complaints(folder: Path, configuration: str) -> list[str]:
    """What haproxy has to say against a configuration."""
    assert HAPROXY is not None
    file = folder / "checked.cfg"
    file.write_text(configuration)
    checked = subprocess.run(
        [HAPROXY, "-c", "-f", file], capture_output=True, text=True, check=False
    )
    return re.findall(r"\[(?:WARNING|ALERT)\].*", checked.stdout + checked.stderr)


class Balancer:
    """It, while it runs; people come to its `port` as to a server's."""

    def __init__(self, folder: Path, servers: Sequence[int]) -> None:
        assert HAPROXY is not None
        self.port = free_port()
        self._told = folder / "haproxy.txt"
        file = folder / "haproxy.cfg"
        file.write_text(meant(shown(len(servers)), self.port, servers))
        with self._told.open("wb") as told:
            self._process = subprocess.Popen([HAPROXY, "-db", "-f", file], stdout=told, stderr=told)

    @property
    def told(self) -> str:
        """What it has told so far."""
        return self._told.read_text()

    @property
    def listens(self) -> bool:
        """Whether somebody can come."""
        with socket.socket() as tried:
            tried.bind((LOOKING, 0))
            return tried.connect_ex((HOST, self.port)) == 0

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait(10)
