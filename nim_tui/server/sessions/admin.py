"""Admin orders about sessions: listing and ending them, and draining a server of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from nim_tui.server.admin.lists import matches, paged
from nim_tui.server.admin.protocol import Drain, Facts, Kick, ListSessions
from nim_tui.server.moderation.authority import note
from nim_tui.server.moderation.roles import Issuer
from nim_tui.server.nodes.messages import Drained, Kicked, tell_nodes
from nim_tui.server.nodes.node import others_run
from nim_tui.server.nodes.presence import has_session, known, no_node, node_meant, people_elsewhere
from nim_tui.server.services import Services
from nim_tui.server.sessions.sessions import KICKED, SessionRegistry
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import tables_being_played
from rules.messages import N_, Refusal
from screens.lobby.values import SessionRow

LOOKS: Final = 0.5
"""Seconds between two checks whether games are still played."""

logger = logging.getLogger(__name__)


class NoSession(Refusal):
    """No session has this number."""


def tell_server(database: Database, order: Kick | Drain, node: int) -> Facts:
    """Pass an order on to another server. Raises NoSession, StorageError."""
    if isinstance(order, Drain):
        tell_nodes(database, Drained(node, order.seconds))
        played = len(tables_being_played(database))
        return {"played": played, "seconds": order.seconds, "hands_over": len(known(database)) > 1}
    if not has_session(database, node, order.visit):
        raise no_session(order.visit)
    tell_nodes(database, Kicked(node, order.visit, order.text.strip()))
    return {"kicked": order.visit}


def no_session(visit: int) -> NoSession:
    """Return the refusal that names an unknown session."""
    return NoSession(N_("unknown session {number}"), number=visit)


def sessions_elsewhere(database: Database, node: int) -> list[Facts]:
    """Return the sessions at other servers than this one, without their addresses and keys.

    Raises StorageError.
    """
    none: Facts = {"key": None, "address": "", "since": None}
    names = {row.id: row.name for row in known(database)}
    return [
        {"visit": visit, "account": one.account, "name": one.name, "table": one.at, "node": at}
        | none
        | {"server": names.get(at, str(at))}
        for (at, visit), one in people_elsewhere(database, node).items()
    ]


def paged_sessions(listed: Sequence[Facts], order: ListSessions) -> Facts:
    """Return a page of the sessions that an order asks for."""
    return paged("visits", [facts for facts in listed if matches(facts, order.find)], order.page)


class DrainControl:
    """Drain mode: no new games; the server stops once no game runs.

    Meanwhile people can return to their games. If other servers run at the database, this one
    accepts nobody any more and stops at once: people and games continue there.
    """

    def __init__(self, lobby: Services, stop: Callable[[], object]) -> None:
        self._lobby = lobby
        self._stop = stop
        self.close_doors: Sequence[Callable[[], None]] = ()
        """Each makes a server accept no new connections, by SSH or from browsers."""
        self._end = 0.0
        self._look: asyncio.TimerHandle | None = None

    async def begin(self, seconds: float) -> Facts:
        """Start draining, or set another time limit from now on, in seconds."""
        loop = asyncio.get_running_loop()
        if await others_run(self._lobby.nodes):
            for close_door in self.close_doors:
                close_door()
            loop.call_later(LOOKS, self._stop)  # first the order is answered
            logger.info("draining: people and games are handed over")
            return {"played": self._lobby.held.tables_played, "seconds": 0, "hands_over": True}
        self._end = loop.time() + seconds
        played = self._lobby.held.tables_played
        if not self._lobby.tables.is_draining:
            self._lobby.tables.drain()
            self._look = loop.call_later(LOOKS, self._on_look)
        logger.info("draining: %d games are played, for %d seconds at most", played, seconds)
        return {"played": played, "seconds": seconds, "hands_over": False}

    def _on_look(self) -> None:
        loop = asyncio.get_running_loop()
        played = self._lobby.held.tables_played
        if played and loop.time() < self._end:
            self._look = loop.call_later(LOOKS, self._on_look)
            return
        logger.info("drained: %d games are played", played)
        self._stop()


class SessionOrders:
    """The orders about sessions, at a running server."""

    def __init__(
        self, lobby: Services, visits: SessionRegistry, stop: Callable[[], object]
    ) -> None:
        """`stop` stops the server."""
        self._lobby = lobby
        self._visits = visits
        self.draining: Final = DrainControl(lobby, stop)
        lobby.node_news.obey = self._obey

    async def answer(self, order: ListSessions | Kick | Drain, by: Issuer) -> Facts:
        """Return the result of an order. Raises a Refusal; then nothing was changed."""
        if isinstance(order, ListSessions):
            return paged_sessions(await self._everywhere(), order)
        database, node = self._lobby.database, await self._server_meant(order)
        await database.ask(note, order, by)
        if node is not None:
            return await database.ask(tell_server, order, node)
        if isinstance(order, Kick):
            return self.kick(order.visit, order.text.strip())
        return await self.draining.begin(order.seconds)

    async def _server_meant(self, order: Kick | Drain) -> int | None:
        """Return the number of the other server that an order is for; None: this one.

        Raises NoNode.
        """
        if not order.node:
            return None
        if not self._lobby.nodes.are_several:
            raise no_node(order.node)
        node = await self._lobby.database.look(node_meant, order.node)
        return None if node == self._lobby.nodes.number else node

    async def _obey(self, message: Kicked | Drained) -> None:
        """Carry out an order that was given at another server."""
        match message:
            case Kicked():
                with suppress(NoSession):  # it has ended meanwhile
                    self.kick(message.visit, message.text)
            case Drained():
                await self.draining.begin(message.seconds)

    async def _everywhere(self) -> list[Facts]:
        """Return the sessions here, then those at other servers as stored in the database."""
        listed = await self._visits.listed()
        nodes, database = self._lobby.nodes, self._lobby.database
        if nodes.number is not None:
            listed += await database.look(sessions_elsewhere, nodes.number)
        return listed

    def kick(self, visit: int, text: str = "") -> Facts:
        """End a session with a last line. Raises NoSession."""
        if not self._visits.end(visit, text or KICKED):
            raise no_session(visit)
        logger.info("is sent away", extra={"visit": visit})
        return {"kicked": visit}

    async def rows(self) -> list[SessionRow]:
        """Return the sessions here, then those at other servers, as the lobby lists them.

        Raises StorageError.
        """
        return [
            SessionRow(
                facts["visit"], facts["name"], facts["address"], facts["table"] or "",
                facts.get("server", ""),
            )
            for facts in await self._everywhere()
        ]  # fmt: skip
