"""Keeping a name in a browser: a cookie of which the server knows a digest."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie

import pytest

from nim_tui.server.web.cookies import fingerprint, new_key
from tests.nim_tui.server.ssh.serving import HOST
from tests.nim_tui.server.web.browsing import KEY, asks, both, tab

NAMED = "https://games.example.org"


def cookie_in(headers: object, name: str) -> SimpleCookie:
    cookies = SimpleCookie(headers["Set-Cookie"])  # type: ignore[index]
    assert list(cookies) == [name]
    return cookies


def test_a_digest_is_no_key() -> None:
    key = new_key()
    digest = fingerprint(key)
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", key)
    assert digest is not None
    assert re.fullmatch(r"WEB:[A-Za-z0-9+/]{43}", digest)
    assert key not in digest
    assert fingerprint(None) is None


async def test_a_browser_keeps_a_key_out_of_reach_of_scripts() -> None:
    async with both() as (_served, door):
        status, headers, _text = await asks(door, "/keep", method="POST", Origin=door.origin)
        assert (status, headers["Location"]) == (303, "/lobby")
        kept = cookie_in(headers, "nim_tui")["nim_tui"]
        assert len(kept.value) == 43
        assert (kept["httponly"], kept["samesite"], kept["path"]) == (True, "Lax", "/")
        assert kept["secure"] == ""
        assert kept["domain"] == ""


async def test_behind_https_it_is_for_https_alone() -> None:
    async with both(web_address=(f"{NAMED}/",)) as (_served, door):
        host = NAMED.removeprefix("https://")
        status, headers, _text = await asks(
            door, "/keep", method="POST", Origin=NAMED, Host=host, Referer=f"{NAMED}/t/abc-12"
        )
        assert (status, headers["Location"]) == (303, "/t/abc-12")
        kept = cookie_in(headers, "__Host-nim_tui")["__Host-nim_tui"]
        assert kept["secure"] is True
        plain = await asks(door, "/keep", method="POST", Origin=f"http://{host}", Host=host)
        assert plain[0] == 403


async def test_a_key_that_is_kept_is_not_replaced() -> None:
    async with both() as (_served, door):
        told = {"Origin": door.origin, "Cookie": f"nim_tui={KEY}"}
        _status, headers, _text = await asks(door, "/keep", method="POST", **told)
        assert cookie_in(headers, "nim_tui")["nim_tui"].value == KEY


async def test_a_browser_forgets() -> None:
    async with both() as (_served, door):
        told = {"Origin": door.origin, "Cookie": f"nim_tui={KEY}"}
        _status, headers, _text = await asks(door, "/forget", method="POST", **told)
        gone = cookie_in(headers, "nim_tui")["nim_tui"]
        assert (gone.value, gone["max-age"]) == ("", "0")


async def test_only_proxies_that_are_named_tell_who_calls() -> None:
    told = {"X-Forwarded-For": "198.51.100.9, 203.0.113.7", "X-Forwarded-Proto": "https"}
    async with both() as (served, door), tab(door, headers=told):
        assert served.house.app.visit.address == HOST
    async with both(web_proxy=("127.0.0.1/32",)) as (served, door):
        safe = door.origin.replace("http", "https")
        async with tab(door, headers=told, origin=safe):
            assert served.house.app.visit.address == "203.0.113.7"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "address"),
    [("203.0.113.7", "203.0.113.7"), ("203.0.113.7, 127.0.0.1", "203.0.113.7"),
     ("rubbish", HOST), ("203.0.113.7,", HOST), ("::ffff:203.0.113.7", "203.0.113.7")],
)  # fmt: skip
async def test_the_nearest_address_that_is_no_proxy_counts(told: str, address: str) -> None:
    sent = {"X-Forwarded-For": told}
    async with both(web_proxy=("127.0.0.1",)) as (served, door), tab(door, headers=sent):
        assert served.house.app.visit.address == address
