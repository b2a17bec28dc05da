"""Another host key, as the `ssh` that people have learns it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from nim_tui.server.ssh.host_key import (
    due_path,
    host_key,
)
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
    facts = server.admin("rotate-host-key", "--within", "30d", "--json").facts
    following = host_key(server.folder / "host_key.next")
    assert facts["next"] == following.get_fingerprint("sha256")
    assert facts["key"] != facts["next"]
    new = following.export_public_key().split()[1].decode()
    assert visit("yes").returncode == 0
    wait_until(lambda: new in known.read_text(), "the new key")
    assert old in known.read_text()
    due_path(server.folder / "host_key").write_text("2020-01-01T00:00:00Z\n")
    server.stop()
    server.start()
    known.write_text(_for_port(known.read_text(), server.port))
    assert visit("yes").returncode == 0, "the new key alone is known already"
    assert host_key(server.folder / "host_key").get_fingerprint("sha256") == facts["next"]


def _for_port(known: str, port: int) -> str:
    """The same keys, for a server that listens elsewhere now."""
    return "".join(
        f"[127.0.0.1]:{port} {line.partition(' ')[2]}\n"
        for line in known.splitlines()
        if line.strip()
    )


@pytest.mark.nightly
def test_without_a_server_no_key_is_made(server: Server) -> None:
    server.stop()
    server.admin("rotate-host-key").is_mistake("no server is running")
    assert not (server.folder / "host_key.next").exists()
