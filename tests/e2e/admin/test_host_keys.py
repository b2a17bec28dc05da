"""A second host key, as the `ssh` that people have learns it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from nim_tui.server.ssh.host_key import host_key
from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server
from tests.nim_tui.server.admin.conftest import person
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="this needs `ssh`")


@pytest.mark.nightly
@needs_ssh
def test_people_learn_the_new_key_while_both_are_offered(
    server: Server, database: Database
) -> None:
    ana = person(database, "Ana")
    key = server.folder.parent / "key"
    key.write_bytes(ana.key.export_private_key())
    key.chmod(0o600)
    known = server.folder.parent / "known_hosts"

    def visit(checking: str) -> subprocess.CompletedProcess[str]:
        options = [f"StrictHostKeyChecking={checking}", f"UserKnownHostsFile={known}",
                   "UpdateHostKeys=yes", "IdentityAgent=none"]  # fmt: skip
        words = [word for option in options for word in ("-o", option)]
        return subprocess.run(
            ["ssh", "-F", "/dev/null", "-p", str(server.port), *words, "-i", str(key),
             "ana@127.0.0.1", "export"],
            check=False, capture_output=True, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip

    assert visit("accept-new").returncode == 0
    old = host_key(server.folder / "host_key").export_public_key().split()[1].decode()
    following = host_key(server.folder / "host_key.next")
    new = following.export_public_key().split()[1].decode()
    _start_anew(server, known)
    assert visit("yes").returncode == 0
    wait_until(lambda: new in known.read_text(), "the new key")
    assert old in known.read_text()
    (server.folder / "host_key.next").rename(server.folder / "host_key")
    _start_anew(server, known)
    assert visit("yes").returncode == 0, "the new key alone is known already"


def _start_anew(server: Server, known: Path) -> None:
    """It listens elsewhere then, by the same keys."""
    server.stop()
    server.start()
    lines = (line.partition(" ")[2] for line in known.read_text().splitlines())
    known.write_text("".join(f"[127.0.0.1]:{server.port} {line}\n" for line in lines if line))
