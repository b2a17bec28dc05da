"""Pages whose line was lost: their session waits for them, and for nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from nim_tui.server.measurements import MemoryBound
from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh.server import make_round
from nim_tui.server.terminal.app_runner import AppRunner
from nim_tui.server.terminal.looks import Looks
from nim_tui.server.web import session as web_session
from tests.nim_tui.server.ssh.serving import Served
from tests.nim_tui.server.ssh.tiny import HELLO
from tests.nim_tui.server.web.browsing import KEY, Door, Tab, both, tab
from tests.waiting import until

OTHER = "o" * 43
GUEST = {"Cookie": f"nim_tui_guest={KEY}"}


@asynccontextmanager
async def cut_off(
    limits: Limits | None = None, key: str | None = KEY, headers: dict[str, str] | None = None
) -> AsyncIterator[tuple[Served, Door, Tab]]:
    """A page that has typed a key, and lost its line since."""
    async with (
        both(limits) as (served, door),
        tab(door, key=key, headers=headers) as one,
    ):
        await one.type("x")
        await one.sees("key-1-x.")
        one.is_cut()
        await one.is_sent_away()
        yield served, door, one


def again(one: Tab, size: str = "80x24") -> str:
    return f"size={size}&again={one.facts['session']}"


@pytest.mark.parametrize("key", [KEY, None])
async def test_a_page_goes_on_where_it_was(key: str | None) -> None:
    """Members and guests: the same app is painted whole, and hears what is typed."""
    headers = None if key else GUEST
    async with (
        cut_off(key=key, headers=headers) as (served, door, one),
        tab(door, key=key, headers=headers, asked=again(one), sees="key-1-x.") as back,
    ):
        assert HELLO in back.text
        assert back.got.startswith(b"\x1b[22;2t\x1b[?1049h"), "the terminal is set up anew"
        assert back.facts["session"] == one.facts["session"]
        await back.type("y")
        await back.sees("key-2-y.")
        assert served.figure("sessions_total") == 1
        await back.type("t")
        await until(lambda: b"\x1b]2;my " in back.got, "a title")
        back.is_cut()
        async with tab(door, key=key, headers=headers, asked=again(one), sees="key-3-t.") as third:
            await until(lambda: b"\x1b]2;my " in third.got, "the title again")


async def test_a_page_is_told_again_what_it_missed() -> None:
    """The keys of its row, say, which are told on changes alone."""
    async with cut_off() as (served, door, one):
        served.house.app.ask_page(7392, "keys")
        async with tab(door, key=KEY, asked=again(one), sees="key-1-x.") as back:
            await until(lambda: b"\x1b]7392;keys\x07" in back.got, "the keys")


async def test_a_page_is_told_again_at_which_table_it_is() -> None:
    async with both() as (served, door), tab(door, key=KEY) as one:
        client = served.house.visits[0]
        client.show_at("bataille-1")
        await until(lambda: one.facts.get("at") == "/t/bataille-1", "its table")
        async with tab(door, key=KEY, asked=again(one), sees=HELLO) as back:
            await until(lambda: back.facts.get("at") == "/t/bataille-1", "its table again")


async def test_a_device_that_became_dark_meanwhile_is_shown_dark() -> None:
    async with (
        both() as (served, door),
        tab(door, key=KEY, asked="size=80x24&looks=light") as one,
        tab(door, key=KEY, asked=again(one), sees=HELLO),
    ):
        await until(lambda: served.house.app.looks == [Looks()], "other looks")


async def test_a_page_takes_its_session_from_a_line_that_hangs() -> None:
    """The old line is cut at once: what still lies in it is not played."""
    async with both() as (served, door), tab(door, key=KEY) as one:
        one.freeze()
        async with tab(door, key=KEY, asked=again(one), sees=HELLO) as back:
            await back.type("x")
            await back.sees("key-1-x.")
            assert served.figure("sessions_total") == served.figure("sessions_open") == 1


async def test_a_window_that_changed_meanwhile_is_laid_out_anew() -> None:
    async with (
        cut_off() as (_served, door, one),
        tab(door, key=KEY, asked=again(one, "100x30"), sees="size-100x30."),
    ):
        pass


@pytest.mark.parametrize("key", [OTHER, None])
async def test_nobody_else_goes_on(key: str | None) -> None:
    """Not even by the secret of the page, seen in the log of a proxy."""
    async with (
        cut_off() as (served, door, one),
        tab(door, key=key, asked=again(one), sees=HELLO) as stranger,
    ):
        await stranger.type("z")
        await stranger.sees("key-1-z.")
        assert "key-1-x" not in stranger.text
        assert served.figure("sessions_open") == 2


async def test_who_was_banned_meanwhile_is_told_so() -> None:
    async with cut_off() as (served, door, one):
        served.house.banned.add(f"{served.house.visits[0].fingerprint}")
        async with tab(door, key=KEY, asked=again(one), sees="not you") as back:
            await back.is_sent_away()


@pytest.mark.parametrize("asked", ["size=80x24&again=", "size=80x24&again=" + "x" * 24])
async def test_a_session_that_is_not_known_begins_anew(asked: str) -> None:
    async with cut_off() as (served, door, _one), tab(door, key=KEY, asked=asked):
        assert served.figure("sessions_total") == 2


async def test_who_has_no_cookie_has_left() -> None:
    async with cut_off(key=None) as (_served, door, _one):
        await door.empty()


async def test_a_session_waits_for_a_while_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_session, "HELD", 0.1)
    async with cut_off() as (served, door, _one):
        await door.empty()
        assert len(served.house.gone) == 1


async def test_a_page_that_comes_while_its_session_ends_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its goodbye would be that of a person who left, whose page does not come back."""
    usual, may_end = AppRunner.play, asyncio.Event()

    async def play(runner: AppRunner) -> int:
        status = await usual(runner)
        await may_end.wait()
        return status

    monkeypatch.setattr(web_session, "HELD", 0.1)
    monkeypatch.setattr(AppRunner, "play", play)
    async with cut_off() as (served, door, one):
        await until(lambda: not door.context.runners, "the end of waiting")
        async with tab(door, key=KEY, asked=again(one), sees=HELLO):
            assert served.figure("sessions_total") == 2
            may_end.set()


async def test_a_session_that_waits_gives_its_place_to_another_one() -> None:
    async with (
        cut_off(Limits(sessions_a_key=1)) as (served, door, _one),
        tab(door, key=KEY),
    ):
        assert served.figure("sessions_total") == 2
        assert served.figure("sessions_open") == 1


async def test_where_memory_is_short_a_session_without_a_line_ends_each_round() -> None:
    """Its page gets no chance to come back to it, but a guest may come back to their seat."""
    async with (
        cut_off(key=None, headers=GUEST) as (served, door, _one),
        tab(door, key=OTHER) as other,
    ):
        door.context.memory = MemoryBound(1, used=lambda: 2)
        make_round(door.context)
        await until(lambda: served.figure("sessions_open") == 1, "the end of the first")
        assert [guest.is_cut for one in served.house.gone if (guest := one.guest)] == [True]
        make_round(door.context)
        await other.is_sent_away()
        await door.empty()


async def test_a_stop_does_not_wait_for_who_is_lost() -> None:
    async with cut_off() as (served, _door, _one):
        await served.ssh_server.tell_all_and_stop("It stops.", 2)
        assert served.figure("sessions_open") == 0


async def test_a_stop_has_pages_come_back_by_themselves() -> None:
    async with both() as (served, door), tab(door, key=KEY) as one:
        await served.ssh_server.tell_all_and_stop("It stops.", 2)
        await one.is_sent_away()
        assert one.code == 1012


async def test_a_page_that_spoke_and_is_silent_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sooner than one that is out of sight, which need not say anything."""
    monkeypatch.setattr(web_session, "SILENT", 0.1)
    monkeypatch.setattr(web_session, "ANSWERED", 0.1)
    monkeypatch.setattr(web_session, "HELD", 0.1)
    async with both() as (served, door), tab(door, key=OTHER), tab(door, key=KEY) as one:
        await one.type("x")
        await one.sees("key-1-x.")
        one.freeze()
        await until(lambda: served.figure("sessions_open") == 1, "its end")
