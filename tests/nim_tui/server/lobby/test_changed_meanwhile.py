"""What changes while the database is being asked: names, who is away, who says what, who hears."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from nim_tui.server.accounts.admin import AccountOrders
from nim_tui.server.admin.protocol import Rename
from nim_tui.server.chat.store import said
from nim_tui.server.moderation.blocks import block
from nim_tui.server.moderation.mutes import SlowModeActive
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.storage.schema import SPECTATORS
from nim_tui.server.tables.game_store import load_record
from nim_tui.tables.record import MoveEntry as Played
from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.nim_tui.server.lobby.test_never_waiting import Disk, a_move, lines, pair
from tests.nim_tui.server.lobby.timed import Timed

pytestmark = pytest.mark.slow

Waits = Callable[[], Disk]


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Waits:
    """Brings a disk, once the loop runs."""
    return lambda: Disk(monkeypatch)


def renaming(server: Steady, name: str, new: str) -> asyncio.Task[Any]:
    """An admin gives somebody another name."""
    service = AccountOrders(server.lobby, SessionRegistry(server.handler, server.database))
    return asyncio.create_task(service.answer(Rename(name, new)))


def name_at(table: Timed, seat: int) -> str:
    """Whose a seat is, as it is stored."""
    return load_record(table.server.database, table.id).header.seats[seat].name


def test_a_move_that_was_being_stored_counts_though_its_player_is_renamed(
    play: Play, disk: Waits
) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await pair(server), disk()
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        word, before = a_move(table), lines(table)
        slow.holds()
        await ana.say(word)
        renamed = renaming(server, "Ana", "Anna")
        await until(lambda: name_at(table, 0) == "Anna", "another name in the record")
        assert not renamed.done(), "the move is stored first"
        slow.goes_on()
        await until(renamed.done, "another name")
        await ben.sees("Anna")
        assert lines(table) == [*before, Played(0, word)]
        await ana.say(a_move(table))
        assert len(lines(table)) == len(before) + 2

    play(scene)


def test_what_spectators_say_reaches_no_player_while_a_game_is_opened_anew(
    play: Play, disk: Waits
) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await pair(server), disk()
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        eva = (await server.enters("Eva")).account
        slow.holds()
        await ana.say(a_move(table))
        renamed = renaming(server, "Ben", "Benno")
        await until(lambda: name_at(table, 1) == "Benno", "another name in the record")
        await server.lobby.talking.say(eva, "psst", table.id)
        assert not renamed.done(), "the move is stored first"
        slow.goes_on()
        await until(renamed.done, "another name")
        assert said(server.database, table.id) == []
        assert said(server.database, table.id, SPECTATORS) != []
        await ben.type("'")
        assert "psst" not in await ben.sees("Benno")

    play(scene)


def test_of_two_lines_at_once_slow_mode_counts_both(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = (await server.enters("Ana")).account
        server.lobby.talking.set_slow_mode(30)
        two = (server.lobby.talking.say(ana, text) for text in ("one", "two"))
        first, second = await asyncio.gather(*two, return_exceptions=True)
        assert first is None
        assert isinstance(second, SlowModeActive)
        assert [line.text for line in said(server.database)] == ["one"]

    play(scene)


def test_who_has_just_come_hears_nothing_of_whom_they_have_blocked(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), (await server.enters("Ben")).account
        await server.lobby.talking.say(ben, "you fool")
        await ana.sees("you fool")
        own = ana.account
        await ana.leave()
        block(server.database, own, ben)
        blocks = server.lobby.talking.blocks
        blocks.learn(own)
        assert not blocks.is_known(own)
        assert server.lobby.talking.said(None, own) == ()
        await server.lobby.talking.say(ben, "still here")
        assert blocks.of(own) == {ben}
        assert server.lobby.talking.said(None, own) == []
        assert [line.text for line in server.lobby.talking.said(None, ben)] == [
            "you fool",
            "still here",
        ]

    play(scene)
