"""What an admin asks of a running server: carries out what the control socket takes in."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import sys
import time
from pathlib import Path

from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import (
    AnyOrder,
    Backup,
    Ban,
    Close,
    Facts,
    Kick,
    ListBans,
    ListSessions,
    Stats,
    Unban,
)
from nim_tui.server.admin.sessions import KICKED, Sessions, ShutOut
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.database.records import end_game
from nim_tui.server.database.tables import TableTrouble, table_row
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.ssh import Counters
from rules.messages import N_, Refusal
from screens.lobby.listed import SessionRow
from screens.text import _

logger = logging.getLogger(__name__)


class NoSession(Refusal):
    """There is no session of this number."""


class AdminService:
    """Knows the lobby, the sessions and the figures of a running server."""

    def __init__(self, lobby: Lobby, visits: Sessions, counters: Counters) -> None:
        self._lobby = lobby
        self._visits = visits
        self._counters = counters
        self._opened = time.monotonic()

    async def answer(self, order: AnyOrder) -> Facts:
        """What an order led to. Raises a Refusal; then nothing was changed."""
        database = self._lobby.database
        match order:
            case ListSessions():
                return {"visits": self._visits.listed()}
            case Kick():
                return self.kick(order.visit, order.text.strip())
            case Ban():
                return self._ban(order)
            case Close():
                return self.close(order.table)
            case ListBans() | Unban():
                return from_books(database, order)
            case Backup():
                facts = await asyncio.to_thread(from_books, database, order)
                logger.info("a backup was written")
                return facts
            case Stats():
                return await asyncio.to_thread(from_books, database, order) | self._figures()

    def kick(self, visit: int, text: str = "") -> Facts:
        """End a session with a last line. Raises NoSession."""
        if not self._visits.end(visit, text or KICKED):
            raise NoSession(N_("there is no session {number}"), number=visit)
        logger.info("visit=%d is sent away", visit)
        return {"kicked": visit}

    def _ban(self, order: Ban) -> Facts:
        facts = from_books(self._lobby.database, order)
        last = ShutOut.because(facts["reason"])
        ended = self._visits.end_by_key(facts["banned"], last)
        for number in ended:
            logger.info("visit=%d is shut out", number)
        return {**facts, "ended": ended}

    def rows(self) -> list[SessionRow]:
        """Who is here, as the lobby lists them."""
        return [
            SessionRow(facts["visit"], facts["name"], facts["address"], facts["table"] or "")
            for facts in self._visits.listed()
        ]

    def close(self, table: str) -> Facts:
        """End a game; the lobby lets go of it, and who looks at it is told in the lobby.

        Raises TableTrouble.
        """
        database = self._lobby.database
        if not end_game(database, table, None):
            with database.reading() as connection:
                table_row(connection, table)
            raise TableTrouble(N_("the game at {id} is over already"), id=repr(table))
        lookers = self._lobby.let_go(table)
        for looker in lookers:
            if isinstance(looker, VisitorApp):
                _show_out(looker, table)
        logger.info("a table was closed")
        return {"closed": table, "told": len(lookers)}

    def _figures(self) -> Facts:
        return {
            "transport": dict(self._counters.figures),
            "server": {
                "process": os.getpid(),
                "tables_held": self._lobby.tables_held,
                "memory_bytes": _memory(),
                "cpu_seconds": round(time.process_time(), 3),
                "uptime_seconds": round(time.monotonic() - self._opened, 3),
            },
        }


def _show_out(app: VisitorApp, table: str) -> None:
    """Bring somebody back to the lobby, in the app's own time, unless they have left already."""

    def leave() -> None:
        if app.at == table:
            app.table.leave()
            app.notify(_("an admin closed this table"), markup=False)

    app.call_later(leave)


def _memory() -> int:
    """Bytes the process holds now; the most it ever held where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    return pages * resource.getpagesize()
