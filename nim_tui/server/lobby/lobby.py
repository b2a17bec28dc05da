"""The lobby: the tables being played, and who is here. One for the whole server.

Games live in the database; a table that somebody sits at, or whose bots must move, is held
here once for all who look at it.
"""

from __future__ import annotations

from contextvars import copy_context

from nim_tui.server.database.connection import Database
from nim_tui.server.database.long_reads import LongReads
from nim_tui.server.database.paces import PaceRule
from nim_tui.server.lobby.account_changes import AccountChanges
from nim_tui.server.lobby.across import Across
from nim_tui.server.lobby.as_node import AsNode
from nim_tui.server.lobby.comings import Comings
from nim_tui.server.lobby.contests import ContestHouse, Contests
from nim_tui.server.lobby.foundation import Foundation
from nim_tui.server.lobby.held_tables import HeldTables
from nim_tui.server.lobby.last_here import LastHere
from nim_tui.server.lobby.opener import TableOpener
from nim_tui.server.lobby.presence import Presence
from nim_tui.server.lobby.rating_book import RatingBook
from nim_tui.server.lobby.rematch import Rematches
from nim_tui.server.lobby.rematch_book import RematchBook
from nim_tui.server.lobby.reviews import ReviewShelf
from nim_tui.server.lobby.seat_links import SeatLinks
from nim_tui.server.lobby.served_time import ServedTime
from nim_tui.server.lobby.shown import Shown
from nim_tui.server.lobby.table_desk import TableDesk
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.table_news import TableNews
from nim_tui.server.lobby.talking import Talking
from nim_tui.server.lobby.telling import Telling
from nim_tui.server.lobby.trying_again import TryingAgain
from nim_tui.server.nodes.alone import Alone
from nim_tui.server.nodes.port import Nodes
from nim_tui.server.notices.office import NoticeOffice, no_notices
from nim_tui.server.settings.contests import Contests as Terms
from nim_tui.server.settings.parts import LobbyLimits, Work
from nim_tui.thinking.question import IN_THREAD, Thinker


class Lobby:
    """Everything that sessions share, part by part. What asks the database is to be awaited.

    Who goes away meanwhile leaves nothing half done.
    """

    def __init__(
        self,
        database: Database,
        served: ServedTime | None = None,
        thinker: Thinker = IN_THREAD,
        reviews: ReviewShelf | None = None,
        *,
        limits: LobbyLimits | None = None,
        work: Work | None = None,
        nodes: Nodes | None = None,
        contests: Terms | None = None,
    ) -> None:
        """Clocks of tables go by what was `served`: the database's clock without stalls.

        Without `reviews` no game is reviewed here. Limits are the usual ones unless given.
        Without `nodes` this is the one server at the database.
        """
        limits, work = limits or LobbyLimits(), work or Work()
        self.database = database
        self.limits = limits
        self.nodes: Nodes = nodes or Alone(database)
        self.reviews = reviews
        self.notices: NoticeOffice = no_notices(database)
        self.long_reads = LongReads(work.long_reads, work.long_reads_waiting)
        self.ratings = RatingBook(database, self.long_reads, limits)
        votes = PaceRule("votes", limits.votes_at_once, limits.vote_seconds)
        self.handing_over = self.nodes.pace(votes)
        """For who votes, or has bots come and go."""
        self.guests = Presence()
        """Who is here."""
        self.table_list = TableList(database)
        """The tables that are not over."""
        self._put_together(served or ServedTime(database.now), thinker, contests or Terms())

    def _put_together(self, served: ServedTime, thinker: Thinker, terms: Terms) -> None:
        """Make the parts, each of those before it."""
        base = Foundation(self.database, self.nodes, self.limits, self.guests, self.table_list)
        context = copy_context()  # bots play in it, not in that of whoever moved before them
        self.attendance = LastHere(self.database)
        """Since when people are away from the server."""
        self.shown = Shown(base)
        self.rematch_book = RematchBook(base)
        self.held = HeldTables(base, self.shown, self.rematch_book)
        self.talking = Talking(
            self.database, self.guests, self.held.plays_at, self.limits, self.shown.ask_followers,
            nodes=self.nodes,
        )  # fmt: skip
        self.telling = Telling(base, self.talking.blocks)
        self.comings = Comings(base, self.attendance, self.talking, self.held, self.shown)
        self.accounts = AccountChanges(
            base, self.held, self.shown,
            talking=self.talking, ratings=self.ratings, rematch_book=self.rematch_book,
        )  # fmt: skip
        news = TableNews(base, self.held, self.shown, self.ratings, context)
        self.opener = TableOpener(
            base, self.held, news, self.comings, self.shown,
            served=served, thinker=thinker, context=context,
        )  # fmt: skip
        self.desk = TableDesk(
            base, self.held, self.opener,
            rematch_book=self.rematch_book, shown=self.shown, telling=self.telling,
        )  # fmt: skip
        self.seat_links = SeatLinks(base, self.desk)
        self.trying_again = TryingAgain(self.database, self.long_reads, self.desk)
        self.rematches = Rematches(base, self.opener, self.desk, self.rematch_book)
        contests = Contests(
            ContestHouse(base, self.desk, self.opener, shown=self.shown, telling=self.telling),
            terms,
        )
        self.ladders, self.tournaments = contests.ladders, contests.tournaments
        news.heard_over.append(contests.note_over)
        self.across = Across(self)
        self._as_node = AsNode(self, self.across)

    async def bring_back(self) -> None:
        """After a start: be a node, and see to games that nobody looks after: bots go on."""
        await self._as_node.open()

    def close(self) -> None:
        """Let the bots rest; everything is stored already."""
        self.long_reads.close()
        self.held.close()
