"""Invitations to seats by their addresses: not left in the address bar, used by sessions alone."""

from __future__ import annotations

import logging
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from nim_tui.server.lobby.invite_links import TRIES
from nim_tui.server.settings.sections import CLOSED, INVITE
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.web.cookies import fingerprint
from tests.nim_tui.server.ssh.serving import HOST, new_key
from tests.nim_tui.server.web.browsing import KEY, Door, asks, both, tab
from tests.nim_tui.server.web.house import LOBBY, OTHER, House, house, with_ssh
from tests.waiting import until

TOKEN = "2345-6789-ABCD-EFGH-JKMN"
NAME = "nim_tui_invitation"
REFUSED = "this invite link"
"""How what is told of it on a screen begins."""
WRONG = "this invite link is wrong, used or expired"


async def carried(door: Door, path: str) -> str:
    """The cookie with which a browser comes to its session after the key of a page was pressed."""
    status, headers, text = await asks(door, path, method="POST", Origin=door.origin)
    assert (status, text) == (303, "")
    told = SimpleCookie(headers["Set-Cookie"])[NAME]
    assert (told["path"], told["samesite"], told["httponly"]) == ("/ws", "Strict", True)
    assert headers["Cache-Control"] == "no-store"
    return f"{NAME}={told.value}"


async def family(home: House, *, seats: int = 2) -> tuple[str, str]:
    """A private table of Ana's, and an invitation to it."""
    ana = home.member("Ana", fingerprint("a" * 43))
    wishes = [SeatWish(account=ana.id), *[SeatWish()] * (seats - 1)]
    plan = TablePlan(
        "bataille" if seats == 2 else "submarine", wishes, "Family", visibility=PRIVATE
    )
    table = await home.lobby.tables.create(ana.id, plan)
    return table, await home.lobby.invite_links.make(table, ana.id)


@pytest.mark.parametrize(("path", "page"), [("/i/", "/lobby"), ("/plain/i/", "/plain")])
async def test_its_key_leads_on_to_a_page_that_does_not_name_it(path: str, page: str) -> None:
    async with both() as (_served, door):
        told = {"method": "POST", "Origin": door.origin}
        status, headers, _text = await asks(door, path + TOKEN, **told)
        assert (status, headers["Location"]) == (303, page)
        foreign = {"method": "POST", "Origin": "https://evil.example"}
        assert (await asks(door, path + TOKEN, **foreign))[0] == 403
        _status, _headers, text = await asks(door, page, Cookie=f"{NAME}={TOKEN}")
        assert TOKEN not in text
        for wrong in ("/i/", "/i/a b", "/i/" + "A" * 61, "/i/é", "/i/a/b"):
            assert (await asks(door, wrong, **told))[0] == 404


async def test_a_session_has_it_once() -> None:
    async with both() as (served, door):
        cookie = await carried(door, f"/i/{TOKEN}")
        async with tab(door, headers={"Cookie": cookie}) as one:
            response = one.socket._response
            dropped = SimpleCookie(response.headers["Set-Cookie"])[NAME]
            assert (dropped.value, dropped["max-age"], dropped["path"]) == ("", "0", "/ws")
        async with tab(door, headers={"Cookie": f"{NAME}=<script>"}):
            pass
        assert [visit.link for visit in served.house.visits] == [TOKEN, ""]


@pytest.mark.slow
async def test_a_guest_takes_a_seat_of_a_private_table_and_the_next_does_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with house(tmp_path) as home:
        table, token = await family(home, seats=3)
        cookie = {"Cookie": await carried(home.door, f"/i/{token}")}
        async with tab(home.door, headers=cookie, sees="You have a seat") as one:
            await one.sees("Family")
            assert home.lobby.table_list.seated(table)[1] is not None
            async with tab(home.door, headers=cookie, sees=REFUSED) as other:
                assert "Family" not in other.text
        assert token not in caplog.text
        assert "seat_link" in [vars(record).get("reason") for record in caplog.records]


@pytest.mark.slow
async def test_looking_an_address_up_uses_nothing_up(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        _table, token = await family(home)
        for method in ("GET", "HEAD", "GET"):
            assert (await asks(home.door, f"/i/{token}", method=method))[0] == 200
        cookie = {"Cookie": await carried(home.door, f"/i/{token}")}
        async with tab(home.door, headers=cookie, sees="Family"):
            pass


@pytest.mark.slow
async def test_by_ssh_the_last_seat_begins_the_game(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        key = new_key()
        ben = home.member("Ben", key.get_fingerprint("sha256"))
        table, token = await family(home)
        async with with_ssh(home, key, sees="Family", command=f"join {token}"):
            await until(lambda: home.lobby.held.seated(table), "the game")
            assert list(home.lobby.table_list.seated(table))[1] == ben.id
        async with with_ssh(home, key, sees="hide submarine", command=f"join {token}"):
            pass  # whose seat it is comes back by it
        async with tab(home.door, headers={"Cookie": f"{NAME}={token}"}, sees=REFUSED):
            pass


@pytest.mark.slow
async def test_a_newcomer_chooses_a_name_first(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, token = await family(home, seats=3)
        async with with_ssh(
            home, new_key(), sees="Choose your name", command=f"join {token}"
        ) as ben:
            assert home.lobby.table_list.seated(table)[1] is None
            ben.type("Ben\r")
            await ben.sees("Enter again")
            ben.type("\r")
            await ben.sees("You have a seat")


@pytest.mark.parametrize("mode", [INVITE, CLOSED])
async def test_it_admits_nobody_to_the_server(tmp_path: Path, mode: str) -> None:
    async with house(tmp_path, guests=False, mode=mode) as home:
        table, token = await family(home)
        cookie = (await carried(home.door, f"/i/{token}")) + f"; nim_tui={KEY}"
        shows = "accepts no new users" if mode == CLOSED else "invitation"
        async with tab(home.door, headers={"Cookie": cookie}, sees=shows) as one:
            if mode == INVITE:
                await one.type("Ben\r")
                await one.sees("new users need an invitation code: type a name and the code")
        assert home.lobby.table_list.seated(table)[1] is None


@pytest.mark.slow
async def test_guesses_are_few(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ben = home.member("Ben", fingerprint(OTHER))
        _table, token = await family(home)
        told = []
        for _try in range(TRIES[0] + 1):
            try:
                await home.lobby.invite_links.use(TOKEN, ben.id, HOST)
            except Exception as refusal:
                told.append(str(refusal))
        assert told == [WRONG] * TRIES[0] + ["too fast: wait a moment"]
        cookie = {"Cookie": f"{await carried(home.door, f'/i/{token}')}; nim_tui={OTHER}"}
        async with tab(home.door, headers=cookie, sees="too fast"):
            pass
        async with tab(home.door, key=OTHER, sees=LOBBY):
            pass
