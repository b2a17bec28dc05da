"""Passkeys, made and shown: what no honest page, device or visitor sends is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from nim_tui.server.accounts.keys import keys_of
from nim_tui.server.accounts.passkey_store import CHALLENGE_LIFE
from nim_tui.server.accounts.passkeys import RelyingParty
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.storage.schema import PASSKEY_CHALLENGES
from nim_tui.server.web.cookies import fingerprint
from nim_tui.server.web.passkey_pages import (
    ATTEMPTS,
    PasskeyRequester,
    PasskeyService,
)
from tests.nim_tui.server.ssh.serving import HOST
from tests.nim_tui.server.web.browsing import KEY
from tests.nim_tui.server.web.device import PRESENT, VERIFIED, data
from tests.nim_tui.server.web.house import OTHER, house
from tests.nim_tui.server.web.passkey_page import LATE, PUBLIC, UNKNOWN, WRONG, Page, known, owner


async def test_who_is_nobody_makes_no_passkey(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        for page in (Page(home), Page(home, KEY)):
            status, answer = await page.sends("/passkey/new")
            assert (status, "choose a name first" in answer["told"]) == (403, True)


async def test_what_is_asked_of_devices(tmp_path: Path) -> None:
    async with known(tmp_path) as (_home, _ana, page, device):
        asked = (await page.sends("/passkey/new"))[1]
        assert asked["rp"] == {"id": "localhost", "name": "nim_tui"}
        assert asked["user"]["name"] == "Ana"
        assert asked["user"]["id"] == device.handle
        assert len(data(device.handle)) == 32
        assert [data(one["id"]) for one in asked["excludeCredentials"]] == [device.credential]
        assert asked["excludeCredentials"][0]["transports"] == ["internal"]
        assert asked["authenticatorSelection"]["userVerification"] == "required"
        assert asked["attestation"] == "none"
        assert len(data(asked["challenge"])) == 32
        again = (await page.sends("/passkey/ask"))[1]
        assert again["challenge"] != asked["challenge"]
        assert (again["rpId"], again["allowCredentials"]) == ("localhost", [])


@pytest.mark.parametrize(
    "lie",
    [
        {"origin": "http://localhost:1"},
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"flags": PRESENT},
        {"flags": VERIFIED},
        {"cross_origin": True},
    ],
)
async def test_what_no_honest_device_says_is_refused(tmp_path: Path, lie: dict[str, Any]) -> None:
    async with known(tmp_path) as (home, ana, page, device):
        for name, value in lie.items():
            setattr(device, name, value)
        fresh = Page(home)
        assert await fresh.shows(device) == (403, {"told": WRONG})
        assert owner(home, fresh) is None
        liar = Page(home).device()
        for name, value in lie.items():
            setattr(liar, name, value)
        assert await page.adds(liar) == (403, {"told": WRONG})
        assert len(keys_of(home.lobby.database, ana.id)) == 2


async def test_only_algorithms_that_were_asked_for_do(tmp_path: Path) -> None:
    async with known(tmp_path) as (_home, _ana, page, _device):
        assert await page.adds(page.device(algorithm=-36)) == (403, {"told": WRONG})


async def test_who_made_a_device_is_not_looked_at(tmp_path: Path) -> None:
    async with known(tmp_path) as (_home, _ana, page, _device):
        assert (await page.adds(page.device(), attestation="packed"))[0] == 200


async def test_another_devices_signature_does_not_hold(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, page, device):
        device.key = page.device().key
        assert await Page(home).shows(device) == (403, {"told": WRONG})


async def test_another_accounts_handle_does_not_hold(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, _page, device):
        device.handle = "x" * 43
        assert await Page(home).shows(device) == (403, {"told": WRONG})


async def test_a_challenge_is_good_once_and_for_its_browser(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, _page, device):
        fresh, thief = Page(home), Page(home)
        asked = (await fresh.sends("/passkey/ask"))[1]
        shown = device.shows(asked)
        assert await thief.sends("/passkey/enter", shown) == (403, {"told": LATE})
        await thief.sends("/passkey/ask")
        assert await thief.sends("/passkey/enter", shown) == (403, {"told": WRONG})
        visit = dict(fresh.cookies)
        assert (await fresh.sends("/passkey/enter", shown))[0] == 200
        fresh.cookies = visit
        assert await fresh.sends("/passkey/enter", shown) == (403, {"told": LATE})


async def test_a_challenge_to_make_one_is_none_to_show_one(tmp_path: Path) -> None:
    async with known(tmp_path) as (_home, _ana, page, device):
        asked = (await page.sends("/passkey/new"))[1]
        assert await page.sends("/passkey/enter", device.shows(asked)) == (403, {"told": LATE})
        asked = (await page.sends("/passkey/ask"))[1] | {"user": {"id": device.handle}}
        made = page.device().makes(asked)
        assert await page.sends("/passkey/keep", made) == (403, {"told": LATE})


async def test_a_challenge_is_good_for_two_minutes(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, _page, device):
        fresh = Page(home)
        asked = (await fresh.sends("/passkey/ask"))[1]
        sheet = PASSKEY_CHALLENGES
        with home.lobby.database.writing() as connection:
            old = update(sheet).values(made=sheet.c.made - CHALLENGE_LIFE - 1)
            connection.execute(old)
        shown = device.shows(asked)
        assert await fresh.sends("/passkey/enter", shown) == (403, {"told": LATE})


async def test_what_was_made_is_for_who_asked_alone(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, page, _device):
        home.member("Ben", fingerprint(OTHER))
        asked = (await page.sends("/passkey/new"))[1]
        page.cookies["nim_tui"] = OTHER
        made = page.device().makes(asked)
        assert await page.sends("/passkey/keep", made) == (403, {"told": LATE})


async def test_a_device_that_counts_counts_up(tmp_path: Path) -> None:
    async with known(tmp_path) as (home, _ana, _page, device):
        device.counter = 7
        assert (await Page(home).shows(device))[0] == 200
        for counter in (7, 6, 0):
            device.counter = counter
            assert await Page(home).shows(device) == (403, {"told": WRONG})
        device.counter = 4_294_967_295
        assert (await Page(home).shows(device))[0] == 200


async def test_attempts_are_bounded(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        page = Page(home)
        answers = [(await page.sends("/passkey/ask"))[0] for _ in range(ATTEMPTS[0] + 2)]
        assert answers[0] == 200
        assert answers[-1] == 429


async def test_a_household_with_many_addresses_does_not_take_the_room_of_others(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        service = PasskeyService(home.lobby, lambda _key: None)

        async def ask(*addresses: str) -> None:
            party = RelyingParty("localhost", "http://localhost")
            for address in addresses:
                await service.ask_known(PasskeyRequester(party, address, address, None))

        with pytest.raises(TooOften):
            await ask(*(f"2001:db8:0:{number:x}::1" for number in range(0x100)))
        await ask("2001:db8:0:100::1")


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[" * 9000, b'{"id": 5}', b"\xff", b'{"id": "' + b"x" * 20_000 + b'"}',
     b'{"id":"' + b"x" * 40 + b'","response":{"clientDataJSON":"!","attestationObject":"!",'
     b'"authenticatorData":"","signature":""}}'],
)  # fmt: skip
async def test_what_no_page_sends_is_refused(tmp_path: Path, body: bytes) -> None:
    async with known(tmp_path) as (_home, _ana, page, _device):
        for begin, end in (("new", "keep"), ("ask", "enter")):
            await page.sends(f"/passkey/{begin}")
            status, answer = await page.sends(f"/passkey/{end}", body)
            assert (status, answer["told"] in (WRONG, UNKNOWN)) == (403, True)


async def test_pages_of_others_may_ask_nothing(tmp_path: Path) -> None:
    async with known(tmp_path) as (_home, _ana, page, _device):
        for path in ("new", "keep", "ask", "enter"):
            status, _ = await page.sends(f"/passkey/{path}", origin="https://evil.example")
            assert status == 403
        assert (await page.sends("/passkey/new", method="GET"))[0] == 404


async def test_passkeys_are_for_the_https_address_that_the_server_is_named(tmp_path: Path) -> None:
    async with house(tmp_path, web_address=(f"https://{PUBLIC}",)) as home:
        home.member("Ana", fingerprint(KEY))
        page = Page(home, KEY, host=PUBLIC)
        device = page.device()
        assert (await page.adds(device))[0] == 200
        fresh = Page(home, host=PUBLIC)
        assert (await fresh.shows(device))[0] == 200
        assert owner(home, fresh) == "Ana"
        device.origin, device.host = f"https://evil.{PUBLIC}", PUBLIC
        assert await Page(home, host=PUBLIC).shows(device) == (403, {"told": WRONG})


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "evil.example"])
async def test_there_are_none_where_the_server_has_no_name(tmp_path: Path, host: str) -> None:
    async with house(tmp_path) as home:
        page = Page(home, KEY)
        page.host = page.host.replace("localhost", host)
        page.origin = f"http://{page.host}"
        status, _ = await page.sends("/passkey/ask")
        assert status == (403 if host == "evil.example" else 404)


@pytest.mark.slow
async def test_the_page_offers_them_where_there_can_be_any(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        for host, offered in (("localhost", 'data-passkeys="1"'), (HOST, 'data-passkeys=""')):
            page = Page(home)
            page.host = page.host.replace("localhost", host)
            for path in ("/lobby", "/plain"):
                _status, text = await page.sends(path, method="GET")
                assert offered in text
