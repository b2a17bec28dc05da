"""The home screen of this machine's user in a browser, for nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from nim_tui.registry import load_all
from nim_tui.server.app.touch_row import SHOWS_KEYS
from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh import Counters
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.web import PageParts
from nim_tui.server.web.home_in_browser import HomeFolder, HomeHandler
from tests.nim_tui.server.web.browsing import KEY, Door, asks, opened, tab
from tests.waiting import until

COOKIE = "nim_tui_home"
PASS = "p" * 43


@asynccontextmanager
async def home(folder: Path) -> AsyncIterator[tuple[Door, str]]:
    """The server of `nim-tui web`, and its key."""
    load_all()
    here = HomeFolder(folder)
    key = here.key()
    context = ServerContext(HomeHandler(here, key), Limits(), Counters(), guests=False, banner="")
    async with opened(context, PageParts(home_key=key, home_pass=PASS, is_closed=True)) as door:
        yield door, key
        await door.empty()


async def test_its_secret_address_opens_the_home_screen_without_a_question(tmp_path: Path) -> None:
    async with home(tmp_path) as (door, key):
        status, headers, _text = await asks(door, f"/open/{key}")
        assert (status, headers["Location"]) == (303, "/")
        kept = SimpleCookie(headers["Set-Cookie"])[COOKIE]
        assert (kept.value, kept["samesite"], kept["httponly"]) == (key, "Strict", True)
        own = {"Cookie": f"{COOKIE}={key}"}
        text = (await asks(door, "/", **own))[2]
        assert 'data-asked=""' in text
        assert 'data-home="1"' in text
        async with tab(door, headers=own, sees="Play a first game"):
            pass
        async with tab(door, headers=own, asked="plain=1", sees="Home. Type new, saved"):
            pass
        asked = "size=43x38&touch=1"
        async with tab(door, headers=own, asked=asked, sees="Play a first game") as one:
            await until(lambda: f"]{SHOWS_KEYS};".encode() in one.got, "the keys of the screen")


async def test_the_address_that_others_can_see_opens_it_once(tmp_path: Path) -> None:
    async with home(tmp_path) as (door, key):
        _status, headers, _text = await asks(door, f"/open/{PASS}")
        assert SimpleCookie(headers["Set-Cookie"])[COOKIE].value == key
        assert (await asks(door, f"/open/{PASS}"))[0] == 404
        own = {"Cookie": f"{COOKIE}={key}"}
        assert (await asks(door, f"/open/{PASS}", **own))[0] == 303, "a reload is no stranger"


async def test_the_home_screen_takes_over_the_looks_of_the_device(tmp_path: Path) -> None:
    async with home(tmp_path) as (door, key):
        own = {"Cookie": f"{COOKIE}={key}"}
        sees = "Play a first game"
        async with tab(door, headers=own, asked="size=80x24&looks=plain", sees=sees) as one:
            assert b"38;2;" not in one.got
            one.forget()
            await one.socket.send_str("looks contrast")
            await until(lambda: b"38;2;" in one.got, "colours")
            await one.sees(sees)


@pytest.mark.parametrize("shown", ["", f"{COOKIE}={KEY}", f"nim_tui={KEY}"])
async def test_nobody_else_on_the_machine_comes_in(tmp_path: Path, shown: str) -> None:
    async with home(tmp_path) as (door, _key):
        for wrong in ("/open/", f"/open/{KEY}", "/open/é"):
            assert (await asks(door, wrong))[0] == 404
        for asked in ("size=80x24", "plain=1"):
            sees = "Open the address that nim-tui web has printed."
            async with tab(door, headers={"Cookie": shown}, asked=asked, sees=sees) as one:
                assert "first game" not in one.text


def test_the_key_lasts_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    key = HomeFolder(tmp_path).key()
    assert HomeFolder(tmp_path).key() == key
    file = tmp_path / "browser.key"
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("not a key")
    assert HomeFolder(tmp_path).key() not in (key, "not a key")
