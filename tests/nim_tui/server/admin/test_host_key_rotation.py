"""The host key: another one is made, both are offered for a time, then the new one alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.ssh.host_key import (
    UnusableHostKey,
    begin_rotation,
    due,
    due_path,
    host_key,
    host_keys,
)


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
