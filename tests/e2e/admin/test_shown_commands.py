"""Every command of `nim-tui admin` that the guides show, run in a shell as it stands there.

Names, numbers and addresses are put in place of those of the page, and before each command the
house is as the page assumes: Ana is there, a game and a tournament, a report, somebody online.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from nim_tui.server.accounts.store import Account, account_named, register
from nim_tui.server.clubs.store import found
from nim_tui.server.contests.tournament_store import TournamentPlan, set_up
from nim_tui.server.moderation.reports import Reported, report
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.tables.clock import ClockPlan
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import ROOT, environment, person, told
from tests.nim_tui.server.ssh.serving import new_key
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.nim_tui.server.storage.conftest import begun
from tests.waiting import wait_until

pytestmark = pytest.mark.nightly

_SHOWN: Final = re.compile(r"^    (nim-tui admin .*)$|`(nim-tui admin [^`]+)`", re.MULTILINE)
PARTS: Final = {"nim-tui admin --data /var/lib/nim-tui", "nim-tui admin list"}
"""What is said of commands in passing: no command at all, and one within a container."""
READING: Final = {
    "accounts", "audit", "backup", "clubs", "export", "keys", "list", "nodes", "reports", "restore",
    "stats", "tables", "tournaments",
}  # fmt: skip
"""The commands that change nothing; all others leave a line in the audit log."""

SIGNED: Final = {"delete": "erase"}
"""The commands that have another name there."""


def shown(*pages: str) -> list[str]:
    """The commands of these guides, in their order."""
    texts = [(ROOT / "docs" / "how-to" / f"{page}.md").read_text("utf-8") for page in pages]
    found = [one[1] or one[2] for text in texts for one in _SHOWN.finditer(text)]
    return [line for line in found if line not in PARTS]


OF_A_FILE: Final = ("administer", "back-up", "monitor", "run-a-server", "upgrade")
OF_A_CLUSTER: Final = ("several-servers", "back-up")


def is_of_cluster(line: str) -> bool:
    """Whether a command is for servers on PostgreSQL."""
    return "postgresql://" in line or " nodes" in line


class Scene:
    """A server and its database, made as the pages assume before each of their commands."""

    def __init__(self, server: Server, database: Database, folder: Path, address: str) -> None:
        self._server, self._database = server, database
        self._folder, self._address = folder, address
        folder.mkdir()
        path = folder / "new_key.pub"
        path.write_bytes(new_key().export_public_key())
        self.visitor = person(database, "Zoe")

    def somebody(self, name: str) -> Account:
        """An account of this name, which may have been renamed or deleted before."""
        found = account_named(self._database, name)
        return found or register(self._database, name, new_key().get_fingerprint("sha256"))

    def _fits(self, line: str) -> str:
        """The command, for this house, where everything is that it speaks of."""
        ana, ben = self.somebody("Ana"), self.somebody("Ben")
        self.somebody("Ana Two")
        if "dokivuna-482" in line:
            line = line.replace("dokivuna-482", begun(self._database, ben, self.somebody("Eva")))
        if "bodikuna-117" in line:
            plan = TournamentPlan("bataille", 4, 2, ClockPlan("days", 86_400))
            made = set_up(self._database, ana.id, plan, ContestConfig())
            line = line.replace("bodikuna-117", made)
        if word(line) == "close-club":
            found(self._database, self.visitor.account.id, "Chess friends")
        if "close-report 7" in line:
            named = Reported((ben.id, ben.name), (ana.id, ana.name), None)
            number = report(self._database, named, "rude", [])
            line = line.replace("close-report 7", f"close-report {number}")
        line = re.sub(r"kick \d+", lambda _found: f"kick {self.visits()[0]}", line)
        line = line.replace("postgresql://nimtui@db.example.org/nimtui2", "'$ELSEWHERE'")
        line = line.replace("postgresql://user@host/name", f"'{self._address}'")
        line = line.replace("/srv/backups/", "").replace("--data /srv/games", "--data DIR")
        if "--data" not in line and "--database" not in line and " restore " not in line:
            line = line.replace("nim-tui admin", "nim-tui admin --data DIR")
        return line.replace("--data DIR", f"--data '{self._server.folder}'")

    def visits(self) -> list[int]:
        """The numbers of the sessions that are open, as all servers know them."""
        at = ("--database", self._address) if self._address else ("--data", self._server.folder)
        found = told("admin", *at, "list", "--json").facts["visits"]
        return [int(one["visit"]) for one in found]

    def runs(self, line: str, **more: str) -> str:
        """Run a command of a page as somebody at a shell does; all that it wrote."""
        line = self._fits(line)
        bin_folder = Path(sys.executable).parent
        settings = environment(self._server.folder) | more
        settings["PATH"] = f"{bin_folder}:{os.environ['PATH']}"
        done = subprocess.run(
            line.replace("'$ELSEWHERE'", '"$ELSEWHERE"'), shell=True, cwd=self._folder,
            env=settings, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), f"{line}: {done.stderr}"
        target = line.partition(" > ")[2]
        return (self._folder / target).read_text() if target else done.stdout

    def orders(self) -> set[str]:
        """The orders in the audit log."""
        return {
            json.loads(line)["order"]
            for line in self._server.admin("audit", "--export").out.splitlines()
        }


def word(line: str) -> str:
    """The command of a line: the first word after the options of `nim-tui admin`."""
    words = line.removeprefix("nim-tui admin").split()
    while words[0].startswith("--"):
        words = words[2:]
    return words[0]


async def all_run(scene: Scene, server: Server, lines: list[str], **more: str) -> None:
    """Run commands one after the other; each says something, and each order is signed."""
    for line in lines:
        if word(line) == "kick":
            async with visiting(server, scene.visitor.key) as visitor:
                await asyncio.to_thread(wait_until, scene.visits, "a session that all know of")
                assert await asyncio.to_thread(scene.runs, line, **more)
                await visitor.is_sent_away()
        else:
            assert await asyncio.to_thread(scene.runs, line, **more), line
    wanted = {SIGNED.get(word(line), word(line)) for line in lines} - READING
    assert wanted <= scene.orders()


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """A server, which is stopped unless a command has done so."""
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.mark.timeout(900)
async def test_each_command_for_a_server_of_its_own(tmp_path: Path) -> None:
    lines = [line for line in shown(*OF_A_FILE) if not is_of_cluster(line)]
    lines.sort(key=lambda line: word(line) == "drain")
    assert len(lines) > 30
    with running(Server(tmp_path / "data")) as server:
        database = open_database(server.folder)
        scene = Scene(server, database, tmp_path / "shell", "")
        await all_run(scene, server, lines[:-1])
        assert "server stops" in await asyncio.to_thread(scene.runs, lines[-1])
        database.close()


@pytest.mark.timeout(900)
async def test_each_command_for_servers_on_postgresql(tmp_path: Path) -> None:
    lines = [line for line in shown(*OF_A_CLUSTER) if is_of_cluster(line)]
    lines = [line for line in lines if "$" not in line]  # of the script, which has a test
    assert {word(line) for line in lines} == {"nodes", "accounts", "kick", "backup", "restore"}
    with own_cluster() as cluster:
        address, elsewhere = cluster.blank(), cluster.blank()
        options = ("--database", address, "--node", "one")
        with running(Server(tmp_path / "data", options, patience=120)) as server:
            database = open_postgres(address)
            scene = Scene(server, database, tmp_path / "shell", address)
            await all_run(scene, server, lines, ELSEWHERE=elsewhere)
            database.close()
