"""Talk as it is looked at: the last lines of each channel, read once and then added to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from nim_tui.server.database.chat import ChatLine, said, say
from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.schema import SPECTATORS
from screens.lobby.listed import Remark

MOST: Final = 50
"""Lines of a channel."""

Channel = tuple[str | None, str]
"""A place, and which of its channels."""


class ChatLog:
    """What was said in the lobby (place None) and at tables, channel by channel."""

    def __init__(self, database: Database, changed: Callable[[], None]) -> None:
        """`changed` is called once lines were read that somebody asked for."""
        self._database = database
        self._changed = changed
        self._lines: dict[Channel, deque[ChatLine]] = {}
        self._reading: set[Channel] = set()
        self._troubles: dict[Channel, StorageTrouble] = {}
        """Why lines could not be read, until that was told."""
        self._cleared = 0
        """How often all lines were to be read again."""
        self._turn = asyncio.Lock()
        """Lines come in the order in which they were said."""

    def lines(self, place: str | None, channels: Iterable[str]) -> list[ChatLine]:
        """The last lines of some channels of a place, the oldest first, once they were read.

        Raises StorageTrouble if they could not be; they are read again the next time.
        """
        found = [line for channel in channels for line in self._channel((place, channel))]
        return sorted(found, key=lambda line: line.id)[-MOST:]

    def said(
        self, place: str | None, channels: Iterable[str], blocked: Collection[int] = ()
    ) -> Sequence[Remark]:
        """The same for a reader, without what those say whom they have blocked."""
        lines = self.lines(place, channels)
        return [_remark(line) for line in lines if line.account not in blocked]

    def _channel(self, channel: Channel) -> Iterable[ChatLine]:
        self._tell_trouble(channel)
        if channel not in self._lines and channel not in self._reading:
            self._database.start(self._read(channel))
        self._tell_trouble(channel)
        return self._lines.get(channel, ())

    def _tell_trouble(self, channel: Channel) -> None:
        """Raises StorageTrouble."""
        if channel in self._troubles:
            raise self._troubles.pop(channel).with_traceback(None)

    async def _read(self, channel: Channel) -> None:
        self._reading.add(channel)
        try:
            await self._learn(channel)
        except StorageTrouble as trouble:
            self._troubles[channel] = trouble
        finally:
            self._reading.discard(channel)
        self._changed()

    async def learn(self, place: str | None, channels: Iterable[str]) -> None:
        """Read what was not read yet. Raises StorageTrouble."""
        for channel in channels:
            await self._learn((place, channel))

    async def _learn(self, channel: Channel) -> None:
        async with self._turn:
            while channel not in self._lines:
                cleared = self._cleared
                lines = await self._database.look(said, *channel, most=MOST)
                if cleared == self._cleared:
                    self._lines[channel] = deque(lines[::-1], MOST)

    async def say(self, account: int, text: str, place: str | None, channel: str) -> ChatLine:
        """Keep what somebody says. Raises as `chat.say` does."""
        async with self._turn:
            return await self._say(account, text, (place, channel))

    async def _say(self, account: int, text: str, channel: Channel) -> ChatLine:
        line = await self._database.ask(say, account, text, *channel)
        if channel in self._lines:
            self._lines[channel].append(line)
        return line

    def heard(self, line: ChatLine, place: str | None) -> None:
        """Somebody has said something at another node."""
        lines = self._lines.get((place, line.channel))
        if lines is not None and all(one.id != line.id for one in lines):
            lines.append(line)

    def clear(self) -> None:
        """Lines are kept otherwise than before: all are read again."""
        self._cleared += 1
        self._lines.clear()
        _remark.cache_clear()

    def forget(self, place: str | None) -> None:
        """Nobody is there to look at it: it is read again when somebody is."""
        for key in [key for key in self._lines if key[0] == place]:
            del self._lines[key]


@lru_cache(4096)
def _remark(line: ChatLine) -> Remark:
    """A line with its hour by the clock of the server: where people are is not known."""
    hour = datetime.fromtimestamp(line.time).strftime("%H:%M")
    return Remark(hour, line.name, line.text, is_aside=line.channel == SPECTATORS)
