"""Services: builds all features, hands each what it needs, connects their events.

Games are in the database; a table with people or due bots is held in memory once, for all viewers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import copy_context

from nim_tui.server.accounts.changes import AccountChanges
from nim_tui.server.bots.league import BotLeague
from nim_tui.server.chat.friends import FriendService
from nim_tui.server.chat.service import ChatService
from nim_tui.server.clubs.service import ClubService
from nim_tui.server.contests.contest_lobby import ContestLobby
from nim_tui.server.contests.ladder_service import LadderService
from nim_tui.server.contests.tournament_service import TournamentService
from nim_tui.server.identity import ServerIdentity
from nim_tui.server.lobby.attendance import Comings, LastSeen
from nim_tui.server.lobby.featured import FeaturedGames
from nim_tui.server.lobby.invite_links import InviteLinkService
from nim_tui.server.lobby.rematches import RematchBook, Rematches
from nim_tui.server.lobby.table_list import Foundation, TableList
from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.lobby.updates import LobbyUpdates, Messenger
from nim_tui.server.lobby.vacations import VacationService
from nim_tui.server.moderation.staff_news import StaffNews
from nim_tui.server.node_news import NodeNews
from nim_tui.server.nodes.node import Alone, Nodes
from nim_tui.server.notifications.sender import NotificationSetup, no_notices
from nim_tui.server.play.clock import Uptime
from nim_tui.server.play.live_tables import LiveTables, TableEvents, TableLoader
from nim_tui.server.play.reviews import BranchService, ReviewStore
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.ratings.store import RatingCache
from nim_tui.server.sessions.presence import Presence
from nim_tui.server.settings.sections import ContestConfig as Terms
from nim_tui.server.settings.sections import LobbyLimits, WorkerLimits
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import LongReads
from nim_tui.thinking.question import IN_THREAD, Thinker


class Services:
    """The features that sessions share. Coroutines query the database.

    A session that ends meanwhile leaves nothing half done.
    """

    def __init__(
        self,
        database: Database,
        served: Uptime | None = None,
        thinker: Thinker = IN_THREAD,
        reviews: ReviewStore | None = None,
        *,
        limits: LobbyLimits | None = None,
        work: WorkerLimits | None = None,
        nodes: Nodes | None = None,
        contests: Terms | None = None,
    ) -> None:
        """Build the features.

        Clocks follow `served`: the database's clock without stalls. Without `reviews` no game is
        reviewed here; limits have defaults; without `nodes` this is the only server at the
        database.
        """
        limits, work = limits or LobbyLimits(), work or WorkerLimits()
        self.database = database
        self.limits = limits
        self.nodes: Nodes = nodes or Alone(database)
        self.reviews = reviews
        self.appeals = ""
        """The mail address for appeals, named in the text of a ban; empty if there is none."""
        self.reserved_names: Sequence[str] = ()
        """The names that no renamed bot and no club may contain, besides the program's own."""
        self.identity = ServerIdentity(database)
        """The name and texts of this server."""
        self.notices: NotificationSetup = no_notices(database)
        self.long_reads = LongReads(work.long_reads, work.long_reads_waiting)
        self.ratings = RatingCache(database, self.long_reads, limits)
        self.handing_over = RateLimit(
            database, "votes", limits.votes_at_once, limits.vote_seconds,
            shared=self.nodes.are_several,
        )  # fmt: skip
        """The rate limit of votes and stand-ins."""
        self.guests = Presence(self.nodes.people)
        """The sessions online."""
        self.table_list = TableList(database)
        """The unfinished tables."""
        self._put_together(served or Uptime(database.now), thinker, contests or Terms())

    def _put_together(self, served: Uptime, thinker: Thinker, terms: Terms) -> None:
        """Make the parts, in order of their dependencies."""
        base = Foundation(self.database, self.nodes, self.limits, self.guests, self.table_list)
        context = copy_context()  # bots run in it, not in the context of the last mover
        self.attendance = LastSeen(self.database)
        """When accounts were last online."""
        self.shown = LobbyUpdates(base)
        self.rematch_book = RematchBook(base)
        self.held = LiveTables(base, self.shown, self.rematch_book)
        self.talking = ChatService(
            self.database, self.guests, self.held.plays_at, self.limits, self.shown.ask_followers,
            nodes=self.nodes,
        )  # fmt: skip
        self.telling = Messenger(base, self.talking.blocks)
        self.staff_news = StaffNews(self.database, self.telling)
        """The alerts to moderators and admins."""
        self.friends = FriendService(base, self.talking, self.telling)
        self.clubs = ClubService(base, self.talking, self.shown, self.telling)
        self.comings = Comings(
            base, self.attendance, self.talking, self.held, self.shown,
            has_come=self._has_come,
        )  # fmt: skip
        self.accounts = AccountChanges(
            base, self.held, self.shown,
            talking=self.talking, ratings=self.ratings, rematch_book=self.rematch_book,
        )  # fmt: skip
        news = TableEvents(base, self.held, self.shown, self.ratings, context)
        self.opener = TableLoader(
            base, self.held, news, self.comings, self.shown,
            served=served, thinker=thinker, context=context,
        )  # fmt: skip
        self.tables = TableService(
            base, self.held, self.opener,
            rematch_book=self.rematch_book, shown=self.shown, telling=self.telling,
        )  # fmt: skip
        self.invite_links = InviteLinkService(base, self.tables)
        self.trying_again = BranchService(self.database, self.long_reads, self.tables)
        self.rematches = Rematches(base, self.opener, self.tables, self.rematch_book)
        self.vacations = VacationService(base, self.held, self.telling)
        lobby = ContestLobby(
            base, self.tables, self.opener, shown=self.shown, telling=self.telling
        )  # fmt: skip
        self.ladders = LadderService(lobby, terms)
        self.tournaments = TournamentService(lobby, terms)
        self.league = BotLeague(
            self.database, self.tournaments, terms, self.limits.rated_moves
        )  # fmt: skip
        news.heard_over.append(lambda _table: self.ladders.note_over())
        news.heard_over.append(self.tournaments.note_over)
        self.featured = FeaturedGames(base, self.ratings)
        news.heard_over.append(self.featured.note_over)
        self.node_news = NodeNews(self)

    async def bring_back(self) -> None:
        """Join the nodes after a start, and take over games without an owner: bots continue."""
        await self.identity.read()
        await self.nodes.open(self.node_news)

    async def message_changed(self) -> None:
        """Show the present message of the day in the lobby. Raises StorageError."""
        await self.identity.read()
        self.shown.ask_followers()

    def _has_come(self, account: int, name: str, away: float) -> None:
        """Tell followers of somebody, and read their clubs."""
        self.friends.has_come(account, name, away)
        if account >= 0:
            self.database.start(self.clubs.learn(account))

    def close(self) -> None:
        """Stop the bots; everything is stored already."""
        self.long_reads.close()
        self.held.close()
