"""Pages of people and sessions: block and report a person, end (kick) a session."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.server.accounts.store import Account, NoSuchAccount, account_named, account_numbered
from nim_tui.server.admin.protocol import Kick
from nim_tui.server.chat.friends_store import PrivateLine
from nim_tui.server.chat.store import ChatLine
from nim_tui.server.moderation.staff import StaffAccess
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount as Own
from nim_tui.server.storage.database import StorageError
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.api import MOST_TYPED
from screens.lobby.page import Action, Ask, Opens, Page, Row, by_ear
from screens.lobby.values import SessionRow
from screens.text import _, ngettext

_NAME: Final = 24


async def people_page(company: ReportService) -> Page:
    """Return the page of people around, those online first. Raises a Refusal."""
    return Page(
        title=_("People"),
        intro=_("Choose a player to follow, to write to, to block or to report."),
        rows=[_row(one) for one in await company.people()],
    )


def _row(person: PersonRow) -> Row:
    where = _("online") if person.is_here else _("away")
    if person.is_own:
        where = _("you")
    parts = (
        (person.name.ljust(_NAME), "item"),
        (where.ljust(12), "note"),
        (_("blocked") if person.is_blocked else "", "gold"),
    )

    async def choose(_text: str) -> object:
        return _("That is you.") if person.is_own else Opens("person", person.name)

    return Row(person.name, person.name, parts=parts, enter=Action("person", choose))


async def blocked_page(company: ReportService) -> Page:
    """Return the page of the people that the reader has blocked. Raises a Refusal."""
    blocked = [one for one in await company.people() if one.is_blocked]
    return Page(
        title=_("Blocked players"),
        about=_("Enter: unblock"),
        rows=[_blocked_row(company, one.name) for one in blocked],
        empty=_("You have blocked nobody."),
    )


def _blocked_row(company: ReportService, name: str) -> Row:
    said = _("{name} is unblocked.").format(name=name)
    unblock = Action("unblock", lambda _text: company.unblock(name), said)
    return Row(name, name, note=_("their messages are hidden from you"), enter=unblock)


async def person_page(
    company: ReportService, staff: StaffAccess, name: str, more: Sequence[Row] = ()
) -> Page:
    """Return the page of a person, to block, report or moderate; `more` rows come first.

    Raises a Refusal.
    """
    is_blocked = any(one.is_blocked for one in await company.people() if one.name == name)
    gone = _("{name} is blocked. They are not notified.").format(name=name)
    back = _("{name} is unblocked.").format(name=name)
    block = Action("block", lambda _text: company.block(name), gone)
    told = _("hides their messages; they are not notified")
    rows = [Row("block", _("Block"), note=told, enter=block)]
    if is_blocked:
        unblock = Action("unblock", lambda _text: company.unblock(name), back)
        rows = [Row("unblock", _("Unblock"), note=_("shows their messages again"), enter=unblock)]
    ask = Ask(_("what happened …"), longest=MOST_TYPED, missing=NotPossible(N_("add a name")))
    report = Action(
        "report",
        lambda reason: company.report(name, reason),
        ask=ask,
    )
    told = _("sent to the moderators, with the latest messages here")
    rows.append(Row("report", _("Report"), note=told, enter=report))
    if staff.is_moderator:
        rows.append(_moderate(staff, name))
    return Page(title=_("People"), about=name, rows=[*more, *rows])


def _moderate(staff: StaffAccess, name: str) -> Row:
    async def moderate(_text: str) -> Opens:
        return Opens("case", f"#{await staff.number_of(name)}")

    told = _("mute, warn, rename or ban")
    return Row("moderate", _("Moderate"), note=told, enter=Action("moderate", moderate))


logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person who is online, wrote a message here, or is blocked."""

    name: str
    is_here: bool
    is_own: bool = False
    is_blocked: bool = False
    """Whether the person is blocked."""


class ReportService:
    """A person's blocks and reports."""

    def __init__(self, lobby: Services, own: Own, at: Callable[[], str | None]) -> None:
        """`at` returns the table of this person; None in the lobby."""
        self._lobby = lobby
        self._own = own
        self._at = at

    async def people(self) -> Sequence[PersonRow]:
        """Return the people around: those online first, then by name."""
        own, at, talking = self._own.number, self._at(), self._lobby.talking
        here = talking.present(at)
        blocked = talking.blocks.of(own)
        known = {**await talking.speakers(at, own), **here}
        known |= await self._names([one for one in blocked if one not in known])
        people = [
            PersonRow(name, number in here, number == own, number in blocked)
            for number, name in known.items()
        ]
        return sorted(people, key=lambda one: (not one.is_here, one.name.casefold()))

    async def _names(self, accounts: Sequence[int]) -> dict[int, str]:
        database = self._lobby.database
        if not accounts:
            return {}
        found = await self._lobby.long_reads.do(
            lambda: [account_numbered(database, number) for number in accounts]
        )
        return {account.id: account.name for account in found if account is not None}

    async def block(self, name: str) -> None:
        """Block a person."""
        own, other = self._own.member, await self._meant(name)
        await self._lobby.talking.block(own.id, other.id)

    async def unblock(self, name: str) -> None:
        """Unblock a person."""
        own, other = self._own.member, await self._meant(name)
        await self._lobby.talking.unblock(own.id, other.id)

    async def report(self, name: str, reason: str) -> str:
        """Report a person to the moderators; return a sentence about who is told."""
        own, at, other = self._own.member, self._at(), await self._meant(name)
        number = await self._lobby.talking.report(own, other, reason, at)
        return await self._tell_staff(number, other)

    async def report_talk(self, other: Account, reason: str, lines: Sequence[PrivateLine]) -> str:
        """Report a person to the moderators, with the private messages between the two."""
        told = [ChatLine(one.id, one.writer, one.name, one.text, one.time) for one in lines]
        return await self._report_elsewhere(other, f"private messages: {reason}", told)

    async def report_in_club(
        self, other: Account, club: str, reason: str, lines: Sequence[ChatLine]
    ) -> str:
        """Report a person to the moderators, with the last messages of a club."""
        return await self._report_elsewhere(other, f"club {club}: {reason}", lines)

    async def _report_elsewhere(
        self, other: Account, reason: str, lines: Sequence[ChatLine]
    ) -> str:
        number = await self._lobby.talking.report(
            self._own.member, other, reason, None, private=lines
        )
        return await self._tell_staff(number, other)

    async def _tell_staff(self, number: int, other: Account) -> str:
        """Notify the moderators of a report; return a sentence about who is told."""
        logger.info("report=%d was made", number)
        try:
            count = await self._lobby.staff_news.report_made(number, other.id)
        except StorageError:  # the report itself is stored
            count = 0
        if not count:
            told = _("Report {number} is saved. Nobody is notified: the operator reads reports.")
            return told.format(number=number)
        people = ngettext("{count} moderator", "{count} moderators", count)
        told = _("Report {number} is sent to {people}.")
        return told.format(number=number, people=people)

    async def _meant(self, name: str) -> Account:
        found = await self._lobby.database.look(account_named, name)
        if found is None:
            raise NoSuchAccount(N_("no player is called {name}"), name=repr(name))
        return found


async def sessions_page(staff: StaffAccess) -> Page:
    """List the sessions at all servers of the database, for admins; empty for others."""
    return Page(
        title=_("Sessions"),
        about=_("Enter twice: end the session"),
        rows=[_session_row(staff, one) for one in await staff.sessions()],
        is_numbered=False,
        unclear=N_("add the number of a session"),
    )


def _session_row(staff: StaffAccess, one: SessionRow) -> Row:
    at = _("at table {table}").format(table=one.table) if one.table else ""
    far = _("on server {server}").format(server=one.node) if one.node else ""
    parts = (_("session {number}").format(number=one.number), one.name, one.address, far, at)
    where = _("table {id}").format(id=one.table) if one.table else _("lobby")
    told = _("To end session {number}, type: {word} {number} yes.")
    called = f"{one.number}@{one.node.casefold()}" if one.node else str(one.number)
    sure = by_ear(
        told.format(number=called, word=spelt("kick")),
        _("Press Enter again to end this session."),
    )

    async def kick(_text: str) -> str:
        await staff.do(Kick(one.number, node=one.node))
        return _("Session {number} ended.").format(number=one.number)

    return Row(
        id=called,
        name=one.name or "…",
        told=", ".join(part for part in parts if part),
        note=f"{far or one.address}  {where}",
        enter=Action("kick", kick, confirm=[sure]),
    )
