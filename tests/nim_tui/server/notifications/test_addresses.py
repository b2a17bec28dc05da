"""Addresses of strangers: nothing in this machine's network is reached by one."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from ipaddress import ip_address
from typing import Any

import pytest

from nim_tui.server.ip_addresses import Address
from nim_tui.server.notifications.addresses import (
    NotPublic,
    UnsuitableAddress,
    is_public,
    mail_address,
    public_sockets,
    web_address,
)
from nim_tui.server.settings.sections import is_mail_address
from nim_tui.server.storage.schema import DISCORD, NTFY, SLACK, WEBHOOK
from tests.every import holds_for_each

OWN = (
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255",
    "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.8", "198.18.0.1",
    "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "192.88.99.1",
    "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8",
    "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "fc00::1",
    "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "100::1", "5f00::1",
)  # fmt: skip
WORLD = ("8.8.8.8", "1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111",
         "2a00:1450:4001::1")  # fmt: skip


def test_of_this_network_is_public_nothing() -> None:
    def is_not_reached(address: str) -> None:
        known = ip_address(address)
        if known.version == 4 or not known.ipv4_mapped:
            assert not is_public(known)
        shown = f"[{address}]" if ":" in address else address
        family = socket.AF_INET6 if known.version == 6 else socket.AF_INET
        with pytest.raises(NotPublic):
            public_sockets(loopback=False)((family, socket.SOCK_STREAM, 6, "", (address, 443)))
        if address != "::ffff:8.8.8.8":
            with pytest.raises(UnsuitableAddress):
                web_address(WEBHOOK, f"https://{shown}/", loopback=False)

    holds_for_each(OWN, is_not_reached)


@pytest.mark.parametrize("address", WORLD)
def test_addresses_of_the_world_are(address: str) -> None:
    known = ip_address(address)
    assert is_public(known)
    family = socket.AF_INET6 if known.version == 6 else socket.AF_INET
    public_sockets(loopback=False)((family, socket.SOCK_STREAM, 6, "", (address, 443))).close()


@pytest.mark.parametrize(
    "address", ["10.0.0.1", "192.168.0.1", "169.254.169.254", "::ffff:127.0.0.1"]
)
def test_what_lets_the_loopback_through_lets_nothing_else(address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = public_sockets(loopback=True)
    with pytest.raises(NotPublic):
        made((family, socket.SOCK_STREAM, 6, "", (address, 443)))
    made((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))).close()


@pytest.mark.parametrize(
    ("address", "own", "is_taken"),
    [
        ("8.8.8.8", "8.8.8.8", False),
        ("8.8.8.8", "8.8.8.9", True),
        ("8.8.8.8", "192.168.1.2", True),
        ("8.8.8.8", None, True),
        ("2606:4700::1111", "2606:4700::1111", False),
        ("2606:4700::1111", "2606:4700::ffff:0:0:1", False),
        ("2606:4700::1111", "2606:4700:0:1::1111", True),
    ],
)
def test_this_machine_and_its_network_are_not_public_wherever_they_are(
    address: str, own: str | None, is_taken: bool
) -> None:
    asked: list[tuple[int, tuple[Any, ...]]] = []

    def speaks_from(family: int, where: tuple[Any, ...]) -> Address | None:
        asked.append((family, where))
        return None if own is None else ip_address(own)

    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = public_sockets(loopback=False, own=speaks_from)
    found = (family, socket.SOCK_STREAM, 6, "", (address, 443))
    if is_taken:
        made(found).close()
    else:
        with pytest.raises(NotPublic):
            made(found)
    assert asked == [(family, (address, 443))]


REACHED = """
import socket
from nim_tui.server.notifications.addresses import NotPublic, own_address, public_sockets
from tests.every import holds_for_each
for family, address in ((socket.AF_INET, "8.8.8.8"), (socket.AF_INET6, "2606:4700::1")):
    where = (address, 443)
    assert str(own_address(family, where)) == address
    try:
        public_sockets(loopback=True)((family, socket.SOCK_STREAM, 6, "", where))
    except NotPublic:
        print("refused", address)
"""
NETWORK = """ip link set lo up && ip address add 8.8.8.8/32 dev lo &&
ip -6 address add 2606:4700::1/128 dev lo nodad"""


@pytest.mark.slow
def test_a_machine_that_has_a_public_address_is_not_reached_by_it() -> None:
    """In a network of its own, where addresses of the world are this machine's."""
    if any(shutil.which(tool) is None for tool in ("unshare", "ip")):
        pytest.skip("this needs `unshare` and `ip`, not found here")
    words = ["unshare", "--user", "--map-root-user", "--net", "sh", "-c"]
    if subprocess.run([*words, NETWORK], check=False, capture_output=True).returncode:
        pytest.skip("this needs a network of its own, not to be had here")
    told = subprocess.run(
        [*words, f'{NETWORK} && exec "$@"', "sh", sys.executable, "-c", REACHED],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert told.stdout.split() == ["refused", "8.8.8.8", "refused", "2606:4700::1"]


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        (WEBHOOK, " https://hooks.example.org/a?b=c "),
        (WEBHOOK, "https://example.org:8443/"),
        (NTFY, "https://ntfy.sh/my-turns"),
        (NTFY, "https://example.org/ntfy/turns_1"),
        (DISCORD, "https://discord.com/api/webhooks/1/abc"),
        (SLACK, "https://hooks.slack.com/services/T/B/x"),
    ],
)
def test_addresses_as_services_give_them_are_kept(kind: str, typed: str) -> None:
    assert web_address(kind, typed, loopback=False) == typed.strip()


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        (WEBHOOK, ""),
        (WEBHOOK, "hooks.example.org"),
        (WEBHOOK, "http://hooks.example.org/"),
        (WEBHOOK, "ftp://hooks.example.org/"),
        (WEBHOOK, "file:///etc/passwd"),
        (WEBHOOK, "https://user@example.org/"),
        (WEBHOOK, "https://user:word@example.org/"),
        (WEBHOOK, "https://example.org:22/"),
        (WEBHOOK, "https://example.org:25/"),
        (WEBHOOK, "https://example.org:99999/"),
        (WEBHOOK, "https://localhost/"),
        (WEBHOOK, "https://router/"),
        (WEBHOOK, "https://2130706433/"),
        (WEBHOOK, "https://example.org/a b"),
        (WEBHOOK, "https://example.org/\r\nX: y"),
        (WEBHOOK, "https://exämple.org/"),
        (WEBHOOK, "https://example.org/" + "a" * 500),
        (WEBHOOK, "https://[::1"),
        (NTFY, "https://ntfy.sh/"),
        (NTFY, "https://ntfy.sh/a%2fb"),
        (DISCORD, "https://example.org/api/webhooks/1/abc"),
        (DISCORD, "https://discord.com.example.org/api/webhooks/1/abc"),
        (SLACK, "https://hooks.slack.com/other"),
        (SLACK, "https://hooks.slack.com/services/../other"),
        (DISCORD, "https://discord.com/api/webhooks/../oauth2"),
        (DISCORD, "https://discord.com/api/webhooks/%2e%2E/oauth2"),
        (DISCORD, "https://discord.com/api/webhooks/a%2f..%2f../oauth2"),
        (NTFY, "https://ntfy.sh/../turns"),
        (WEBHOOK, "https://example.org/a/./b"),
    ],
)
def test_other_addresses_are_refused(kind: str, typed: str) -> None:
    with pytest.raises(UnsuitableAddress) as refusal:
        web_address(kind, typed, loopback=False)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("typed", ["ana@example.org", "a.b+c_d-e@mail.example.co.uk", "A@b.fr"])
def test_plain_mail_addresses_are_kept(typed: str) -> None:
    assert mail_address(f" {typed} ") == typed


@pytest.mark.parametrize(
    "typed",
    [
        "", "ana", "ana@", "@example.org", "ana@example", "ana@.org", "ana@example..org",
        "a..b@example.org", ".a@example.org", "ana@exa mple.org", "Ana <ana@example.org>",
        "ana@example.org, ben@example.org", "ana@example.org;ben@example.org",
        '"ana b"@example.org', "ana@[127.0.0.1]", "ana@example.org\r\nBcc: ben@example.org",
        "ana\n@example.org", "ana@example.org\x00", "ana%x@example.org", "änä@example.org",
        "a" * 65 + "@example.org", "a@" + "b" * 64 + ".org", "a@" + "b." * 130 + "org",
        "|sh@example.org", "ana(x)@example.org", "-@-example.org",
    ],
)  # fmt: skip
def test_nothing_else_is_a_mail_address(typed: str) -> None:
    assert not is_mail_address(typed)
    with pytest.raises(UnsuitableAddress):
        mail_address(typed)
