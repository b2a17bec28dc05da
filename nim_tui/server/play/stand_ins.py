"""Stand-ins for absent people, and votes for them."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.play.clock import TableTime
from nim_tui.server.play.table_base import TableBase
from nim_tui.server.play.turns import TableBots, TurnLoop
from nim_tui.server.storage.database import WriteRefused
from nim_tui.server.tables.seat_store import set_stand_in
from rules.messages import N_, Refusal
from screens.people import PersonalSentence


class CannotVote(Refusal):
    """The action on this seat is not possible now; the message says why."""


class TableAttendance:
    """The people of one table by their accounts; times are seconds since 1970."""

    def __init__(
        self, people: Collection[int], now: float, grace: float, bot_accounts: Collection[int] = ()
    ) -> None:
        """After `grace` seconds of absence the others may act; `bot_accounts` do not vote."""
        self._bot_accounts = frozenset(bot_accounts)
        self._away: dict[int, float] = dict.fromkeys(people, now)
        self._people = set(people)
        self._grace = grace
        self._votes: dict[int, set[int]] = {}

    def note(self, here: Collection[int], now: float) -> None:
        """Note the people online; votes about returned people, and by absent ones, become void."""
        for person in self._people:
            if person not in here:
                self._away.setdefault(person, now)
            elif self._away.pop(person, None) is not None:
                self._votes.pop(person, None)
        for votes in self._votes.values():
            votes.intersection_update(here)

    def here(self) -> frozenset[int]:
        """Return the people who are here."""
        return frozenset(self._people - self._away.keys())

    def away_since(self, person: int) -> float | None:
        """Return when a person left; None while online."""
        return self._away.get(person)

    def votes(self, absent: int) -> tuple[int, int]:
        """Return the votes for a stand-in, and the number needed: a majority of those online.

        Absent people have no vote.
        """
        voters = self.here() - self._bot_accounts - {absent}
        return len(self._votes.get(absent, ())), len(voters) // 2 + 1

    def may_vote(self, voter: int, absent: int, now: float) -> bool:
        """Check whether a person may vote about an absent one."""
        since = self._away.get(absent)
        has_voted = voter in self._votes.get(absent, ())
        is_late = since is not None and now - since >= self._grace
        return is_late and voter in self.here() and not has_voted

    def vote(self, voter: int, absent: int, now: float) -> bool:
        """Vote for a stand-in of an absent person; return whether that is enough.

        Raises CannotVote.
        """
        if not self.may_vote(voter, absent, now):
            raise CannotVote(N_("no vote is possible on this seat now"))
        self._votes.setdefault(absent, set()).add(voter)
        had, needed = self.votes(absent)
        return had >= needed

    def unvote(self, voter: int, absent: int) -> None:
        """Remove a vote whose effect failed."""
        self._votes.get(absent, set()).discard(voter)

    def every_vote(self) -> dict[str, tuple[int, ...]]:
        """Return the votes for a stand-in, by the account whose seat it is."""
        return {str(absent): tuple(sorted(votes)) for absent, votes in self._votes.items() if votes}

    def adopt(self, votes: Mapping[str, Collection[int]]) -> None:
        """Take over the votes of another server."""
        self._votes = {int(absent): set(those) for absent, those in votes.items()}

    def forget(self, person: int) -> None:
        """Forget a person who gave up the seat for good; their number may become another's."""
        self._people.discard(person)
        self._away.pop(person, None)
        self._votes.pop(person, None)


_PLAYED_FOR: Final = PersonalSentence(
    N_("A bot is now playing for {name}."), you=N_("A bot is now playing for you.")
)
_PLAYED_FOR_RATED: Final = PersonalSentence(
    N_("A bot is now playing for {name}."),
    you=N_(
        "A bot is now playing for you. If it makes more than three moves, or more than a "
        "tenth of yours, your rating cannot rise."
    ),
)
_BACK: Final = PersonalSentence(N_("{name} is playing again."), you=N_("You are playing again."))


class StandIns:
    """The lending of one table's seats to bots, and back."""

    def __init__(
        self,
        base: TableBase,
        bots: TableBots,
        board: SharedBoard,
        time: TableTime,
        turns: TurnLoop,
    ) -> None:
        self._base = base
        self._people = base.people
        self._bots = bots
        self._board = board
        self._time = time
        self._turns = turns

    def level(self, seat: int) -> str:
        """Return the level of the bot that plays a seat; empty for a person."""
        if self._people.is_lent(seat):
            return self._bots.usual
        return self._base.game.seats[seat].bot or ""

    async def lend(self, seat: int, *, is_wished: bool = False) -> None:
        """Let a stand-in play for a person until they return. Raises CannotVote, StorageError."""
        lend = partial(self.lend_now, seat, is_wished=is_wished)
        await self._base.database.whole(self._board.act(lend))

    async def lend_now(self, seat: int, *, is_wished: bool = False) -> None:
        """Put a bot on a seat, for the holder of the turn."""
        async with self._base.changes.turn:
            if self._base.is_over:
                raise CannotVote(N_("the game is over"))
            if not self._people.is_lent(seat):
                await self._keep(seat, self._bots.usual)
                self.hand_over(seat)
            if is_wished:
                self._people.wished.add(seat)
                self._turns.drive()

    async def give_back(self, seat: int) -> None:
        """Give a person's seat back, if there is time left. Raises StorageError."""
        if not self._can_be_given_back(seat):
            return
        await self._base.database.whole(self._board.act(partial(self._give_back, seat)))

    def _can_be_given_back(self, seat: int) -> bool:
        can = self._people.is_lent(seat) and self._time.can_come_back(seat)
        return can and not self._base.is_over

    async def _give_back(self, seat: int) -> None:
        async with self._base.changes.turn:
            if self._can_be_given_back(seat):
                await self._keep(seat, None)
                self.take_back(seat)

    async def _keep(self, seat: int, level: str | None) -> None:
        await self._base.database.ask(set_stand_in, self._base.id, seat, level)

    def hand_over(self, seat: int) -> None:
        """Put a stand-in on a seat, without storing that."""
        self._bots.lend(seat)
        self._people.lent.add(seat)
        told = _PLAYED_FOR_RATED if self._people.is_rated(seat) else _PLAYED_FOR
        self._board.tell(told, name=self._base.name(seat))
        self._seat_changed(seat)

    def take_back(self, seat: int) -> None:
        """Put the person back on a seat, without storing that."""
        self._base.game.fix_moves(seat)
        self._bots.give_back(seat)
        self._people.lent.discard(seat)
        self._people.wished.discard(seat)
        self._board.tell(_BACK, name=self._base.name(seat))
        self._seat_changed(seat)

    def _seat_changed(self, seat: int) -> None:
        self._turns.settle()
        account = self._people.accounts[seat]
        if account is not None:
            self._base.observer.seat_changed(self._base.id, account)


_WANTED: Final = PersonalSentence(
    N_("{name} votes for a bot to play for {other}, who is away."),
    you=N_("You vote for a bot to play for {other}, who is away."),
    to_you=N_("{name} votes for a bot to play for you."),
)

logger = logging.getLogger(__name__)


class StandInVotes:
    """The absent people of one table, and the votes of the others."""

    def __init__(
        self,
        base: TableBase,
        board: SharedBoard,
        time: TableTime,
        stand_ins: StandIns,
        away_seconds: float,
    ) -> None:
        """After `away_seconds` of absence the others may vote."""
        self._base = base
        self._people = base.people
        self._board = board
        self._time = time
        self._stand_ins = stand_ins
        self._away_seconds = away_seconds
        self._attendance = TableAttendance((), 0.0, away_seconds)

    def open(self) -> None:
        """Start with everyone absent until they are seen."""
        people = [account for account in self._people.accounts if account is not None]
        self._attendance = TableAttendance(
            people, self._base.database.now(), self._away_seconds, self._people.bot_accounts
        )

    def away_for(self, seat: int) -> float | None:
        """Return the seconds that a seat's person is absent; None while online, and for bots."""
        account = self._people.accounts[seat]
        since = None if account is None else self._attendance.away_since(account)
        return None if since is None else max(0.0, self._base.database.now() - since)

    def may_vote(self, account: int, seat: int) -> bool:
        """Check whether an account may vote for a bot on a seat.

        Not in correspondence games, where absence is normal, nor about a seat that has a bot.
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
        """Return the votes for a bot on a seat, and the number needed."""
        absent = self._people.accounts[seat]
        if absent is None or self._people.is_lent(seat):
            return (0, 0)
        return self._attendance.votes(absent)

    async def vote(self, account: int, seat: int) -> None:
        """Vote for a bot on an absent player's seat; enough votes put it there.

        Raises CannotVote, StorageError.
        """
        await self._board.act(partial(self._vote, account, seat))

    async def _vote(self, account: int, seat: int) -> None:
        absent = self._people.accounts[seat]
        if absent is None or not self.may_vote(account, seat):
            raise CannotVote(N_("no vote is possible on this seat now"))
        if self._attendance.vote(account, absent, self._base.database.now()):
            try:
                await self._base.database.whole(self._stand_ins.lend_now(seat))
            except Refusal:
                self._attendance.unvote(account, absent)
                raise
        else:
            asker = self._base.name(self._people.accounts.index(account))
            self._board.tell(_WANTED, name=asker, other=self._base.name(seat))

    def note_here(self, here: Collection[int]) -> None:
        """Note the accounts at the table; votes that are enough among those left take effect.

        People with a stand-in count as absent.
        """
        lent = {self._people.accounts[seat] for seat in self._people.lent}
        now = self._base.database.now()
        self._attendance.note([person for person in here if person not in lent], now)
        is_played = self._base.game.result is None and self._base.is_own
        for seat in range(len(self._people.accounts)) if is_played else ():
            had, needed = self.votes(seat)
            if had and had >= needed:
                self._base.database.start(self._lend_wanted(seat))

    async def _lend_wanted(self, seat: int) -> None:
        try:
            await self._stand_ins.lend(seat)
        except WriteRefused:
            pass  # tried again at the next arrival or departure
        except Refusal:
            logger.exception("a program could not take a seat over")

    def forget(self, account: int) -> None:
        """Forget an account that gave up the seat for good."""
        self._attendance.forget(account)

    def every_vote(self) -> Mapping[str, tuple[int, ...]]:
        """Return the votes for a stand-in, by the account whose seat it is."""
        return self._attendance.every_vote()

    def adopt(self, votes: Mapping[str, Collection[int]]) -> None:
        """Take over the votes of another server."""
        self._attendance.adopt(votes)
