"""Invite links to seats in text mode: made, withdrawn, and used."""

from __future__ import annotations

from nim_tui.server.lobby.invitations import pasted
from nim_tui.server.lobby.seat_links import wrong_link
from nim_tui.server.plain.table import LineTable
from nim_tui.server.plain.tables import TableCommands
from nim_tui.server.plain.visit import LineContext
from screens.lobby.api import HOST_MEANT
from screens.lobby.values import TableAction
from screens.text import _, ngettext


class Links:
    """The commands for invitations, and for other ways that lead to a table."""

    def __init__(self, visit: LineContext, table: LineTable, tables: TableCommands) -> None:
        self._visit = visit
        self._table = table
        self._tables = tables
        self._links = visit.lobby.seat_links

    async def join(self, rest: str) -> None:
        """Take a seat by an invitation, by number or by id, or go on playing. Raises a Refusal."""
        meant = pasted(rest)
        if meant.token:
            await self._sit_down_by(meant.token)
        else:
            await self._tables.join(meant.table or rest)

    async def come(self, text: str) -> None:
        """Go where it leads: to a seat by an invitation alone. Raises a Refusal."""
        meant = pasted(text)
        if meant.token:
            await self._sit_down_by(meant.token)
        elif meant.table:
            await self._look_at(meant.table)
        else:
            raise wrong_link()

    async def _look_at(self, table: str) -> None:
        """Go to a table, as far as they may see it; nobody sits down so."""
        seen = await self._tables.seen(table)
        if seen.doing in (TableAction.JOIN, TableAction.WAIT):
            self._visit.say(_("To take a seat, type: join {table}").format(table=table))
        elif seen.doing == TableAction.REPLAY:
            await self._table.replay(table)
        else:
            await self._table.sit_down(table)

    async def _sit_down_by(self, token: str) -> None:
        person = self._visit.person
        table = await self._links.use(token, person.account, person.address)
        await self._tables.go_if_begun(table)

    async def invite(self, rest: str) -> None:
        """Make an invite link to an own table, and say its lines. Raises a Refusal."""
        table, known = self._tables.hosted(rest), self._links.known_as
        token = await self._links.make(table, self._visit.person.account)
        told = _("Invite link to table {id}; anyone with it can take one free seat, once:").format(
            id=table
        )
        self._visit.say(told)
        self._visit.conversation.show(*known.invitation(token))
        if not known.ssh:
            self._visit.say(_(HOST_MEANT))

    async def tell_record(self, rest: str) -> None:
        """Say how to share a finished game. Raises a Refusal."""
        table, known = self._tables.meant(rest, TableAction.REPLAY), self._links.known_as
        fetch, export = known.record(table)
        self._show(_("Save the game record to a file:"), fetch)
        self._show(_("Save a page that steps through the game:"), export)
        if page := known.page(table):
            self._show(_("Replay it here, in a browser:"), page)
        if not known.ssh:
            self._visit.say(_(HOST_MEANT))

    def _show(self, told: str, line: str) -> None:
        self._visit.say(told)
        self._visit.conversation.show(line)

    async def withdraw(self, rest: str) -> None:
        """Take all invitations to an own table back. Raises a Refusal."""
        table = self._tables.hosted(rest)
        count = await self._links.take_back(table, self._visit.person.account)
        told = ngettext("{count} invite link withdrawn", "{count} invite links withdrawn", count)
        self._visit.say(told)
