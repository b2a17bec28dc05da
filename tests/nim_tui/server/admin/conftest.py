"""What the tests of `nim-tui admin` share: orders, a folder, people who are known."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from click.testing import CliRunner

from nim_tui.commands.cli import commands
from nim_tui.server.accounts.store import Account, register
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from tests.nim_tui.server.ssh.serving import new_key
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[4]


def command(*words: object) -> list[str]:
    """A command line of nim-tui."""
    return [sys.executable, "-m", "nim_tui", *map(str, words)]


def environment(home: Path) -> dict[str, str]:
    """The environment of a process that touches nothing of whoever runs the tests."""
    return {**os.environ, "NIM_TUI_HOME": str(home), "LANG": "C.UTF-8", "NO_COLOR": ""}


@dataclass
class Told:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def facts(self) -> dict[str, Any]:
        """What it wrote as JSON."""
        assert self.code == 0, self.err
        facts: dict[str, Any] = json.loads(self.out)
        return facts

    def is_mistake(self, said: str) -> None:
        """See that a mistake is told in one clear line."""
        assert (self.code, self.out) == (2, ""), self.err
        assert self.err.startswith("nim-tui: ")
        assert self.err.endswith("\n")
        assert self.err[:-1].isprintable()
        assert len(self.err) < 500
        assert said in self.err


def told(*words: object) -> Told:
    """What a command says, in this process."""
    arguments = [*map(str, words)]
    done = CliRunner().invoke(commands, arguments, prog_name="nim-tui", env={"LANG": "C.UTF-8"})
    return Told(done.exit_code, done.stdout, done.stderr)


def run(folder: Path, *words: object) -> Told:
    """`nim-tui admin` on a folder, in this process."""
    return told("admin", "--data", folder, *words)


def run_as_process(folder: Path, *words: object) -> Told:
    """`nim-tui admin` on a folder, as somebody at a shell runs it."""
    done = subprocess.run(
        command("admin", "--data", folder, *words),
        cwd=ROOT, env=environment(folder), capture_output=True, text=True,
        timeout=PATIENCE * 2, check=False,
    )  # fmt: skip
    return Told(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    """The database of the server, which may run meanwhile."""
    database = open_database(folder)
    try:
        yield database
    finally:
        database.close()


@dataclass
class Person:
    """Somebody with a key and an account."""

    key: asyncssh.SSHKey
    account: Account

    @property
    def fingerprint(self) -> str:
        return self.key.get_fingerprint("sha256")


def person(database: Database, name: str) -> Person:
    """Somebody known to the server already."""
    key = new_key()
    return Person(key, register(database, name, key.get_fingerprint("sha256")))
