"""Whose turn it is at a table: people are told, clocks run, and bots play or rest."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from nim_tui.server.lobby.answers import Answers
from nim_tui.server.lobby.bots import TableBots
from nim_tui.server.lobby.clock_credit import ClockCredit
from nim_tui.server.lobby.offers import Offers
from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.lobby.table_base import TableBase
from nim_tui.server.lobby.table_time import TableTime
from rules.messages import N_
from screens.people import Told

_GAINS_NOTHING: Final = Told(
    N_("{name} gains no rating: a bot made too many of the moves."),
    you=N_("You gain no rating: a bot made too many of your moves."),
)


class Turns:
    """Has one table go on: after each change, and as people and bots change places."""

    def __init__(
        self,
        base: TableBase,
        programs: TableBots,
        time: TableTime,
        *,
        offers: Offers,
        answers: Answers,
        board: SharedBoard,
    ) -> None:
        self.waited_for: frozenset[int] = frozenset()
        """The accounts it waits for."""
        self._base = base
        self._people = base.people
        self._programs = programs
        self._time = time
        self._offers = offers
        self._answers = answers
        self._board = board
        self._credit = ClockCredit(base.game)
        self._here: frozenset[int] = frozenset()
        self._is_end_told = False

    def settle(self) -> None:
        """Take note of who must move now: for people, clock and bots."""
        base = self._base
        if base.changes.is_closed:
            return
        self._answers.note()
        before, accounts = self.waited_for, self._people.accounts
        seats = [seat for seat in base.game.waiting if not self._people.is_lent(seat)]
        people = (accounts[seat] for seat in seats)
        self.waited_for = frozenset(account for account in people if account is not None)
        moved, goes_on = self._credit.note(seats)
        if self.waited_for != before:
            called = {accounts[seat] for seat in seats if seat not in goes_on}
            rung = (self.waited_for - before) & called
            base.observer.turns_changed(base.id, self.waited_for ^ before, rung)
        self._time.settle(seats, moved, goes_on)
        self._offers.settle()
        self.drive()
        self._board.show()
        if base.game.result is not None:
            self._tell_who_gains_nothing()
            base.observer.game_over(base.id)

    @property
    def is_looked_at(self) -> bool:
        """Whether anybody is at the table, to play or to look on."""
        return bool(self._here)

    def _tell_who_gains_nothing(self) -> None:
        """Tell once for whom a bot made so many moves that they gain no rating."""
        if self._is_end_told:
            return
        self._is_end_told = True
        for seat in self._people.seats:
            if self._people.gains_nothing(seat, self._base.game.moves_of(seat)[0]):
                self._board.tell(self._base.id, _GAINS_NOTHING, name=self._base.name(seat))

    def note_here(self, here: Collection[int]) -> None:
        """Note which accounts are at the table."""
        self._here = frozenset(here)

    @property
    def _rests(self) -> bool:
        """Whether bots play for everybody who could come back: then they wait for somebody.

        Who asked for their bot, and is there to look on, is not waited for.
        """
        people = self._people
        back = {seat for seat in people.seats if self._time.can_come_back(seat)}
        looks_on = any(people.accounts[seat] in self._here for seat in people.wished & back)
        return bool(back) and back <= people.lent and not looks_on

    def drive(self) -> None:
        """Let the bots play, or rest."""
        is_closed, is_own = self._base.changes.is_closed, self._base.ownership.is_own
        if is_closed or not is_own or self._rests:
            self._programs.stop()
        else:
            self._programs.go_on()
