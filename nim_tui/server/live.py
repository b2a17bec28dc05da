"""A game being played on the server: its programs, its clock, and who of its people is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextvars import Context
from typing import Final, Protocol

from nim_tui.catalog import offer_named
from nim_tui.clock import A_GAME, DAYS, Clock
from nim_tui.driver import BotDriver
from nim_tui.server.attendance import Attendance, CannotVote
from nim_tui.server.database.clocks import keep_clock
from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.listing import SeatRow
from nim_tui.server.database.seats import set_stand_in
from nim_tui.server.progress import Progress
from nim_tui.table import Table
from rules.text import N_, Fact, Refusal

BEAT: Final = 0.7
"""Seconds between the moves of programs."""
LONGEST_NAP: Final = 3600.0
"""Seconds after which a clock is looked at again, whatever it showed."""
RETRY: Final = 5.0
"""Seconds after which what could not be kept is tried again."""
_PAIR: Final = 2

logger = logging.getLogger(__name__)


class House(Protocol):
    """What a table tells to whoever holds it."""

    def turns_changed(self, come: Collection[int], gone: Collection[int]) -> None:
        """It waits for some people now, and for others no longer."""

    def tell(self, table: str, text: str, **facts: Fact) -> None:
        """Something happened that all who look at it should be told: a text to translate."""

    def seat_changed(self, table: str, account: int) -> None:
        """A program plays for this person now, or no longer."""

    def game_over(self, table: str) -> None:
        """Nobody plays there any more."""


class LiveTable:
    """A table held in memory, once for all who look at it."""

    def __init__(
        self, house: House, database: Database, table: str, game: Table, context: Context
    ) -> None:
        """Hold a game; `seat` brings its people, and `begin` sets it going.

        Programs play in `context`, not in that of whoever moved before them.
        """
        self.table: Final = game
        self.waited_for: frozenset[int] = frozenset()
        """The accounts it waits for."""
        self._house = house
        self._database = database
        self._id = table
        self._context = context
        self._driver = BotDriver(game, {}, lambda: BEAT, self._complain)
        self._playing: asyncio.Task[None] | None = None
        self._accounts: list[int | None] = []
        self._lent: set[int] = set()
        self._wished: set[int] = set()
        """The seats lent because their people wanted it."""
        self._here: frozenset[int] = frozenset()
        self._clock: Clock | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._progress = Progress(game, ())
        self.attendance = Attendance((), 0.0)

    # Set-up

    def seat(self, seats: Sequence[SeatRow], clock: Clock | None) -> None:
        """Put people and programs on the seats; one that was given up is played by a program."""
        offer = offer_named(self.table.game.name)
        for number, seat in enumerate(seats):
            self._accounts.append(seat.account)
            level = seat.bot or seat.stand_in or (None if seat.account else offer.bots[0])
            if level is not None:
                self._driver.lend(number, offer.bot(level))
            if level is not None and seat.bot is None:
                self._lent.add(number)
        now = self._database.now()
        self.attendance = Attendance([a for a in self._accounts if a is not None], now)
        self._clock = clock
        if clock is not None:
            clock.forgive(now)
            self._progress = Progress(self.table, clock.seats)

    def begin(self) -> None:
        """Follow the game, and let programs and clock go on."""
        self.table.listen(self.settle)
        self.settle()

    def close(self) -> None:
        """Let programs and clock rest; everything is stored already."""
        if self._playing is not None:
            self._playing.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
        self.table.close()

    # People

    def seat_of(self, account: int) -> int | None:
        """Where somebody sits."""
        return self._accounts.index(account) if account in self._accounts else None

    def is_lent(self, seat: int) -> bool:
        """Whether a program plays for the person of a seat."""
        return seat in self._lent

    def program(self, seat: int) -> str:
        """The level of the program that plays a seat; empty for a person."""
        if seat in self._lent:
            return offer_named(self.table.game.name).bots[0]
        return self.table.seats[seat].bot or ""

    def time_left(self, seat: int) -> float | None:
        """Seconds a person has left; None where time is not counted."""
        counted = self._clock is not None and seat not in self._lent
        return self._clock.left(seat, self._database.now()) if self._clock and counted else None

    def away_for(self, seat: int) -> float | None:
        """Seconds since when the person of a seat is away; None while here, and for programs."""
        account = self._accounts[seat]
        since = None if account is None else self.attendance.away_since(account)
        return None if since is None else max(0.0, self._database.now() - since)

    def may_vote(self, account: int, seat: int) -> bool:
        """Whether somebody may vote for a program on a seat.

        Nobody does in a game by the calendar, where people are not expected to be there, nor
        about a seat that a program has already.
        """
        absent = self._accounts[seat]
        voter = self.seat_of(account)
        if absent is None or voter is None or voter in self._lent or seat in self._lent:
            return False
        by_calendar = self._clock is not None and self._clock.plan.kind == DAYS
        is_over = self.table.result is not None
        now = self._database.now()
        return not (is_over or by_calendar) and self.attendance.may_vote(account, absent, now)

    def votes(self, seat: int) -> tuple[int, int]:
        """How many want a program on a seat, and how many that takes."""
        absent = self._accounts[seat]
        if absent is None or seat in self._lent:
            return (0, 0)
        return self.attendance.votes(absent)

    def vote(self, account: int, seat: int) -> None:
        """Vote for a program on the seat of who is away; enough votes bring it there.

        Raises CannotVote, StorageTrouble.
        """
        absent = self._accounts[seat]
        if absent is None or not self.may_vote(account, seat):
            raise CannotVote(N_("nobody votes about this seat now"))
        if self.attendance.vote(account, absent, self._database.now()):
            try:
                self.lend(seat)
            except Refusal:
                self.attendance.unvote(account, absent)
                raise
        else:
            name, asker = self._name(seat), self._name(self._accounts.index(account))
            text = N_("{asker} wants a program to play for {name}, who is away.")
            self._house.tell(self._id, text, asker=asker, name=name)

    def note_people(self, here: Collection[int]) -> None:
        """Note which accounts are at the table; what is wanted by enough of those left is done.

        For whom a program plays counts as away.
        """
        self._here = frozenset(here)
        lent = {self._accounts[seat] for seat in self._lent}
        self.attendance.note(
            [person for person in here if person not in lent], self._database.now()
        )
        for seat in range(len(self._accounts)):
            had, needed = self.votes(seat)
            if had and had >= needed:
                try:
                    self.lend(seat)
                except StorageTrouble:
                    logger.exception("a program could not take a seat over")

    def _name(self, seat: int) -> str:
        return self.table.seats[seat].name

    def lend(self, seat: int, *, is_wished: bool = False) -> None:
        """Have a program play for a person until he is back. Raises StorageTrouble."""
        offer = offer_named(self.table.game.name)
        set_stand_in(self._database, self._id, seat, offer.bots[0])
        self._driver.lend(seat, offer.bot(offer.bots[0]))
        self._lent.add(seat)
        if is_wished:
            self._wished.add(seat)
        text = N_("A program plays for {name} now.")
        self._house.tell(self._id, text, name=self._name(seat))
        self._seat_changed(seat)

    def give_back(self, seat: int) -> None:
        """Have a person play himself again, if there is time left. Raises StorageTrouble."""
        if seat not in self._lent or not self.can_come_back(seat) or self.table.result is not None:
            return
        set_stand_in(self._database, self._id, seat, None)
        self._driver.give_back(seat)
        self._lent.discard(seat)
        self._wished.discard(seat)
        self._house.tell(self._id, N_("{name} plays again."), name=self._name(seat))
        self._seat_changed(seat)

    def can_come_back(self, seat: int) -> bool:
        """Whether a person has time left, where it is counted for the whole game."""
        if self._clock is None or self._clock.plan.kind != A_GAME:
            return True
        return self._clock.left(seat, self._database.now()) != 0

    def forget(self, account: int) -> None:
        """Somebody has given his seat up for good: a program plays on it."""
        seat = self.seat_of(account)
        if seat is not None and self.table.result is None and seat not in self._lent:
            self.lend(seat)
        if seat is not None:
            self._accounts[seat] = None
            self.attendance.forget(account)

    def _seat_changed(self, seat: int) -> None:
        self.settle()
        account = self._accounts[seat]
        if account is not None:
            self._house.seat_changed(self._id, account)

    # Going on

    def settle(self) -> None:
        """Take note of who must move now: for people, clock and programs."""
        before = self.waited_for
        seats = [seat for seat in self.table.waiting if seat not in self._lent]
        accounts = (self._accounts[seat] for seat in seats)
        self.waited_for = frozenset(account for account in accounts if account is not None)
        if self.waited_for != before:
            self._house.turns_changed(self.waited_for - before, before - self.waited_for)
        self._settle_clock(seats)
        self._drive()
        if self.table.result is not None:
            self._house.game_over(self._id)

    def _settle_clock(self, seats: Collection[int]) -> None:
        clock = self._clock
        if clock is None:
            return
        moved, taken_back = self._progress.note(seats)
        clock.settle(seats, moved, self._database.now(), taken_back)
        try:
            keep_clock(self._database, self._id, clock)
        except StorageTrouble:
            logger.exception("a clock was not kept")
        self._set_alarm()

    def _set_alarm(self, least: float = 0.0) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        end = None if self._clock is None else self._clock.next_end()
        if end is not None:
            delay = min(max(least, end - self._database.now()), LONGEST_NAP)
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(delay, self._ring, context=self._context.copy())

    def _ring(self) -> None:
        """Somebody may have run out of time: of two the other has won, else a program plays on."""
        self._alarm = None
        out = self._clock.out(self._database.now()) if self._clock is not None else ()
        try:
            if out and len(self.table.seats) == _PAIR:
                self.table.run_out(out)
            else:
                for seat in out:
                    self.lend(seat)
        except (Refusal, OSError):
            logger.exception("a clock that ran out came to nothing")
            self._set_alarm(RETRY)
        else:
            self._set_alarm()

    @property
    def _rests(self) -> bool:
        """Whether programs play for everybody who could come back: then they wait for somebody.

        Who asked for his program, and is there to look on, is not waited for.
        """
        people = {seat: account for seat, account in enumerate(self._accounts) if account}
        looks_on = any(people.get(seat) in self._here for seat in self._wished)
        return bool(people) and people.keys() <= self._lent and not looks_on

    def _drive(self) -> None:
        """Let the programs play, unless they do already."""
        if self._rests:
            if self._playing is not None:
                self._playing.cancel()
        elif self._driver.is_due and (self._playing is None or self._playing.done()):
            loop = asyncio.get_running_loop()
            self._playing = loop.create_task(self._play(), context=self._context.copy())

    async def _play(self) -> None:
        try:
            await self._driver.drive()
        except Refusal:
            logger.exception("a program made a move that was refused")

    def _complain(self, error: OSError) -> None:
        logger.error("a program's move was not kept: %s", error)
