"""What changes while a list is being read is neither lost nor taken back by what was read."""

from __future__ import annotations

import asyncio
from typing import Any

from nim_tui.server.chat.service import ChatLog
from nim_tui.server.chat.store import ChatLine
from nim_tui.server.lobby.table_list import TableList


class SlowDatabase:
    """A database whose reads answer once they are told to."""

    def __init__(self) -> None:
        self.answers: list[list[Any]] = []
        self.asked = asyncio.Event()
        self.told = asyncio.Event()

    async def look(self, *_question: object, **_more: object) -> list[Any]:
        """Answer with what comes first of `answers`."""
        self.asked.set()
        await self.told.wait()
        return self.answers.pop(0)


async def test_turns_of_a_table_that_is_being_read_are_read_again() -> None:
    database: Any = SlowDatabase()
    table_list = TableList(database)
    database.answers = [[]]
    reading = asyncio.create_task(table_list.catch_up())
    await database.asked.wait()
    assert table_list._is_unread("t1"), "what is read may be older than the turn"
    database.told.set()
    await reading
    assert not table_list._is_unread("t1")


async def test_all_may_change_while_a_read_fails() -> None:
    database: Any = SlowDatabase()
    table_list = TableList(database)
    database.answers = [[]]
    database.told.set()
    await table_list.catch_up()
    table_list.note("t1")
    database.told.clear()
    database.asked.clear()
    reading = asyncio.create_task(table_list.catch_up())
    await database.asked.wait()
    table_list.note_all()
    reading.cancel()
    (end,) = await asyncio.gather(reading, return_exceptions=True)
    assert isinstance(end, asyncio.CancelledError)
    assert table_list._is_unread("t2")


async def test_a_message_from_another_server_is_not_lost_while_its_channel_is_read() -> None:
    database: Any = SlowDatabase()
    log = ChatLog(database, lambda: None)
    line = ChatLine(1, 1, "Ana", "hello", 0.0)
    database.answers = [[], [line]]
    reading = asyncio.create_task(log.learn(None, [line.channel]))
    await database.asked.wait()
    log.heard(line, None)
    database.told.set()
    await reading
    assert log.lines(None, [line.channel]) == [line]
