"""The host key: another one is made, both are offered for a time, then the new one alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from nim_tui.server.database.connection import Database
from nim_tui.server.ssh.host_key import (
    UnusableHostKey,
    begin_rotation,
    due,
    due_path,
    host_key,
    host_keys,
)
from tests.nim_tui.server.admin.conftest import Server, in_time, person
from tests.nim_tui.server.ssh.serving import PATIENCE

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="this needs `ssh`")


def test_the_new_key_follows_once_it_is_due(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    old = host_key(path)
    keys = begin_rotation(path, 1_000_000)
    assert keys[0].get_fingerprint() == old.get_fingerprint()
    prints = [key.get_fingerprint() for key in keys]
    assert [key.get_fingerprint() for key in host_keys(path, 999_999)] == prints
    assert begin_rotation(path, 1_000_100)[1].get_fingerprint() == prints[1], "put off"
    assert due(path) == 1_000_100
    assert [key.get_fingerprint() for key in host_keys(path, 1_000_100)] == prints[1:]
    assert due(path) is None
    assert {one.name for one in tmp_path.iterdir()} == {"host_key"}
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_time_that_is_none_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    begin_rotation(path, 1_000_000)
    due_path(path).write_text("soon")
    with pytest.raises(UnusableHostKey, match="does not hold a time"):
        host_keys(path, 2_000_000)


def test_half_a_rotation_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    following = begin_rotation(path, 1_000_000)[1]
    path.with_name("host_key.next").replace(path)
    (only,) = host_keys(path, 5)
    assert only.get_fingerprint() == following.get_fingerprint()
    assert due(path) is None


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
    in_time(lambda: new in known.read_text(), "the new key")
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


def test_without_a_server_no_key_is_made(server: Server) -> None:
    server.stop()
    server.admin("rotate-host-key").is_mistake("no server is running")
    assert not (server.folder / "host_key.next").exists()
