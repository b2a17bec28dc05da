"""The clubs of a running server: requests of people, and their chat."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from nim_tui.server.accounts.store import Account, NoSuchAccount, account_meant, account_named
from nim_tui.server.admin.lists import clock, paged
from nim_tui.server.admin.protocol import CloseClub, Facts, ListClubs, MakeClub, OfClubs
from nim_tui.server.chat.service import ChatService
from nim_tui.server.chat.store import ChatLine
from nim_tui.server.clubs.store import (
    CannotUseClub,
    ClubData,
    ClubRow,
    check_in_club,
    close,
    club_named,
    club_seen,
    clubs_seen,
    exclude,
    found,
    hand_over,
    invite,
    join,
    leave,
    members_of,
    names_joined,
    set_open,
)
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import LobbyUpdates, Messenger
from nim_tui.server.moderation.authority import signed
from nim_tui.server.moderation.blocks import blocked_by
from nim_tui.server.moderation.roles import OPERATOR, Issuer
from nim_tui.server.nodes.messages import Excluded, TablesChanged
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import Database, StorageError
from rules.messages import N_, Fact

MOST_KNOWN: Final = 10_000
"""The most accounts whose clubs are remembered."""
_SAYS: Final = N_("{club}, {name}: {text}")
_INVITED: Final = N_("{name} invites you to the club {club}: see Clubs in the lobby.")
_EXCLUDED: Final = N_("You were excluded from the club {club}.")
_CAPTAIN: Final = N_("You are now the captain of the club {club}.")


class ClubService:
    """The clubs of a server. Its coroutines query the database."""

    def __init__(
        self, base: Foundation, talking: ChatService, shown: LobbyUpdates, telling: Messenger
    ) -> None:
        self._base = base
        self._database = base.database
        self._talking = talking
        self._shown = shown
        self._telling = telling
        self._names: dict[int, Sequence[str]] = {}
        """The clubs of people who came, by their names, for forms."""
        talking.tell_club = lambda club, line: base.database.start(self._tell(club, line))

    async def seen_by(self, account: int | None) -> Sequence[ClubRow]:
        """Return all clubs, those of an account first. Raises StorageError."""
        return await self._database.look(clubs_seen, account)

    async def club(self, club: int, account: int | None) -> ClubData:
        """Return a club. Raises CannotUseClub, StorageError."""
        return await self._database.look(club_seen, club, account)

    async def named(self, name: str) -> int:
        """Return the club of a name. Raises CannotUseClub, StorageError."""
        return await self._database.look(club_named, name)

    def names_of(self, account: int | None) -> Sequence[str]:
        """Return the names of the clubs of an account that came here, as far as read."""
        return () if account is None else self._names.get(account, ())

    async def learn(self, account: int) -> None:
        """Read the clubs of an account, unless the database does not answer."""
        with suppress(StorageError):
            self._names[account] = await self._database.look(names_joined, account)
        while len(self._names) > MOST_KNOWN:
            del self._names[next(iter(self._names))]

    # Members

    async def found(self, captain: int, name: str) -> int:
        """Found a club; return its number. Raises a Refusal."""
        made = await self._database.ask(found, captain, name)
        await self.learn(captain)
        self.changed()
        return made

    async def join(self, club: int, account: int) -> None:
        """Join a club. Raises a Refusal."""
        await self._database.ask(join, club, account)
        await self.learn(account)
        self.changed(club)

    async def leave(self, club: int, account: int) -> None:
        """Leave a club, or decline its invitation. Raises a Refusal."""
        await self._database.ask(leave, club, account)
        await self.learn(account)
        self._show_out(club, account)
        self.changed(club)

    async def invite(self, club: int, captain: Account, name: str) -> None:
        """Invite a person, who is told unless they have blocked the captain. Raises a Refusal."""
        other = await self._meant(name)
        await self._database.ask(invite, club, captain.id, other.id)
        if captain.id not in await self._database.look(blocked_by, other.id):
            await self._tell_person(other, club, _INVITED, captain.name)
        self.changed()

    async def exclude(self, club: int, captain: int, name: str) -> None:
        """Turn a person away; a member is told. Raises a Refusal."""
        other = await self._meant(name)
        is_member = other.id in await self._database.look(members_of, club)
        await self._database.ask(exclude, club, captain, other.id)
        if is_member:
            await self._tell_person(other, club, _EXCLUDED)
            await self.learn(other.id)
            self._show_out(club, other.id)
        self.changed(club)

    async def hand_over(self, club: int, captain: int, name: str) -> None:
        """Make another member the captain. Raises a Refusal."""
        other = await self._meant(name)
        await self._database.ask(hand_over, club, captain, other.id)
        await self._tell_person(other, club, _CAPTAIN)
        self.changed()

    async def set_open(self, club: int, captain: int, *, is_open: bool) -> None:
        """Let anyone join, or only invited people. Raises a Refusal."""
        await self._database.ask(set_open, club, captain, is_open=is_open)
        self.changed()

    async def close(self, club: int, captain: int) -> None:
        """Close a club, by its captain. Raises a Refusal."""
        await self._database.ask(close, club, captain)
        await self.learn(captain)
        self.changed(club)

    # Chat

    async def say(self, club: int, person: SessionAccount, text: str) -> None:
        """Send a message to a club. Raises a Refusal."""
        own = person.member.id
        await self._database.look(check_in_club, club, own)
        await self._talking.say_in_club(own, text, club, by=person.bounded_as)

    async def said(self, club: int, account: int) -> Sequence[ChatLine]:
        """Return the messages of a club, for a member. Raises CannotUseClub, StorageError."""
        await self._database.look(check_in_club, club, account)
        return await self._talking.said_in_club(club, account)

    async def _tell(self, club: int, line: ChatLine) -> None:
        """Tell the members who are in the lobby here a message, unless they blocked its writer."""
        try:
            sheet = await self._database.look(club_seen, club, None)
        except (StorageError, CannotUseClub):  # they read it in the club
            return
        members = {account for account, _name in sheet.members} - {line.account}
        facts: dict[str, Fact] = {"club": sheet.row.name, "name": line.name, "text": line.text}
        for guest in self._base.guests.at(None):
            account = guest.who.account
            if account in members and line.account not in self._talking.blocks.of(account):
                guest.be_told(_SAYS, facts)

    # Others

    async def _meant(self, name: str) -> Account:
        account = await self._database.look(account_named, name.strip()[:100])
        if account is None or account.is_guest:
            raise NoSuchAccount(N_("no player is called {name}"), name=repr(name[:40]))
        return account

    async def _tell_person(self, other: Account, club: int, told: str, name: str = "") -> None:
        row = (await self.club(club, None)).row
        self._telling.tell_people([other.id], told, {"club": row.name, "name": name})

    def _show_out(self, club: int, account: int) -> None:
        """Take a former member away from a table of the club that they look at as a spectator."""
        known = self._base.table_list
        for table in set(known.of_club(club)).difference(known.of(account)):
            if account in self._base.guests.accounts(table):
                self._base.nodes.tell(Excluded(table, account))
                self._telling.tell_excluded(table, account)

    def changed(self, club: int | None = None) -> None:
        """Show the clubs and their tables again, at all nodes; those of one club, if given."""
        known = self._base.table_list
        tables = known.of_clubs() if club is None else known.of_club(club)
        self._base.nodes.tell(TablesChanged(tables))
        self._shown.note_tables(*tables)


def from_clubs(database: Database, order: OfClubs, by: Issuer = OPERATOR) -> Facts:
    """Carry out an order; a Refusal changes nothing."""
    match order:
        case ListClubs():
            return paged("clubs", [_facts(row) for row in clubs_seen(database, None)], order.page)
        case MakeClub():
            captain = account_meant(database, order.whom)
            found(database, captain.id, order.name, signed(database, order, by, captain))
            return {"made": order.name, "account": captain.id, "name": captain.name}
        case CloseClub():
            club = club_named(database, order.club)
            close(database, club, sign=signed(database, order, by))
            return {"closed": order.club}


def _facts(row: ClubRow) -> Facts:
    return {
        "club": row.name, "captain": row.captain_name, "members": row.members,
        "is_open": row.is_open, "made": clock(row.created),
    }  # fmt: skip
