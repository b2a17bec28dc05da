"""admins: the file of keys, and what its holders can do from the lobby."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from nim_tui.server.admin.keys import MOST_BYTES, UnusableKeys, admin_keys_in
from nim_tui.server.database.connection import Database
from tests.nim_tui.server.admin.conftest import (
    PATIENCE,
    Server,
    command,
    environment,
    in_time,
    person,
    visiting,
)
from tests.nim_tui.server.ssh.serving import new_key

KEY = new_key()
PUBLIC = KEY.export_public_key()


def test_keys_are_known_by_their_fingerprints(tmp_path: Path) -> None:
    other = new_key()
    path = tmp_path / "admins.pub"
    path.write_bytes(b"# admins\n\n" + PUBLIC + other.export_public_key())
    assert admin_keys_in(path) == {key.get_fingerprint("sha256") for key in (KEY, other)}


WRONG = {
    "nothing in it": (b"", "holds no public key"),
    "a remark alone": (b"# nobody\n", "holds no public key"),
    "no key": (PUBLIC + b"hello\n", "a line that is not a public key"),
    "a private key": (KEY.export_private_key(), "a line that is not a public key"),
    "bytes": (b"\x00\xff" * 100, "a line that is not a public key"),
    "too much": (PUBLIC * (MOST_BYTES // len(PUBLIC) + 1), "or too many"),
}


@pytest.mark.parametrize(("content", "said"), WRONG.values(), ids=WRONG)
def test_a_file_that_names_nobody_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "admins.pub"
    path.write_bytes(content)
    with pytest.raises(UnusableKeys, match=said):
        admin_keys_in(path)


def test_a_server_without_its_keepers_does_not_start(folder: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.pub"
    done = subprocess.run(
        command("serve", "--port", "0", "--data", folder, "--admin-key", missing),
        env=environment(folder), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"nim-tui: {missing}: No such file or directory\n"


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
        in_time(lambda: any("is sent away" in line for line in server.log), "a line of the log")
    finally:
        server.stop()
