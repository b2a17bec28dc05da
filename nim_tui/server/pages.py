"""The pages of the lobby by name, for the person of one session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from nim_tui.server.accounts.page import keys_page, profile_page
from nim_tui.server.accounts.service import AccountService
from nim_tui.server.bots.owner import BotOwner, bots_page
from nim_tui.server.bots.store import BotFacts, all_bots, bot_called
from nim_tui.server.chat.friends_page import (
    FriendActions,
    friends_page,
    messages_page,
    person_rows,
    talk_page,
)
from nim_tui.server.clubs.actions import ClubActions
from nim_tui.server.clubs.page import club_chat_page, club_page, clubs_page
from nim_tui.server.contests.ladder_page import ladder_page, ladders_page
from nim_tui.server.contests.tournament_actions import TournamentActions
from nim_tui.server.contests.tournament_page import tournament_page, tournaments_page
from nim_tui.server.identity import about_page
from nim_tui.server.lobby.hosts import invite_links_page
from nim_tui.server.lobby.results_page import PastGames
from nim_tui.server.lobby.table_requests import Navigator
from nim_tui.server.lobby.vacations import vacation_page
from nim_tui.server.lobby.waiting_games import WaitingGames, turns_page
from nim_tui.server.moderation.page import (
    ReportService,
    blocked_page,
    people_page,
    person_page,
    sessions_page,
)
from nim_tui.server.moderation.staff import StaffAccess
from nim_tui.server.moderation.staff_page import (
    audit_page,
    case_lines_page,
    case_page,
    reports_page,
)
from nim_tui.server.notifications.page import notices_page
from nim_tui.server.ratings.page import leaderboard_page
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from screens.lobby.page import Page
from screens.text import _, labelled


def told_of(bot: BotFacts) -> str:
    """Return who answers for a bot, and where its source is."""
    told = _("a bot of {owner}").format(owner=bot.owner_name)
    source = labelled(_("source"), bot.source)
    return f"{told}, {source}" if bot.source else told


class Pages:
    """The parts that the pages of one session use."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        table: Navigator,
        account: AccountService,
        *,
        new_code: Callable[[], Awaitable[str]],
        replay: Callable[[str], Awaitable[None] | None],
        staff: StaffAccess,
    ) -> None:
        """`new_code` makes a code for another key; `replay` shows a finished game."""
        self.lobby: Final = lobby
        self.person: Final = person
        self.table: Final = table
        self.account: Final = account
        self.new_code: Final = new_code
        self.company: Final = ReportService(lobby, person, lambda: table.id)
        self.tournaments: Final = TournamentActions(lobby, person, table, replay)
        self.staff: Final = staff
        self.clubs: Final = ClubActions(lobby, person, table, self.tournaments)
        self.bots: Final = BotOwner(lobby, person, account.end_key)
        self.friends: Final = FriendActions(lobby, person)
        self.results: Final = PastGames(lobby, person, replay)
        self.waiting: Final = WaitingGames(lobby, person)

    def page(self, name: str, of: str = "") -> Awaitable[Page]:
        """Look a page up; `of` is its subject. Raises a Refusal."""
        pages: dict[str, Callable[[], Awaitable[Page]]] = {
            "about": self._about,
            "sessions": lambda: sessions_page(self.staff),
            "keys": lambda: keys_page(self.account, self.new_code),
            "notices": lambda: notices_page(self.account.notices),
            "profile": lambda: profile_page(self.account),
            "invite_links": lambda: invite_links_page(self.lobby, self.person, of),
            "turns": lambda: turns_page(self.waiting, self.table),
            "vacation": lambda: vacation_page(self.lobby.vacations, self.person),
            "bots": lambda: bots_page(self.bots),
            "blocked": lambda: blocked_page(self.company),
            "people": lambda: people_page(self.company),
            "leaderboard": lambda: leaderboard_page(self.lobby),
            "ladders": lambda: ladders_page(self.lobby, self.person),
            "ladder": lambda: ladder_page(self.lobby, self.person, self.table, of),
            "tournaments": lambda: tournaments_page(self.tournaments),
            "tournament": lambda: tournament_page(self.tournaments, of),
            "person": lambda: self._person(of),
            "results": self.results.results_page,
            "games": lambda: self.results.games_page(of),
            "friends": lambda: friends_page(self.lobby, self.friends),
            "messages": lambda: messages_page(self.lobby, self.person),
            "talk": lambda: talk_page(self.lobby, self.person, self.friends, self.company, of),
            "clubs": lambda: clubs_page(self.clubs),
            "club": lambda: club_page(self.clubs, self.company, self.staff, of),
            "club_chat": lambda: club_chat_page(self.clubs, self.company, of),
            "reports": lambda: reports_page(self.staff, of),
            "case": lambda: case_page(self.staff, of),
            "case_lines": lambda: case_lines_page(self.staff, of),
            "audit": lambda: audit_page(self.staff, of),
        }
        return pages[name]()

    async def _about(self) -> Page:
        bots = await self.lobby.database.look(all_bots)
        told = [f"{labelled(bot.name, told_of(bot))}." for bot in bots]
        return await about_page(self.lobby.identity, self.staff, {_("Bots"): "\n".join(told)})

    async def _person(self, name: str) -> Page:
        bot = await self.lobby.database.look(bot_called, name)
        page = await self._person_page(name)
        return page if bot is None else replace(page, intro=told_of(bot))

    async def _person_page(self, name: str) -> Page:
        if name == self.person.name:
            return await person_page(self.company, self.staff, name)
        followed = await self.friends.followed()
        rows = person_rows(self.friends, name, is_followed=name in followed.values())
        return await person_page(self.company, self.staff, name, rows)
