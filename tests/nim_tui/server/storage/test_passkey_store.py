"""Passkeys as they are kept: challenges good once, counters, room for browsers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nim_tui.server.accounts import passkey_store
from nim_tui.server.accounts.keys import CannotUseKey, kept_keys, remove_key
from nim_tui.server.accounts.passkey_store import (
    CHALLENGE_LIFE,
    NewPasskey,
    Passkey,
    PasskeyChallenge,
    add_passkey,
    enter_by_passkey,
    keep_challenge,
    passkey_with,
    passkeys_of,
    take_challenge,
)
from nim_tui.server.accounts.store import Account
from nim_tui.server.moderation import bans
from nim_tui.server.storage.database import Database
from tests.nim_tui.server.storage.conftest import Clock, key

POSTGRESQL_AT_NIGHT = True

MADE = NewPasskey(b"c" * 32, "Y2Nj", "a2V5", 0, "h" * 43, "internal usb")
LARGEST = 4_294_967_295


@pytest.fixture
def shown(database: Database, ana: Account) -> Passkey:
    found = passkey_with(database, add_passkey(database, ana.id, MADE))
    assert found is not None
    return found


def test_a_challenge_is_taken_once(database: Database, ana: Account, clock: Clock) -> None:
    keep_challenge(database, "one", PasskeyChallenge("first", None))
    keep_challenge(database, "one", PasskeyChallenge("second", ana.id, "h"))
    assert take_challenge(database, "one") == PasskeyChallenge("second", ana.id, "h")
    assert take_challenge(database, "one") is None
    keep_challenge(database, "one", PasskeyChallenge("third", None))
    clock.pass_by(CHALLENGE_LIFE + 1)
    assert take_challenge(database, "one") is None


def test_there_is_room_for_so_many_challenges(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkey_store, "MOST_CHALLENGES", 2)
    for visit in ("one", "two", "two"):
        keep_challenge(database, visit, PasskeyChallenge("any", None))
    with pytest.raises(
        CannotUseKey, match="too many passkey sign-ins at the moment: try again in a minute"
    ):
        keep_challenge(database, "three", PasskeyChallenge("any", None))
    clock.pass_by(CHALLENGE_LIFE + 1)
    keep_challenge(database, "three", PasskeyChallenge("any", None))


def test_what_is_kept_of_a_passkey(database: Database, ana: Account, shown: Passkey) -> None:
    assert passkeys_of(database, ana.id) == [shown]
    assert (shown.account, shown.public_key, shown.transports) == (ana.id, "a2V5", "internal usb")
    with pytest.raises(CannotUseKey, match="this key already belongs to an account"):
        add_passkey(database, ana.id, MADE)


def test_a_counter_counts_once(database: Database, shown: Passkey, clock: Clock) -> None:
    clock.pass_by(50)
    assert enter_by_passkey(database, shown, LARGEST, key(9)) is None
    found = passkey_with(database, shown.fingerprint)
    assert found == replace(shown, counter=LARGEST)
    used = {one.fingerprint: one.used for one in kept_keys(database, shown.account)}
    assert used[shown.fingerprint] == clock()
    assert used[key(9)] is None
    with pytest.raises(CannotUseKey, match="this passkey belongs to no account here"):
        enter_by_passkey(database, shown, 7, key(8))  # shown twice at the same time
    assert key(8) not in {one.fingerprint for one in kept_keys(database, shown.account)}


def test_a_passkey_removed_or_banned_meanwhile_lets_nobody_in(
    database: Database, shown: Passkey
) -> None:
    bans.ban(database, bans.account(shown.account), "rude")
    with pytest.raises(CannotUseKey, match="banned"):
        enter_by_passkey(database, shown, 1, key(9))
    bans.lift_ban(database, bans.account(shown.account))
    remove_key(database, shown.account, shown.fingerprint)
    with pytest.raises(CannotUseKey, match="this passkey belongs to no account here"):
        enter_by_passkey(database, shown, 1, key(9))
    assert passkeys_of(database, shown.account) == []


def test_only_browsers_that_came_so_give_way(
    database: Database, ana: Account, shown: Passkey, clock: Clock
) -> None:
    before = {one.fingerprint for one in kept_keys(database, ana.id)}
    gone = []
    for number in range(20, 32):
        clock.pass_by(1)
        gone.append(enter_by_passkey(database, shown, 0, key(number)))
    assert gone[-4:] == [key(20), key(21), key(22), key(23)]
    left = {one.fingerprint for one in kept_keys(database, ana.id)}
    assert before < left
    assert len(left) == 10
