"""Passkeys as keys of accounts: joined, bounded, banned, removed, moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from nim_tui.server.accounts.keys import MOST_KEYS, kept_keys, keys_of, recover, remove_key
from nim_tui.server.accounts.merging import erase, merge
from nim_tui.server.accounts.passkey_store import (
    MOST_PASSKEYS,
    NewPasskey,
    add_passkey,
    enter_by_passkey,
    passkey_fingerprint,
    passkey_with,
)
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import register
from nim_tui.server.moderation import bans
from nim_tui.server.storage.schema import PASSKEYS
from nim_tui.server.web.cookies import fingerprint
from tests.nim_tui.server.ssh.serving import HOST
from tests.nim_tui.server.web.browsing import tab
from tests.nim_tui.server.web.house import LOBBY, OTHER
from tests.nim_tui.server.web.passkey_page import UNKNOWN, Page, known, owner


@pytest.mark.slow
async def test_a_passkey_is_a_key_that_lets_another_browser_in(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, ana, page, device):
        fresh = Page(home)
        assert (await fresh.sends("/passkey/known", method="GET"))[1] == ""
        assert await fresh.shows(device) == (200, {"done": True})
        assert owner(home, fresh) == "Ana"
        assert fresh.key != page.key
        assert (await fresh.sends("/passkey/known", method="GET"))[1] == "account"
        kinds = [
            key.fingerprint.partition(":")[0] for key in kept_keys(home.lobby.database, ana.id)
        ]
        assert sorted(kinds) == ["PASSKEY", "WEB", "WEB"]
        async with tab(home.door, key=fresh.key, sees=LOBBY) as one:
            await one.sees("Ana")


async def test_a_browser_that_keeps_a_key_without_a_name_keeps_that_key(tmp_path: Path) -> None:
    """Its session may be open, asking for a name."""
    async with known(tmp_path) as (home, _ana, _page, device):
        other = Page(home, OTHER)
        assert (await other.sends("/passkey/known", method="GET"))[1] == "key"
        assert (await other.shows(device))[0] == 200
        assert other.key == OTHER
        assert owner(home, other) == "Ana"
        assert (await other.shows(device))[0] == 200, "once more changes nothing"


async def test_a_foreign_accounts_browser_is_not_taken_over(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, _page, device):
        home.member("Ben", fingerprint(OTHER))
        ben = Page(home, OTHER)
        status, answer = await ben.shows(device)
        assert (status, answer["told"]) == (
            403,
            ("this browser is signed in as Ben: sign out first"),
        )
        assert owner(home, ben) == "Ben"


async def test_a_passkey_belongs_to_one_account(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, _page, device):
        home.member("Ben", fingerprint(OTHER))
        status, answer = await Page(home, OTHER).adds(device)
        assert (status, answer["told"]) == (403, "this key already belongs to an account")


async def test_a_passkey_that_was_removed_opens_nothing(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, ana, _page, device):
        remove_key(home.lobby.database, ana.id, passkey_fingerprint(device.credential))
        assert await Page(home).shows(device) == (403, {"told": UNKNOWN, "unknown": True})
        with home.lobby.database.reading() as connection:
            kept = connection.execute(select(func.count()).select_from(PASSKEYS)).scalar_one()
        assert kept == 0


async def test_who_is_banned_comes_in_by_no_passkey(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, ana, page, device):
        database = home.lobby.database
        for banned in (
            bans.account(ana.id),
            bans.key(passkey_fingerprint(device.credential)),
            bans.network(HOST),
        ):
            bans.ban(database, banned, "rude")
            status, answer = await Page(home).shows(device)
            assert (status, answer["told"]) == (403, "You are banned from this server: rude")
            bans.lift_ban(database, banned)
        bans.ban(database, bans.account(ana.id), "rude")
        status, answer = await page.sends("/passkey/new")
        assert (status, answer["told"]) == (403, "You are banned from this server: rude")


async def test_there_are_bounds(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, ana, page, _device):
        database = home.lobby.database
        for number in range(1, MOST_PASSKEYS):
            made = NewPasskey(bytes([number]) * 32, "c" * 43, "k" * 43, 0, "h" * 43, "")
            add_passkey(database, ana.id, made)
        status, answer = await page.adds(page.device())
        assert (status, answer["told"]) == (
            403,
            f"an account can have at most {MOST_PASSKEYS} passkeys",
        )


async def test_browsers_let_in_by_a_passkey_give_way_to_the_next(tmp_path: Path) -> None:
    """So that who loses cookies again and again is not shut out by those that were lost."""
    async with known(tmp_path) as (home, ana, page, device):
        database, gone = home.lobby.database, []
        shown = passkey_with(database, passkey_fingerprint(device.credential))
        assert shown is not None
        for number in range(MOST_KEYS):
            gone.append(enter_by_passkey(database, shown, 0, fingerprint(str(number) * 43)))
        room = MOST_KEYS - 2
        assert gone == [None] * room + [fingerprint("0" * 43), fingerprint("1" * 43)]
        left = {key for key, _added in keys_of(database, ana.id)}
        assert len(left) == MOST_KEYS
        assert {fingerprint(page.key), shown.fingerprint} < left


@pytest.mark.slow
async def test_accounts_that_are_merged_recovered_or_deleted(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, ana, page, device):
        database = home.lobby.database
        told = personal_data(database, ana)["keys"]
        assert [key["fingerprint"].partition(":")[0] for key in told] == ["WEB", "PASSKEY"]
        assert told[1]["used"] is None
        ben = register(database, "Ben", "SHA256:" + "b" * 43)
        merge(database, ana, ben)
        fresh = Page(home)
        assert (await fresh.shows(device))[0] == 200
        assert owner(home, fresh) == "Ben"
        used = {key["used"] for key in personal_data(database, ben)["keys"]}
        assert len(used - {None}) == 1
        recover(database, ben.id, "SHA256:" + "c" * 43)
        assert (await Page(home).shows(device))[1]["told"] == UNKNOWN
        recover(database, ben.id, fingerprint(page.key) or "", keeps_others=True)
        assert (await page.adds(device))[0] == 200
        erase(database, ben)
        assert (await Page(home).shows(device))[1]["told"] == UNKNOWN
