"""Carry out orders on a running server.

Orders that change rows are carried out in the database, which tells the servers. Orders that only a
server can carry out are sent to it, on its machine.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from nim_tui.server.accounts.admin import AccountOrders
from nim_tui.server.accounts.store import account_meant
from nim_tui.server.admin.offline import (
    OfBooks,
    from_books,
    listed_nodes,
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
from nim_tui.server.chat.store import LONGEST_CHAT_LINE
from nim_tui.server.contests.tournament_service import closed
from nim_tui.server.moderation.admin import ban_facts, make_ban
from nim_tui.server.moderation.authority import check, note, signed
from nim_tui.server.moderation.mutes import TOLD, take_untold
from nim_tui.server.moderation.reports import Case, NoReport, case_of_person, case_of_report
from nim_tui.server.moderation.roles import Issuer
from nim_tui.server.services import Services
from nim_tui.server.sessions.admin import SessionOrders
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.tables.admin import close_for_good
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_

logger = logging.getLogger(__name__)


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
        self.sessions: Final = SessionOrders(lobby, visits, stop)
        self._accounts = AccountOrders(lobby, visits)
        lobby.node_news.end_sessions = visits.end_those
        lobby.node_news.end_overdue = visits.end_overdue

    def open_doors(self, *close: Callable[[], None]) -> None:
        """Set what makes servers accept no new connections, before any order."""
        self.sessions.draining.close_doors = close

    async def answer(self, order: AnyOrder, by: Issuer | None = None) -> Facts:
        """Return the result of an order, by staff or else by an operator.

        Raises a Refusal; then nothing was changed.
        """
        by = by or Issuer(order.by)
        if by.account is not None:
            await self._lobby.database.look(check, order, by)
        if isinstance(order, OfAccounts):
            return await self._accounts.answer(order, by)
        match order:
            case ListSessions() | Kick() | Drain():
                return await self.sessions.answer(order, by)
            case Stats():
                return await self._statistics.facts()
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
        await self._lobby.tables.exclude(order.table, account.id, sign)
        logger.info("a person was excluded", extra={"table": order.table})
        return {"account": account.id, "name": account.name, "table": order.table}

    def end_key(self, fingerprint: str) -> None:
        """End the sessions of a key that its holder has removed."""
        self._accounts.end_key(fingerprint)

    async def _announce(self, order: Announce, by: Issuer) -> Facts:
        """Announce a line on all nodes; return the number of sessions with an account."""
        text, nodes = plain_line(order.text, LONGEST_CHAT_LINE), self._lobby.nodes
        await self._lobby.database.ask(note, order, by)
        others = [node.sessions for node in await nodes.known() if node.id != nodes.number]
        told = self._lobby.telling.announce(text) + sum(others)
        logger.info("an announcement was made to %d sessions", told)
        return {"announced": text, "told": told}

    async def _ban(self, order: BanOrder, by: Issuer) -> Facts:
        database = self._lobby.database
        made = await database.ask(make_ban, order, by)
        ended = await self._visits.end_banned(made)
        for number in ended:
            logger.info("is shut out", extra={"visit": number})
        return {**await database.ask(ban_facts, made), "ended": ended}

    async def _close(self, order: Close, by: Issuer) -> Facts:
        """Close a game and send its people back to the lobby. Raises CannotUseTable."""
        table = order.table
        await self._lobby.database.ask(close_for_good, order, by)
        lookers = self._lobby.held.let_go(table)
        for looker in lookers:
            looker.be_shown_out(table)
        logger.info("a table was closed", extra={"table": table})
        return {"closed": table, "told": len(lookers)}
