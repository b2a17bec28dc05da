"""The `ssh` that people have, asking a server for a record there is none of."""

from __future__ import annotations

import subprocess

import asyncssh

from tests.e2e.admin.server import Server
from tests.waiting import PATIENCE


def ssh(server: Server, *keys: asyncssh.SSHKey, command: str = "record x-1") -> tuple[int, str]:
    """The exit status of the `ssh` that people have, and what it says."""
    done = run_ssh(server, *keys, command=command)
    return done.returncode, done.stderr


def run_ssh(
    server: Server, *keys: asyncssh.SSHKey, command: str
) -> subprocess.CompletedProcess[str]:
    """What the `ssh` that people have writes, and what it complains of."""
    files = []
    for number, key in enumerate(keys):
        path = server.folder.parent / f"key-{number}"
        path.write_bytes(key.export_private_key())
        path.chmod(0o600)
        files += ["-i", str(path)]
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentityAgent=none",
               "IdentitiesOnly=yes"]  # fmt: skip
    if not keys:
        options.append("PubkeyAuthentication=no")
    words = [word for option in options for word in ("-o", option)]
    return subprocess.run(
        ["ssh", "-F", "/dev/null", "-p", str(server.port), *words, *files, "ana@127.0.0.1",
         *command.split()],
        check=False, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
    )  # fmt: skip
