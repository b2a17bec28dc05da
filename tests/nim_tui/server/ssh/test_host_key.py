"""The server's own key."""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh
import pytest

from nim_tui.server.ssh import UnusableHostKey, host_key


def test_it_is_made_once_and_kept_close(tmp_path: Path) -> None:
    path = tmp_path / "data" / "host_key"
    made = host_key(path)
    assert made.algorithm == b"ssh-ed25519"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert os.listdir(path.parent) == ["host_key"]
    assert host_key(path).get_fingerprint() == made.get_fingerprint()


def test_a_key_of_another_kind_may_be_put_there(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    path.write_bytes(asyncssh.generate_private_key("ecdsa-sha2-nistp256").export_private_key())
    assert host_key(path).algorithm == b"ecdsa-sha2-nistp256"


@pytest.mark.parametrize("kept", [b"", b"no key", b"\xff\x00"])
def test_a_broken_key_is_told_and_left(tmp_path: Path, kept: bytes) -> None:
    path = tmp_path / "host_key"
    path.write_bytes(kept)
    with pytest.raises(UnusableHostKey, match="host_key is broken"):
        host_key(path)
    assert path.read_bytes() == kept


def test_half_a_key_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(UnusableHostKey, match="broken"):
        host_key(path)


def test_a_key_with_a_passphrase_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    made = asyncssh.generate_private_key("ssh-ed25519")
    path.write_bytes(made.export_private_key("pkcs8-pem", "secret"))
    with pytest.raises(UnusableHostKey):
        host_key(path)


def test_a_key_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "host_key"
    host_key(path)

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(UnusableHostKey, match="cannot be used: Permission denied"):
        host_key(path)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    with pytest.raises(UnusableHostKey, match="Is a directory"):
        host_key(tmp_path)


def test_a_file_where_its_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(UnusableHostKey, match="cannot be used"):
        host_key(tmp_path / "data" / "host_key")
