"""Use and make invitations to seats, and their page; pasted links."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from nim_tui.server.app.at_table import CurrentTable
from nim_tui.server.lobby.seat_links import wrong_link
from nim_tui.server.lobby.table_actions import TableActions
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import RUNNING
from nim_tui.server.tables.invitation_store import TOKEN_LENGTH
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.terminal.client import is_table_id
from screens.lobby.api import HOST_MEANT, LONGEST_PASTED
from screens.lobby.page import Action, Page, Row
from screens.lobby.values import TableAction
from screens.text import _, ngettext

_TOKEN: Final = re.compile(rf"[0-9A-Za-z]{{{TOKEN_LENGTH}}}", re.ASCII)
_WRAPPED: Final = "<>\"'`()[].,;:!?/ \t"
_WHOLE: Final = re.compile(r"(?:ssh\s|https?://)", re.ASCII | re.IGNORECASE)


class PastedLink(NamedTuple):
    """The target of a pasted link: a table or an invitation, or neither."""

    table: str = ""
    """The id of a table."""
    token: str = ""
    """An invitation code, valid or not."""


def pasted(text: str) -> PastedLink:
    """Return the table or invitation code in a text: its last word, or the last part of a URL."""
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


class InvitationActions:
    """The invitations of one person. Every method queries the database, and raises a Refusal."""

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
        """Whether SSH command lines name this server's address or only a placeholder."""
        return bool(self._lobby.seat_links.known_as.ssh)

    def record(self, table: str) -> Sequence[str]:
        """Return the command lines that fetch a finished game's record, and make a page of it."""
        return self._lobby.seat_links.known_as.record(table)

    def page(self, table: str) -> str:
        """Return the address of a table in a browser; "" if there is none."""
        return self._lobby.seat_links.known_as.page(table)

    async def come(self, text: str) -> None:
        """Go where an id, an address or an invitation leads; an invitation leads to a seat."""
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

    async def _sit_down_by(self, token: str) -> None:
        person, ask = self._person, self._lobby.database.ask
        table = await self._lobby.seat_links.use(token, person.account, person.address)
        if (await ask(table_seen, table, person.account)).status == RUNNING:
            await self._at.sit_down(table)
        else:
            self._at.set_up = table
            self._told(_("You have a seat; the game begins when everyone is there."))


async def invitations_page(lobby: Services, person: SessionAccount, table: str) -> Page:
    """Offer invitations to a table, whose lines are shown once. Raises a Refusal for non-hosts."""
    links, row = lobby.seat_links, lobby.table_list.known(table)
    standing = await links.standing(table, person.account)

    async def make(_text: str) -> str:
        lines = links.known_as.invitation(await links.make(table, person.account))
        copy = _("To copy a line, select it with Shift and the mouse.")
        return "\n".join([*lines, "", copy, *([] if links.known_as.ssh else [_(HOST_MEANT)])])

    async def take_back(_text: str) -> str:
        await links.take_back(table, person.account)
        return _("None can be used any more.")

    rows = [Row("make", _("New invite link"), enter=Action("invite", make))]
    if standing:
        stand = ngettext("{count} open", "{count} open", standing)
        rows.append(Row("back", _("Withdraw"), note=stand, enter=Action("withdraw", take_back)))
    return Page(
        title=_("Invite to {title}").format(title="" if row is None else row.title),
        intro=_(
            "Anyone with the link can take one free seat, once. It expires when the game "
            "starts or the table closes."
        ),
        rows=rows,
    )
