"""Somebody in a browser: what they see, press and are told."""

from __future__ import annotations

import aiohttp
import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.looks import Looks
from nim_tui.server.terminal.messages import NO_PLACE
from nim_tui.server.web.cookies import fingerprint
from nim_tui.server.web.session import NO_NAME
from tests.nim_tui.server.ssh.serving import visiting
from tests.nim_tui.server.web.browsing import KEY, both, tab
from tests.waiting import until


async def test_a_guest_comes_in_and_plays() -> None:
    async with both() as (served, door), tab(door) as one:
        await one.type("x")
        await one.sees("key-1-x.")
        await one.type("\x1b[A")
        await one.sees("key-2-up.")
        await one.type("é")
        await one.sees("key-3-é.")
        visit = served.house.app.visit
        assert (visit.is_guest, visit.address, visit.size) == (True, "127.0.0.1", (80, 24))
        assert served.figure("sessions_open") == 1


async def test_a_click_and_a_paste_arrive() -> None:
    async with both() as (_served, door), tab(door) as one:
        await one.type("\x1b[<0;5;2M\x1b[<0;5;2m")
        await one.sees("click-1.")
        await one.type("\x1b[200~" + "p" * 300 + "\x1b[201~")
        await one.sees("paste-300.")


async def test_a_window_changes_its_size_within_bounds() -> None:
    async with both() as (served, door), tab(door, asked="size=100x40") as one:
        assert served.house.app.visit.size == (100, 40)
        await one.socket.send_str("[120, 50]")
        await one.sees("size-120x50.")
        await one.socket.send_str("[9999, 9999]")
        await one.sees("size-320x120.")


async def test_a_page_with_keys_for_fingers_says_so() -> None:
    for asked, is_touch in (("1", True), ("", False), ("yes", False), ("11", False)):
        async with both() as (served, door), tab(door, asked=f"size=80x24&touch={asked}"):
            assert served.house.app.visit.is_touch is is_touch


async def test_who_asks_whether_the_server_is_there_is_told_so() -> None:
    async with both() as (served, door), tab(door) as one:
        await one.socket.send_str("[]")
        await until(lambda: one.told[-1] == "[]", "an answer")
        assert served.house.app.keys == 0


async def test_bell_and_title_go_out() -> None:
    async with both() as (_served, door), tab(door) as one:
        await one.type("b")
        await until(lambda: b"\x07" in one.got, "a bell")
        await one.type("t")
        await until(lambda: b"\x1b]2;my " in one.got, "a title")
        assert b"\x1b]0;evil" not in one.got


async def test_colours_are_true() -> None:
    async with both() as (_served, door), tab(door) as one:
        assert b"38;2;255;128;64" in one.got


async def test_closing_the_page_ends_the_session() -> None:
    async with both() as (served, door):
        async with tab(door):
            assert served.figure("sessions_open") == 1
        await door.empty()
        assert len(served.house.gone) == 1
        await until(lambda: not served.ssh_server.sessions, "nobody")


async def test_leaving_ends_the_session_in_good_order() -> None:
    async with both() as (_served, door), tab(door) as one:
        await one.type("q")
        await one.is_sent_away()
        assert one.code == 1000
        assert b"\x1b[?1049l" in one.got


async def test_a_crash_is_told_and_the_session_goes_on() -> None:
    async with both() as (served, door), tab(door) as one:
        await one.type("c")
        await one.sees("an error occurred")
        one.forget()
        await one.type("\r")
        await one.sees("welcome-here")
        assert len(served.house.errors) == 1


async def test_without_guests_nobody_comes_without_a_name() -> None:
    async with both(guests=False) as (served, door):
        async with tab(door, sees=NO_NAME) as one:
            await one.is_sent_away()
        assert served.figure("refused_not_admitted") == 1
        async with tab(door, key=KEY):
            assert served.house.app.visit.fingerprint == fingerprint(KEY)


async def test_who_is_banned_is_told() -> None:
    async with both() as (served, door):
        served.house.banned.add(fingerprint(KEY))
        async with tab(door, key=KEY, sees="not you") as one:
            await one.is_sent_away()
            assert one.code == 1000


async def test_an_address_has_so_many_sessions_by_both_doors() -> None:
    async with both(Limits(sessions_an_address=2)) as (served, door):
        async with visiting(served), tab(door):
            async with tab(door, sees=NO_PLACE["sessions_an_address"]) as third:
                await third.is_sent_away()
            assert served.figure("refused_sessions_an_address") == 1
        await door.empty()
        async with tab(door):
            pass


async def test_a_key_has_so_many_sessions() -> None:
    async with both(Limits(sessions_a_key=1)) as (_served, door), tab(door, key=KEY):
        async with tab(door, key=KEY, sees=NO_PLACE["sessions_a_key"]) as second:
            await second.is_sent_away()
        async with tab(door, key="l" * 43):
            pass


async def test_an_admin_ends_a_session_with_a_last_line() -> None:
    async with both() as (served, door), tab(door) as one:
        (client,) = served.ssh_server.sessions
        assert served.ssh_server.kick(client.number, "Go home.")
        await one.sees("Go home.")
        await one.is_sent_away()
        assert one.code == 1000


async def test_whoever_is_idle_is_sent_away() -> None:
    async with both(Limits(idle_seconds=0.2)) as (served, door), tab(door) as one:
        await one.is_sent_away()
        assert served.figure("refused_idle") == 1


async def test_a_stop_ends_all_and_takes_nobody_new() -> None:
    async with both() as (served, door), tab(door) as one:
        await served.ssh_server.tell_all_and_stop("It stops.", 2)
        await one.sees("It stops.")
        await one.is_sent_away()


async def test_the_language_is_that_of_the_browser() -> None:
    wants = {"Accept-Language": "de, fr-FR;q=0.9, en;q=0.5"}
    async with both() as (served, door), tab(door, headers=wants):
        assert served.house.app.visit.wishes["LANG"] == "fr.UTF-8"


@pytest.mark.parametrize(("told", "language"), [("fr", "fr"), ("xx", "en"), ("../fr", "en")])
async def test_the_page_tells_its_language(told: str, language: str) -> None:
    async with both() as (served, door), tab(door, asked=f"size=80x24&language={told}"):
        assert served.house.app.visit.wishes["LANG"] == f"{language}.UTF-8"


async def test_a_table_is_named_by_its_address() -> None:
    async with both() as (served, door), tab(door, asked="size=80x24&table=dokivuna-482"):
        assert served.house.app.visit.table == "dokivuna-482"


async def test_the_looks_of_a_device_are_told_and_told_again() -> None:
    asked = "size=80x24&looks=light+calm"
    async with both() as (served, door), tab(door, asked=asked) as one:
        app = served.house.app
        assert app.visit.looks == Looks(light=True, calm=True)
        await one.socket.send_str("looks plain contrast")
        await until(lambda: bool(app.looks), "other looks")
        assert app.looks == [Looks(plain=True, contrast=True)]


@pytest.mark.parametrize("words", ["dark", "light,calm", "light  calm", "light " * 9])
async def test_looks_that_no_page_has_begin_no_session_and_end_one(words: str) -> None:
    async with both() as (_served, door), tab(door) as one:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            async with tab(door, asked=f"size=80x24&looks={words}"):
                pass
        await one.socket.send_str(f"looks {words}")
        await one.is_sent_away()
        assert one.code == 1008


@pytest.mark.slow
async def test_a_session_by_lines_is_as_by_ssh() -> None:
    async with both() as (served, door):
        async with tab(door, asked="plain=1&language=fr") as one:
            (talk,) = served.house.talks
            assert (talk.visit.is_plain, talk.visit.terminal) == (True, "")
            assert talk.visit.wishes["LANG"] == "fr.UTF-8"
            await one.type("one\ntw")
            await one.sees("heard one\n")
            await one.type("o\nquit\n")
            await one.sees("heard two\nheard quit\n")
            await one.is_sent_away()
            assert one.code == 1000
        await door.empty()
