"""The course of a table in text mode: led on from move to move, and ended early."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from nim_tui.plain.commands import vocabulary
from nim_tui.plain.keyboard import SharedKeyboard
from nim_tui.plain.moves import Moves
from nim_tui.plain.questions import TableQuestions, end_told
from nim_tui.registry import HARD
from nim_tui.tables.bot_runner import end_if_all_agree
from rules.contract import IllegalMove, Move
from rules.messages import N_, Refusal
from screens.table.recap import told_as_forced
from screens.table.speech import BoardSpeech
from screens.text import _, say_refusal, why

if TYPE_CHECKING:
    from nim_tui.tables.bot_runner import BotRunner
    from nim_tui.tables.table import Table


class EarlyEnds:
    """Ends the game of one table, once that was said for certain."""

    def __init__(
        self,
        table: Table,
        say: Callable[[str], None],
        seat: Callable[[], int | None],
        ended: Callable[[], None],
    ) -> None:
        """`seat` is whose turn it is to speak, `ended` tells that the game is over."""
        self._table = table
        self._say = say
        self._seat = seat
        self._ended = ended

    @property
    def commands(self) -> Mapping[str, Callable[[str], Awaitable[None]]]:
        """The commands that end a game early."""
        return {"draw": self._draw, "resign": self._resign}

    async def _draw(self, rest: str) -> None:
        to_confirm = _("To offer a draw, type: draw yes.")
        await self._end(rest, to_confirm, lambda: end_if_all_agree(self._table))

    async def _resign(self, rest: str) -> None:
        await self._end(rest, _("To resign, type: resign yes."), self._give_up)

    async def _give_up(self) -> None:
        seat = self._seat()
        if seat is None:
            raise IllegalMove(N_("you are not a player at this table"))
        self._table.resign(seat)

    async def _end(self, rest: str, to_confirm: str, act: Callable[[], Awaitable[None]]) -> None:
        if self._table.result is not None:
            self._say(_("the game is over"))
        elif vocabulary().canonical(rest) != "yes":
            self._say(to_confirm)
        else:
            try:
                await act()
            except Refusal as refusal:
                self._say(say_refusal(refusal))
            except OSError as error:
                self._say(_("the move was not saved: {why}").format(why=why(error)))
            else:
                self._ended()


class TableLoop:
    """The course of a table: leads it on, and tells the listener all that is new to them."""

    def __init__(
        self,
        keyboard: SharedKeyboard,
        say: Callable[..., None],
        teller: BoardSpeech,
        *,
        asking: TableQuestions,
        moves: Moves,
        bots: BotRunner | None,
        plays_forced: bool,
        shows_remarks: bool,
    ) -> None:
        """Make the loop; `say` says sentences.

        `plays_forced`: forced moves are played at once; `shows_remarks`: bots speak at the end.
        """
        self._keyboard = keyboard
        self._say = say
        self._teller = teller
        self._asking = asking
        self._moves = moves
        self._bots = bots
        self._plays_forced = plays_forced
        self._shows_remarks = shows_remarks
        self._is_told_over = False

    @property
    def waits_for_bots(self) -> bool:
        """Whether bots are to play on."""
        return self._bots is not None and self._bots.is_due

    async def go_on(self) -> None:
        """Let bots play, make forced moves, and turn to the player who is to move."""
        await self._run_bots()
        while (move := self._only_move()) is not None:
            if not self._moves.attempt(partial(self._keyboard.seat.play, move)):
                break
            self._say(told_as_forced(self._moves.shown(move.word)))
            await self._run_bots()
        self._turn()
        if not self._keyboard.is_passing:
            self.tell_news()
            self._tell_end()

    async def _run_bots(self) -> None:
        if self._bots is None or not self._bots.is_due:
            return
        self._tell_thinking()
        stop = self._keyboard.seat.listen(self.tell_news)
        try:
            await self._bots.drive()
        finally:
            stop()

    def _tell_thinking(self) -> None:
        """Say that hard bots are thinking: only they take long."""
        keyboard = self._keyboard
        waiting, levels = keyboard.seat.waiting, keyboard.seat.bots
        if not keyboard.is_passing and any(levels[seat] == HARD for seat in waiting):
            self._say(*filter(None, [keyboard.people.thinking(waiting)]))

    def tell_news(self) -> None:
        """Tell the listener the events since they were last told."""
        keyboard = self._keyboard
        if not keyboard.is_passing:
            self._say(*self._asking.told(keyboard.sight, keyboard.untold()))

    def end(self) -> None:
        """Tell the end of a game ended by agreement."""
        self._turn()
        self._tell_end()

    def undo(self) -> None:
        """Undo the last move that was a choice."""
        keyboard = self._keyboard
        undoer = keyboard.undoer()
        before = undoer.own_moves()
        if not self._moves.attempt(undoer.undo):
            return
        keyboard.forget_undone(undoer)
        while self._only_move() is not None and undoer.can_undo():
            if not self._moves.attempt(undoer.undo):
                break
            keyboard.forget_undone(undoer)
        self._say(self._moves.taken_back(before, undoer.own_moves()))

    def _only_move(self) -> Move | None:
        """Return the forced move, if such moves are played automatically."""
        return self._keyboard.only_move() if self._plays_forced else None

    def _turn(self) -> None:
        """Ask who is to move: in the open, or once they listen alone."""
        seat = self._keyboard.turned_to()
        if seat is not None and seat is not self._keyboard.seat:
            self.tell_news()
            self._keyboard.sit(seat)

    def _tell_end(self) -> None:
        keyboard = self._keyboard
        result = keyboard.watcher.result
        if result is None or self._is_told_over:
            return
        self._is_told_over = True
        last = self._asking.told(keyboard.sight)[-1:]
        self._say(*end_told(result, keyboard.people, self._teller, last))
        if self._shows_remarks:
            self._say(*keyboard.remarks())
