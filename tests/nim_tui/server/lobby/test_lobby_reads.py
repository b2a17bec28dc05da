"""What the lobby asks of the database: once a change, and nothing that takes long on the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from nim_tui.server.lobby.table_view import finished
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.record_store import end_game
from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.nim_tui.server.lobby.still_time import SteadyLoop

pytestmark = pytest.mark.slow

LOOKING = "Searching finished games"


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time goes on while something is read long, as on a server."""
    at_once = SteadyLoop.run_in_executor

    def run(loop: SteadyLoop, executor: Any, *what: Any) -> Any:
        is_long = getattr(executor, "_thread_name_prefix", "") == "long-reads"
        really = asyncio.SelectorEventLoop.run_in_executor if is_long else at_once
        return really(loop, executor, *what)

    monkeypatch.setattr(SteadyLoop, "run_in_executor", run)


@contextmanager
def statements(database: Database) -> Iterator[list[str]]:
    """What the database is asked."""
    asked: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("SELECT"):
            asked.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield asked
    event.remove(database.engine, "before_cursor_execute", note)


async def lay(server: Steady, table: str) -> None:
    """The first seat lays a piece, which nobody else may know."""
    game = await server.lobby.opener.live(table)
    game.play(0, game.game.parse("sub 14.200"))


def test_a_change_is_read_once_whoever_looks(play: Play) -> None:
    async def scene(server: Steady) -> None:
        watchers = [await server.enters(name) for name in ("Ana", "Ben", "Cleo", "Dan", "Eva")]
        ana, ben = server.numbers("Ana", "Ben")
        table = await server.table("bataille", "Ana", "Ben")
        await asyncio.sleep(5)
        with statements(server.database) as asked:
            await lay(server, table)
            server.lobby.shown.changed(table)
            asked.clear()
            await asyncio.sleep(5)
            assert len(asked) == 2, "its row and its seats"
            await server.lobby.talking.say(ben, "whose turn?")
            asked.clear()
            for one in watchers:
                await one.sees("Ben: whose turn?")
            assert asked == []
            await server.lobby.tables.resign(table, ana)
            asked.clear()
            for one in watchers:
                await one.sees("No tables yet")
            known = ("FROM ratings", "seats.has_left")
            players = [one for one in asked if any(part in one for part in known)]
            assert len(asked) - len(players) <= 1, "its row, which is over: it has no seats"
            assert len(players) <= 4, "ratings and games left of the two who played, off the loop"

    play(scene)


@pytest.mark.usefixtures("meanwhile")
def test_games_that_are_over_are_looked_up_while_all_goes_on(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, threads = threading.Event(), list[int]()

    def slow(*what: Any) -> Any:
        threads.append(threading.get_ident())
        assert answers.wait(20)
        return finished(*what)

    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        end_game(
            server.database, await server.table("bataille", "Ana", "Ben", title="Long ago"), None
        )
        monkeypatch.setattr("nim_tui.server.lobby.table_view.finished", slow)
        await ana.type("f", "f", "f")
        await ana.sees(LOOKING)
        await ana.type("/", "nothing", "\r", "/", *["\x7f"] * 7, "\r", "m")
        await ben.type("t", "hello", "\r")
        await ana.sees("Ben: hello", LOOKING)
        assert len(threads) == 1, "one look-up at a time, whatever is pressed"
        answers.set()
        await until(lambda: len(threads) == 2, "and then what was wanted last")
        await ana.sees("only yours", "Long ago")
        assert threading.get_ident() not in threads

    try:
        play(scene)
    finally:
        answers.set()


def test_a_log_of_a_running_game_is_not_replayed_and_keeps_nobody_waiting(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replays(*_what: object) -> None:
        raise AssertionError("the game is at hand")

    threads: list[str] = []

    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        await server.enters("Ben")
        table = await server.table("bataille", "Ana", "Ben")
        await lay(server, table)
        before = await server.record("Ana", table)
        monkeypatch.setattr("nim_tui.server.tables.game_store.replay", replays)
        with statements(server.database):
            event.listen(
                server.database.engine,
                "before_cursor_execute",
                lambda *_: threads.append(threading.current_thread().name),
            )
            assert await server.record("Ana", table) == before
        assert len(before[1].splitlines()) > 1
        ben = await server.record("Ben", table)
        assert ben[0] == 0
        assert len(ben[1]) < len(before[1]), "where Ana's pieces are is not told"

    play(scene)
    assert any(name != "MainThread" for name in threads)
