"""Turns at a table: the players to move; running bots; timing of answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextvars import Context
from typing import Final

from nim_tui.bots.levels import style_of
from nim_tui.registry import GameEntry, game_named
from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.play.clock import TableTime
from nim_tui.server.play.offers import Offers
from nim_tui.server.play.table_base import TableBase
from nim_tui.server.storage.database import WriteRefused
from nim_tui.server.tables.record_store import FullRecord, RecordClosed, RecordConflict
from nim_tui.tables.bot_runner import BotRunner, PlayMove
from nim_tui.tables.table import Table
from nim_tui.thinking.question import Thinker
from rules.messages import N_
from screens.people import PersonalSentence

BEAT: Final = 0.7
"""Seconds between moves of bots."""

logger = logging.getLogger(__name__)


class TableBots:
    """The bots of one table, played in a neutral context."""

    def __init__(
        self,
        game: Table,
        context: Context,
        thinker: Thinker,
        play: PlayMove,
        *,
        is_for_people: Callable[[], bool],
    ) -> None:
        """`play` makes moves, each stored before anybody is told.

        Without players or spectators, bots do not wait for the beat.
        """
        self._entry: Final[GameEntry] = game_named(game.game.name)
        self._styles: Final = [style_of(seat.name) for seat in game.seats]
        self._driver = BotRunner(
            game, {}, lambda: BEAT if is_for_people() else 0.0, self._complain, thinker, play=play
        )
        self._context = context
        self._playing: asyncio.Task[None] | None = None

    @property
    def usual(self) -> str:
        """The level of stand-ins."""
        return self._entry.usual

    def lend(self, seat: int, level: str | None = None) -> None:
        """Play for a seat from now on."""
        bot = self._entry.bot(level or self.usual, style=self._styles[seat])
        self._driver.lend(seat, bot)

    def give_back(self, seat: int) -> None:
        """Stop playing for a seat."""
        self._driver.give_back(seat)

    def go_on(self) -> None:
        """Start the bots if it is their turn, unless they run already."""
        if self._driver.is_due and (self._playing is None or self._playing.done()):
            loop = asyncio.get_running_loop()
            self._playing = loop.create_task(self._play(), context=self._context.copy())

    def stop(self) -> None:
        """Stop; a move being thought of is dropped."""
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    async def _play(self) -> None:
        try:
            await self._driver.drive()
        except Exception:
            logger.exception("a program failed; the game waits for it")

    def _complain(self, error: OSError) -> None:
        if isinstance(error, WriteRefused):
            return  # retried, and logged already
        logger.error("a program's move was not kept: %s", error)
        if isinstance(error, RecordClosed | RecordConflict | FullRecord):
            self.stop()  # a retry would fail again


ANSWER_BEAT: Final = 1.0
"""The least seconds from a question whose choice is hidden to its answer."""


class AnswerTimer:
    """The answers of one table that were given, but are not public yet."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asked = (-1, 0.0)
        """The change at which the present question came up, and its time."""
        self._given: dict[int, asyncio.TimerHandle] = {}
        self._ends: dict[int, asyncio.Future[bool]] = {}
        """By seat: whether the answer became public."""

    def note(self) -> None:
        """Note a possible new question."""
        if self._asked[0] != self._table.changes:
            self._asked = (self._table.changes, asyncio.get_running_loop().time())

    def is_given(self, seat: int) -> bool:
        """Whether a seat has answered already."""
        return seat in self._given

    def wait(self, seat: int) -> float:
        """Return the seconds that an answer of a seat is delayed; 0 if the choice is public."""
        if not self._table.game.hides_choice(self._table.view(seat)):
            return 0.0
        return max(0.0, self._asked[1] + ANSWER_BEAT - asyncio.get_running_loop().time())

    def give(self, seat: int, seconds: float, told: Callable[[], None]) -> None:
        """Publish an answer later, unless the table has changed by then; then call `told`."""
        changes = self._table.changes

        def tell() -> None:
            del self._given[seat]
            is_told = self._table.changes == changes
            if is_told:
                told()
            self._end(seat, is_told=is_told)

        loop = asyncio.get_running_loop()
        self._ends[seat] = loop.create_future()
        self._given[seat] = loop.call_later(seconds, tell)

    def _end(self, seat: int, *, is_told: bool) -> None:
        end = self._ends.pop(seat)
        if not end.done():
            end.set_result(is_told)

    async def told(self, seat: int) -> bool:
        """Wait until the seat's delayed answer is public; return whether it became so."""
        end = self._ends.get(seat)
        return end is None or await asyncio.shield(end)

    def close(self) -> None:
        """Drop delayed answers, which must be given again."""
        for handle in self._given.values():
            handle.cancel()
        self._given.clear()
        for seat in tuple(self._ends):
            self._end(seat, is_told=False)


_GAINS_NOTHING: Final = PersonalSentence(
    N_("{name}’s rating does not rise: a bot made too many of the moves."),
    you=N_("Your rating does not rise: a bot made too many of your moves."),
)


class TurnStarts:
    """A detector of moves that start a new clock period, and of turns that ring a bell.

    A hidden move gives no new time, or its time would reveal it; nor does a move undone and made
    again, or nobody would ever run out of time.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._most = {seat: table.moves_of(seat)[1] for seat in range(len(table.seats))}
        """The public moves of each seat, at their most in its present turn."""
        self._began: dict[int, int] = {}
        """The moves of each seat at the start of its turn."""
        self._ended: dict[int, int] = {}
        """The moves of each seat at the end of its turn."""
        self._waited_for: frozenset[int] = frozenset()

    def note(self, waited_for: Collection[int]) -> tuple[int | None, frozenset[int]]:
        """Return the seat whose move gives new time, and the seats whose wait continues.

        A wait continues after an undo, and if a stand-in took the seat before a move.
        """
        before, self._waited_for = self._waited_for, frozenset(waited_for)
        moved, taken_back = None, set()
        for seat, most in self._most.items():
            own, opened = self._table.moves_of(seat)
            if seat in before - self._waited_for:
                self._ended[seat] = own
            elif seat in self._waited_for - before:
                if own < self._ended.get(seat, 0) or own <= self._began.get(seat, -1):
                    taken_back.add(seat)
                else:
                    self._most[seat], self._began[seat] = opened, own
            elif seat in self._waited_for and opened > most:
                self._most[seat], moved = opened, seat
        return moved, frozenset(taken_back)


class TurnLoop:
    """The loop of one table: after each change, and as people and bots change places."""

    def __init__(
        self,
        base: TableBase,
        bots: TableBots,
        time: TableTime,
        *,
        offers: Offers,
        answers: AnswerTimer,
        board: SharedBoard,
    ) -> None:
        self.waited_for: frozenset[int] = frozenset()
        """The accounts to move."""
        self._waiting: tuple[int, ...] = ()
        """The seats to move, as lists were told."""
        self._base = base
        self._people = base.people
        self._bots = bots
        self._time = time
        self._offers = offers
        self._answers = answers
        self._board = board
        self._credit = TurnStarts(base.game)
        self._here: frozenset[int] = frozenset()
        self._is_end_told = False

    def settle(self) -> None:
        """Note the seats to move, for people, clock and bots."""
        base = self._base
        if base.changes.is_closed:
            return
        self._answers.note()
        before, accounts = self.waited_for, self._people.accounts
        seats = [seat for seat in base.game.waiting if not self._people.is_lent(seat)]
        people = (accounts[seat] for seat in seats)
        self.waited_for = frozenset(account for account in people if account is not None)
        moved, goes_on = self._credit.note(seats)
        were_waiting, self._waiting = self._waiting, base.game.waiting
        if self.waited_for != before or self._waiting != were_waiting:
            called = {accounts[seat] for seat in seats if seat not in goes_on}
            rung = (self.waited_for - before) & called
            base.observer.turns_changed(base.id, self.waited_for ^ before, rung, self._waiting)
        self._time.settle(seats, moved, goes_on)
        self._offers.settle()
        self.drive()
        self._board.show()
        if base.game.result is not None:
            self._tell_who_gains_nothing()
            base.observer.game_over(base.id)

    @property
    def is_looked_at(self) -> bool:
        """Whether anybody plays or watches at the table; its bots do not count."""
        return bool(self._here - self._people.bot_accounts)

    def _tell_who_gains_nothing(self) -> None:
        """Tell once which people gain no rating, as a stand-in made too many of their moves."""
        if self._is_end_told:
            return
        self._is_end_told = True
        for seat in self._people.seats:
            if self._people.gains_nothing(seat, self._base.game.moves_of(seat)[0]):
                self._board.tell(_GAINS_NOTHING, name=self._base.name(seat))

    def note_here(self, here: Collection[int]) -> None:
        """Note which accounts are at the table."""
        self._here = frozenset(here)

    @property
    def _rests(self) -> bool:
        """Whether only stand-ins could move: then bots wait for a person to return.

        A person who asked for the stand-in and watches is not waited for, nor is a bot that did not
        answer.
        """
        people = self._people
        silent = {seat for seat in people.wished if people.accounts[seat] in people.bot_accounts}
        back = {seat for seat in people.seats if self._time.can_come_back(seat)} - silent
        looks_on = any(people.accounts[seat] in self._here for seat in people.wished & back)
        return bool(back) and back <= people.lent and not looks_on

    def drive(self) -> None:
        """Start the bots, or pause them."""
        if self._base.changes.is_closed or not self._base.is_own or self._rests:
            self._bots.stop()
        else:
            self._bots.go_on()
