"""The admin commands of text mode: list the sessions, end a session, close a table."""

from __future__ import annotations

from nim_tui.plain.commands import spelt
from nim_tui.server.app.moderating import AdminActions
from nim_tui.server.plain.page import Acts, number_in, without_yes
from nim_tui.server.plain.tables import TableCommands
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.text import _


class Moderate:
    """An admin's commands; nobody else has any."""

    def __init__(self, visit: LineContext, moderating: AdminActions, tables: TableCommands) -> None:
        self._visit = visit
        self._moderating = moderating
        self._tables = tables

    @property
    def acts(self) -> Acts:
        """Each by its word."""
        if not self._moderating.is_admin:
            return {}
        return {"sessions": self._sessions, "kick": self._kick, "close": self._close}

    async def _sessions(self, _rest: str) -> None:
        for one in await self._moderating.visits():
            at = _("at the table {table}").format(table=one.table) if one.table else ""
            parts = (_("session {number}").format(number=one.number), one.name, one.address, at)
            self._visit.say(", ".join(part for part in parts if part))

    async def _kick(self, rest: str) -> None:
        said, sure = without_yes(rest)
        number = number_in(said)
        if not number:
            raise NotPossible(N_("say the number of a session after it"))
        if not sure:
            told = _("To end session {number}, say: {word} {number} yes.")
            self._visit.say(told.format(number=number, word=spelt("kick")))
            return
        self._moderating.kick(number)
        self._visit.say(_("Session {number} ends.").format(number=number))

    async def _close(self, rest: str) -> None:
        said, sure = without_yes(rest)
        table = await self._tables.seen(self._tables.meant(said))
        if not sure:
            told = _("To close the table {table}, say: {word} {number} yes.")
            self._visit.say(
                told.format(table=table.title, word=spelt("close"), number=said or table.id)
            )
            return
        await self._moderating.close_table(table)
        self._visit.say(_("The table is closed."))
