"""One session's error touches nobody else."""

from __future__ import annotations

import pytest

from nim_tui.server.terminal.driver import LEAVE
from nim_tui.server.terminal.messages import APOLOGY, LAST_APOLOGY
from tests.nim_tui.server.ssh.serving import connect, new_key, open_session, serving, visiting


@pytest.mark.parametrize(("keys", "error"), [("c", ZeroDivisionError), ("w", LookupError)])
async def test_a_crash_is_apologised_for_and_gone_on_from(
    keys: str, error: type[Exception], capfd: pytest.CaptureFixture[str]
) -> None:
    async with serving() as served, visiting(served) as other, visiting(served) as visitor:
        visitor.type(keys)
        await visitor.sees(APOLOGY)
        assert LEAVE.encode() in visitor.screen.got
        assert [type(told) for told in served.house.errors] == [error]
        other.type("x")
        await other.sees("key-1-x.")
        visitor.forget()
        visitor.type("n\r")
        await visitor.sees("welcome-here")
        visitor.type("y")
        await visitor.sees("key-1-y.")
        first, second = served.house.visits[1:]
        assert first is second
        assert served.house.gone == []
        visitor.type(keys)
        await visitor.is_sent_away()
        assert LAST_APOLOGY in visitor.screen.text
        assert visitor.screen.status == 1
        assert len(served.house.errors) == 2
        assert served.house.gone == [first]
        other.type("q")
        await other.is_sent_away()
    assert "on purpose" not in "".join(capfd.readouterr())


async def test_who_has_enough_after_a_crash_leaves() -> None:
    async with serving() as served, visiting(served) as visitor:
        visitor.type("c")
        await visitor.sees(APOLOGY)
        visitor.type("\x03")
        await visitor.is_sent_away()
        assert visitor.screen.status == 1
        assert len(served.house.visits) == 1


async def test_gone_while_asked_whether_to_come_back() -> None:
    async with serving() as served:
        async with visiting(served) as visitor:
            visitor.type("c")
            await visitor.sees(APOLOGY)
        await served.empty()
        assert len(served.house.gone) == 1


async def test_an_app_that_cannot_be_made() -> None:
    async with serving() as served, visiting(served) as other:
        served.house.cannot_start = True
        async with await connect(served.port, new_key()) as connection:
            visitor = await open_session(connection)
            await visitor.sees(APOLOGY)
            visitor.type("\r")
            await visitor.is_sent_away()
            assert visitor.screen.status == 1
        assert [str(error) for error in served.house.errors] == ["no app today"] * 2
        served.house.cannot_start = False
        async with visiting(served):
            pass
        other.type("x")
        await other.sees("key-1-x.")


async def test_a_house_that_fails_when_told() -> None:
    async with serving() as served:
        served.house.gone = None  # type: ignore[assignment]
        for _ in range(2):
            async with visiting(served) as visitor:
                visitor.type("q")
                await visitor.is_sent_away()
                assert visitor.screen.status == 0


@pytest.mark.slow
async def test_a_house_that_cannot_tell_whom_it_admits() -> None:
    async with serving() as served, visiting(served) as other:
        banned, served.house.banned = served.house.banned, None  # type: ignore[assignment]
        with pytest.raises(Exception, match="ermission denied"):
            await connect(served.port, new_key())
        served.house.banned = banned
        other.type("x")
        await other.sees("key-1-x.")
