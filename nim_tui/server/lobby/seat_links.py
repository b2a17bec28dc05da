"""Invite links to seats, and their use."""

from __future__ import annotations

from typing import Final

from nim_tui.server.accounts.keys import WrongCode
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.logs import log_refusal
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.settings.addresses import PublicAddresses
from nim_tui.server.tables.invitation_store import (
    WRONG,
    make_link,
    standing_links,
    take_back_links,
    use_link,
)

TRIES: Final = (5, 60.0)
"""The burst of tokens that a network may try, valid ones included, and seconds per further one."""
MADE: Final = (16, 10.0)


class InvitationService:
    """The invite links of a lobby. All methods query the database, and raise a Refusal."""

    def __init__(self, base: Foundation, desk: TableService) -> None:
        self._database = base.database
        self._desk = desk
        database, several = base.database, base.nodes.are_several
        self._tries = RateLimit(database, "seat links", *TRIES, shared=several)
        self._making = RateLimit(database, "seat links made", *MADE, shared=several)
        self.known_as = PublicAddresses()
        """The public addresses of this server, as far as known."""

    async def standing(self, table: str, account: int) -> int:
        """Return the number of a table's usable invite links, for its host.

        Raises CannotUseTable.
        """
        return await self._database.look(standing_links, table, account)

    async def make(self, table: str, account: int) -> str:
        """Make a token for one seat of a table, by its host. Raises CannotUseTable, TooOften."""
        self._desk.check_beginning()
        await self._making.take(account)
        return await self._database.ask(make_link, table, account)

    async def take_back(self, table: str, account: int) -> int:
        """Withdraw all usable invite links of a table; return their number.

        Raises CannotUseTable.
        """
        return await self._database.ask(take_back_links, table, account)

    async def use(self, token: str, account: int, address: str) -> str:
        """Take the seat of a token; return the id of its table.

        `address` is that of the user. Raises WrongCode, TooOften, CannotUseTable.
        """
        await self._tries.take(network_of(address))
        try:
            return await self._desk.join_by(
                lambda database: use_link(database, token, account), account
            )
        except WrongCode:
            log_refusal(address, "seat_link")
            raise


def wrong_link() -> WrongCode:
    """Return the refusal of an invalid token."""
    return WrongCode(WRONG)
