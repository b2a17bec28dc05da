"""Browsers that are told of turns, as kept, and the one key of the house."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from nim_tui.server.accounts.merging import erase, merge
from nim_tui.server.accounts.store import Account, register_guest
from nim_tui.server.notifications.subscriptions import (
    BrowserKeys,
    NoSubscription,
    browser_keys,
    drop_subscription,
    push_key,
    subscribe_browser,
    subscriptions,
)
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import PUSH, PUSH_BROWSERS
from tests.nim_tui.server.correspondence import held

POSTGRESQL_AT_NIGHT = True

PLACE = "https://push.example.org/send/a-secret"
KEYS = BrowserKeys("P" * 87, "a" * 22)
OTHER = BrowserKeys("Q" * 87, "b" * 22)


def kept(database: Database) -> int:
    with database.reading() as connection:
        return connection.execute(select(func.count()).select_from(PUSH_BROWSERS)).scalar_one()


def test_the_key_is_made_once(database: Database) -> None:
    assert push_key(database, lambda: "first") == "first"
    assert push_key(database, lambda: "second") == "first"


def test_of_two_servers_that_make_one_at_once_one_counts(database: Database) -> None:
    def late() -> str:
        assert push_key(database, lambda: "first") == "first"
        return "late"

    assert push_key(database, late) == "first"


def test_a_browser_takes_the_place_of_another(database: Database, ana: Account) -> None:
    subscribe_browser(database, ana.id, PLACE, KEYS, "fr")
    first = held(database, ana, PUSH)
    assert (first.address, first.language, first.is_on) == (PLACE, "fr", True)
    assert browser_keys(database, first.id) == KEYS
    subscribe_browser(database, ana.id, f"{PLACE}/other", OTHER, "en")
    second = held(database, ana, PUSH)
    assert browser_keys(database, first.id) is None
    assert browser_keys(database, second.id) == OTHER
    drop_subscription(database, first.id)
    assert held(database, ana, PUSH).id == second.id, "that one is gone already"
    drop_subscription(database, second.id)
    assert (subscriptions(database, ana.id), kept(database)) == ([], 0)


def test_guests_have_none(database: Database) -> None:
    guest = register_guest(database)
    with pytest.raises(NoSubscription):
        subscribe_browser(database, guest.id, PLACE, KEYS, "en")
    assert kept(database) == 0


def test_it_goes_with_the_account(database: Database, ana: Account) -> None:
    subscribe_browser(database, ana.id, PLACE, KEYS, "en")
    erase(database, ana)
    assert kept(database) == 0


def test_of_two_accounts_made_one_the_browser_goes_along(
    database: Database, ana: Account, ben: Account
) -> None:
    subscribe_browser(database, ana.id, PLACE, KEYS, "en")
    merge(database, ana, ben)
    assert browser_keys(database, held(database, ben, PUSH).id) == KEYS
