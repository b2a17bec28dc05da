"""The pages of tables and invitations, as strangers, members and chat previews see them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import update

from nim_tui.server.moderation.blocks import block
from nim_tui.server.storage.schema import ACCOUNTS, PRIVATE, SEATS, TABLES
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.web.cookies import fingerprint
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.web.browsing import KEY, asks, tab
from tests.nim_tui.server.web.house import OTHER, House, house
from tests.nim_tui.server.web.test_first_page import opened, pressed
from tests.nim_tui.server.web.test_invite_links import carried
from tests.nim_tui.server.web.test_standings_pages import HOSTILE, Reader

TERMINAL = 'id="screen"'


async def test_it_says_who_asks_for_which_game(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        by = ClockPlan("days", 3 * 86_400)
        plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()], clock=by)
        table = await home.lobby.tables.create(ana.id, plan)
        status, _headers, text = await asks(home.door, f"/t/{table}")
        assert status == 200
        told = unescape(text)
        assert "Ana asks you for a game of Bataille sous les mers" in told
        assert "3 days per move · rated" in told
        assert f'action="/sit/{table}"' in text
        assert "here now" not in text
        image = re.search(r'property="og:image" content="http://[^/]+(/static/[^"]+)"', text)
        assert image is not None
        assert (await asks(home.door, image[1]))[0] == 200
        async with tab(home.door, key=KEY, sees="Lobby"):
            assert "here now" in (await asks(home.door, f"/t/{table}"))[2]


async def test_opening_the_link_takes_no_seat_and_its_key_does(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await opened(home, home.member("Ana", fingerprint(KEY)))
        for method in ("GET", "HEAD", "GET"):
            await asks(home.door, f"/t/{table}", method=method)
        assert home.lobby.table_list.seated(table)[1] is None
        cookie = {"Cookie": await pressed(home.door, f"/sit/{table}")}
        async with tab(home.door, headers=cookie, sees="hide submarine"):
            assert home.lobby.table_list.seated(table)[1] is not None


async def test_a_private_table_is_for_a_stranger_as_if_there_were_none(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        secret = await opened(home, ana, title="Family", visibility=PRIVATE)
        missing = await asks(home.door, "/t/bataille-999")
        private = await asks(home.door, f"/t/{secret}")
        assert (missing[0], private[0]) == (404, 404)
        assert missing[2] == private[2].replace(secret, "bataille-999")
        own = {"Cookie": f"nim_tui={KEY}"}
        assert TERMINAL in (await asks(home.door, f"/t/{secret}", **own))[2]


async def test_so_is_a_table_of_a_club_for_who_is_no_member(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana, ben = (
            home.member(name, fingerprint(sign * 43)) for name, sign in (("Ana", "a"), ("Ben", "b"))
        )
        club = await home.lobby.clubs.found(ana.id, "Chess friends")
        seats = [SeatWish(account=ana.id), SeatWish()]
        plan = TablePlan("bataille", seats, "Of us", visibility=PRIVATE, club=club)
        table = await home.lobby.tables.create(ana.id, plan)
        for cookie in ({}, {"Cookie": f"nim_tui={'b' * 43}"}):
            there = await asks(home.door, f"/t/{table}", **cookie)
            missing = await asks(home.door, "/t/bataille-999", **cookie)
            assert there[0] == missing[0]
            assert there[2].replace(table, "bataille-999") == missing[2]
            for path in ("/", "/plain/", "/clubs", f"/clubs/{club}"):
                shown = (await asks(home.door, path, **cookie))[2]
                assert "Of us" not in shown
                assert table not in shown
        await home.lobby.clubs.join(club, ben.id)
        own = {"Cookie": f"nim_tui={'b' * 43}"}
        assert (await asks(home.door, f"/t/{table}", **own))[0] == 200
        told = unescape((await asks(home.door, f"/t/{table}", **own))[2])
        assert "Ana asks you for a game" in told


async def test_who_was_here_goes_to_a_game_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        plays = await opened(home, ana, bots=1)
        stranger = await asks(home.door, f"/t/{plays}")
        assert f'action="/watch/{plays}"' in stranger[2]
        status, headers, _text = await asks(
            home.door, f"/watch/{plays}", method="POST", Origin=home.door.origin
        )
        assert (status, headers["Location"]) == (303, f"/t/{plays}")
        guest = {"Cookie": headers["Set-Cookie"].partition(";")[0]}
        for known in (guest, {"Cookie": f"nim_tui={KEY}"}):
            text = (await asks(home.door, f"/t/{plays}", **known))[2]
            assert TERMINAL in text
            assert f'data-table="{plays}"' in text


@pytest.mark.parametrize("guests", [True, False])
async def test_guests_are_told_of_their_seat_where_they_are_taken(
    tmp_path: Path, guests: bool
) -> None:
    async with house(tmp_path, guests=guests) as home:
        waits = await opened(home, home.member("Ana", fingerprint(KEY)))
        text = (await asks(home.door, f"/t/{waits}"))[2]
        assert f'action="/sit/{waits}"' in text
        assert ("As a guest" in text) == guests
        assert ("This server needs a name" in text) != guests


async def invited(home: House) -> tuple[str, str]:
    """A private table of Ana's, and an invitation to it."""
    ana = home.member("Ana", fingerprint("a" * 43))
    table = await opened(home, ana, visibility=PRIVATE)
    return table, await home.lobby.invite_links.make(table, ana.id)


async def test_an_invitation_shows_its_private_table(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, token = await invited(home)
        text = (await asks(home.door, f"/i/{token}"))[2]
        assert "Ana asks you for a game" in text
        assert f'action="/i/{token}"' in text
        assert "Learn it first" in text
        plain = (await asks(home.door, f"/plain/i/{token}"))[2]
        assert f'action="/plain/i/{token}"' in plain
        status, _headers, wrong = await asks(home.door, "/i/" + "2" * 20)
        assert status == 404
        assert "wrong, used or expired" in wrong
        assert table not in wrong


async def test_a_used_invitation_leads_its_own_guest_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        _table, token = await invited(home)
        cookie = f"{await carried(home.door, f'/i/{token}')}; nim_tui_guest={OTHER}"
        async with tab(home.door, headers={"Cookie": cookie}, sees="hide submarine"):
            status, _headers, stranger = await asks(home.door, f"/i/{token}")
            assert (status, "Return to my seat" in stranger) == (404, False)
            own = (await asks(home.door, f"/i/{token}", Cookie=f"nim_tui_guest={OTHER}"))[2]
            assert "Return to my seat" in own
            assert "Ana" not in own
        async with tab(home.door, headers={"Cookie": cookie}, sees="hide submarine"):
            pass


async def test_whom_the_host_has_blocked_gets_no_invitation(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, token = await invited(home)
        ben = home.member("Ben", fingerprint(KEY))
        row = home.lobby.table_list.known(table)
        assert row is not None
        assert row.host is not None
        block(home.lobby.database, row.host, ben.id)
        assert (await asks(home.door, f"/i/{token}", Cookie=f"nim_tui={KEY}"))[0] == 404
        assert (await asks(home.door, f"/i/{token}"))[0] == 200


@pytest.mark.parametrize("called", HOSTILE)
async def test_whatever_somebody_is_called_is_text(tmp_path: Path, called: str) -> None:
    """Names are bounded where they are chosen; here they are put past that, into the database."""
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        table = await opened(home, ana)
        with home.lobby.database.writing() as connection:
            connection.execute(update(ACCOUNTS).values(name=called))
            connection.execute(update(SEATS).where(SEATS.c.seat == 0).values(name=called))
            connection.execute(update(TABLES).values(title=called))
        home.lobby.shown.changed(table)
        for path in (f"/t/{table}", "/"):
            text = (await asks(home.door, path))[2]
            page = Reader(text)
            assert called in unescape(text)
            assert page.tags.count("script") == 1
            assert "style" not in page.tags
            assert page.tags.count("h1") == 1
            assert not [name for name, _value in page.attributes if name.startswith("on")]


@pytest.mark.parametrize("accepts", ["en", "fr"])
async def test_it_speaks_both_languages(tmp_path: Path, accepts: str) -> None:
    async with house(tmp_path) as home:
        table = await opened(home, home.member("Ana", fingerprint(KEY)))
        text = (await asks(home.door, f"/t/{table}", Accept_Language=accepts))[2]
        assert f'<html lang="{accepts}">' in text
        by_address = (await asks(home.door, f"/t/{table}?language={accepts}"))[2]
        assert f'action="/sit/{table}?language={accepts}"' in by_address
