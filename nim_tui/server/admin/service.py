"""Carry out orders on a running server.

Orders that change rows are carried out in the database, which tells the servers. Orders that only a
server can carry out are sent to it, on its machine.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from nim_tui.server.accounts.admin import AccountOrders
from nim_tui.server.admin.lists import account_meant
from nim_tui.server.admin.offline import (
    NoSession,
    OfBooks,
    ban_facts,
    close_for_good,
    from_books,
    listed_nodes,
    make_ban,
    no_session,
    paged_sessions,
    sessions_elsewhere,
    tell_server,
)
from nim_tui.server.admin.protocol import (
    Announce,
    AnyOrder,
    Backup,
    BanOrder,
    Close,
    CloseClub,
    CloseTournament,
    Drain,
    Exclude,
    Facts,
    Kick,
    ListNodes,
    ListReports,
    ListSessions,
    MakeClub,
    Mute,
    OfAccounts,
    SetMessage,
    Slow,
    Stats,
    Unmute,
    Warn,
    tag_of,
)
from nim_tui.server.admin.statistics import Statistics
from nim_tui.server.chat.store import LONGEST_SAID
from nim_tui.server.contests.tournament_service import closed
from nim_tui.server.moderation.authority import check, note, signed
from nim_tui.server.moderation.mutes import TOLD, take_untold
from nim_tui.server.moderation.reports import Case, NoReport, case_of_person, case_of_report
from nim_tui.server.moderation.roles import Issuer
from nim_tui.server.nodes.messages import (
    Drained,
    Kicked,
)
from nim_tui.server.nodes.node import others_run
from nim_tui.server.nodes.presence import (
    no_node,
    node_meant,
)
from nim_tui.server.services import Services
from nim_tui.server.sessions.sessions import KICKED, SessionRegistry
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_
from screens.lobby.values import SessionRow

LOOKS: Final = 0.5
"""Seconds between two checks whether games are still played."""

logger = logging.getLogger(__name__)


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
        if not self._lobby.desk.is_draining:
            self._lobby.desk.drain()
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


MUTED: Final = {Mute: "is muted", Unmute: "is muted no longer"}


def _nothing() -> None:
    pass


class AdminService:
    """The orders to a running server."""

    def __init__(
        self,
        lobby: Services,
        visits: SessionRegistry,
        statistics: Statistics,
        stop: Callable[[], object] = _nothing,
    ) -> None:
        """`stop` stops the server."""
        self._lobby = lobby
        self._visits = visits
        self._statistics = statistics
        self._draining = DrainControl(lobby, stop)
        self._accounts = AccountOrders(lobby, visits)
        lobby.node_news.end_sessions = visits.end_those
        lobby.node_news.end_overdue = visits.end_overdue
        lobby.node_news.obey = self._obey

    def open_doors(self, *close: Callable[[], None]) -> None:
        """Set what makes servers accept no new connections, before any order."""
        self._draining.close_doors = close

    async def answer(self, order: AnyOrder, by: Issuer | None = None) -> Facts:
        """Return the result of an order, by staff or else by an operator.

        Raises a Refusal; then nothing was changed.
        """
        by = by or Issuer(order.by)
        if by.account is not None:
            await self._lobby.database.look(check, order, by)
        if isinstance(order, OfAccounts):
            return await self._accounts.answer(order, by)
        if isinstance(order, ListSessions | Kick | Drain | Stats):
            return await self._of_server(order, by)
        match order:
            case BanOrder():
                return await self._ban(order, by)
            case Close():
                return await self._lobby.database.whole(self._close(order, by))
            case Exclude():
                return await self._exclude(order, by)
            case Announce():
                return await self._announce(order, by)
            case ListNodes():
                return await self._nodes()
            case Slow():
                await self._lobby.database.ask(note, order, by)
                self._lobby.talking.set_slow_mode(order.seconds)
                logger.info("slow mode: %d seconds", order.seconds)
                return {"seconds": order.seconds}
            case _:
                return await self._from_books(order, by)

    async def _of_server(self, order: ListSessions | Kick | Drain | Stats, by: Issuer) -> Facts:
        if isinstance(order, Kick | Drain):
            database, node = self._lobby.database, await self._server_meant(order)
            await database.ask(note, order, by)
            if node is not None:
                return await database.ask(tell_server, order, node)
        match order:
            case ListSessions():
                return await self._sessions(order)
            case Kick():
                return self.kick(order.visit, order.text.strip())
            case Drain():
                return await self._draining.begin(order.seconds)
            case Stats():
                return await self._statistics.facts()

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
                await self._draining.begin(message.seconds)

    async def _sessions(self, order: ListSessions) -> Facts:
        """List the sessions."""
        return paged_sessions(await self._everywhere(), order)

    async def _everywhere(self) -> list[Facts]:
        """Return the sessions here, then those at other servers as stored in the database."""
        listed = await self._visits.listed()
        nodes, database = self._lobby.nodes, self._lobby.database
        if nodes.number is not None:
            listed += await database.look(sessions_elsewhere, nodes.number)
        return listed

    async def _nodes(self) -> Facts:
        nodes = self._lobby.nodes
        return {"nodes": listed_nodes(await nodes.known(), nodes.number)}

    async def _from_books(self, order: OfBooks, by: Issuer) -> Facts:
        if isinstance(order, CloseTournament):  # tell the players
            sign = signed(self._lobby.database, order, by)
            await self._lobby.tournaments.close(order.tournament, sign=sign)
            logger.info("a tournament was closed", extra={"tournament": order.tournament})
            return closed(order)
        database = self._lobby.database
        if isinstance(order, Backup):  # it takes long
            facts = await asyncio.to_thread(from_books, database, order, by)
        else:
            facts = await database.ask(from_books, order, by)
        if isinstance(order, Warn):
            await self._tell_warned(facts["account"])
        match order:
            case Mute() | Unmute():
                logger.info(MUTED[type(order)], extra={"account": facts["account"]})
            case Backup():
                logger.info("a backup was written")
            case MakeClub() | CloseClub():
                self._lobby.clubs.changed()
                logger.info("a club was made or closed", extra={"order": tag_of(order)})
            case SetMessage():
                await self._lobby.message_changed()
                logger.info("the message of the day was set")
        return facts

    async def case(self, of: str, by: Issuer) -> Case:
        """Return the case of a report's number, or of an account's after `#`. Raises a Refusal."""
        database, number = self._lobby.database, of.removeprefix("#")
        if by.account is None or not (number.isdecimal() and len(number) < 10):
            raise NoReport(N_("unknown report {number}"), number=of[:20])
        await database.look(check, ListReports(), by)
        if of.startswith("#"):
            return await database.look(case_of_person, int(number))
        return await database.look(case_of_report, int(number), by.account)

    async def number_of(self, name: str) -> int:
        """Return the number of the account of exactly this name. Raises NoSuchAccount."""
        return (await self._lobby.database.look(account_meant, name)).id

    async def _tell_warned(self, account: int) -> None:
        """Tell a person online the warnings that they were not told yet."""
        if self._lobby.guests.is_here(account):
            for text in await self._lobby.database.ask(take_untold, account):
                self._lobby.telling.tell_people({account}, TOLD, {"text": text})

    async def _exclude(self, order: Exclude, by: Issuer) -> Facts:
        database = self._lobby.database
        account = await database.look(account_meant, order.whom)
        sign = signed(database, order, by, account)
        await self._lobby.desk.exclude(order.table, account.id, sign)
        logger.info("a person was excluded", extra={"table": order.table})
        return {"account": account.id, "name": account.name, "table": order.table}

    def end_key(self, fingerprint: str) -> None:
        """End the sessions of a key that its holder has removed."""
        self._accounts.end_key(fingerprint)

    async def _announce(self, order: Announce, by: Issuer) -> Facts:
        """Announce a line on all nodes; return the number of sessions with an account."""
        text, nodes = plain_line(order.text, LONGEST_SAID), self._lobby.nodes
        await self._lobby.database.ask(note, order, by)
        others = [node.sessions for node in await nodes.known() if node.id != nodes.number]
        told = self._lobby.telling.announce(text) + sum(others)
        logger.info("an announcement was made to %d sessions", told)
        return {"announced": text, "told": told}

    def kick(self, visit: int, text: str = "") -> Facts:
        """End a session with a last line. Raises NoSession."""
        if not self._visits.end(visit, text or KICKED):
            raise no_session(visit)
        logger.info("is sent away", extra={"visit": visit})
        return {"kicked": visit}

    async def _ban(self, order: BanOrder, by: Issuer) -> Facts:
        database = self._lobby.database
        made = await database.ask(make_ban, order, by)
        ended = await self._visits.end_banned(made)
        for number in ended:
            logger.info("is shut out", extra={"visit": number})
        return {**await database.ask(ban_facts, made), "ended": ended}

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

    async def _close(self, order: Close, by: Issuer) -> Facts:
        """Close a game and send its people back to the lobby. Raises CannotUseTable."""
        table = order.table
        await self._lobby.database.ask(close_for_good, order, by)
        lookers = self._lobby.held.let_go(table)
        for looker in lookers:
            looker.be_shown_out(table)
        logger.info("a table was closed", extra={"table": table})
        return {"closed": table, "told": len(lookers)}
