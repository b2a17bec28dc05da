"""Bans of accounts, keys and networks: whom they hold, until when, and what is refused."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.accounts.invitations import invite, is_invited
from nim_tui.server.accounts.keys import new_code, redeem
from nim_tui.server.accounts.store import Account, register
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.moderation import bans as book
from nim_tui.server.moderation.bans import (
    LONGEST_BAN,
    Ban,
    CannotBan,
    account,
    ban,
    ban_of,
    bans,
    is_shut_out,
    lift_ban,
    network,
)
from nim_tui.server.moderation.bans import key as one_key
from nim_tui.server.storage.database import Database
from nim_tui.server.untrusted_text import UnsuitableText
from nim_tui.testing.walks import SEQUENCES
from rules.messages import Refusal
from tests.nim_tui.server.storage.conftest import Clock, key


def test_a_key_is_kept_out_and_let_in_again(database: Database, clock: Clock) -> None:
    ban(database, one_key(key(1)), "flooded the\u202e chat", by="root")
    clock.pass_by(1)
    ban(database, one_key(key(2)), "rude")
    known = ban_of(database, key(1))
    assert known == Ban(one_key(key(1)), "flooded the chat", "root", clock.time - 1, None)
    ban(database, one_key(key(1)), "flooded")
    assert [(one.banned.subject, one.reason) for one in bans(database)] == [
        (key(1), "flooded"), (key(2), "rude"),
    ]  # fmt: skip
    assert lift_ban(database, one_key(key(1)))
    assert not lift_ban(database, one_key(key(1)))
    assert ban_of(database, key(1)) is None


def test_an_account_is_kept_out_with_every_key(
    database: Database, ana: Account, ben: Account
) -> None:
    redeem(database, "Ana", new_code(database, ana.id), key(7))
    ban(database, account(ana.id), "rude")
    assert is_shut_out(database, ana.id)
    assert not is_shut_out(database, ben.id)
    assert [ban_of(database, key(one)) is None for one in (1, 7, 2, 9)] == [
        False, False, True, True,
    ]  # fmt: skip


def test_who_has_another_key_is_not_shut_out_by_a_ban_of_one(
    database: Database, ana: Account
) -> None:
    redeem(database, "Ana", new_code(database, ana.id), key(7))
    ban(database, one_key(key(7)), "stolen")
    assert not is_shut_out(database, ana.id)
    ban(database, one_key(key(1)), "stolen")
    assert is_shut_out(database, ana.id)


def test_a_ban_ends_by_itself(database: Database, ana: Account, clock: Clock) -> None:
    for one in (account(ana.id), one_key(key(1)), network("192.0.2.0/24")):
        ban(database, one, "rude", ends=clock.time + 60)
    clock.pass_by(59)
    assert ban_of(database, key(1), "192.0.2.1") is not None
    assert len(bans(database)) == 3
    clock.pass_by(1)
    assert ban_of(database, key(1), "192.0.2.1") is None
    assert bans(database) == []
    assert not is_shut_out(database, ana.id)
    assert not lift_ban(database, account(ana.id))


def test_who_is_banned_twice_is_told_of_what_lasts_longer(
    database: Database, ana: Account, clock: Clock
) -> None:
    ban(database, one_key(key(1)), "an hour", ends=clock.time + 3600)
    ban(database, network("192.0.2.1"), "a day", ends=clock.time + 86_400)
    told = ban_of(database, key(1), "192.0.2.1")
    assert told is not None
    assert told.reason == "a day"
    ban(database, account(ana.id), "permanently")
    told = ban_of(database, key(1), "192.0.2.1")
    assert told is not None
    assert told.reason == "permanently"


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [
        ("192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.8", "::192.0.2.7"]),
        ("192.0.2.0/24", ["192.0.2.0", "192.0.2.255"], ["192.0.3.0", "192.0.1.255"]),
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["11.0.0.0", "", "no address"]),
        ("2001:db8::7", ["2001:db8::", "2001:db8::ffff"], ["2001:db8:0:1::7", "192.0.2.7"]),
        ("2001:db8::7/128", ["2001:db8::7"], ["2001:db8::8"]),
        ("fe80::/16", ["fe80::1%eth0", "fe80:ffff::"], ["fe81::"]),
    ],
)
def test_a_network_holds_its_addresses(
    database: Database, banned: str, inside: list[str], outside: list[str]
) -> None:
    ban(database, network(banned), "flood")
    for address in inside:
        assert ban_of(database, None, address) is not None
        assert network(banned).holds(address)
    for address in outside:
        assert ban_of(database, key(1), address) is None
        assert not network(banned).holds(address)


ADDRESSES = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6))


@SEQUENCES
@given(ADDRESSES, st.integers(0, 128), ADDRESSES)
def test_a_network_holds_what_the_library_says_it_holds(
    one: ipaddress.IPv4Address | ipaddress.IPv6Address,
    bits: int,
    other: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    net = ipaddress.ip_network((one, bits % (one.max_prefixlen + 1)), strict=False)
    try:
        banned = network(str(net))
    except CannotBan:
        return
    assert banned.subject == str(net)
    assert banned.holds(str(one))
    known = ipaddress.ip_address(network_of(str(other)).partition("/")[0])
    assert banned.holds(str(other)) == (other in net or (known == other and known in net))


@pytest.mark.slow
@SEQUENCES
@given(st.text(max_size=60))
def test_no_other_text_is_a_network(text: str) -> None:
    try:
        banned = network(text)
    except Refusal:
        return
    ipaddress.ip_network(banned.subject)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("192.0.2.5/24", "did you mean 192.0.2.0/24"),
        ("2001:db8::1/32", "did you mean 2001:db8::/32"),
        ("0.0.0.0/0", "too wide: at most a /8"),
        ("2000::/3", "too wide: at most a /16"),
        ("::ffff:192.0.2.0/120", "write it as an IPv4 network"),
        ("192.0.2.0/33", "is neither an address nor a network"),
        ("192.0.2", "is neither an address nor a network"),
        ("٣.0.0.1", "is neither an address nor a network"),
        ("", "is neither an address nor a network"),
        ("1" * 10**5, "is neither an address nor a network"),
    ],
)
def test_what_is_no_network_is_refused(text: str, said: str) -> None:
    with pytest.raises(CannotBan, match=said):
        network(text)


def test_what_cannot_be_kept_is_refused(database: Database, clock: Clock) -> None:
    for ends in (clock.time, clock.time - 1, clock.time + LONGEST_BAN + 1):
        with pytest.raises(CannotBan, match="a ban must end in the future, within ten years"):
            ban(database, one_key(key(1)), "rude", ends=ends)
    with pytest.raises(UnsuitableText):
        ban(database, one_key(key(1)), "\u202e")
    for wrong in ("not a key", "SHA256:short", "SHA256:" + "x" * 99):
        with pytest.raises(CannotBan, match="fingerprint"):
            one_key(wrong)
    assert bans(database) == []


def test_bans_are_so_many_at_most(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "MOST_BANS", 2)
    ban(database, one_key(key(1)), "rude", ends=clock.time + 60)
    ban(database, one_key(key(2)), "rude")
    ban(database, one_key(key(2)), "very rude")
    with pytest.raises(CannotBan, match="lift some"):
        ban(database, one_key(key(3)), "rude")
    clock.pass_by(60)
    ban(database, one_key(key(3)), "rude")


def test_invitations_of_who_is_banned_are_void(database: Database, ana: Account) -> None:
    code, other = invite(database, ana.id), invite(database, None)
    ban(database, account(ana.id), "rude")
    assert not is_invited(database, code)
    assert register(database, "Ben", key(2), invitation=other).name == "Ben"


def test_a_ban_tells_where_to_appeal(database: Database) -> None:
    ana = register(database, "Ana", key(1))
    made = book.ban(database, account(ana.id), "rude", ends=database.now() + 3600)
    told = str(book.shut_out(made, "appeals@club.example"))
    assert told.endswith("UTC: rude (appeals: appeals@club.example)")
    assert "appeals" not in str(book.shut_out(made))
