"""The offer of a player to the others: its maker, those who agreed, and its expiry.

Offers are draws, and undos of moves that others have seen.

Bots are asked last, once all people agree, each by the view of its own seat; for a seat with a
stand-in its person is asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextvars import Context
from enum import Enum
from functools import partial
from typing import Any

from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.play.clock import TableTime
from nim_tui.server.play.table_base import TableBase
from nim_tui.tables.table import Table
from rules.contract import IllegalMove
from rules.messages import N_, Fact, Refusal
from screens.people import PersonalSentence


class OfferKind(Enum):
    """The kinds of offers, with their texts for withdrawal, refusal and expiry."""

    END = (
        PersonalSentence(
            N_("{name} withdraws the draw offer."),
            you=N_("You withdraw the draw offer."),
        ),
        PersonalSentence(N_("{name} declines the draw."), you=N_("You decline the draw.")),
        N_("The draw offer has expired."),
    )
    UNDO = (
        PersonalSentence(
            N_("{name} withdraws the undo request."), you=N_("You withdraw the undo request.")
        ),
        PersonalSentence(N_("{name} declines the undo."), you=N_("You decline the undo.")),
        N_("The undo request has expired."),
        PersonalSentence(
            N_("{name} undoes a move; everyone accepted."),
            you=N_("You undo a move; everyone accepted."),
        ),
    )

    def __init__(
        self,
        withdrawn: PersonalSentence,
        declined: PersonalSentence,
        lapsed: str,
        done: PersonalSentence | None = None,
    ) -> None:
        self.withdrawn = withdrawn
        self.declined = declined
        self.lapsed = lapsed
        self.done = done


logger = logging.getLogger(__name__)


class CannotOffer(Refusal):
    """The offer or answer is not possible now; the message says why."""


class OfferNotices:
    """The messages about offers at one table, by seat."""

    def __init__(self, board: SharedBoard, accounts: Sequence[int | None]) -> None:
        self._board = board
        self._accounts = accounts

    def tell(self, told: PersonalSentence | str, **facts: Fact) -> None:
        """Tell everyone at the table."""
        self._board.tell(told, **facts)

    def ask(self, seats: Collection[int]) -> None:
        """Ask the people of these seats."""
        accounts = (self._accounts[seat] for seat in seats)
        self._board.ask([one for one in accounts if one is not None])


class Offers:
    """The offer at a table, one at a time: a seat offers a draw once a turn, an undo once a move.

    It expires once its maker has made a public move (an undo: once anybody has), has left, or got
    no answer for long. All of this is public: hidden moves have no effect here.
    """

    def __init__(
        self,
        game: Table,
        notices: OfferNotices,
        context: Context,
        *,
        acts: Mapping[OfferKind, Callable[[int], Awaitable[None]]],
        answers: Callable[[Collection[int]], Awaitable[Sequence[int]]],
        start: Callable[[Coroutine[Any, Any, None]], None],
        lasts: float,
    ) -> None:
        """An offer expires after `lasts` seconds, in the neutral `context`.

        `acts` carry out an offer and raise IllegalMove, OSError; `answers` returns the bots that
        decline; `start` runs a background task.
        """
        self._game = game
        self._acts = acts
        self._answers = answers
        self._start = start
        self._notices = notices
        self._context = context
        self._people: frozenset[int] = frozenset()
        self._lasts = lasts
        self._outlasts_leaving = False
        self._turns: dict[int, int] = {}
        """The turns that a seat had ended when it last made an offer."""
        self._moves: dict[int, int] = {}
        """The number of moves of each seat when it last asked for an undo."""
        self._opened = 0
        """The number of public moves, at the offer, of the seats whose moves end it."""
        self._is_done = False
        """Whether the offer is being carried out."""
        self.kind = OfferKind.END
        """The kind of the offer."""
        self._alarm: asyncio.TimerHandle | None = None
        self.by: int | None = None
        """The seat that made the offer; None without one."""
        self.agreed: frozenset[int] = frozenset()
        """The seats that agree, including the maker's."""

    def by_calendar(self, seconds: float) -> None:
        """Let an offer last for `seconds` even if players leave, as nobody has to be online."""
        self._lasts, self._outlasts_leaving = seconds, True

    @property
    def people(self) -> frozenset[int]:
        """The seats whose people must all agree."""
        return self._people

    @property
    def bots(self) -> frozenset[int]:
        """The seats of bots that do not stand in for somebody."""
        return frozenset(range(len(self._game.seats))) - self._people

    @property
    def asked(self) -> frozenset[int]:
        """The seats that have not answered the present offer."""
        return frozenset() if self.by is None else self._people - self.agreed

    async def agree(self, seat: int, kind: OfferKind = OfferKind.END) -> None:
        """Make an offer, or accept the present one; it is carried out once all agree.

        Raises CannotOffer, IllegalMove, OSError; then nothing has changed.
        """
        if self._game.result is not None:
            raise IllegalMove(N_("the game is over"))
        if seat not in self._people:
            raise IllegalMove(N_("you are not a player at this table"))
        is_new = self.by is None
        if is_new:
            self._check_new(seat, kind)
        elif kind is not self.kind:
            raise CannotOffer(N_("another offer is open: answer it first"))
        if self._people <= self.agreed | {seat}:
            await self._all_agree(seat, kind)
            return
        self.agreed |= {seat}
        if is_new:
            self._begin(seat, kind)
        self._notices.ask(self.asked)

    def _check_new(self, seat: int, kind: OfferKind) -> None:
        if kind is OfferKind.END and self._game.turns_of(seat) <= self._turns.get(seat, -1):
            raise CannotOffer(N_("you already offered that this turn"))
        if kind is OfferKind.UNDO:
            self._game.drafts.undo(seat)  # check that the move can still be undone
            if self._game.moves_of(seat)[0] == self._moves.get(seat):
                raise CannotOffer(N_("the others have already been asked"))

    async def _all_agree(self, last: int, kind: OfferKind) -> None:
        """Carry out an offer that all people accept, unless it is a draw that bots decline."""
        by, before = self.by, self._turns.get(last, -1)
        declining: Sequence[int] = ()
        if kind is OfferKind.END:
            if by is None:
                self._turns[last] = self._game.turns_of(last)
            declining = await self._answers(self.bots)
            if self.by != by or not self._people <= self.agreed | {last}:
                return  # declined or withdrawn meanwhile
            if not declining:
                self._turns[last] = before  # if the end cannot be stored, the offer may be repeated
        if not declining:
            await self._do(last if by is None else by, kind)
            return
        self._clear()
        for bot in declining:
            self._notices.tell(kind.declined, name=self._game.seats[bot].name)

    async def _do(self, by: int, kind: OfferKind) -> None:
        self._is_done = True
        try:
            await self._acts[kind](by)
        except IllegalMove:
            if kind is OfferKind.UNDO:
                self._clear()
            raise
        finally:
            self._is_done = False
        self._moves.pop(by, None)
        self._clear()
        if kind.done is not None:
            self._notices.tell(kind.done, name=self._game.seats[by].name)

    def _begin(self, seat: int, kind: OfferKind) -> None:
        self.by, self.kind = seat, kind
        if kind is OfferKind.END:
            self._turns[seat] = self._game.turns_of(seat)
        else:
            self._moves[seat] = self._game.moves_of(seat)[0]
        self._opened = self._ending_moves()
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(self._lasts, self._lapse, context=self._context.copy())

    def _ending_moves(self) -> int:
        """Return the number of public moves that end the offer."""
        by = range(len(self._game.seats)) if self.kind is OfferKind.UNDO else (self.by,)
        return sum(self._game.moves_of(seat)[1] for seat in by if seat is not None)

    def decline(self, seat: int) -> None:
        """Decline an offer, or withdraw one's own."""
        if self.by is None or seat not in self._people:
            return
        name = self._game.seats[seat].name
        told = self.kind.withdrawn if seat == self.by else self.kind.declined
        self._clear()
        self._notices.tell(told, name=name)

    def settle(self) -> None:
        """End an expired offer after a move."""
        if self._game.result is not None:
            self._clear()
        elif self.by is not None and not self._is_done and self._ending_moves() != self._opened:
            self._lapse()

    def note_here(self, here: Collection[int]) -> None:
        """Note the seats whose people are at the table; an offer ends when its maker leaves."""
        if self.by is not None and self.by not in here and not self._outlasts_leaving:
            self._lapse()

    def note_people(self, people: Collection[int]) -> None:
        """Note the people at the table, after somebody gave up a seat for good.

        An offer may be accepted by that, if all who are left have agreed.
        """
        self._people = frozenset(people)
        self.agreed &= self._people
        if self.by is not None and self.by not in self._people:
            self._lapse()
        elif self.by is not None and not self.asked:
            self._start(self._do_agreed(self.by, self.kind))

    async def _do_agreed(self, by: int, kind: OfferKind) -> None:
        try:
            await self._all_agree(next(iter(self.agreed), by), kind)
        except (Refusal, OSError):
            logger.exception("what all agreed to could not be done")
        if (self.by, self.kind) == (by, kind):
            self._clear()

    def adopt(self, by: int | None, agreed: Collection[int], kind: OfferKind) -> None:
        """Take over the offer of another server."""
        if (by, kind) != (self.by, self.kind):
            self._clear()
            if by is not None:
                self._begin(by, kind)
        self.agreed = frozenset(agreed)

    def close(self) -> None:
        """End the offer without telling anybody."""
        self._clear()

    def _lapse(self) -> None:
        if self.by is not None:
            self._clear()
            self._notices.tell(self.kind.lapsed)

    def _clear(self) -> None:
        self.by, self.agreed, self.kind = None, frozenset(), OfferKind.END
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class Agreeing:
    """Making, accepting and declining of offers by the people of one table."""

    def __init__(
        self, base: TableBase, offers: Offers, board: SharedBoard, time: TableTime
    ) -> None:
        self._base = base
        self._offers = offers
        self._board = board
        self._time = time

    def must_ask(self, seat: int) -> bool:
        """Check whether others must agree to an undo of a seat's last move.

        In rated games and games with a clock, once another person has seen it.
        """
        people = self._base.people
        is_earnest = self._time.is_counted or any(map(people.is_rated, people.seats))
        others = [other for other in people.seats if other != seat]
        return is_earnest and self._base.game.is_last_told(seat, others)

    async def agree(self, account: int, kind: OfferKind = OfferKind.END) -> None:
        """Make or accept an offer. Raises a Refusal, OSError.

        A person with a stand-in may accept, but not offer.
        """
        await self._board.act(partial(self._agree, account, kind))

    async def _agree(self, account: int, kind: OfferKind) -> None:
        seat = self._base.people.seat_of(account)
        if seat is None:
            raise IllegalMove(N_("you are not a player at this table"))
        if self._base.people.is_lent(seat) and self._offers.by is None:
            raise CannotOffer(N_("a bot is playing for you: take your seat back first"))
        await self._offers.agree(seat, kind)

    def decline(self, account: int) -> None:
        """Decline an offer, or withdraw one's own."""
        seat = self._base.people.seat_of(account)
        if seat is None:
            return
        if self._base.nodes.are_several:
            self._base.database.start(self._declined(seat))
        else:
            self._offers.decline(seat)

    async def _declined(self, seat: int) -> None:
        try:
            await self._board.act(partial(self._decline, seat))
        except Refusal:
            logger.warning("that an offer was declined could not be kept")

    async def _decline(self, seat: int) -> None:
        self._offers.decline(seat)
