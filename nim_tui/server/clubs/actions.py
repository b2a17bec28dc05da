"""The clubs, for one person: what they see and do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.server.admin.protocol import CloseClub
from nim_tui.server.chat.store import ChatLine
from nim_tui.server.clubs.store import CannotUseClub, ClubData, ClubRow, club_name
from nim_tui.server.contests.tournament_actions import TournamentActions
from nim_tui.server.lobby.table_requests import Navigator
from nim_tui.server.lobby.table_view import lobby_table
from nim_tui.server.moderation.staff import StaffAccess
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import JOINED, PUBLIC
from rules.messages import N_
from screens.lobby.page import Opens
from screens.lobby.values import LobbyTable
from screens.text import _

MOST_TABLES: Final = 10
"""The most tables listed."""
ANYONE, BY_INVITATION = N_("anyone"), N_("by invitation")
"""The words for who can join."""


def club_in(text: str) -> int:
    """Return the number of a club in an address. Raises CannotUseClub."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise CannotUseClub(N_("unknown club {name}"), name=repr(text[:40]))
    return int(text)


class ClubActions:
    """The clubs, for one person."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        table: Navigator,
        tournaments: TournamentActions,
    ) -> None:
        self.lobby: Final = lobby
        self.person: Final = person
        self.table: Final = table
        self.tournaments: Final = tournaments
        self._clubs = lobby.clubs

    @property
    def own(self) -> int:
        """The account. Raises a Refusal for a guest who is not stored."""
        return self.person.member.id

    async def listed(self) -> Sequence[ClubRow]:
        """Return all clubs, those of the person first. Raises a Refusal."""
        return await self._clubs.seen_by(self.person.number)

    async def club(self, club: str) -> ClubData:
        """Return a club. Raises a Refusal."""
        return await self._clubs.club(club_in(club), self.person.number)

    async def chat(self, club: int) -> Sequence[ChatLine]:
        """Return the messages of a club, for a member. Raises a Refusal."""
        return await self._clubs.said(club, self.own)

    async def _take(self) -> None:
        """Count an action within the rate limit of votes. Raises a Refusal."""
        await self.lobby.handing_over.take(self.person.bounded_as)

    async def found(self, name: str) -> Opens:
        """Found a club, and open its page. Raises a Refusal."""
        await self._take()
        club_name(name, self.lobby.reserved_names)
        return Opens("club", str(await self._clubs.found(self.own, name)))

    async def join(self, club: int) -> None:
        """Join a club. Raises a Refusal."""
        await self._take()
        await self._clubs.join(club, self.own)

    async def leave(self, club: int) -> None:
        """Leave a club, or decline its invitation. Raises a Refusal."""
        await self._clubs.leave(club, self.own)

    async def say(self, club: int, text: str) -> None:
        """Send a message to a club. Raises a Refusal."""
        await self._clubs.say(club, self.person, text)

    async def invite(self, club: int, name: str) -> str:
        """Invite a person. Raises a Refusal."""
        await self._take()
        await self._clubs.invite(club, self.person.member, name)
        return _("{name} is invited.").format(name=name.strip())

    async def exclude(self, club: int, name: str) -> str:
        """Turn a person away. Raises a Refusal."""
        await self._clubs.exclude(club, self.own, name)
        return _("{name} was excluded from the club.").format(name=name)

    async def hand_over(self, club: int, name: str) -> str:
        """Make another member the captain. Raises a Refusal."""
        await self._clubs.hand_over(club, self.own, name)
        return _("{name} is the captain now.").format(name=name)

    async def set_open(self, club: int, who: str) -> str:
        """Let anyone join, or only invited people. Raises a Refusal."""
        await self._clubs.set_open(club, self.own, is_open=who == ANYONE)
        return _("Anyone can join now.") if who == ANYONE else _("Invited players can join now.")

    async def close(self, sheet: ClubData, staff: StaffAccess) -> None:
        """Close a club: as its captain, or as an admin. Raises a Refusal."""
        if sheet.row.captain == self.person.number:
            await self._clubs.close(sheet.row.id, self.own)
        else:
            await staff.do(CloseClub(club=sheet.row.name))

    def tables(self, sheet: ClubData) -> list[LobbyTable]:
        """Return the unfinished tables of members that the person may see."""
        known, person = self.lobby.table_list, self.person
        is_member = sheet.row.standing == JOINED
        of_club = {*known.of_club(sheet.row.id)} if is_member else set()
        ids = {table for account, _name in sheet.members for table in known.of(account)} | of_club
        own = set() if person.number is None else known.concerning(person.number, person.name)
        rows = [row for table in ids if (row := known.known(table)) is not None]
        seen = [row for row in rows if row.visibility == PUBLIC or row.id in own | of_club]
        seen.sort(key=lambda row: (-row.created, row.id))
        return [lobby_table(row, person.number, person.name) for row in seen[:MOST_TABLES]]
