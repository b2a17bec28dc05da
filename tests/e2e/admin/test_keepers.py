"""Admins of a server that runs: the file that names them, and what they do from the lobby."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import command, environment, person
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow


@pytest.mark.nightly
def test_a_server_without_its_keepers_does_not_start(folder: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.pub"
    done = subprocess.run(
        command("serve", "--port", "0", "--data", folder, "--admin-key", missing),
        env=environment(folder), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"nim-tui: {missing}: No such file or directory\n"


@pytest.mark.nightly
async def test_a_keeper_ends_a_visit_from_the_lobby(
    folder: Path, tmp_path: Path, database: Database
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    keys = tmp_path / "admins.pub"
    keys.write_bytes(ana.key.export_public_key())
    server = Server(folder, ("--admin-key", str(keys)))
    server.start()
    try:
        async with visiting(server, ben.key) as guest, visiting(server, ana.key) as keeper:
            await keeper.sees("Ben")
            keeper.type("v")
            await keeper.sees("127.0.0.1")
            keeper.type("\r")
            await keeper.sees("Press Enter again to end this session")
            keeper.type("\r")
            await guest.sees("ended your session")
        wait_until(lambda: any("is sent away" in line for line in server.log), "a line of the log")
    finally:
        server.stop()
