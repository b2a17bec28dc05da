"""A running game on this server."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Final

from nim_tui.server.lobby.shared_board import Board, SharedBoard
from nim_tui.server.nodes.node import Nodes
from nim_tui.server.play.changes import TableChanges, UnsavedSeats
from nim_tui.server.play.clock import TableClock, TableTime, TimeForfeit, Uptime
from nim_tui.server.play.offers import Agreeing, OfferKind, OfferNotices, Offers
from nim_tui.server.play.stand_ins import StandIns, StandInVotes
from nim_tui.server.play.table_base import TableBase, TableMembers
from nim_tui.server.play.turns import AnswerTimer, TableBots, TurnLoop
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.tables.game_store import clock_of
from nim_tui.server.tables.listing import SeatRow
from nim_tui.server.tables.record_store import DatabaseJournal
from nim_tui.tables.bot_runner import declining
from nim_tui.tables.changes import PendingChange
from nim_tui.tables.clock import DAYS, Clock
from nim_tui.tables.table import Table
from nim_tui.thinking.question import Thinker
from rules.contract import IllegalMove, Move
from rules.messages import N_

if TYPE_CHECKING:
    from nim_tui.server.play.live_tables import TableEvents


class NotOwn(WriteRefused):
    """Another server runs the bots of the table."""


class LiveTable:
    """A live table, in memory once for all viewers.

    Its changes are made one after another, each once it is stored; until then nobody is told.
    """

    def __init__(
        self,
        observer: TableEvents,
        database: Database,
        table: str,
        game: Table,
        *,
        context: Context,
        served: Uptime,
        limits: LobbyLimits,
        nodes: Nodes,
        thinker: Thinker,
        is_at_once: bool = False,
    ) -> None:
        """Hold a game; `seat` sets its people, and `begin` starts it.

        `is_at_once`: bots do not wait for the beat, whoever watches.

        Bots play in `context`, not in that of the session that moved before them. Clocks use the
        time of `served`. Bots and clocks run while this server holds the lock of the table among
        `nodes`; any other server only watches.
        """
        self.table: Final = game
        self.saving: Final = UnsavedSeats()
        self.answers: Final = AnswerTimer(game)
        self._context, self._served, self._thinker = context, served, thinker
        self._is_at_once = is_at_once
        self._stop_listening: Callable[[], None] = lambda: None
        self._bots = TableBots(
            game, context, thinker, self._play_bot, is_for_people=self._is_for_people
        )
        self.people = TableMembers()
        self.changes = TableChanges(database, game, lambda: nodes.holds(table))
        self._base = TableBase(table, game, database, observer, self.changes, self.people, nodes)
        self._put_together(limits)

    def _put_together(self, limits: LobbyLimits) -> None:
        """Make the parts, in order of their dependencies."""
        base = self._base
        board = self._board = SharedBoard(base, self._board_now, self._adopt)
        self.offers = Offers(
            base.game, OfferNotices(board, self.people.accounts), self._context,
            acts={OfferKind.END: self._end_agreed, OfferKind.UNDO: self._undo_agreed},
            answers=partial(declining, base.game, thinker=self._thinker),
            start=self.changes.start_own, lasts=limits.offer_seconds,
        )  # fmt: skip
        self.moves_listed = base.game.moves_played
        """The number of moves as lists were told."""
        self.time = TableTime(base.game, self.people)
        self.agreeing = Agreeing(base, self.offers, board, self.time)
        self.turns = TurnLoop(
            base, self._bots, self.time, offers=self.offers, answers=self.answers, board=board
        )
        self.stand_ins = StandIns(base, self._bots, board, self.time, self.turns)
        self.voting = StandInVotes(base, board, self.time, self.stand_ins, limits.away_seconds)
        self.lateness = TimeForfeit(base, self.time, self.stand_ins)

    # Set-up

    def seat(self, seats: Sequence[SeatRow], clock: Clock | None) -> None:
        """Put people and bots on the seats; an abandoned one gets a bot."""
        for number, seat in enumerate(seats):
            self.people.seat(
                seat.account, is_rated=seat.is_rated, lent_moves=seat.lent_moves,
                is_bot_account=seat.is_bot_account,
            )  # fmt: skip
            level = seat.bot or seat.stand_in or (None if seat.account else self._bots.usual)
            if level is not None:
                self._bots.lend(number, level)
            if level is not None and seat.bot is None:
                self.people.lent.add(number)
        self.voting.open()
        self.offers.note_people(self.people.seats)
        if clock is not None:
            self._count(clock)

    def _count(self, clock: Clock) -> None:
        if clock.plan.kind == DAYS:
            self.offers.by_calendar(clock.plan.seconds)
        keeper = TableClock(
            clock, self._base.database,
            served=self._served, table=self._base.id, context=self._context,
            run_out=self.lateness.run_out,
            is_own=lambda: self.is_own, ply=self._ply,
        )  # fmt: skip
        self.time.count(keeper)

    def _ply(self) -> int | None:
        """Return the number of lines of the record, if others may write some."""
        journal = self.table.keeper
        if isinstance(journal, DatabaseJournal) and self._base.nodes.are_several:
            return journal.ply
        return None

    @property
    def is_own(self) -> bool:
        """Whether this server runs its bots and clock."""
        return self._base.is_own

    def rest(self) -> None:
        """Stop bots and clock, as another server may run the table."""
        self._bots.stop()

    def begin(self) -> None:
        """Follow the game, and start bots and clock."""
        self._stop_listening = self.table.listen(self.turns.settle)
        self.turns.settle()

    async def begin_anew(self, *, is_own: bool) -> None:
        """Read lines of others that were missed, and continue if this server runs the table.

        Raises RecordError, StorageError.
        """
        await self.changes.catch_up()
        await self.note_board_changed()
        if is_own and not self._base.is_over:
            clock = await self._base.database.look(clock_of, self._base.id)
            if clock is not None:
                self.time.close()
                self._count(clock)
            self.turns.settle()

    def close(self) -> None:
        """Stop bots and clock; everything is stored already."""
        if self.changes.is_closed:
            return
        self._stop_listening()
        self._bots.stop()
        self.answers.close()
        self.offers.close()
        self.time.close()
        self.changes.close()

    async def closed(self) -> None:
        """Close the table after the change being stored, so that it can be read again."""
        async with self.changes.turn:
            self.close()
            await self.time.keep()

    def _is_for_people(self) -> bool:
        """Return whether a person plays or watches, and bots keep to the beat for them."""
        players = {account for account in self.people.accounts if account is not None}
        watches = bool(players - self.people.bot_accounts) or self.turns.is_looked_at
        return not self._is_at_once and watches

    # Actions from seats

    async def play(self, seat: int, move: Move) -> None:
        """Play a move. Raises IllegalMove, or OSError if it cannot be stored."""
        await self.changes.make(lambda: self.table.drafts.play(seat, move))

    async def undo(self, seat: int) -> None:
        """Undo a seat's last move, unless others must agree. Raises IllegalMove, OSError."""
        await self.changes.make(lambda: self._undone(seat))

    def _undone(self, seat: int) -> PendingChange:
        if self.agreeing.must_ask(seat):
            raise IllegalMove(N_("others saw that move: they must accept the undo"))
        return self.table.drafts.undo(seat)

    async def _undo_agreed(self, seat: int) -> None:
        """Undo a seat's last unforced move, as all have agreed."""
        undo = partial(self.table.drafts.undo, seat)
        await self.changes.make_once(undo)
        while len(self.table.legal(seat)) == 1 and self.table.can_undo(seat):
            await self.changes.make_once(undo)

    async def _end_agreed(self, _by: int) -> None:
        await self.changes.make_once(self.table.drafts.agreed)

    async def mark(self, seat: int, place: str, sign: str) -> None:
        """Put a private mark of a seat on a place. Raises IllegalMove, OSError."""
        await self.changes.make(lambda: self.table.drafts.mark(seat, place, sign))

    async def resign(self, seat: int) -> None:
        """Resign for a player, in a game of two. Raises IllegalMove, OSError."""
        await self.changes.make(lambda: self.table.drafts.resign(seat))

    async def _play_bot(self, seat: int, move: Move) -> None:
        """Play a move of a bot; after another server's line it decides again."""
        if not self.is_own:
            raise NotOwn(N_("another server runs this table now"))
        with self.people.moved_for(seat):
            await self.changes.make_once(lambda: self.table.drafts.play(seat, move))

    # Known beyond the moves

    def _board_now(self) -> Board:
        return Board(
            self.offers.by,
            tuple(sorted(self.offers.agreed)),
            self.voting.every_vote(),
            tuple(sorted(self.people.wished)),
            is_undo=self.offers.kind is OfferKind.UNDO,
        )

    def _adopt(self, board: Board, lent: Collection[int]) -> None:
        """Take over the stored offers, votes, and seats with stand-ins."""
        people, kind = self.people, OfferKind.UNDO if board.is_undo else OfferKind.END
        self.offers.adopt(board.by, board.agreed, kind)
        self.voting.adopt(board.votes)
        people.wished = {*board.wished}
        for seat in people.seats:
            if seat in lent and not people.is_lent(seat):
                self.stand_ins.hand_over(seat)
            elif people.is_lent(seat) and seat not in lent:
                self.stand_ins.take_back(seat)
        people.wished &= people.lent
        self.turns.drive()
        self._base.observer.board_changed(self._base.id)

    async def note_board_changed(self) -> None:
        """Read changed offers, votes or stand-ins. Raises StorageError."""
        await self._board.note_changed()

    def note_people(self, here: Collection[int]) -> None:
        """Note the accounts at the table; offers and votes with enough of them take effect."""
        people = self.people
        self.turns.note_here(here)
        self.offers.note_here([seat for seat in people.seats if people.accounts[seat] in here])
        self.voting.note_here(here)
        self.turns.drive()
        self._board.show()

    def forget(self, account: int) -> None:
        """Put a bot on the seat of an account that gave it up for good."""
        seat = self.people.seat_of(account)
        if seat is None:
            return
        self.people.accounts[seat] = None
        self.voting.forget(account)
        self.offers.note_people(self.people.seats)
        if self.table.result is None and not self.people.is_lent(seat):
            self.stand_ins.hand_over(seat)
        else:
            self.turns.settle()
