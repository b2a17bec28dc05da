"""A real house with both doors, and browsers and keys that come to it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncssh

from nim_tui.registry import load_all
from nim_tui.server.accounts.registration import RegistrationRules
from nim_tui.server.accounts.store import Account, account_with_key, register
from nim_tui.server.services import Services
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.settings.sections import CLOSED, OPEN, Limits, SignUpConfig
from nim_tui.server.ssh import Counters, listen
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.server.web import PageParts
from nim_tui.server.web.cookies import fingerprint
from tests.nim_tui.server.kept_in import kept
from tests.nim_tui.server.ssh.serving import (
    HOST,
    HOST_KEY,
    Visitor,
    connect,
    open_session,
)
from tests.nim_tui.server.web.browsing import Door, opened

OTHER = "o" * 43
NAMING = "Choose your name"
LOBBY = "Lobby   "


@dataclass
class House:
    """A server with both doors, and a database that a test may ask."""

    lobby: Services
    visits: SessionRegistry
    door: Door
    ssh_port: int

    def owner(self, key: str) -> Account | None:
        found = fingerprint(key)
        assert found is not None
        return account_with_key(self.lobby.database, found)

    def member(self, name: str, print_of_key: str | None) -> Account:
        assert print_of_key is not None
        return register(self.lobby.database, name, print_of_key)


@asynccontextmanager
async def house(
    folder: Path,
    *,
    guests: bool = True,
    mode: str = "open",
    clock: Callable[[], float] = time.time,
    **settings: Any,
) -> AsyncIterator[House]:
    """Open it."""
    load_all()
    database = kept().opened(folder, clock, threads=THREADS)
    lobby = Services(database)
    rules = RegistrationRules(SignUpConfig(registration=mode))
    visits = SessionRegistry(SignIn(lobby, guests=guests, rules=rules), database)
    ssh_server = visits.open(
        await listen(
            visits, HOST, 0, [HOST_KEY], Limits(), guests=guests, banner="", counters=Counters()
        )
    )
    try:
        parts = PageParts.of(
            lobby,
            lambda gone: visits.end_keys((gone,), ""),
            guests=guests,
            is_closed=mode == CLOSED,
            is_open=guests or mode == OPEN,
        )
        async with opened(ssh_server.context, parts, **settings) as door:
            yield House(lobby, visits, door, ssh_server.port)
    finally:
        await ssh_server.tell_all_and_stop("", 2)
        lobby.close()
        await database.settled()
        database.close()


@asynccontextmanager
async def with_ssh(
    house: House, key: asyncssh.SSHKey, *, sees: str = LOBBY, **session: Any
) -> AsyncIterator[Visitor]:
    connection = await connect(house.ssh_port, key)
    try:
        visitor = await open_session(connection, **session)
        await visitor.sees(sees)
        yield visitor
    finally:
        connection.abort()
        await connection.wait_closed()
