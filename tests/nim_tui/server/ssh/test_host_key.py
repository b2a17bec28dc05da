"""The server's own key."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import asyncssh
import pytest

from nim_tui.server.ssh import UnusableHostKey, host_key
from nim_tui.server.ssh.host_key import host_keys

NOW = datetime(2026, 11, 28, 10, tzinfo=UTC).timestamp()


def kept_private(path: Path, kept: bytes) -> None:
    """Put a key there as ssh-keygen would."""
    path.touch(0o600)
    path.write_bytes(kept)


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
    kept_private(path, asyncssh.generate_private_key("ecdsa-sha2-nistp256").export_private_key())
    assert host_key(path).algorithm == b"ecdsa-sha2-nistp256"


@pytest.mark.parametrize("kept", [b"", b"no key", b"\xff\x00"])
def test_a_broken_key_is_told_and_left(tmp_path: Path, kept: bytes) -> None:
    path = tmp_path / "host_key"
    kept_private(path, kept)
    with pytest.raises(UnusableHostKey, match="host_key is damaged"):
        host_key(path)
    assert path.read_bytes() == kept


def test_half_a_key_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(UnusableHostKey, match="broken"):
        host_key(path)


@pytest.mark.parametrize("form", ["pkcs8-pem", "pkcs1-pem"])
def test_a_key_with_a_passphrase_is_told_as_that(tmp_path: Path, form: str) -> None:
    path = tmp_path / "host_key"
    made = asyncssh.generate_private_key("ssh-rsa" if form == "pkcs1-pem" else "ssh-ed25519")
    kept_private(path, made.export_private_key(form, "secret"))
    with pytest.raises(UnusableHostKey, match=r"has a passphrase.*ssh-keygen -p -N '' -f .*_key$"):
        host_key(path)


def test_a_key_locked_by_ssh_keygen_opens_as_told(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    made = host_key(path)
    change = ["ssh-keygen", "-p", "-q", "-f", str(path)]
    subprocess.run([*change, "-P", "", "-N", "secret"], check=True, stdout=subprocess.DEVNULL)
    with pytest.raises(UnusableHostKey, match="has a passphrase"):
        host_key(path)
    subprocess.run([*change, "-P", "secret", "-N", ""], check=True, stdout=subprocess.DEVNULL)
    assert host_key(path).get_fingerprint() == made.get_fingerprint()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o666, 0o644])
def test_a_key_that_is_open_to_others_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.chmod(mode)
    with pytest.raises(
        UnusableHostKey, match=f"other users can read .*mode {mode:03o}.: chmod 600 /.*"
    ):
        host_key(path)
    path.chmod(0o400)
    host_key(path)


def prints(keys: list[asyncssh.SSHKey]) -> list[str]:
    return [key.get_fingerprint() for key in keys]


def test_a_second_key_is_offered_beside_the_first_until_it_takes_its_place(tmp_path: Path) -> None:
    old = host_keys(tmp_path, NOW)
    assert len(old) == 1
    new = subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "host_key.next")],
        check=False,
    )
    assert new.returncode == 0
    both = host_keys(tmp_path, NOW)
    assert prints(both)[:1] == prints(old)
    assert len({*prints(both)}) == 2
    (tmp_path / "host_key.next").rename(tmp_path / "host_key")
    assert prints(host_keys(tmp_path, NOW)) == prints(both)[1:]


def pending(folder: Path, time: str) -> list[str]:
    """What a server until 0.2 left there that was told to change its key."""
    keys = [host_key(folder / "host_key"), host_key(folder / "host_key.next")]
    (folder / "host_key.next.from").write_text(f"{time}\n")
    return prints(keys)


def test_a_change_that_is_due_is_finished(tmp_path: Path) -> None:
    _old, new = pending(tmp_path, "2026-11-28T10:00:00Z")
    assert prints(host_keys(tmp_path, NOW)) == [new]
    assert os.listdir(tmp_path) == ["host_key"]
    assert (tmp_path / "host_key").stat().st_mode & 0o777 == 0o600


def test_one_that_is_not_due_is_finished_at_the_first_start_after_it_is(tmp_path: Path) -> None:
    keys = pending(tmp_path, "2026-11-28T10:00:01Z")
    assert prints(host_keys(tmp_path, NOW)) == keys
    assert prints(host_keys(tmp_path, NOW + 1)) == keys[1:]
    assert os.listdir(tmp_path) == ["host_key"]


def test_half_a_change_is_gone_on_with(tmp_path: Path) -> None:
    _old, new = pending(tmp_path, "2026-11-28T10:00:00Z")
    (tmp_path / "host_key.next").replace(tmp_path / "host_key")
    assert prints(host_keys(tmp_path, NOW)) == [new]
    assert os.listdir(tmp_path) == ["host_key"]


@pytest.mark.parametrize("time", ["", "soon"])
def test_a_time_that_is_none_changes_nothing(tmp_path: Path, time: str) -> None:
    keys = pending(tmp_path, time)
    assert prints(host_keys(tmp_path, NOW)) == keys


def test_the_key_that_follows_must_be_private_too(tmp_path: Path) -> None:
    host_key(tmp_path / "host_key.next")
    (tmp_path / "host_key.next").chmod(0o644)
    with pytest.raises(
        UnusableHostKey, match=r"other users can read the host key .*host_key\.next"
    ):
        host_keys(tmp_path, NOW)


def test_a_key_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "host_key"
    host_key(path)

    def refuse(_path: Path, _mode: str) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UnusableHostKey, match="cannot be used: Permission denied"):
        host_key(path)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    with pytest.raises(UnusableHostKey, match="Is a directory"):
        host_key(tmp_path)


def test_a_file_where_its_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(UnusableHostKey, match="cannot be used"):
        host_key(tmp_path / "data" / "host_key")
