"""Votes at a table for a bot on the seat of who is away; enough of them bring it there."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from typing import Final

from nim_tui.server.database.connection import Unwritten
from nim_tui.server.lobby.attendance import Attendance, CannotVote
from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.lobby.stand_ins import StandIns
from nim_tui.server.lobby.table_base import TableBase
from nim_tui.server.lobby.table_time import TableTime
from rules.messages import N_, Refusal
from screens.people import Told

_WANTED: Final = Told(
    N_("{name} wants a bot to play for {other}, who is away."),
    you=N_("You want a bot to play for {other}, who is away."),
    to_you=N_("{name} wants a bot to play for you."),
)

logger = logging.getLogger(__name__)


class Voting:
    """Who of one table's people is away, and what the others want done about it."""

    def __init__(
        self,
        base: TableBase,
        board: SharedBoard,
        time: TableTime,
        stand_ins: StandIns,
        away_seconds: float,
    ) -> None:
        """Who is away for `away_seconds`, the others may vote about."""
        self._base = base
        self._people = base.people
        self._board = board
        self._time = time
        self._stand_ins = stand_ins
        self._away_seconds = away_seconds
        self._attendance = Attendance((), 0.0, away_seconds)

    def open(self) -> None:
        """Everybody sits on their seat, and is away until they are seen."""
        people = [account for account in self._people.accounts if account is not None]
        self._attendance = Attendance(people, self._base.database.now(), self._away_seconds)

    def away_for(self, seat: int) -> float | None:
        """Seconds since when the person of a seat is away; None while here, and for bots."""
        account = self._people.accounts[seat]
        since = None if account is None else self._attendance.away_since(account)
        return None if since is None else max(0.0, self._base.database.now() - since)

    def may_vote(self, account: int, seat: int) -> bool:
        """Whether somebody may vote for a bot on a seat.

        Nobody does in a game by the calendar, where people are not expected to be there, nor
        about a seat that a bot has already.
        """
        absent, voter = self._people.accounts[seat], self._people.seat_of(account)
        if absent is None or voter is None:
            return False
        if self._people.is_lent(voter) or self._people.is_lent(seat):
            return False
        if self._base.is_over or self._time.is_by_calendar:
            return False
        return self._attendance.may_vote(account, absent, self._base.database.now())

    def votes(self, seat: int) -> tuple[int, int]:
        """How many want a bot on a seat, and how many that takes."""
        absent = self._people.accounts[seat]
        if absent is None or self._people.is_lent(seat):
            return (0, 0)
        return self._attendance.votes(absent)

    async def vote(self, account: int, seat: int) -> None:
        """Vote for a bot on the seat of who is away; enough votes bring it there.

        Raises CannotVote, StorageTrouble.
        """
        if await self._base.ownership.pass_on("vote", account, seat):
            return
        absent = self._people.accounts[seat]
        if absent is None or not self.may_vote(account, seat):
            raise CannotVote(N_("there is no vote on this seat now"))
        if self._attendance.vote(account, absent, self._base.database.now()):
            try:
                await self._stand_ins.lend(seat)
            except Refusal:
                self._attendance.unvote(account, absent)
                raise
        else:
            asker = self._base.name(self._people.accounts.index(account))
            self._board.tell(self._base.id, _WANTED, name=asker, other=self._base.name(seat))

    def note_here(self, here: Collection[int]) -> None:
        """Note which accounts are at the table; what is wanted by enough of those left is done.

        For whom a bot plays counts as away.
        """
        lent = {self._people.accounts[seat] for seat in self._people.lent}
        now = self._base.database.now()
        self._attendance.note([person for person in here if person not in lent], now)
        is_played = self._base.game.result is None and self._base.ownership.is_own
        for seat in range(len(self._people.accounts)) if is_played else ():
            had, needed = self.votes(seat)
            if had and had >= needed:
                self._base.database.start(self._lend_wanted(seat))

    async def _lend_wanted(self, seat: int) -> None:
        try:
            await self._stand_ins.lend(seat)
        except Unwritten:
            pass  # it is tried again when somebody comes or goes
        except Refusal:
            logger.exception("a program could not take a seat over")

    def forget(self, account: int) -> None:
        """Somebody has given their seat up for good."""
        self._attendance.forget(account)

    def every_vote(self) -> Mapping[str, tuple[int, ...]]:
        """Who wants a bot on whose seat."""
        return self._attendance.every_vote()

    def adopt(self, votes: Mapping[str, Collection[int]]) -> None:
        """Take the votes that are counted elsewhere."""
        self._attendance.adopt(votes)
