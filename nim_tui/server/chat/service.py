"""Sending and reading chat messages in the lobby and at tables."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from nim_tui.server.accounts.store import Account
from nim_tui.server.chat.store import (
    LONGEST_CHAT_LINE,
    ChatLine,
    club_channel,
    club_of,
    line_numbered,
    said,
    say,
)
from nim_tui.server.moderation.blocks import BlockCache
from nim_tui.server.moderation.mutes import SlowMode, check_not_muted
from nim_tui.server.moderation.reports import Reported, report
from nim_tui.server.nodes.messages import BLOCKS, AccountChanged, ChatLineAdded, Slowed
from nim_tui.server.nodes.node import Nodes
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.sessions.presence import Presence
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.schema import PLAYERS, SPECTATORS
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_
from screens.lobby.values import ChatMessage

MOST: Final = 50
"""The most messages of a channel."""

Channel = tuple[str | None, str]
"""A place, and one of its channels."""


class ChatLog:
    """The chat messages of the lobby (place None) and of tables, channel by channel."""

    def __init__(self, database: Database, changed: Callable[[], None]) -> None:
        """`changed` is called after requested messages were read."""
        self._database = database
        self._changed = changed
        self._lines: dict[Channel, deque[ChatLine]] = {}
        self._reading: set[Channel] = set()
        self._troubles: dict[Channel, StorageError] = {}
        """The errors of failed reads, until they are reported."""
        self._awaited: Channel | None = None
        """The channel that is being read."""
        self._is_outdated = False
        """Whether what is being read may lack a message, or hold one that has changed."""
        self._turn = asyncio.Lock()
        """Locked while a message is stored, so that messages keep their order."""

    def lines(self, place: str | None, channels: Iterable[str]) -> list[ChatLine]:
        """Return the last messages of some channels, oldest first, once they were read.

        Raises StorageError after a failed read, which is tried again the next time.
        """
        found = [line for channel in channels for line in self._channel((place, channel))]
        return sorted(found, key=lambda line: line.id)[-MOST:]

    def said(
        self, place: str | None, channels: Iterable[str], blocked: Collection[int] = ()
    ) -> Sequence[ChatMessage]:
        """Return the messages for a reader, without those of people they have blocked."""
        lines = self.lines(place, channels)
        return [_remark(line) for line in lines if line.account not in blocked]

    def _channel(self, channel: Channel) -> Iterable[ChatLine]:
        self._tell_trouble(channel)
        if channel not in self._lines and channel not in self._reading:
            self._database.start(self._read(channel))
        self._tell_trouble(channel)
        return self._lines.get(channel, ())

    def _tell_trouble(self, channel: Channel) -> None:
        """Raise the StorageError of a failed read, once."""
        if channel in self._troubles:
            raise self._troubles.pop(channel).with_traceback(None)

    async def _read(self, channel: Channel) -> None:
        self._reading.add(channel)
        try:
            await self._learn(channel)
        except StorageError as trouble:
            self._troubles[channel] = trouble
        finally:
            self._reading.discard(channel)
        self._changed()

    async def learn(self, place: str | None, channels: Iterable[str]) -> None:
        """Read messages not read yet. Raises StorageError."""
        for channel in channels:
            await self._learn((place, channel))

    async def _learn(self, channel: Channel) -> None:
        async with self._turn:
            self._awaited = channel
            try:
                while channel not in self._lines:
                    self._is_outdated = False
                    lines = await self._database.look(said, *channel, most=MOST)
                    if not self._is_outdated:
                        self._lines[channel] = deque(lines[::-1], MOST)
            finally:
                self._awaited = None

    async def say(self, account: int, text: str, place: str | None, channel: str) -> ChatLine:
        """Store a message. Raises as `chat.say`."""
        async with self._turn:
            return await self._say(account, text, (place, channel))

    async def _say(self, account: int, text: str, channel: Channel) -> ChatLine:
        line = await self._database.ask(say, account, text, *channel)
        if channel in self._lines:
            self._lines[channel].append(line)
        return line

    def heard(self, line: ChatLine, place: str | None) -> None:
        """Add a message from another node."""
        channel = (place, line.channel)
        lines = self._lines.get(channel)
        if lines is None:
            self._is_outdated |= channel == self._awaited
        elif all(one.id != line.id for one in lines):
            lines.append(line)

    def clear(self) -> None:
        """Read all messages again, as stored ones have changed."""
        self._is_outdated = True
        self._lines.clear()
        _remark.cache_clear()

    def forget(self, place: str | None) -> None:
        """Drop the cached messages of a place without viewers."""
        for key in [key for key in self._lines if key[0] == place]:
            del self._lines[key]


@lru_cache(4096)
def _remark(line: ChatLine) -> ChatMessage:
    """Return a message with its time in the server's time zone: that of a reader is unknown."""
    hour = datetime.fromtimestamp(line.time).strftime("%H:%M")
    return ChatMessage(hour, line.name, line.text, is_aside=line.channel == SPECTATORS)


MOST_REPORTED: Final = 20
"""The most messages stored with a report."""

PlaysAt = Callable[[str, int | None], bool | None]
"""Whether a person plays at a table (True) or watches; None if no game is played."""


class ChatService:
    """The chat of the lobby, of clubs, of players and of spectators.

    While a game is played, spectators' messages reach no player of it, as they might give secrets
    away.
    """

    def __init__(
        self,
        database: Database,
        guests: Presence,
        plays_at: PlaysAt,
        limits: LobbyLimits,
        changed: Callable[[], None],
        *,
        nodes: Nodes,
    ) -> None:
        """`changed` is called after new messages to be shown."""
        self._nodes = nodes
        self._database = database
        self._guests = guests
        self._plays_at = plays_at
        self._changed = changed
        self.tell_club: Callable[[int, ChatLine], None] | None = None
        """Tells the members of a club a message; set by the service that knows them."""
        self.log = ChatLog(database, changed)
        self.blocks = BlockCache(database, changed)
        self.slow_mode = SlowMode(limits.slow_seconds, database, shared=nodes.are_several)
        self._turn = asyncio.Lock()
        """Held while a message is sent: slow mode counts concurrent ones too."""
        self._talking = RateLimit(
            database, "lines", limits.lines_at_once, limits.line_seconds, shared=nodes.are_several
        )
        self._reporting = RateLimit(
            database, "reports", limits.reports_at_once, limits.report_seconds,
            shared=nodes.are_several,
        )  # fmt: skip

    def is_aside(self, table: str | None, account: int | None) -> bool:
        """Whether a person's messages at a table are for spectators alone."""
        return table is not None and self._plays_at(table, account) is False

    async def say(
        self, account: int, text: str, table: str | None = None, *, by: Hashable = None
    ) -> None:
        """Send a message to the lobby or a table.

        `by` is the subject of the rate limit, if not the account. Raises a Refusal, StorageError.
        """
        who = by or account
        if table is None:
            self.slow_mode.check(who)
        await self._talking.take(who)
        await self._database.whole(self._say(account, text, table, None, who))

    async def say_in_club(self, account: int, text: str, club: int, *, by: Hashable) -> None:
        """Send a message to a club, for one of its members. Raises as `say`."""
        await self._talking.take(by)
        await self._database.whole(self._say(account, text, None, club, by))

    async def _say(
        self, account: int, text: str, table: str | None, club: int | None, who: Hashable
    ) -> None:
        async with self._turn:
            plain_line(text, LONGEST_CHAT_LINE)  # an invalid message does not count
            await self._database.look(check_not_muted, account)
            if table is None and club is None:
                await self.slow_mode.take(who)
            channel = SPECTATORS if self.is_aside(table, account) else PLAYERS
            channel = channel if club is None else club_channel(club)
            line = await self.log.say(account, text, table, channel)
            await self.blocks.known()
        self._tell(line, table)
        self._changed()

    async def said_in_club(self, club: int, account: int) -> Sequence[ChatLine]:
        """Return the messages of a club for a member, the oldest first. Raises StorageError."""
        await self.blocks.known()
        channels = [club_channel(club)]
        await self.log.learn(None, channels)
        blocked = self.blocks.of(account)
        return [line for line in self.log.lines(None, channels) if line.account not in blocked]

    async def take_turn(self, who: Hashable) -> None:
        """Count a message written elsewhere than in the chat. Raises a Refusal, StorageError."""
        await self._talking.take(who)

    async def heard(self, told: ChatLineAdded) -> None:
        """Show a message from another node. Raises StorageError."""
        found: tuple[str | None, ChatLine] | None
        if told.lobby is not None:
            said = told.lobby
            line = ChatLine(told.id, said.account, said.name, said.text, said.time, PLAYERS)
            found = (None, line)
        else:
            found = await self._database.look(line_numbered, told.id)
        if found is None:
            return
        place, line = found
        self.log.heard(line, place)
        await self.blocks.known()
        self._tell(line, place)
        self._changed()

    def _tell(self, line: ChatLine, table: str | None) -> None:
        """Send a line to all sessions that may see it and have not blocked the writer."""
        account, club = line.account, club_of(line.channel)
        if club is not None and self.tell_club is not None:
            self.tell_club(club, line)
        for guest in self._guests.at(table):
            hears = line.channel in self._channels(table, guest.who.account)
            if hears and account not in (guest.who.account, *self.blocks.of(guest.who.account)):
                guest.hear(f"{line.name}: {line.text}")

    def said(self, table: str | None = None, account: int | None = None) -> Sequence[ChatMessage]:
        """Return the chat messages a person may and wants to read, the oldest first.

        Returns nothing until the person's blocks are known, after which the chat is refreshed.
        """
        if not self.blocks.is_known(account):
            return ()
        channels = self._channels(table, account)
        return self.log.said(table, channels, self.blocks.of(account))

    def _channels(self, table: str | None, account: int | None) -> Collection[str]:
        if table is None or self._plays_at(table, account) is True:
            return (PLAYERS,)
        return (PLAYERS, SPECTATORS)

    async def speakers(self, table: str | None, account: int | None) -> dict[int, str]:
        """Return the authors of messages that a person may read, by number and name."""
        lines = await self._lines(table, account)
        return {line.account: line.name for line in lines if line.account is not None}

    def present(self, table: str | None) -> dict[int, str]:
        """Return the people at a table, or (None) on the whole server, by number and name."""
        return self._guests.accounts(table)

    def set_slow_mode(self, seconds: float) -> None:
        """Set the slow mode of the lobby on all nodes, and tell everyone."""
        self._nodes.tell(Slowed(seconds))
        self.be_slow(seconds)

    def tell_pace(self) -> None:
        """Tell other nodes the slow mode, as new ones do not know it."""
        self._nodes.tell(Slowed(self.slow_mode.seconds))

    def be_slow(self, seconds: float) -> None:
        """Set the slow mode of the lobby here; tell the people online if it changed."""
        if seconds == self.slow_mode.seconds:
            return
        self.slow_mode.set(seconds)
        text = N_("Slow mode in the lobby: one message every {seconds} s.")
        ended = N_("Slow mode in the lobby ended.")
        for guest in self._guests.at(None):
            guest.be_told(text if seconds else ended, {"seconds": round(seconds)})

    async def _lines(self, table: str | None, account: int | None) -> list[ChatLine]:
        """Return the chat messages a person may read. Raises StorageError."""
        channels = self._channels(table, account)
        await self.log.learn(table, channels)
        return self.log.lines(table, channels)

    # Blocks and reports

    async def block(self, account: int, other: int) -> None:
        """Block a person, who is not notified. Raises CannotBlock."""
        await self._database.whole(self.blocks.block(account, other))
        self._blocks_changed(account)

    async def unblock(self, account: int, other: int) -> None:
        """Unblock a person."""
        await self._database.whole(self.blocks.unblock(account, other))
        self._blocks_changed(account)

    def learn_anew(self, account: int) -> None:
        """Read a person's blocks again, after a change on another node."""
        if any(guest.who.account == account for guest in self._guests):
            self.blocks.learn(account)

    def _blocks_changed(self, account: int) -> None:
        self._nodes.tell(AccountChanged(account, BLOCKS))
        self._changed()

    async def report(
        self, by: Account, about: Account, reason: str, table: str | None, *,
        private: Sequence[ChatLine] | None = None,
    ) -> int:  # fmt: skip
        """Report a person to the moderators, with the last messages read; return its number.

        `private` are the messages between the two, instead of those of the place. Raises a Refusal.
        """
        await self._reporting.take(by.id)
        read = await self._lines(table, by.id) if private is None else private
        lines = read[-MOST_REPORTED:]
        what = Reported((by.id, by.name), (about.id, about.name), table)
        return await self._database.ask(report, what, reason, lines)
