"""Followed players, who are told of as they come, and private messages."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from nim_tui.server.accounts.store import Account, NoSuchAccount, account_named
from nim_tui.server.chat.friends_store import (
    CannotSend,
    PrivateLine,
    Talk,
    follow,
    followed_by,
    followers_of,
    message_numbered,
    send,
    talk_with,
    talks_of,
    unfollow,
    unread_of,
)
from nim_tui.server.chat.service import ChatService
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import Messenger
from nim_tui.server.moderation.mutes import check_not_muted
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import StorageError
from rules.messages import N_

AWAY: Final = 60.0
"""Seconds of absence after which a return is told; a line that breaks is no departure."""
_COMES: Final = N_("{name}, whom you follow, is online.")
_WRITES: Final = N_("{name} writes to you: {text}")
UNREAD: Final = N_("Unread private messages: {count}. See Messages in the lobby.")
_MOST_WORDS: Final = 4
"""The most words of a name."""


class FriendService:
    """The followed players of accounts, and the messages between two."""

    def __init__(self, base: Foundation, talking: ChatService, telling: Messenger) -> None:
        self._database = base.database
        self._guests = base.guests
        self._talking = talking
        self._telling = telling

    # Followed players

    async def of(self, account: int) -> Mapping[int, str]:
        """Return the accounts that one follows, by number and name. Raises StorageError."""
        return await self._database.look(followed_by, account)

    async def follow(self, account: int, other: int) -> None:
        """Follow a person, who is not notified. Raises CannotFollow, StorageError."""
        await self._database.ask(follow, account, other)

    async def unfollow(self, account: int, other: int) -> None:
        """Stop following a person. Raises StorageError."""
        await self._database.ask(unfollow, account, other)

    def has_come(self, account: int, name: str, away: float) -> None:
        """Tell the followers of an account that was away for some seconds."""
        if away >= AWAY:
            self._database.start(self._tell_followers(account, name))

    async def _tell_followers(self, account: int, name: str) -> None:
        try:
            followers = await self._database.look(followers_of, account)
        except StorageError:  # they see it in the lobby
            return
        if followers:
            self._telling.tell_people(followers, _COMES, {"name": name})

    # Private messages

    async def send(self, writer: Account, reader: Account, text: str, *, by: Hashable) -> None:
        """Send a private message; `by` is the subject of the rate limit.

        Raises a Refusal, StorageError.
        """
        if writer.is_guest or reader.is_guest:
            raise CannotSend(N_("private messages are between people with an account"))
        await self._talking.take_turn(by)
        await self._database.look(check_not_muted, writer.id)
        number = await self._database.ask(send, writer.id, reader.id, text)
        await self.heard(number)

    async def heard(self, number: int) -> None:
        """Tell the sessions here of a message's reader, unless they blocked its writer.

        Raises StorageError.
        """
        line = await self._database.look(message_numbered, number)
        for guest in self._guests if line is not None else ():
            if line is not None and guest.who.account == line.reader:
                guest.be_told(_WRITES, {"name": line.name, "text": line.text})

    async def talk(self, own: int, other: int) -> Sequence[PrivateLine]:
        """Return the messages between two people, which `own` reads. Raises StorageError."""
        return await self._database.ask(talk_with, own, other)

    async def talks(self, own: int) -> Sequence[Talk]:
        """Return the conversations of an account, newest first. Raises StorageError."""
        return await self._database.look(talks_of, own)

    async def unread(self, own: int) -> int:
        """Return the number of unread messages of an account. Raises StorageError."""
        return await self._database.look(unread_of, own)

    # Names

    async def meant(self, name: str) -> Account:
        """Return the account of a name. Raises NoSuchAccount, StorageError."""
        found = await self._database.look(account_named, name.strip()[:100])
        if found is None:
            raise NoSuchAccount(N_("no player is called {name}"), name=repr(name[:40]))
        return found

    async def meant_first(self, text: str) -> tuple[Account, str]:
        """Return the account whose name begins a text, and the rest; the longest name counts.

        Raises NoSuchAccount, StorageError.
        """
        words = text.split()
        for count in range(min(_MOST_WORDS, len(words)), 0, -1):
            name = " ".join(words[:count])
            found = await self._database.look(account_named, name)
            if found is not None:
                return found, " ".join(words[count:])
        raise NoSuchAccount(N_("no player is called {name}"), name=repr(text[:40]))


def sender(person: SessionAccount) -> tuple[Account, Hashable]:
    """Return the account of a session, and the subject of its rate limit. Raises a Refusal."""
    return person.member, person.bounded_as
