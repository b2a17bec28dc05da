"""Bots that play for the people of a table until they are back: lent to a seat, and taken back."""

from __future__ import annotations

from typing import Final

from nim_tui.server.database.leases import LostLease
from nim_tui.server.database.seats import set_stand_in
from nim_tui.server.lobby.attendance import CannotVote
from nim_tui.server.lobby.bots import TableBots
from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.lobby.table_base import TableBase
from nim_tui.server.lobby.table_time import TableTime
from nim_tui.server.lobby.turns import Turns
from rules.messages import N_
from screens.people import Told

_PLAYED_FOR: Final = Told(N_("A bot plays for {name} now."), you=N_("A bot plays for you now."))
_PLAYED_FOR_RATED: Final = Told(
    N_("A bot plays for {name} now."),
    you=N_(
        "A bot plays for you now. If it makes more than three moves, or more than a tenth of"
        " yours, you gain no rating."
    ),
)
_BACK: Final = Told(N_("{name} is playing again."), you=N_("You are playing again."))


class StandIns:
    """Lends seats of one table to its bots, and gives them back."""

    def __init__(
        self,
        base: TableBase,
        programs: TableBots,
        board: SharedBoard,
        time: TableTime,
        turns: Turns,
    ) -> None:
        self._base = base
        self._people = base.people
        self._programs = programs
        self._board = board
        self._time = time
        self._turns = turns

    def program(self, seat: int) -> str:
        """The level of the bot that plays a seat; empty for a person."""
        if self._people.is_lent(seat):
            return self._programs.usual
        return self._base.game.seats[seat].bot or ""

    async def lend(self, seat: int, *, is_wished: bool = False) -> None:
        """Have a bot play for a person until they are back. Raises CannotVote, StorageTrouble."""
        if await self._base.ownership.pass_on("lend", self._people.accounts[seat] or 0, seat):
            return
        await self._base.database.whole(self._lend(seat, is_wished=is_wished))

    async def _lend(self, seat: int, *, is_wished: bool) -> None:
        async with self._base.changes.turn:
            if self._base.is_over:
                raise CannotVote(N_("the game is over"))
            if not self._people.is_lent(seat):
                await self._keep(seat, self._programs.usual)
                self.hand_over(seat)
            if is_wished:
                self._people.wished.add(seat)
                self._turns.drive()

    async def give_back(self, seat: int) -> None:
        """Have a person play themselves again, if there is time left. Raises StorageTrouble."""
        if not self._can_be_given_back(seat):
            return
        account = self._people.accounts[seat] or 0
        if not await self._base.ownership.pass_on("give back", account, seat):
            await self._base.database.whole(self._give_back(seat))

    def _can_be_given_back(self, seat: int) -> bool:
        can = self._people.is_lent(seat) and self._time.can_come_back(seat)
        return can and not self._base.is_over

    async def _give_back(self, seat: int) -> None:
        async with self._base.changes.turn:
            if self._can_be_given_back(seat):
                await self._keep(seat, None)
                self.take_back(seat)

    async def _keep(self, seat: int, level: str | None) -> None:
        ownership = self._base.ownership
        try:
            ownership.check()
            ask = self._base.database.ask
            await ask(set_stand_in, self._base.id, seat, level, lease=ownership.lease)
        except LostLease:
            ownership.lose()
            raise

    def hand_over(self, seat: int) -> None:
        """A bot plays there from now on; that is kept already, or need not be."""
        self._programs.lend(seat)
        self._people.lent.add(seat)
        told = _PLAYED_FOR_RATED if self._people.is_rated(seat) else _PLAYED_FOR
        self._board.tell(self._base.id, told, name=self._base.name(seat))
        self._seat_changed(seat)

    def take_back(self, seat: int) -> None:
        """The person plays there from now on; that is kept already, or need not be."""
        self._base.game.fix_moves(seat)
        self._programs.give_back(seat)
        self._people.lent.discard(seat)
        self._people.wished.discard(seat)
        self._board.tell(self._base.id, _BACK, name=self._base.name(seat))
        self._seat_changed(seat)

    def _seat_changed(self, seat: int) -> None:
        self._turns.settle()
        account = self._people.accounts[seat]
        if account is not None:
            self._base.observer.seat_changed(self._base.id, account)
