"""Invite links to seats: making, pasting and using them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nim_tui.server.accounts.keys import WrongCode
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.logs import log_refusal
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.settings.addresses import PublicAddresses
from nim_tui.server.storage.schema import RUNNING
from nim_tui.server.tables.invite_link_store import (
    TOKEN_LENGTH,
    WRONG,
    make_link,
    standing_links,
    take_back_links,
    use_link,
)
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.terminal.client import is_table_id
from screens.lobby.api import LONGEST_PASTED, TV
from screens.lobby.values import TableAction
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.server.app.at_table import CurrentTable
    from nim_tui.server.lobby.table_actions import TableActions
    from nim_tui.server.lobby.table_list import Foundation
    from nim_tui.server.lobby.table_setup import TableService
    from nim_tui.server.services import Services
    from nim_tui.server.sessions.person import SessionAccount

TRIES: Final = (5, 60.0)
"""Invite links that may be tried from one network, right ones too."""
MADE: Final = (16, 10.0)


class InviteLinkService:
    """The invite links of a lobby. All of it asks the database, and raises a Refusal."""

    def __init__(self, base: Foundation, table_service: TableService) -> None:
        self._database = base.database
        self._table_service = table_service
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
        self._table_service.check_beginning()
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
            return await self._table_service.join_by(
                lambda database: use_link(database, token, account), account
            )
        except WrongCode:
            log_refusal(address, "seat_link")
            raise


def wrong_link() -> WrongCode:
    """Return the refusal of an invalid token."""
    return WrongCode(WRONG)


_TOKEN: Final = re.compile(rf"[0-9A-Za-z]{{{TOKEN_LENGTH}}}", re.ASCII)
_WRAPPED: Final = "<>\"'`()[].,;:!?/ \t"
_WHOLE: Final = re.compile(r"(?:ssh\s|https?://)", re.ASCII | re.IGNORECASE)


class PastedLink(NamedTuple):
    """The target of a pasted link: a table or a seat, or neither."""

    table: str = ""
    """The id of a table."""
    token: str = ""
    """The token of an invite link, right or wrong."""


def pasted(text: str) -> PastedLink:
    """Return the table or the token in a text: its last word, or the last part of a URL."""
    words = text[:LONGEST_PASTED].split()
    last = words[-1].strip(_WRAPPED).rpartition("/")[2] if words else ""
    if is_table_id(last.casefold()):
        return PastedLink(table=last.casefold())
    for told in (last, "".join(words)):
        if _TOKEN.fullmatch(told.replace("-", "")):
            return PastedLink(token=told)
    return PastedLink()


def is_whole_line(text: str) -> bool:
    """Check whether a text is an SSH command or an address, as they are shared."""
    return _WHOLE.match(text.strip(_WRAPPED)) is not None


class InviteLinkActions:
    """The invite links of one person. Every method looks them up, and raises a Refusal."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        at: CurrentTable,
        tables: TableActions,
        *,
        told: Callable[[str], None],
    ) -> None:
        """`told` refreshes the lobby, with a message if there is one."""
        self._lobby = lobby
        self._person = person
        self._at = at
        self._tables = tables
        self._told = told

    @property
    def is_address_known(self) -> bool:
        """Whether the server's address is known; otherwise command lines have a placeholder."""
        return bool(self._lobby.invite_links.known_as.ssh)

    def record(self, table: str) -> Sequence[str]:
        """Return the command lines that fetch a finished game's record, and make a page of it."""
        return self._lobby.invite_links.known_as.record(table)

    def page(self, table: str) -> str:
        """Return the address of a table in a browser; "" if there is none."""
        return self._lobby.invite_links.known_as.page(table)

    async def come(self, text: str) -> None:
        """Go where an id, an address or an invite link leads; by an invite link to a seat."""
        if text.strip().casefold() == TV:
            await self.look_at(await self._lobby.featured.watch(self._person.account))
            return
        meant = pasted(text)
        if meant.table:
            await self.look_at(meant.table)
        elif meant.token:
            await self._sit_down_by(meant.token)
        else:
            raise wrong_link()

    async def look_at(self, table: str) -> None:
        """Show a table, if this person may see it, without sitting down."""
        found = await self._tables.find(table)
        if found.doing in (TableAction.JOIN, TableAction.WAIT):
            self._at.set_up = table
            self._told("")
        else:
            await self._tables.act(found)

    async def sit_down(self, table: str) -> None:
        """Take a free seat of a table; without one, show the table."""
        if (await self._tables.find(table)).doing != TableAction.JOIN:
            await self.look_at(table)
            return
        await self._lobby.tables.join(table, self._person.account)
        await self._show_seat(table)

    async def _sit_down_by(self, token: str) -> None:
        person = self._person
        table = await self._lobby.invite_links.use(token, person.account, person.address)
        await self._show_seat(table)

    async def _show_seat(self, table: str) -> None:
        """Show the person's new seat: at the table if its game has begun, else in the lobby."""
        person, ask = self._person, self._lobby.database.ask
        if (await ask(table_seen, table, person.account)).status == RUNNING:
            await self._at.sit_down(table)
        else:
            self._at.set_up = table
            self._told(_("You have a seat; the game begins when everyone is there."))
