"""admins: the file of keys, and what its holders can do from the lobby."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.keys import MOST_BYTES, UnusableKeys, admin_keys_in
from tests.nim_tui.server.ssh.serving import new_key

KEY = new_key()
PUBLIC = KEY.export_public_key()


def test_keys_are_known_by_their_fingerprints(tmp_path: Path) -> None:
    other = new_key()
    path = tmp_path / "admins.pub"
    path.write_bytes(b"# admins\n\n" + PUBLIC + other.export_public_key())
    assert admin_keys_in(path) == {key.get_fingerprint("sha256") for key in (KEY, other)}


WRONG = {
    "nothing in it": (b"", "contains no public key, or too many"),
    "a remark alone": (b"# nobody\n", "contains no public key, or too many"),
    "no key": (PUBLIC + b"hello\n", "is not a plain public key"),
    "a private key": (KEY.export_private_key(), "is not a plain public key"),
    "bytes": (b"\x00\xff" * 100, "is not a plain public key"),
    "too much": (PUBLIC * (MOST_BYTES // len(PUBLIC) + 1), "or too many"),
}


@pytest.mark.parametrize(("content", "said"), WRONG.values(), ids=WRONG)
def test_a_file_that_names_nobody_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "admins.pub"
    path.write_bytes(content)
    with pytest.raises(UnusableKeys, match=said):
        admin_keys_in(path)
