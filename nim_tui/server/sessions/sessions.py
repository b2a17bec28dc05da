"""The registry of sessions; ending them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from typing import Final
from weakref import ReferenceType, ref

from nim_tui.server.accounts.store import Account, account_with_key
from nim_tui.server.admin.lists import clock
from nim_tui.server.admin.protocol import Facts
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.bots.store import bot_of
from nim_tui.server.moderation.bans import (
    ACCOUNT,
    KEY,
    NETWORK,
    Ban,
    Banned,
    ban_of,
    ban_of_account,
    bans,
    shut_out,
)
from nim_tui.server.nodes.messages import SessionsEnded
from nim_tui.server.plain.visitor import LineVisitor
from nim_tui.server.sessions.person import signed_in
from nim_tui.server.ssh import (
    ClientInfo,
    ConnectionRefused,
    ServedApp,
    ServedLines,
    SessionHandler,
    SshServer,
)
from nim_tui.server.storage.database import Database
from nim_tui.server.terminal.messages import said_in
from rules.messages import N_, Refusal
from screens.text import Locale

KICKED: Final = N_("An admin ended your session.")


@dataclass(slots=True)
class _Entry:
    since: float
    visitor: ReferenceType[ServedApp | ServedLines]


class SessionRegistry:
    """A SessionHandler that passes everything on to another, and keeps a list of sessions."""

    def __init__(self, handler: SessionHandler, database: Database, appeals: str = "") -> None:
        """`appeals` is the mail address that banned people are told."""
        self._appeals = appeals
        self._handler = handler
        self._database = database
        self._entries: dict[int, _Entry] = {}
        self._ssh_server: SshServer | None = None

    def open(self, ssh_server: SshServer) -> SshServer:
        """Set the server that can end sessions, before anybody connects."""
        self._ssh_server = ssh_server
        return ssh_server

    # For the transport

    async def turns_away(self, fingerprint: str | None, address: str) -> ConnectionRefused | None:
        """Ask the handler."""
        return await self._handler.turns_away(fingerprint, address)

    async def meant(self, user: str, fingerprint: str) -> str:
        """Ask the handler."""
        return await self._handler.meant(user, fingerprint)

    async def app_for(self, client: ClientInfo) -> ServedApp:
        """Return the handler's app; the session ends at once if a ban came after its sign-in."""
        app = await self._handler.app_for(client)
        await self._note(client, app)
        return app

    async def wants_lines(self, client: ClientInfo) -> bool:
        """Ask the handler."""
        return await self._handler.wants_lines(client)

    async def lines_for(self, client: ClientInfo) -> ServedLines:
        """Return the handler's dialog for text mode, and list the session."""
        lines = await self._handler.lines_for(client)
        await self._note(client, lines)
        return lines

    async def _note(self, client: ClientInfo, visitor: ServedApp | ServedLines) -> None:
        before = self._entries.get(client.number)
        since = self._database.now() if before is None else before.since
        self._entries[client.number] = _Entry(since, ref(visitor))
        ban = await self._ban_of(client)
        if ban is not None:
            asyncio.get_running_loop().call_soon(
                self.end, client.number, shut_out(ban, self._appeals)
            )

    async def answer(self, client: ClientInfo, words: Sequence[str]) -> AsyncIterator[bytes]:
        """Yield the handler's answer. Raises ConnectionRefused, and the handler's errors."""
        ban = await self._ban_of(client)
        if ban is not None:
            raise shut_out(ban, self._appeals)
        async for piece in self._handler.answer(client, words):
            yield piece

    def left(self, client: ClientInfo) -> None:
        """Remove a session that has ended."""
        self._entries.pop(client.number, None)
        self._handler.left(client)

    def failed(self, client: ClientInfo, error: BaseException) -> None:
        """Tell the handler of a failure."""
        self._handler.failed(client, error)

    async def _ban_of(self, client: ClientInfo) -> Ban | None:
        return await self._database.look(ban_of, client.fingerprint, client.address)

    # For the operator

    def end(self, number: int, text: str | Refusal) -> bool:
        """End a session with a last line in its language; return whether it existed."""
        if self._ssh_server is None:
            return False
        known = self._known(number)
        look = Locale() if known is None else known.look
        return self._ssh_server.kick(number, said_in(look, text))

    def end_all(self, text: str, to_guests: str) -> None:
        """End every session with a last line, each in its language.

        `to_guests`: the line to guests who cannot return to their seats.
        """
        for client in self._here():
            loses_seat = client.is_guest and client.guest is None
            self.end(client.number, to_guests if loses_seat else text)

    async def end_banned(self, ban: Ban) -> list[int]:
        """End the sessions of a banned person with a last line; return their numbers."""
        owner = None
        if ban.banned.kind == KEY:
            owner = await self._database.look(account_with_key, ban.banned.subject)
        here = [
            client for client in self._here() if await self._is_meant(client, ban.banned, owner)
        ]
        last = shut_out(ban, self._appeals)
        return [client.number for client in here if self.end(client.number, last)]

    async def end_those(self, post: SessionsEnded) -> None:
        """End sessions here for another node: banned ones, or others with a given last line."""
        if post.text and post.kind == ACCOUNT:
            for account in post.subjects:
                await self.end_account(int(account), Refusal(post.text))
        elif post.text:
            self.end_keys(post.subjects, Refusal(post.text))
        else:
            for ban in await self._database.look(bans):
                if ban.banned.kind == post.kind and ban.banned.subject in post.subjects:
                    await self.end_banned(ban)

    async def end_overdue(self) -> list[int]:
        """End sessions that should have ended without a message; return their numbers.

        These are sessions of banned people, and of removed keys and accounts. Raises StorageError.
        """
        members = [
            (client, known.who)
            for client in self._here()
            if (known := self._known(client.number)) is not None and known.who.is_member
        ]
        keys = [client.fingerprint for client, _who in members if client.fingerprint is not None]
        accounts = [who.account for _client, who in members]
        kept = await self._database.look(signed_in, accounts, keys)
        ended = await self._end_all_banned()
        for client, who in members:
            over = kept.why_over(who.account, client.fingerprint)
            ended += [client.number] if over is not None and self.end(client.number, over) else []
        return ended

    async def _end_all_banned(self) -> list[int]:
        ended = []
        for client in self._here():
            if (ban := await self._ban_of_session(client)) is not None:
                last = shut_out(ban, self._appeals)
                ended += [client.number] if self.end(client.number, last) else []
        return ended

    async def _ban_of_session(self, client: ClientInfo) -> Ban | None:
        """Return the ban of a session, for guests also by account."""
        ban, known = await self._ban_of(client), self._known(client.number)
        if ban is not None or known is None or not known.who.name:
            return ban
        return await self._database.look(ban_of_account, known.who.account)

    async def end_account(self, account: int, text: str | Refusal) -> list[int]:
        """End every session of an account with a last line; return their numbers."""
        here = [
            client for client in self._here() if (await self._facts(client))["account"] == account
        ]
        return [client.number for client in here if self.end(client.number, text)]

    def end_keys(self, fingerprints: Collection[str], text: str | Refusal) -> list[int]:
        """End every session of these keys with a last line; return their numbers."""
        here = [client for client in self._here() if client.fingerprint in fingerprints]
        return [client.number for client in here if self.end(client.number, text)]

    async def _is_meant(self, client: ClientInfo, banned: Banned, owner: Account | None) -> bool:
        """Whether a session is of a banned target; `owner` has the banned key.

        A session without a key, of an account that has the banned key now, is included.
        """
        if banned.kind == NETWORK:
            return banned.holds(client.address)
        if banned.kind == KEY and client.fingerprint is not None:
            return client.fingerprint == banned.subject
        number = (await self._facts(client))["account"]
        if banned.kind == ACCOUNT:
            return str(number) == banned.subject
        return owner is not None and number == owner.id

    async def listed(self) -> list[Facts]:
        """Return the sessions here, the longest first."""
        return [await self._facts(client) for client in self._here()]

    def _known(self, number: int) -> VisitorApp | LineVisitor | None:
        entry = self._entries.get(number)
        visitor = None if entry is None else entry.visitor()
        return visitor if isinstance(visitor, VisitorApp | LineVisitor) else None

    def _here(self) -> tuple[ClientInfo, ...]:
        return () if self._ssh_server is None else self._ssh_server.sessions

    async def _facts(self, client: ClientInfo) -> Facts:
        entry, known = self._entries.get(client.number), self._known(client.number)
        facts: Facts = {
            "visit": client.number,
            "account": None,
            "bot_of": None,
            "name": "" if known is None else known.who.name,
            "key": client.fingerprint,
            "address": client.address,
            "since": None if entry is None else clock(entry.since),
            "table": None if known is None else known.who.at,
        }
        if known is not None and known.who.name:
            facts["account"] = known.who.account
        elif client.fingerprint is not None:
            account = await self._database.look(account_with_key, client.fingerprint)
            if account is not None:
                facts |= {"account": account.id, "name": account.name}
                bot = await self._database.look(bot_of, account.id) if account.is_bot else None
                facts |= {} if bot is None else {"bot_of": bot.owner_name}
        return facts
