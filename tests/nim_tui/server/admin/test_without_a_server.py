"""`nim-tui admin` where no server runs: on a file in a folder, and on PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nim_tui.commands.admin import admin
from nim_tui.server.accounts.store import account_named, account_with_key, register
from nim_tui.server.moderation.bans import bans
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.tables.game_store import load
from tests.nim_tui.server.storage.cluster import Cluster
from tests.nim_tui.server.storage.conftest import begun, key


@dataclass
class Kept:
    """What no server uses just now, and how `nim-tui admin` is told of it."""

    database: Database
    words: tuple[str, ...]

    def asked(self, *words: str) -> Result:
        return CliRunner().invoke(admin, [*self.words, *words])

    def told(self, *words: str) -> str:
        done = self.asked(*words)
        assert done.exit_code == 0, done.output
        return done.stdout

    def refused(self, *words: str) -> str:
        done = self.asked(*words)
        assert (done.exit_code, done.stdout) == (2, "")
        return done.stderr


@pytest.fixture(params=["a file", "PostgreSQL"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    open_it: Callable[[], Database]
    if request.param == "a file":
        folder = tmp_path / "data"
        words, open_it = ("--data", str(folder)), lambda: open_database(folder)
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        address = cluster.blank()
        words, open_it = ("--database", address), lambda: open_postgres(address)
    database = open_it()
    for number, name in enumerate(("Ana", "Ben", "Eva"), start=1):
        register(database, name, key(number))
    yield Kept(database, words)
    database.close()


@pytest.mark.slow
def test_what_lies_in_the_database_is_listed(kept: Kept) -> None:
    ana, ben = (account_named(kept.database, name) for name in ("Ana", "Ben"))
    assert ana is not None
    assert ben is not None
    table = begun(kept.database, ana, ben)
    assert all(name in kept.told("accounts") for name in ("Ana", "Ben", "Eva"))
    assert table in kept.told("tables")
    assert json.loads(kept.told("stats", "--json"))["database"]["accounts"] == 3


def test_somebody_is_banned_and_let_in_again(kept: Kept) -> None:
    kept.told("ban", "Ana", "spam")
    assert [one.reason for one in bans(kept.database)] == ["spam"]
    assert "Ana" in kept.told("bans")
    kept.told("unban", "Ana")
    assert bans(kept.database) == []


def test_accounts_are_renamed_recovered_made_one_and_deleted(kept: Kept) -> None:
    ana, ben = (account_named(kept.database, name) for name in ("Ana", "Ben"))
    assert ana is not None
    assert ben is not None
    table = begun(kept.database, ana, ben)
    kept.told("rename", "Ana", "Annette")
    assert load(kept.database, table)[0].seats[0].name == "Annette"
    kept.told("recover", "Annette", key(9))
    assert account_with_key(kept.database, key(1)) is None
    kept.told("merge", "Annette", "Eva", "--yes")
    into = account_with_key(kept.database, key(9))
    assert into is not None
    assert into.name == "Eva"
    kept.told("delete", "Ben", "--yes")
    assert account_named(kept.database, "Ben") is None


@pytest.mark.parametrize("words", [("announce", "tea"), ("slow", "30")])
def test_what_needs_a_server_is_refused(kept: Kept, words: tuple[str, ...]) -> None:
    is_file = kept.words[0] == "--data"
    told = "no server is running" if is_file else "no server is using this database"
    assert told in kept.refused(*words)


def test_what_one_of_several_servers_does_needs_its_name(cluster: Cluster) -> None:
    address = cluster.blank()
    open_postgres(address).close()
    kept = Kept(open_postgres(address), ("--database", address))
    for words in (("drain",), ("kick", "1")):
        assert "name the server: --node NAME" in kept.refused(*words)
        assert "no server, or more than one, is named 'one'" in kept.refused(
            *words, "--node", "one"
        )
    assert "nobody is connected" in kept.told("list")
    kept.database.close()


def test_a_folder_without_a_server_leads_to_the_database(cluster: Cluster, tmp_path: Path) -> None:
    address = cluster.blank()
    kept = Kept(open_postgres(address), ("--data", str(tmp_path), "--database", address))
    done = kept.asked("bans")
    assert done.exit_code == 0
    assert "no server is running" in done.stderr
    assert "using the database instead" in done.stderr
    kept.database.close()
