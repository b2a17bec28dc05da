"""What a visitor sees and what his keys do."""

from __future__ import annotations

import asyncio
import gc
import webbrowser

import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.driver import ENTER, LEAVE
from nim_tui.server.terminal.messages import NO_ANSWER, ONLY_RECORD
from tests.nim_tui.server.ssh.serving import connect, new_key, open_session, serving, visiting
from tests.nim_tui.server.ssh.tiny import HELLO
from tests.waiting import until


async def test_first_paint_and_keys() -> None:
    async with serving() as served, visiting(served) as visitor:
        await visitor.sees("size-80x24.")
        visitor.type("x")
        await visitor.sees("key-1-x.")
        visitor.type("\x1b[A")
        await visitor.sees("key-2-up.")
        assert served.figure("keys_in") == 2
        assert served.figure("bytes_out") >= len(visitor.screen.got) > 0


async def test_a_visit_tells_who_and_how() -> None:
    key = new_key()
    async with serving() as served:
        async with visiting(
            served, key, terminal="tmux-256color", environment={"LANG": "fr_FR.UTF-8"}
        ):
            (visit,) = served.ssh_server.sessions
            assert visit.fingerprint == key.get_fingerprint("sha256")
            assert visit.fingerprint.startswith("SHA256:")
            assert (visit.number, visit.address, visit.size) == (1, "127.0.0.1", (80, 24))
            assert visit.terminal == "tmux-256color"
            assert dict(visit.wishes) == {"LANG": "fr_FR.UTF-8"}
        await served.empty()
        assert served.house.gone == [visit]


async def test_a_character_in_two_halves() -> None:
    async with serving() as served, visiting(served) as visitor:
        for half in (b"\xc3", b"\xa9"):
            visitor.type(half)
            await asyncio.sleep(0)
        await visitor.sees("key-1-é.")
        visitor.type("日")
        await visitor.sees("key-2-日.")


async def test_a_lone_escape_is_a_key() -> None:
    async with serving() as served, visiting(served) as visitor:
        visitor.type("\x1b")
        await visitor.sees("key-1-escape.")


async def test_a_window_of_another_size() -> None:
    async with serving() as served, visiting(served) as visitor:
        visitor.channel.change_terminal_size(100, 30)
        await visitor.sees("size-100x30.")


async def test_clicks_are_heard() -> None:
    async with serving() as served, visiting(served) as visitor:
        visitor.type("\x1b[<0;3;1M\x1b[<0;3;1m")
        await visitor.sees("click-1.")


async def test_the_terminal_is_given_back() -> None:
    async with serving() as served, visiting(served) as visitor:
        assert visitor.screen.got.startswith(ENTER.encode())
        visitor.type("q")
        await visitor.is_sent_away()
        assert visitor.screen.got.endswith(LEAVE.encode())
        assert visitor.screen.status == 0
        assert b"?1004h" not in visitor.screen.got
        assert b"?1003h" not in visitor.screen.got


async def test_bell_and_title() -> None:
    async with serving() as served, visiting(served) as visitor:
        visitor.forget()
        visitor.type("b")
        await visitor.gets(b"\x07")
        visitor.type("t")
        await visitor.gets(b"\x1b]2;my ]0;evil turn\x07")


async def test_nothing_acts_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url, **_named: opened.append(url))
    async with serving() as served, visiting(served) as visitor:
        for keys in "us":
            visitor.forget()
            visitor.type(keys)
            await visitor.gets(b"\x07")
        driver = served.house.app._driver
        assert driver is not None
        driver.open_url("https://example.org")
        assert not driver.can_suspend
        visitor.type("x")
        await visitor.sees("-x.")
    assert not opened


@pytest.mark.parametrize(
    "command",
    ["ls", "record", "record a b", "scp -t /", "record " + "a" * 300, "", "sh -c 'x'", "join",
     "join a b", "join é", "join " + "A" * 61, "join $(x)"],
)  # fmt: skip
async def test_no_command_but_record(command: str) -> None:
    async with serving() as served, await connect(served.port, new_key()) as connection:
        visitor = await open_session(connection, terminal=None, command=command or " ")
        await visitor.is_sent_away()
        assert visitor.screen.errors.decode() == f"{ONLY_RECORD}\n"
        assert visitor.screen.status == 1
        assert served.figure("refused_command") == 1


async def test_an_invitation_is_brought_to_a_session_as_it_is() -> None:
    async with serving() as served, await connect(served.port, new_key()) as connection:
        for token in ("2345-6789-ABCD-EFGH-JKMN", "wrong"):
            visitor = await open_session(connection, command=f"join {token}")
            await visitor.sees("size-80x24.")
            visitor.type("q")
            await visitor.is_sent_away()
        visitor = await open_session(connection, terminal=None, command="join 2345")
        await visitor.sees(HELLO)
        told = [(one.link, one.table, one.is_plain) for one in served.house.visits]
        assert told == [
            ("2345-6789-ABCD-EFGH-JKMN", "", False), ("wrong", "", False), ("2345", "", True)
        ]  # fmt: skip


async def test_a_record_is_answered() -> None:
    async with serving() as served, await connect(served.port, new_key()) as connection:
        visitor = await open_session(connection, terminal=None, command="record a1")
        await visitor.is_sent_away()
        assert (visitor.screen.got, visitor.screen.status) == (b"line of a1\n", 0)
        visitor = await open_session(connection, terminal=None, command="record long")
        await visitor.is_sent_away()
        assert len(visitor.screen.got) > 1_000_000
        visitor = await open_session(connection, terminal=None, command="record none")
        await visitor.is_sent_away()
        assert visitor.screen.errors == b"there is no record none\n"
        assert visitor.screen.status == 1
        assert not served.house.errors
        assert not served.house.gone


async def test_a_record_on_a_terminal_has_its_lines_below_each_other() -> None:
    async with serving() as served, await connect(served.port, new_key()) as connection:
        visitor = await open_session(connection, command="record a1")
        await visitor.is_sent_away()
        assert (visitor.screen.got, visitor.screen.status) == (b"line of a1\r\n", 0)


async def test_a_record_that_breaks_is_told_plainly() -> None:
    async with serving() as served, await connect(served.port, new_key()) as connection:
        visitor = await open_session(connection, terminal=None, command="record broken")
        await visitor.is_sent_away()
        assert visitor.screen.errors.decode() == f"{NO_ANSWER}\n"
        assert [type(error) for error in served.house.errors] == [OSError]


async def test_an_answer_that_nobody_takes_is_cut_off() -> None:
    async with serving(Limits(answer_seconds=0.3)) as served:
        connection = await connect(served.port, new_key())
        visitor = await open_session(connection, terminal=None, command="record long", window=1_000)
        visitor.channel.pause_reading()
        await connection.wait_closed()
        await served.refused("slow_reader")
        assert not served.house.errors
        await served.empty()


async def test_idle_visitors_are_sent_away() -> None:
    async with serving(Limits(idle_seconds=0.2)) as served, visiting(served) as visitor:
        await visitor.is_sent_away()
        assert "Session closed after inactivity." in visitor.screen.text
        await served.refused("idle")


async def test_end_of_input_ends_the_visit() -> None:
    async with serving() as served, visiting(served) as visitor:
        visitor.channel.write_eof()
        await visitor.is_sent_away()
        assert len(served.house.gone) == 1


async def test_a_window_that_changes_while_the_app_starts() -> None:
    async with serving() as served, await connect(served.port, new_key()) as connection:
        visitor = await open_session(connection)
        await until(lambda: served.house.apps)
        visitor.channel.change_terminal_size(90, 30)
        await visitor.sees("size-90x30.")


async def test_apps_start_one_after_the_other() -> None:
    async with serving() as served:
        connections = [await connect(served.port, new_key()) for _ in range(5)]
        visitors = await asyncio.gather(*map(open_session, connections))
        for visitor in visitors:
            await visitor.sees("welcome-here")
        assert served.house.most_starting == 0
        for connection in connections:
            connection.abort()


async def test_what_is_typed_before_the_app_is_there_hurts_nothing() -> None:
    async with serving() as served, await connect(served.port, new_key()) as connection:
        visitor = await open_session(connection)
        visitor.type("xyz")
        await until(lambda: "welcome-here" in visitor.screen.text)
        visitor.type("k")
        await visitor.sees("-k.")


async def test_who_goes_while_their_settings_are_read_leaves_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    gc.freeze()  # what other tests left is not looked through
    async with serving() as served:
        served.house.knows_wishes.clear()
        connection = await connect(served.port, new_key())
        await open_session(connection)
        await until(lambda: served.house.asked, "the question")
        connection.abort()
        await until(lambda: not served.figure("connections_open"), "the end of the connection")
        served.house.knows_wishes.set()
        await served.empty()
        assert served.house.visits == []
        gc.collect()
        gc.unfreeze()
    assert "never retrieved" not in caplog.text


@pytest.mark.slow
async def test_a_window_may_change_while_settings_are_read() -> None:
    async with serving() as served:
        served.house.knows_wishes.clear()
        connection = await connect(served.port, new_key())
        visitor = await open_session(connection)
        visitor.channel.change_terminal_size(90, 30)
        await open_session(connection)
        await until(lambda: served.house.asked == 2, "the second session, which came after that")
        served.house.knows_wishes.set()
        await visitor.sees("size-90x30.")
        connection.abort()
