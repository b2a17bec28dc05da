"""Owners of bots, stored: who can order what, and what becomes of a bot with its owner."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.keys import keys_of, new_code, redeem
from nim_tui.server.accounts.merging import CannotMerge, erase, merge, rename
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, account_numbered
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import ListAccounts
from nim_tui.server.bots.owner import NotYourBot, code_for_bot, key_by_code, pause_bot, rename_bot
from nim_tui.server.bots.store import all_bots, become_bot, bot_of, bots_of
from nim_tui.server.moderation.mutes import Muted, mute
from nim_tui.server.storage.database import Database
from rules.messages import Refusal
from tests.nim_tui.server.storage.conftest import key


@pytest.fixture
def hunter(database: Database, ana: Account) -> Account:
    """The account of a bot of Ana's."""
    code = new_code(database, ana.id)
    return become_bot(database, key(3), "Ana", code, "hunter")


def test_only_the_owner_can_order(database: Database, ben: Account, hunter: Account) -> None:
    with pytest.raises(NotYourBot):
        rename_bot(database, ben.id, hunter, "mine")
    with pytest.raises(NotYourBot):
        pause_bot(database, ben.id, hunter.id, is_paused=True)
    with pytest.raises(NotYourBot):
        code_for_bot(database, ben.id, hunter.id)
    found = bot_of(database, hunter.id)
    assert found is not None
    assert (found.name, found.is_paused, found.owner_name) == ("BOT hunter", False, "Ana")


def test_a_muted_owner_gives_no_names(database: Database, ana: Account, hunter: Account) -> None:
    mute(database, ana.id, None)
    with pytest.raises(Muted):
        rename_bot(database, ana.id, hunter, "insult")


def test_a_new_key_of_a_bot_replaces_the_old_one(
    database: Database, ana: Account, hunter: Account
) -> None:
    code = code_for_bot(database, ana.id, hunter.id)
    with pytest.raises(Refusal, match="do not match"):
        redeem(database, "BOT hunter", code, key(5))
    account, lost = key_by_code(database, "hunter", code, key(4))
    assert (account, lost) == (hunter, [key(3)])
    assert [key for key, _added in keys_of(database, hunter.id)] == [key(4)]
    with pytest.raises(Refusal, match="do not match"):
        key_by_code(database, "hunter", code, key(5))


def test_a_code_of_a_person_opens_no_bot(database: Database, ana: Account, hunter: Account) -> None:
    for name in ("Ana", "hunter"):
        with pytest.raises(Refusal):
            key_by_code(database, name, new_code(database, ana.id), key(4))
    assert [key for key, _added in keys_of(database, hunter.id)] == [key(3)]


def test_bots_are_exported_with_their_owner(
    database: Database, ana: Account, ben: Account, hunter: Account
) -> None:
    pause_bot(database, ana.id, hunter.id, is_paused=True)
    (told,) = personal_data(database, ana)["bots"]
    assert told.pop("made").endswith("Z")
    assert told == {
        "name": "BOT hunter", "number": hunter.id, "source": "", "games": [],
        "accepts": "everyone", "has_league": True, "is_paused": True,
    }  # fmt: skip
    assert personal_data(database, ben)["bots"] == []


def test_bots_go_with_an_owner_who_is_merged_or_renamed(
    database: Database, ana: Account, ben: Account, hunter: Account
) -> None:
    rename(database, ana, "Anna")
    assert [bot.owner_name for bot in all_bots(database)] == ["Anna"]
    merge(database, ana, ben)
    assert [(bot.account, bot.owner_name) for bot in bots_of(database, ben.id)] == [
        (hunter.id, "Ben")
    ]
    for gone, into in ((hunter, ben), (ben, hunter)):
        with pytest.raises(CannotMerge, match="a bot"):
            merge(database, gone, into)


def test_bots_are_deleted_with_their_owner(
    database: Database, ana: Account, ben: Account, hunter: Account
) -> None:
    erase(database, ana)
    assert all_bots(database) == []
    assert account_numbered(database, hunter.id) is None
    assert account_numbered(database, ben.id) is not None


def test_the_accounts_of_admins_tell_whose_a_bot_is(
    database: Database, ben: Account, hunter: Account
) -> None:
    told = from_books(database, ListAccounts())["accounts"]
    assert {one["name"]: (one["role"], one["bot_of"]) for one in told} == {
        "Ana": ("member", None), "Ben": ("member", None), "BOT hunter": ("bot", "Ana"),
    }  # fmt: skip
