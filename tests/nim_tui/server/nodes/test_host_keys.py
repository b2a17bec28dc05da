"""The host keys are the same for all servers at a database."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import delete, insert, update

from nim_tui.server.ssh import host_key
from nim_tui.server.ssh.host_key import NEXT, NOW, shared_host_keys
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import HOST_KEYS
from tests.nim_tui.server.nodes.conftest import Pair

pytestmark = pytest.mark.slow


def offered(database: Database, folder: Path) -> list[str]:
    return [key.get_fingerprint() for key in shared_host_keys(database, folder)]


@pytest.fixture
def one(pair: Pair) -> Database:
    return pair.one.database


@pytest.fixture
def other(pair: Pair) -> Database:
    return pair.other.database


def follow(database: Database, folder: Path, due: float | None) -> str:
    """Put a key beside the first; its fingerprint."""
    key = host_key(folder / "another")
    pem = key.export_private_key().decode()
    with database.writing() as connection:
        connection.execute(insert(HOST_KEYS).values(role=NEXT, pem=pem, due=due))
    return key.get_fingerprint()


def test_all_servers_have_one_key_and_no_file_is_made(
    one: Database, other: Database, tmp_path: Path
) -> None:
    assert offered(one, tmp_path / "one") == offered(other, tmp_path / "other")
    assert not [*tmp_path.rglob("host_key*")]


def test_the_key_that_a_house_had_in_a_file_stays_its_key(
    one: Database, other: Database, tmp_path: Path
) -> None:
    first = host_key(tmp_path / "one" / "host_key").get_fingerprint()
    host_key(tmp_path / "other" / "host_key")
    assert offered(one, tmp_path / "one") == [first]
    assert offered(other, tmp_path / "other") == [first], "a file of its own counts no more"


def test_a_key_put_beside_the_first_is_offered_until_it_takes_its_place(
    one: Database, other: Database, tmp_path: Path
) -> None:
    (old,) = offered(one, tmp_path)
    new = follow(other, tmp_path, None)
    assert offered(one, tmp_path) == offered(other, tmp_path) == [old, new]
    with other.writing() as connection:
        connection.execute(delete(HOST_KEYS).where(HOST_KEYS.c.role == NOW))
        connection.execute(update(HOST_KEYS).values(role=NOW))
    assert offered(one, tmp_path) == [new]


@pytest.mark.parametrize("seconds", [-1, 3600])
def test_a_change_of_a_server_until_0_2_is_finished_once_it_is_due(
    one: Database, other: Database, tmp_path: Path, seconds: float
) -> None:
    (old,) = offered(one, tmp_path)
    new = follow(one, tmp_path, one.now() + seconds)
    keys = [new] if seconds < 0 else [old, new]
    assert offered(one, tmp_path) == offered(other, tmp_path) == keys
