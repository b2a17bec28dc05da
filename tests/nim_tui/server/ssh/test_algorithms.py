"""No algorithm that is held to be weak is offered to anybody, and those of today are."""

from __future__ import annotations

from typing import Any

import asyncssh
import pytest

from tests.nim_tui.server.ssh.serving import connect, new_key, serving


def called(only: dict[str, Any]) -> str:
    """The first algorithm of some."""
    name: str = next(iter(only.values()))[0]
    return name


@pytest.mark.parametrize(
    "only",
    [
        {"mac_algs": ["hmac-sha1"]},
        {"mac_algs": ["hmac-sha1-etm@openssh.com"]},
        {"mac_algs": ["hmac-sha2-256-96"]},
        {"kex_algs": ["diffie-hellman-group14-sha1"]},
        {"kex_algs": ["diffie-hellman-group1-sha1"]},
        {"kex_algs": ["rsa2048-sha256"]},
        {"encryption_algs": ["aes128-cbc"]},
    ],
    ids=called,
)
async def test_a_weak_one_is_not_offered(only: dict[str, Any]) -> None:
    ciphers = {"encryption_algs": ["aes128-ctr"]} if "mac_algs" in only else {}
    async with serving() as served:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await connect(served.port, new_key(), **ciphers, **only)


@pytest.mark.parametrize(
    "only",
    [
        {"mac_algs": ["hmac-sha2-256"], "encryption_algs": ["aes128-ctr"]},
        {"mac_algs": ["hmac-sha2-512-etm@openssh.com"], "encryption_algs": ["aes256-ctr"]},
        {"encryption_algs": ["chacha20-poly1305@openssh.com"]},
        {"kex_algs": ["curve25519-sha256"]},
        {"kex_algs": ["diffie-hellman-group14-sha256"]},
        {"kex_algs": ["ecdh-sha2-nistp256"]},
    ],
    ids=called,
)
async def test_one_of_today_is_enough(only: dict[str, Any]) -> None:
    async with serving() as served:
        connection = await connect(served.port, new_key(), **only)
        connection.abort()
        await connection.wait_closed()


async def test_signatures_by_sha_2_are_asked_for() -> None:
    key = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
    async with serving() as served:
        connection = await connect(served.port, key)
        asked = connection._server_sig_algs
        assert {b"rsa-sha2-256", b"rsa-sha2-512", b"ssh-ed25519"} <= asked
        assert b"ssh-rsa" not in asked
        connection.abort()
        await connection.wait_closed()
