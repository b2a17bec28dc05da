"""A game being played on the server: its bots, its clock, and who of its people is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextvars import Context
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

from nim_tui.server.database.connection import Database, Unwritten
from nim_tui.server.database.leases import Lease, LostLease
from nim_tui.server.database.listing import SeatRow
from nim_tui.server.database.records import DatabaseJournal, GameOver, TakenTurn
from nim_tui.server.database.seats import set_stand_in
from nim_tui.server.lobby.answers import Answers
from nim_tui.server.lobby.attendance import Attendance, CannotVote
from nim_tui.server.lobby.board import Board, written
from nim_tui.server.lobby.bots import TableBots
from nim_tui.server.lobby.clock_credit import ClockCredit
from nim_tui.server.lobby.clocks import Timekeeper
from nim_tui.server.lobby.draw_offers import CannotOffer, DrawOffers, OfferNotices
from nim_tui.server.lobby.following import catch_up
from nim_tui.server.lobby.saving import Saving
from nim_tui.server.lobby.served_time import ServedTime
from nim_tui.server.nodes.port import Nodes
from nim_tui.server.settings.parts import LobbyLimits
from nim_tui.tables.clock import DAYS, Clock
from nim_tui.tables.draft import Draft
from nim_tui.tables.record import Header, Line
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Thinker
from rules.contract import IllegalMove, Move
from rules.messages import N_, Fact, Refusal
from screens.people import Told

TRIES: Final = 8
"""How often a change is worked out anew after lines of other nodes, before it is refused."""

_PAIR: Final = 2
_WANTED: Final = Told(
    N_("{name} wants a bot to play for {other}, who is away."),
    you=N_("You want a bot to play for {other}, who is away."),
    to_you=N_("{name} wants a bot to play for you."),
)
_PLAYED_FOR: Final = Told(N_("A bot plays for {name} now."), you=N_("A bot plays for you now."))
_BACK: Final = Told(N_("{name} is playing again."), you=N_("You are playing again."))

logger = logging.getLogger(__name__)


class TableObserver(Protocol):
    """What a table tells to whoever holds it."""

    def turns_changed(self, table: str, changed: Collection[int], rung: Collection[int]) -> None:
        """It waits for some of these people now, and for others no longer; bells ring for some."""

    def tell(self, table: str, told: Told | str, **facts: Fact) -> None:
        """Something happened that all who look at it should be told: a sentence to translate."""

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer to end the game stands, which these people have not answered."""

    def seat_changed(self, table: str, account: int) -> None:
        """A bot plays for this person now, or no longer."""

    def game_over(self, table: str) -> None:
        """Nobody plays there any more."""

    def board_changed(self, table: str) -> None:
        """Offers, votes or stand-ins are other than before, by another node that owns it."""


class Closed:
    """The record of a table that is held no longer: it takes nothing."""

    def append(self, line: Header | Line, waiting: tuple[int, ...] = ()) -> None:
        """Refuse. Raises GameOver."""
        raise GameOver(N_("this game is not being played"))

    def close(self) -> None:
        """Nothing is open."""


class LiveTable:
    """A table held in memory, once for all who look at it.

    Its changes are made one after the other, each once it is stored; until then nobody is told.
    """

    def __init__(
        self,
        api: TableObserver,
        database: Database,
        table: str,
        game: Table,
        *,
        context: Context,
        served: ServedTime,
        limits: LobbyLimits,
        nodes: Nodes,
        lost: Callable[[], None] = lambda: None,
        own: tuple[bool, Lease | None] = (True, None),
        thinker: Thinker = IN_THREAD,
    ) -> None:
        """Hold a game; `seat` brings its people, and `begin` sets it going.

        Bots play in `context`, not in that of whoever moved before them. Clocks go by what
        was `served`. Bots, clocks, votes, offers and notices go on where the table is `own`, as
        long as what proves that holds; elsewhere one looks on, and asks the owner. It is `lost`
        once another node owns it.
        """
        self.is_own, self._lease = own
        self._nodes = nodes
        self._lost = lost
        self._board = Board()
        self.table: Final = game
        self.waited_for: frozenset[int] = frozenset()
        """The accounts it waits for."""
        self.saving: Final = Saving()
        self._api = api
        self._database = database
        self._id = table
        self._context = context
        self._served = served
        self._turn = asyncio.Lock()
        """Held by whoever changes the table, until that is stored and made."""
        self._programs = TableBots(game, context, thinker, self._play_bot)
        self._stop_listening: Callable[[], None] = lambda: None
        self._is_closed = False
        self._accounts: list[int | None] = []
        self._rated: list[bool] = []
        self._lent: set[int] = set()
        self._wished: set[int] = set()
        """The seats lent because their people wanted it."""
        self._here: frozenset[int] = frozenset()
        self._time: Timekeeper | None = None
        self._progress = ClockCredit(game)
        self._limits = limits
        self.attendance = Attendance((), 0.0, limits.away_seconds)
        self.answers: Final = Answers(game)
        self.offers = DrawOffers(
            game, OfferNotices(self, table, self._accounts), context,
            end=partial(self._make_own, game.agreed_draft), start=self._start_own,
            lasts=limits.offer_seconds,
        )  # fmt: skip

    # Set-up

    def seat(self, seats: Sequence[SeatRow], clock: Clock | None) -> None:
        """Put people and bots on the seats; one that was given up is played by a bot."""
        for number, seat in enumerate(seats):
            self._accounts.append(seat.account)
            self._rated.append(seat.is_rated)
            level = seat.bot or seat.stand_in or (None if seat.account else self._programs.usual)
            if level is not None:
                self._programs.lend(number, level)
            if level is not None and seat.bot is None:
                self._lent.add(number)
        people = [account for account in self._accounts if account is not None]
        self.attendance = Attendance(people, self._database.now(), self._limits.away_seconds)
        self.offers.note_people(self._people)
        if clock is not None and clock.plan.kind == DAYS:
            self.offers.by_calendar(clock.plan.seconds)
        if clock is not None:
            self._time = Timekeeper(
                clock, self._database,
                served=self._served, table=self._id, context=self._context,
                run_out=self._run_out, is_own=self.is_own, lease=self._lease,
            )  # fmt: skip

    def begin(self) -> None:
        """Follow the game, and let bots and clock go on."""
        self._stop_listening = self.table.listen(self.settle)
        self.settle()

    def close(self) -> None:
        """Let bots and clock rest; everything is stored already."""
        if self._is_closed:
            return
        self._is_closed = True
        self._stop_listening()
        self._programs.stop()
        self.answers.close()
        self.offers.close()
        if self._time is not None:
            self._time.close()
        self.table.close()
        self.table.keep(Closed())

    async def closed(self) -> None:
        """Close it once what is being stored is made, so that it can be read again."""
        async with self._turn:
            self.close()
            if self._time is not None:
                await self._time.keep()

    # Changes

    async def play(self, seat: int, move: Move) -> None:
        """Play a move. Raises IllegalMove, or OSError if it cannot be stored."""
        await self._make(lambda: self.table.play_draft(seat, move))

    async def undo(self, seat: int) -> None:
        """Take back a seat's last move. Raises IllegalMove, OSError."""
        await self._make(lambda: self.table.undo_draft(seat))

    async def mark(self, seat: int, place: str, sign: str) -> None:
        """Put a private mark of a seat on a place. Raises IllegalMove, OSError."""
        await self._make(lambda: self.table.mark_draft(seat, place, sign))

    async def resign(self, seat: int) -> None:
        """One of two gives the game up. Raises IllegalMove, OSError."""
        await self._make(lambda: self.table.resign_draft(seat))

    async def _make(self, drafted: Callable[[], Draft]) -> None:
        """Work a change out when it is its turn, store it, then make it.

        Where another node's came first that is done here, and the change worked out anew.
        """
        await self._database.whole(self._made(drafted))

    async def _made(self, drafted: Callable[[], Draft]) -> None:
        async with self._turn:
            for _try in range(TRIES):
                draft = drafted()
                try:
                    await self._database.do(draft.store)
                except (TakenTurn, GameOver):
                    if not await catch_up(self._database, self.table):
                        raise
                    continue
                draft.make()
                return
        raise TakenTurn(N_("another move came first: look at the table again"))

    async def _play_bot(self, seat: int, move: Move) -> None:
        """Play a move of a bot: after another node's line it thinks anew."""
        await self._make_own(lambda: self.table.play_draft(seat, move))

    async def _make_own(self, drafted: Callable[[], Draft]) -> None:
        """Make a change that is the owner's to make. Raises LostLease, and as `play`."""
        await self._database.whole(self._made_own(drafted))

    async def _made_own(self, drafted: Callable[[], Draft]) -> None:
        async with self._turn:
            await self._store_own(drafted())

    async def _store_own(self, draft: Draft) -> None:
        """Store what the owner alone may do, and make it. Who has the turn calls this."""
        try:
            self._check_own()
            journal = draft.keeper
            if isinstance(journal, DatabaseJournal):
                draft = replace(draft, keeper=journal.owned(self._lease))
            await self._database.do(draft.store)
        except LostLease:
            self._lose_lease()
            raise
        except (TakenTurn, GameOver):
            if not await catch_up(self._database, self.table):
                raise
            raise IllegalMove(N_("another move came first: look at the table again")) from None
        draft.make()

    def _check_own(self) -> None:
        """Raises LostLease."""
        if not self.is_own:
            raise LostLease(N_("another server looks after this table now"))

    def _lose_lease(self) -> None:
        """Let bots and clock rest at once: another node has them."""
        if self.rest():
            self._lost()

    def rest(self) -> bool:
        """Let bots and clock rest, as another node owns the table; whether that was news."""
        was_own, self.is_own = self.is_own, False
        self._programs.stop()
        return was_own

    def _start_own(self, doing: Coroutine[Any, Any, None]) -> None:
        if self.is_own:
            self._database.start(doing)
        else:
            doing.close()

    async def catch_up(self, told: Mapping[int, Line] | None = None) -> None:
        """Another node may have written lines, or has written these, by their numbers.

        Raises RecordError, StorageTrouble.
        """
        async with self._turn:
            journal = self.table.keeper
            if isinstance(journal, DatabaseJournal) and (
                told is None or journal.ply <= max(told, default=-1)
            ):
                await catch_up(self._database, self.table, told or {})
                if self.is_own and not self._is_closed:  # whoever moved last may be dead by now
                    await self._database.do(self.table.write_end)

    # What its owner tells other nodes

    def tell(self, table: str, told: Told | str, **facts: Fact) -> None:
        """Something happened here that all who look at it are told, by its owner."""
        if self.is_own:
            self._api.tell(table, told, **facts)
        self._show_board()

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer stands that these have not answered."""
        if self.is_own:
            self._api.ask(table, accounts)
        self._show_board()

    def _show_board(self) -> None:
        """Let other nodes know offers, votes and stand-ins, if they are other than before."""
        board = Board(
            self.offers.by,
            tuple(sorted(self.offers.agreed)),
            self.attendance.every_vote(),
            tuple(sorted(self._lent)),
            tuple(sorted(self._wished)),
        )
        if self.is_own and board != self._board:
            self._board = board
            self._nodes.keep_board(self._lease, written(board))

    def adopt(self, board: Board) -> None:
        """Know what the owner told last, here or on another node."""
        self.offers.adopt(board.by, board.agreed)
        self.attendance.adopt(board.votes)
        self._wished = {*board.wished} & self._lent if self.is_own else {*board.wished}
        for seat in () if self.is_own else self._people:
            if seat in board.lent and seat not in self._lent:
                self._hand_over(seat)
            elif seat in self._lent and seat not in board.lent:
                self._return(seat)
        self._api.board_changed(self._id)

    async def _passed_on(self, act: str, account: int, seat: int = -1) -> bool:
        """Have the owner do something that is not this node's to do; whether it was passed on.

        Raises a Refusal.
        """
        if self.is_own:
            return False
        await self._nodes.ask_owner(self._id, act, account, seat)
        return True

    async def obey(self, act: str, account: int, seat: int) -> None:
        """Do for somebody at another node what they ask. Raises a Refusal, OSError."""
        self._check_own()
        match act:
            case "vote":
                await self.vote(account, seat)
            case "agree":
                await self.agree(account)
            case "decline":
                self.decline(account)
            case "lend":
                await self.lend(seat, is_wished=True)
            case "give back":
                await self.give_back(seat)

    # People

    def seat_of(self, account: int) -> int | None:
        """Where somebody sits."""
        return self._accounts.index(account) if account in self._accounts else None

    @property
    def accounts(self) -> Sequence[int | None]:
        """Whose the seats are; None for a bot's, and for one given up for good."""
        return self._accounts

    @property
    def _people(self) -> list[int]:
        """The seats that are people's, whether or not a bot plays for them."""
        return [seat for seat, account in enumerate(self._accounts) if account is not None]

    def is_lent(self, seat: int) -> bool:
        """Whether a bot plays for the person of a seat."""
        return seat in self._lent

    def is_rated(self, seat: int) -> bool:
        """Whether the game counts for the rating of a seat, if it counts at all."""
        return self._rated[seat]

    def program(self, seat: int) -> str:
        """The level of the bot that plays a seat; empty for a person."""
        if seat in self._lent:
            return self._programs.usual
        return self.table.seats[seat].bot or ""

    def time_left(self, seat: int) -> float | None:
        """Seconds a person has left; None where time is not counted."""
        return None if self._time is None or seat in self._lent else self._time.left(seat)

    def away_for(self, seat: int) -> float | None:
        """Seconds since when the person of a seat is away; None while here, and for bots."""
        account = self._accounts[seat]
        since = None if account is None else self.attendance.away_since(account)
        return None if since is None else max(0.0, self._database.now() - since)

    def may_vote(self, account: int, seat: int) -> bool:
        """Whether somebody may vote for a bot on a seat.

        Nobody does in a game by the calendar, where people are not expected to be there, nor
        about a seat that a bot has already.
        """
        absent = self._accounts[seat]
        voter = self.seat_of(account)
        if absent is None or voter is None or voter in self._lent or seat in self._lent:
            return False
        by_calendar = self._time is not None and self._time.is_by_calendar
        is_over = self._is_closed or self.table.result is not None
        now = self._database.now()
        return not (is_over or by_calendar) and self.attendance.may_vote(account, absent, now)

    def votes(self, seat: int) -> tuple[int, int]:
        """How many want a bot on a seat, and how many that takes."""
        absent = self._accounts[seat]
        if absent is None or seat in self._lent:
            return (0, 0)
        return self.attendance.votes(absent)

    async def vote(self, account: int, seat: int) -> None:
        """Vote for a bot on the seat of who is away; enough votes bring it there.

        Raises CannotVote, StorageTrouble.
        """
        if await self._passed_on("vote", account, seat):
            return
        absent = self._accounts[seat]
        if absent is None or not self.may_vote(account, seat):
            raise CannotVote(N_("there is no vote on this seat now"))
        if self.attendance.vote(account, absent, self._database.now()):
            try:
                await self.lend(seat)
            except Refusal:
                self.attendance.unvote(account, absent)
                raise
        else:
            asker = self._name(self._accounts.index(account))
            self.tell(self._id, _WANTED, name=asker, other=self._name(seat))

    async def agree(self, account: int) -> None:
        """Offer to end the game by agreement, or agree to that. Raises a Refusal, OSError.

        Whom a bot plays for answers, but offers nothing.
        """
        if await self._passed_on("agree", account):
            return
        seat = self.seat_of(account)
        if seat is None:
            raise IllegalMove(N_("you do not play at this table"))
        if seat in self._lent and self.offers.by is None:
            raise CannotOffer(N_("a bot plays for you: take your seat back first"))
        await self.offers.agree(seat)
        self._show_board()

    def decline(self, account: int) -> None:
        """Decline to end the game, or take back to have offered that."""
        seat = self.seat_of(account)
        if not self.is_own:
            self._database.start(self._decline_there(account))
        elif seat is not None:
            self.offers.decline(seat)

    async def _decline_there(self, account: int) -> None:
        try:
            await self._passed_on("decline", account)
        except Refusal:
            logger.warning("that an offer was declined did not reach the owner of its table")

    def note_people(self, here: Collection[int]) -> None:
        """Note which accounts are at the table; what is wanted by enough of those left is done.

        For whom a bot plays counts as away.
        """
        self._here = frozenset(here)
        self.offers.note_here([seat for seat in self._people if self._accounts[seat] in here])
        lent = {self._accounts[seat] for seat in self._lent}
        self.attendance.note(
            [person for person in here if person not in lent], self._database.now()
        )
        is_played = self.table.result is None and self.is_own
        for seat in range(len(self._accounts)) if is_played else ():
            had, needed = self.votes(seat)
            if had and had >= needed:
                self._database.start(self._lend_wanted(seat))
        self._drive()
        self._show_board()

    async def _lend_wanted(self, seat: int) -> None:
        try:
            await self.lend(seat)
        except Unwritten:
            pass  # it is tried again when somebody comes or goes
        except Refusal:
            logger.exception("a program could not take a seat over")

    def _name(self, seat: int) -> str:
        return self.table.seats[seat].name

    async def lend(self, seat: int, *, is_wished: bool = False) -> None:
        """Have a bot play for a person until they are back. Raises CannotVote, StorageTrouble."""
        if await self._passed_on("lend", self._accounts[seat] or 0, seat):
            return
        await self._database.whole(self._lend(seat, is_wished=is_wished))

    async def _lend(self, seat: int, *, is_wished: bool) -> None:
        async with self._turn:
            if self._is_closed or self.table.result is not None:
                raise CannotVote(N_("the game is over"))
            if seat not in self._lent:
                await self._keep_stand_in(seat, self._programs.usual)
                self._hand_over(seat)
            if is_wished:
                self._wished.add(seat)
                self._drive()

    async def _keep_stand_in(self, seat: int, level: str | None) -> None:
        try:
            self._check_own()
            await self._database.ask(set_stand_in, self._id, seat, level, lease=self._lease)
        except LostLease:
            self._lose_lease()
            raise

    def _hand_over(self, seat: int) -> None:
        self._programs.lend(seat)
        self._lent.add(seat)
        self.tell(self._id, _PLAYED_FOR, name=self._name(seat))
        self._seat_changed(seat)

    async def give_back(self, seat: int) -> None:
        """Have a person play themselves again, if there is time left. Raises StorageTrouble."""
        if not self._can_be_given_back(seat):
            return
        if not await self._passed_on("give back", self._accounts[seat] or 0, seat):
            await self._database.whole(self._give_back(seat))

    def _can_be_given_back(self, seat: int) -> bool:
        is_over = self._is_closed or self.table.result is not None
        return seat in self._lent and self.can_come_back(seat) and not is_over

    async def _give_back(self, seat: int) -> None:
        async with self._turn:
            if self._can_be_given_back(seat):
                await self._keep_stand_in(seat, None)
                self._return(seat)

    def _return(self, seat: int) -> None:
        self.table.fix_moves(seat)
        self._programs.give_back(seat)
        self._lent.discard(seat)
        self._wished.discard(seat)
        self.tell(self._id, _BACK, name=self._name(seat))
        self._seat_changed(seat)

    def can_come_back(self, seat: int) -> bool:
        """Whether a person has time left, where it is counted for the whole game."""
        return self._time is None or not self._time.is_lost(seat)

    def forget(self, account: int) -> None:
        """Somebody has given their seat up for good: a bot plays on it, kept or not."""
        seat = self.seat_of(account)
        if seat is None:
            return
        self._accounts[seat] = None
        self.attendance.forget(account)
        self.offers.note_people(self._people)
        if self.table.result is None and seat not in self._lent:
            self._hand_over(seat)
        else:
            self.settle()

    def _seat_changed(self, seat: int) -> None:
        self.settle()
        account = self._accounts[seat]
        if account is not None:
            self._api.seat_changed(self._id, account)

    # Going on

    def settle(self) -> None:
        """Take note of who must move now: for people, clock and bots."""
        if self._is_closed:
            return
        self.answers.note()
        before = self.waited_for
        seats = [seat for seat in self.table.waiting if seat not in self._lent]
        accounts = (self._accounts[seat] for seat in seats)
        self.waited_for = frozenset(account for account in accounts if account is not None)
        moved, goes_on = self._progress.note(seats)
        if self.waited_for != before:
            called = {self._accounts[seat] for seat in seats if seat not in goes_on}
            rung = (self.waited_for - before) & called
            self._api.turns_changed(self._id, self.waited_for ^ before, rung)
        if self._time is not None:
            self._time.settle(seats, moved, goes_on)
        self.offers.settle()
        self._drive()
        self._show_board()
        if self.table.result is not None:
            self._api.game_over(self._id)

    async def ring(self) -> None:
        """See whether somebody has run out of time by now; an alarm does so by itself."""
        if self._time is not None:
            await self._time.ring()

    @property
    def has_clock(self) -> bool:
        """Whether time is counted here."""
        return self._time is not None

    async def abandon(self, accounts: Collection[int]) -> None:
        """These, who must move, have not been here for long: as if their time had run out.

        Raises a Refusal, OSError.
        """
        await self._database.whole(self._lose(lambda: self._waited_for_of(accounts)))

    def _waited_for_of(self, accounts: Collection[int]) -> tuple[int, ...]:
        """The seats of these where they must move."""
        is_over = self.table.result is not None
        waiting = () if is_over else self.table.waiting
        return tuple(seat for seat in waiting if self._accounts[seat] in accounts)

    async def _run_out(self) -> None:
        await self._lose(lambda: self._out)

    async def _lose(self, late: Callable[[], tuple[int, ...]]) -> None:
        """Who is late has lost, of two; with more, a bot plays on.

        A move that was being stored counts: who is late is asked when it is this one's turn.
        """
        if len(self.table.seats) > _PAIR:
            for seat in late():
                await self.lend(seat)
            return
        async with self._turn:
            if seats := late():
                await self._store_own(self.table.run_out_draft(seats))

    @property
    def _out(self) -> tuple[int, ...]:
        is_over = self.table.result is not None
        return () if self._time is None or is_over else self._time.out

    @property
    def _rests(self) -> bool:
        """Whether bots play for everybody who could come back: then they wait for somebody.

        Who asked for their bot, and is there to look on, is not waited for.
        """
        people = {
            seat: account
            for seat, account in enumerate(self._accounts)
            if account is not None and self.can_come_back(seat)
        }
        looks_on = any(people.get(seat) in self._here for seat in self._wished)
        return bool(people) and people.keys() <= self._lent and not looks_on

    def _drive(self) -> None:
        """Let the bots play, or rest."""
        if self._is_closed or not self.is_own or self._rests:
            self._programs.stop()
        else:
            self._programs.go_on()
