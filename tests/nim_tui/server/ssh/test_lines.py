"""Sessions without a screen: lines in and lines out, bounded and at a pace."""

from __future__ import annotations

import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.context import Counters
from nim_tui.server.terminal.line_input import LONGEST_TYPED, MOST_WAITING, LineInput
from tests.nim_tui.server.ssh.serving import (
    Served,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)
from tests.nim_tui.server.ssh.tiny import HELLO
from tests.nim_tui.terminal.answers import ANSWERS
from tests.nim_tui.terminal.test_input import HandClock
from tests.waiting import until


async def test_lines_are_answered_one_by_one() -> None:
    async with serving() as served, visiting(served, terminal=None) as visitor:
        assert served.house.talks[0].visit.is_plain
        visitor.type("one\ntw")
        await visitor.sees("heard one\n")
        visitor.type("o\r\nthree\r")
        await visitor.sees("heard two\nheard three\n")
        assert visitor.screen.errors == b""


async def test_it_ends_where_all_was_said() -> None:
    async with serving() as served, visiting(served, terminal=None) as visitor:
        visitor.type("quit\nnot heard\n")
        await visitor.is_sent_away()
        assert visitor.screen.status == 0
        assert served.house.talks[0].heard == ["quit"]
        assert served.house.talks[0].is_closed


async def test_the_end_of_what_is_typed_is_no_end_of_what_is_heard() -> None:
    """As in `cat FILE | ssh -T HOST`."""
    async with serving() as served, visiting(served, terminal=None) as visitor:
        visitor.type("one\ntwo")
        visitor.channel.write_eof()
        await visitor.is_sent_away()
        assert visitor.screen.text == f"{HELLO}\nheard one\nheard two\n"
        assert visitor.screen.status == 0


async def test_others_are_heard_of_between_two_lines() -> None:
    async with serving() as served, visiting(served, terminal=None) as visitor:
        talk = served.house.talks[0]
        talk.news.append("somebody came")
        talk.wake()
        await visitor.sees("somebody came\n")


@pytest.mark.parametrize("terminal", ["dumb", "unknown", "x\x1b]0;y\x07"])
async def test_a_terminal_without_a_cursor_is_echoed(terminal: str) -> None:
    async with serving() as served, visiting(served, terminal=terminal) as visitor:
        visitor.forget()
        answers = "".join(ANSWERS)
        visitor.type(f"onx\x7fe\x1b[A two\x17\x15f{answers}ou\x1b[200~r\x1b[201~\r")
        await visitor.sees("heard four\r\n")
        assert served.house.talks[0].heard == ["four"]
        visitor.forget()
        visitor.type("beg")
        await visitor.sees("beg")
        served.house.talks[0].news.append("news")
        served.house.talks[0].wake()
        await visitor.sees("beg\r\nnews\r\nbeg")
        visitor.type("\x03")
        visitor.type("\x04")
        await visitor.is_sent_away()
        assert visitor.screen.status == 0


def test_a_pause_in_reading_splits_no_answer_of_a_terminal() -> None:
    clock, echoed = HandClock(), list[str]()
    limits = Limits(keys_at_once=16)
    ears = LineInput(clock, limits, Counters(), arrived=lambda: None, echo=echoed.append)
    ears.typed(b"x" * 15 + b"\x1b[?62;c\r")
    assert ears.take() is None, "nothing behind Esc was read yet"
    clock.now += 2.0
    clock.run(0.0)
    assert ears.take() == "x" * 15


async def test_a_sign_of_several_code_points_is_typed_and_taken_back_as_one() -> None:
    async with serving() as served, visiting(served, terminal="dumb") as visitor:
        visitor.forget()
        visitor.type("a👨‍👩‍👧‍👦\x7fना\x7f שלום\r")
        await visitor.sees("a👨‍👩‍👧‍👦\b \b\b \bना\b \b שלום\r\n")
        await visitor.sees("heard a שלום")


async def test_nothing_of_an_answer_steers_the_terminal() -> None:
    async with serving() as served, visiting(served, terminal="dumb") as visitor:
        talk = served.house.talks[0]
        talk.news.append("a\x1b]0;evil\x07b\u202e\u2068ש\u2069")
        talk.wake()
        await visitor.sees("a]0;evilb\u2068ש\u2069\r\n")


async def test_a_line_is_heard_up_to_a_length() -> None:
    async with serving() as served, visiting(served, terminal=None) as visitor:
        visitor.type("y" * 30_000 + "\nnext\n")
        await visitor.sees("heard next")
        assert [len(line) for line in served.house.talks[0].heard] == [LONGEST_TYPED, 4]


async def test_lines_are_read_at_a_pace() -> None:
    """No more wait than may; the sender keeps the rest."""
    limits = Limits(keys_at_once=60, keys_a_second=1.0)
    async with serving(limits) as served, visiting(served, terminal=None) as visitor:
        visitor.type("\n" * 5000)
        talk = served.house.talks[0]
        await until(lambda: len(talk.heard) >= 10, "as many as may come at once")
        await somebody_else_comes(served)
        assert len(talk.heard) <= 11


async def somebody_else_comes(served: Served) -> None:
    """The server does so much more that it would long have heard what it may not."""
    async with visiting(served, terminal=None) as visitor:
        visitor.type("next\n")
        await visitor.sees("heard next")


async def test_who_is_busy_hears_no_more_than_may_wait() -> None:
    limits = Limits(keys_at_once=100_000)
    async with serving(limits) as served, visiting(served, terminal=None) as visitor:
        visitor.type("hang\n" + "more\n" * 5000)
        talk = served.house.talks[0]
        await until(lambda: talk.heard == ["hang"], "the first line")
        (runner,) = served.ssh_server.context.runners.values()
        lines = runner._input._lines  # type: ignore[attr-defined]
        await until(lambda: len(lines) == MOST_WAITING, "as many as may wait")
        await somebody_else_comes(served)
        assert len(lines) == MOST_WAITING


async def test_a_slow_reader_is_not_answered_and_then_cut_off() -> None:
    limits = Limits(keys_at_once=100_000, paused_bytes=50_000, stalled_seconds=0.5)
    async with serving(limits) as served:
        connection = await connect(served.port, new_key())
        visitor = await open_session(connection, terminal=None, window=2_000)
        await visitor.sees(HELLO)
        visitor.channel.pause_reading()
        visitor.type("much\n" * 20)
        talk = served.house.talks[0]
        await served.refused("slow_reader")
        assert len(talk.heard) == 1
        connection.abort()
        await connection.wait_closed()


async def test_a_crash_is_told_and_enter_begins_anew() -> None:
    async with serving() as served, visiting(served, terminal=None) as visitor:
        visitor.type("crash\n")
        await visitor.sees("Enter: continue")
        visitor.type("\n")
        await until(lambda: len(served.house.talks) == 2, "another one")
        visitor.type("still here\n")
        await visitor.sees("heard still here")
        assert [type(error) for error in served.house.errors] == [ZeroDivisionError]


async def test_it_takes_a_place_as_any_session() -> None:
    async with (
        serving(Limits(sessions=1)) as served,
        visiting(served, terminal=None),
        await connect(served.port, new_key()) as connection,
    ):
        second = await open_session(connection, terminal=None)
        await second.is_sent_away()
        assert "The server is full" in second.screen.errors.decode()
    assert served.figure("refused_sessions") == 1


async def test_a_session_that_ends_meanwhile_says_last_words() -> None:
    async with serving() as served, visiting(served, terminal=None) as visitor:
        visitor.type("hang\n")
        await until(lambda: served.house.talks[0].heard, "a line")
        await served.ssh_server.tell_all_and_stop("The server stops.", 2)
        await visitor.sees("The server stops.\n")
        assert served.house.talks[0].is_closed


@pytest.mark.slow
async def test_who_has_set_so_talks_by_lines_at_any_terminal() -> None:
    async with serving() as served:
        served.house.are_lines_wanted = True
        async with visiting(served) as visitor:
            visitor.type("one\r")
            await visitor.sees("heard one\r\n")
            assert served.house.talks[0].visit.terminal == "xterm-256color"
            assert not served.house.apps
