"""Orders about accounts, with and without people here; and one's own data over ssh."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from nim_tui.server.accounts.store import account_named, account_with_key
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.listing import table_seen
from tests.e2e.admin.server import Server, visiting
from tests.e2e.admin.ssh_client import run_ssh
from tests.nim_tui.server.admin.conftest import person, run_as_process
from tests.nim_tui.server.ssh.serving import new_key
from tests.nim_tui.server.storage.conftest import begun

pytestmark = pytest.mark.slow

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="this needs `ssh`")


async def test_a_lost_key_ends_what_it_has_open(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    fresh = new_key()
    file = server.folder.parent / "fresh.pub"
    file.write_bytes(fresh.export_public_key())
    async with visiting(server, ana.key) as visitor, visiting(server, ben.key) as other:
        told = await server.asked("recover", "Ana", file)
        assert told.out.endswith(" now opens the account Ana\n1 old key no longer works\n")
        await visitor.sees("This key or browser was removed from your account.")
        assert "no longer" not in other.screen.text
    async with visiting(server, fresh, "Lobby   Ana"):
        pass
    assert account_with_key(database, ana.fingerprint) is None
    taken = server.admin("recover", "Ana", ben.fingerprint)
    taken.is_mistake("this key already belongs to an account")
    assert fresh.get_fingerprint("sha256") in server.admin("keys", "Ana").out


@pytest.mark.nightly
async def test_who_is_renamed_at_a_table_plays_on(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    async with visiting(server, ana.key) as visitor, visiting(server, ben.key) as other:
        for one in (visitor, other):
            one.type("\r")
            await one.sees("hide submarine 1")
        told = await server.asked("rename", "Ana", "Maria")
        assert told.out == "Ana is now called Maria\n"
        await visitor.sees("renamed you")
        await other.sees("Maria")
        visitor.type(":sub 7.100\r")
        await visitor.sees("hide submarine 2")
    assert table_seen(database, table, None).moves == 1
    server.admin("rename", "Maria", "Ben").is_mistake("'Ben' is taken")


@pytest.mark.nightly
async def test_who_is_deleted_is_sent_away_and_a_bot_plays_on(
    server: Server, database: Database
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    server.admin("delete", "Ana").is_mistake("this cannot be undone: confirm with --yes")
    async with visiting(server, ana.key) as visitor, visiting(server, ben.key) as other:
        other.type("\r")
        await other.sees("hide submarine 1")
        await server.asked("delete", "Ana", "--yes")
        await visitor.sees("An admin deleted this account.")
        await other.sees("someone")
    assert account_named(database, "Ana") is None
    assert table_seen(database, table, None).seats[0].name == "someone"


@pytest.mark.nightly
async def test_two_accounts_are_made_one(server: Server, database: Database) -> None:
    ana, two = person(database, "Ana"), person(database, "Ana Two")
    server.admin("merge", "Ana Two", "Ana").is_mistake("this cannot be undone: confirm with --yes")
    async with visiting(server, two.key) as visitor:
        told = await server.asked("merge", "Ana Two", "Ana", "--yes")
        assert told.out == "Ana Two was merged into Ana\n"
        await visitor.sees("An admin merged this account with another. Sign in again.")
    async with visiting(server, two.key, "Lobby   Ana "):
        pass
    assert account_with_key(database, two.fingerprint) == account_with_key(
        database, ana.fingerprint
    )


@pytest.mark.nightly
@needs_ssh
def test_ones_own_data_comes_over_ssh(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    done = run_ssh(server, ana.key, command="export")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["account"]["name"] == "Ana"
    assert [one["fingerprint"] for one in told["keys"]] == [ana.fingerprint]
    assert ben.fingerprint not in done.stdout
    assert json.loads(server.admin("export", "Ana").out)["keys"] == told["keys"]
    stranger = run_ssh(server, new_key(), command="export")
    assert (stranger.returncode, stranger.stdout) == (1, "")
    assert "this key belongs to no account" in stranger.stderr


@pytest.mark.nightly
def test_without_a_server_accounts_are_changed_in_the_database(
    folder: Path, database: Database
) -> None:
    person(database, "Ana")
    assert run_as_process(folder, "rename", "Ana", "Anna").code == 0
    assert account_named(database, "Anna") is not None
    run_as_process(folder, "rename", "Nobody", "Ben").is_mistake("no player is called 'Nobody'")
    run_as_process(folder, "recover", "Anna", folder / "nowhere.pub").is_mistake("nowhere.pub")
    assert run_as_process(folder, "delete", "Anna", "--yes").out == "Anna was deleted\n"
