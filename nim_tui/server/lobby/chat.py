"""Talk as it is looked at: the last lines of each channel, read once and then added to."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from nim_tui.server.database.chat import ChatLine, said, say
from nim_tui.server.database.connection import Database
from nim_tui.server.database.schema import SPECTATORS
from screens.lobby.listed import Remark

MOST: Final = 50
"""Lines of a channel."""


class ChatLog:
    """What was said in the lobby (place None) and at tables, channel by channel."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lines: dict[tuple[str | None, str], deque[ChatLine]] = {}

    def lines(self, place: str | None, channels: Iterable[str]) -> list[ChatLine]:
        """The last lines of some channels of a place, the oldest first. Raises StorageTrouble."""
        found = [line for channel in channels for line in self._channel(place, channel)]
        return sorted(found, key=lambda line: line.id)[-MOST:]

    def said(
        self, place: str | None, channels: Iterable[str], blocked: Collection[int] = ()
    ) -> Sequence[Remark]:
        """The same for a reader, without what those say whom they have blocked."""
        lines = self.lines(place, channels)
        return [_remark(line) for line in lines if line.account not in blocked]

    def _channel(self, place: str | None, channel: str) -> deque[ChatLine]:
        if (place, channel) not in self._lines:
            lines = said(self._database, place, channel, most=MOST)[::-1]
            self._lines[place, channel] = deque(lines, MOST)
        return self._lines[place, channel]

    def say(self, account: int, text: str, place: str | None, channel: str) -> ChatLine:
        """Keep what somebody says. Raises as `chat.say` does."""
        line = say(self._database, account, text, place, channel)
        if (place, channel) in self._lines:
            self._lines[place, channel].append(line)
        return line

    def clear(self) -> None:
        """Lines are kept otherwise than before: all are read again."""
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
