"""The book of sessions: who came when, in which app; kept between the transport and the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final
from weakref import ReferenceType, ref

from nim_tui.server.admin.offline import clock
from nim_tui.server.admin.protocol import Facts
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.database.accounts import account_with_key
from nim_tui.server.database.connection import Database
from nim_tui.server.database.keys import ban_of
from nim_tui.server.ssh import ClientInfo, Handler, ServedApp, SshServer
from nim_tui.server.ssh.notices import said_in
from rules.messages import N_, Refusal
from screens.locale_context import Look

KICKED: Final = N_("An admin of this server ended your session.")


class ShutOut(Refusal):
    """The key of this session was banned while its connection was open."""

    @classmethod
    def because(cls, reason: str) -> ShutOut:
        """The last words to whoever is shut out; the reason as it was given."""
        return cls(N_("You are banned here: {text}"), text=reason)


@dataclass(slots=True)
class _Entry:
    since: float
    app: ReferenceType[ServedApp]


class Sessions:
    """A Handler that passes everything on to another, and remembers who is here."""

    def __init__(self, handler: Handler, database: Database) -> None:
        self._handler = handler
        self._database = database
        self._entries: dict[int, _Entry] = {}
        self._ssh_server: SshServer | None = None

    def open(self, ssh_server: SshServer) -> SshServer:
        """Know where sessions can be ended: to be called before anybody comes."""
        self._ssh_server = ssh_server
        return ssh_server

    # What the transport asks

    def admits(self, fingerprint: str | None, address: str) -> bool:
        """As the server says."""
        return self._handler.admits(fingerprint, address)

    def app_for(self, client: ClientInfo) -> ServedApp:
        """The server's app; the session ends at once if its key was banned since it signed in."""
        app = self._handler.app_for(client)
        before = self._entries.get(client.number)
        since = self._database.now() if before is None else before.since
        self._entries[client.number] = _Entry(since, ref(app))
        reason = self._ban_of(client)
        if reason is not None:
            last = ShutOut.because(reason)
            asyncio.get_running_loop().call_soon(self.end, client.number, last)
        return app

    def answer(self, client: ClientInfo, words: Sequence[str]) -> AsyncIterator[bytes]:
        """The server's answer. Raises ShutOut, and what the server raises."""
        if self._ban_of(client) is not None:
            raise ShutOut(N_("you are banned here"))
        return self._handler.answer(client, words)

    def left(self, client: ClientInfo) -> None:
        """Somebody is gone."""
        self._entries.pop(client.number, None)
        self._handler.left(client)

    def failed(self, client: ClientInfo, error: BaseException) -> None:
        """As the server takes it."""
        self._handler.failed(client, error)

    def _ban_of(self, client: ClientInfo) -> str | None:
        key = client.fingerprint
        return None if key is None else ban_of(self._database, key)

    # What whoever runs the server asks

    def end(self, number: int, text: str | Refusal) -> bool:
        """End a session with a last line, in the visitor's language; whether there was one."""
        if self._ssh_server is None:
            return False
        entry = self._entries.get(number)
        app = None if entry is None else entry.app()
        look = app.look if isinstance(app, VisitorApp) else Look()
        return self._ssh_server.kick(number, said_in(look, text))

    def end_by_key(self, keys: Sequence[str], text: str | Refusal) -> list[int]:
        """End every session by one of these keys, or without one to an account they open.

        Their numbers.
        """
        owners = filter(None, (account_with_key(self._database, key) for key in keys))
        accounts = {account.id for account in owners}
        visits = [
            client.number
            for client in self._here()
            if client.fingerprint in keys
            or (client.is_guest and self._facts(client)["account"] in accounts)
        ]
        return [number for number in visits if self.end(number, text)]

    def listed(self) -> list[Facts]:
        """Who is here, the longest first."""
        return [self._facts(client) for client in self._here()]

    def _here(self) -> tuple[ClientInfo, ...]:
        return () if self._ssh_server is None else self._ssh_server.sessions

    def _facts(self, client: ClientInfo) -> Facts:
        entry = self._entries.get(client.number)
        app = None if entry is None else entry.app()
        facts: Facts = {
            "visit": client.number,
            "account": None,
            "name": app.own_name if isinstance(app, VisitorApp) else "",
            "key": client.fingerprint,
            "address": client.address,
            "since": None if entry is None else clock(entry.since),
            "table": app.at if isinstance(app, VisitorApp) else None,
        }
        if isinstance(app, VisitorApp) and app.own_name:
            facts["account"] = app.account
        elif client.fingerprint is not None:
            account = account_with_key(self._database, client.fingerprint)
            if account is not None:
                facts |= {"account": account.id, "name": account.name}
        return facts
