"""What happens at a table between two lines: bots play, news are told, somebody is turned to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nim_tui.catalog import HARD
from nim_tui.plain.asking import Asking
from nim_tui.plain.company import end_told
from nim_tui.plain.keyboard import Keyboard
from nim_tui.plain.moves import Moves
from rules.contract import Move
from screens.table.teller import Teller
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.tables.bot_runner import BotRunner


class Course:
    """Leads the table on, and tells whoever listens what they have not been told."""

    def __init__(
        self,
        keyboard: Keyboard,
        say: Callable[..., None],
        teller: Teller,
        *,
        asking: Asking,
        moves: Moves,
        bots: BotRunner | None,
        plays_forced: bool,
    ) -> None:
        """`say` says sentences; `plays_forced`: moves that are no choice are made at once."""
        self._keyboard = keyboard
        self._say = say
        self._teller = teller
        self._asking = asking
        self._moves = moves
        self._bots = bots
        self._plays_forced = plays_forced
        self._is_told_over = False

    @property
    def waits_for_bots(self) -> bool:
        """Whether bots are to play on."""
        return self._bots is not None and self._bots.is_due

    async def go_on(self) -> None:
        """Let bots play, make moves that are no choice, and turn to whoever is to move."""
        await self._run_bots()
        while (move := self._only_move()) is not None:
            self._keyboard.seat.play(move)
            self._say(_("no choice: {move}").format(move=self._moves.shown(move.word)))
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
        """Say that those are thinking who search: one knows it by their level."""
        keyboard = self._keyboard
        waiting, levels = keyboard.seat.waiting, keyboard.seat.bots
        if not keyboard.is_passing and any(levels[seat] == HARD for seat in waiting):
            self._say(*filter(None, [keyboard.people.thinking(waiting)]))

    def tell_news(self) -> None:
        """Say what happened since whoever listens was told last."""
        keyboard = self._keyboard
        if not keyboard.is_passing:
            self._say(*self._asking.told(keyboard.sight, keyboard.untold()))

    def end(self) -> None:
        """The game was ended by agreement."""
        self._turn()
        self._tell_end()

    def undo(self) -> None:
        """Take back the last move that was a choice."""
        keyboard = self._keyboard
        undoer = keyboard.undoer()
        before = undoer.own_moves()
        if not self._moves.attempt(undoer.undo):
            return
        keyboard.forget_undone(undoer)
        while self._only_move() is not None and undoer.can_undo():
            undoer.undo()
            keyboard.forget_undone(undoer)
        self._say(self._moves.taken_back(before, undoer.own_moves()))

    def _only_move(self) -> Move | None:
        """The move that is no choice, if such moves are to be made by themselves."""
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
