"""Talk as it is looked at: the last lines of each place, read once and then added to."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from nim_tui.server.database.chat import ChatLine, said, say
from nim_tui.server.database.connection import Database
from screens.lobby.listed import Remark

MOST: Final = 50
"""Lines of a place."""


class ChatLog:
    """What was said in the lobby (place None) and at tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lines: dict[str | None, deque[Remark]] = {}

    def said(self, place: str | None) -> Sequence[Remark]:
        """The last lines of a place, the oldest first. Raises StorageTrouble."""
        if place not in self._lines:
            lines = said(self._database, place, most=MOST)[::-1]
            self._lines[place] = deque(map(_remark, lines), MOST)
        return self._lines[place]

    def say(self, account: int, text: str, place: str | None) -> ChatLine:
        """Keep what somebody says. Raises as `chat.say` does."""
        line = say(self._database, account, text, place)
        if place in self._lines:
            self._lines[place].append(_remark(line))
        return line

    def forget(self, place: str | None) -> None:
        """Nobody is there to look at it: it is read again when somebody is."""
        self._lines.pop(place, None)


def _remark(line: ChatLine) -> Remark:
    """A line with its hour by the clock of the server: where people are is not known."""
    return Remark(datetime.fromtimestamp(line.time).strftime("%H:%M"), line.name, line.text)
