"""A game being played on this server."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextvars import Context
from functools import partial
from typing import Final

from nim_tui.server.lobby.board import Board
from nim_tui.server.lobby.handing_on import HandingOn
from nim_tui.server.lobby.ownership import Ownership
from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.nodes.leases import Lease
from nim_tui.server.nodes.port import Nodes
from nim_tui.server.play.changes import TableChanges, UnsavedSeats
from nim_tui.server.play.clock import TableClock, TableTime, Uptime
from nim_tui.server.play.draw_offers import Agreeing
from nim_tui.server.play.offers import OfferKind, OfferNotices, Offers
from nim_tui.server.play.stand_ins import StandIns, StandInVotes
from nim_tui.server.play.table_base import TableBase, TableListener, TableMembers
from nim_tui.server.play.turns import AnswerTimer, TableBots, TurnLoop
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.listing import SeatRow
from nim_tui.tables.changes import PendingChange
from nim_tui.tables.clock import DAYS, Clock
from nim_tui.tables.draw_answers import declining
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Thinker
from rules.contract import IllegalMove, Move
from rules.messages import N_

_PAIR: Final = 2


class TimeForfeit:
    """The effect of lateness at one table: the loss of a game of two; with more, a bot plays on."""

    def __init__(self, base: TableBase, time: TableTime, stand_ins: StandIns) -> None:
        self._base = base
        self._time = time
        self._stand_ins = stand_ins

    async def run_out(self) -> None:
        """Somebody has no time left. Raises a Refusal, OSError."""
        await self._lose(lambda: self._time.out)

    async def abandon(self, accounts: Collection[int]) -> None:
        """These, who must move, have not been here for long: as if their time had run out.

        Raises a Refusal, OSError.
        """
        await self._base.database.whole(self._lose(lambda: self._waited_for_of(accounts)))

    def _waited_for_of(self, accounts: Collection[int]) -> tuple[int, ...]:
        """The seats of these where they must move."""
        game, people = self._base.game, self._base.people
        waiting = () if game.result is not None else game.waiting
        return tuple(seat for seat in waiting if people.accounts[seat] in accounts)

    async def _lose(self, late: Callable[[], tuple[int, ...]]) -> None:
        """Let a late player lose in a game of two; with more players, let a bot play on.

        A move that was being stored counts: the late seats are looked up when it is this call's
        turn.
        """
        game, changes = self._base.game, self._base.changes
        if len(game.seats) > _PAIR:
            for seat in late():
                await self._stand_ins.lend(seat)
            return
        async with changes.turn:
            if seats := late():
                await changes.store_own(game.drafts.run_out(seats))


class LiveTable:
    """A table held in memory, once for all who look at it.

    Its changes are made one after the other, each once it is stored; until then nobody is told.
    """

    def __init__(
        self,
        observer: TableListener,
        database: Database,
        table: str,
        game: Table,
        *,
        context: Context,
        served: Uptime,
        limits: LobbyLimits,
        nodes: Nodes,
        lost: Callable[[], None],
        own: tuple[bool, Lease | None] = (True, None),
        thinker: Thinker = IN_THREAD,
    ) -> None:
        """Hold a game; `seat` brings its people, and `begin` sets it going.

        Bots play in `context`, not in that of the session that moved before them. Clocks go by
        the time that was `served`. Bots, clocks, votes, offers and notices go on where the table
        is `own`, as long as its lease holds; another node only looks on, and asks the owner. The
        table is `lost` once another node owns it.
        """
        self.table: Final = game
        self.saving: Final = UnsavedSeats()
        self.answers: Final = AnswerTimer(game)
        self._context, self._served, self._thinker = context, served, thinker
        self._stop_listening: Callable[[], None] = lambda: None
        self._programs = TableBots(
            game, context, thinker, self._play_bot, is_for_people=self._is_for_people
        )
        self.ownership = Ownership(nodes, table, own, rest=self._programs.stop, lost=lost)
        self.people = TableMembers()
        self.changes = TableChanges(database, game, self.ownership)
        self._base = TableBase(
            table, game, database, observer, self.ownership, self.changes, self.people
        )
        self._put_together(nodes, limits)

    def _put_together(self, nodes: Nodes, limits: LobbyLimits) -> None:
        """Make the parts, each of those before it."""
        base = self._base
        board = self._board = SharedBoard(base, nodes, self._board_now)
        self.offers = Offers(
            base.game, OfferNotices(board, base.id, self.people.accounts), self._context,
            acts={OfferKind.END: self._end_agreed, OfferKind.UNDO: self._undo_agreed},
            answers=partial(declining, base.game, thinker=self._thinker),
            start=self.changes.start_own, lasts=limits.offer_seconds,
        )  # fmt: skip
        self.time = TableTime(base.game, self.people)
        self.agreeing = Agreeing(base, self.offers, board, self.time)
        self.turns = TurnLoop(
            base, self._programs, self.time, offers=self.offers, answers=self.answers, board=board
        )
        self.stand_ins = StandIns(base, self._programs, board, self.time, self.turns)
        self.voting = StandInVotes(base, board, self.time, self.stand_ins, limits.away_seconds)
        self.lateness = TimeForfeit(base, self.time, self.stand_ins)
        self.handing_on = HandingOn(
            base, self._programs, self.time,
            offers=self.offers, voting=self.voting, board=self._board_now,
        )  # fmt: skip

    # Set-up

    def seat(self, seats: Sequence[SeatRow], clock: Clock | None) -> None:
        """Put people and bots on the seats; one that was given up is played by a bot."""
        for number, seat in enumerate(seats):
            self.people.seat(seat.account, is_rated=seat.is_rated, lent_moves=seat.lent_moves)
            level = seat.bot or seat.stand_in or (None if seat.account else self._programs.usual)
            if level is not None:
                self._programs.lend(number, level)
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
            is_own=self.ownership.is_own, lease=self.ownership.lease,
        )  # fmt: skip
        self.time.count(keeper)

    def begin(self) -> None:
        """Follow the game, and let bots and clock go on."""
        self._stop_listening = self.table.listen(self.turns.settle)
        self.turns.settle()

    def close(self) -> None:
        """Let bots and clock rest; everything is stored already."""
        if self.changes.is_closed:
            return
        self._stop_listening()
        self._programs.stop()
        self.answers.close()
        self.offers.close()
        self.time.close()
        self.changes.close()

    async def closed(self) -> None:
        """Close it once what is being stored is made, so that it can be read again."""
        async with self.changes.turn:
            self.close()
            await self.time.keep()

    def _is_for_people(self) -> bool:
        """Whether anybody plays here, or looks on."""
        return bool(self.people.seats) or self.turns.is_looked_at

    # What is done from seats

    async def play(self, seat: int, move: Move) -> None:
        """Play a move. Raises IllegalMove, or OSError if it cannot be stored."""
        await self.changes.make(lambda: self.table.drafts.play(seat, move))

    async def undo(self, seat: int) -> None:
        """Take back a seat's last move, unless others must agree. Raises IllegalMove, OSError."""
        await self.changes.make(lambda: self._undone(seat))

    def _undone(self, seat: int) -> PendingChange:
        if self.agreeing.must_ask(seat):
            raise IllegalMove(N_("others were told of that move: they must agree"))
        return self.table.drafts.undo(seat)

    async def _undo_agreed(self, seat: int) -> None:
        """Take back a seat's last move that was a choice, as all agreed to."""
        undo = partial(self.table.drafts.undo, seat)
        await self.changes.make_own(undo)
        while len(self.table.legal(seat)) == 1 and self.table.can_undo(seat):
            await self.changes.make_own(undo)

    async def _end_agreed(self, _by: int) -> None:
        await self.changes.make_own(self.table.drafts.agreed)

    async def mark(self, seat: int, place: str, sign: str) -> None:
        """Put a private mark of a seat on a place. Raises IllegalMove, OSError."""
        await self.changes.make(lambda: self.table.drafts.mark(seat, place, sign))

    async def resign(self, seat: int) -> None:
        """One of two gives the game up. Raises IllegalMove, OSError."""
        await self.changes.make(lambda: self.table.drafts.resign(seat))

    async def _play_bot(self, seat: int, move: Move) -> None:
        """Play a move of a bot: after another node's line it thinks anew."""
        with self.people.moved_for(seat):
            await self.changes.make_own(lambda: self.table.drafts.play(seat, move))

    async def obey(self, act: str, account: int, seat: int) -> None:
        """Do for somebody at another node what they ask. Raises a Refusal, OSError."""
        self.ownership.check()
        match act:
            case "vote":
                await self.voting.vote(account, seat)
            case "agree":
                await self.agreeing.agree(account)
            case "agree to undo":
                await self.agreeing.agree(account, OfferKind.UNDO)
            case "decline":
                self.agreeing.decline(account)
            case "lend":
                await self.stand_ins.lend(seat, is_wished=True)
            case "give back":
                await self.stand_ins.give_back(seat)

    # What is known of it beside its moves

    def _board_now(self) -> Board:
        return Board(
            self.offers.by,
            tuple(sorted(self.offers.agreed)),
            self.voting.every_vote(),
            tuple(sorted(self.people.lent)),
            tuple(sorted(self.people.wished)),
            is_undo=self.offers.kind is OfferKind.UNDO,
        )

    def adopt(self, board: Board) -> None:
        """Know what the owner told last, here or on another node."""
        people, is_own = self.people, self.ownership.is_own
        kind = OfferKind.UNDO if board.is_undo else OfferKind.END
        self.offers.adopt(board.by, board.agreed, kind)
        self.voting.adopt(board.votes)
        people.wished = {*board.wished} & people.lent if is_own else {*board.wished}
        for seat in () if is_own else people.seats:
            if seat in board.lent and not people.is_lent(seat):
                self.stand_ins.hand_over(seat)
            elif people.is_lent(seat) and seat not in board.lent:
                self.stand_ins.take_back(seat)
        self._base.observer.board_changed(self._base.id)

    def note_people(self, here: Collection[int]) -> None:
        """Note which accounts are at the table; what is wanted by enough of those left is done."""
        people = self.people
        self.turns.note_here(here)
        self.offers.note_here([seat for seat in people.seats if people.accounts[seat] in here])
        self.voting.note_here(here)
        self.turns.drive()
        self._board.show()

    def forget(self, account: int) -> None:
        """Somebody has given their seat up for good: a bot plays on it, kept or not."""
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
