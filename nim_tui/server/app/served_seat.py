"""A person's seat at a table of a server: what is done there is stored before it is made.

Some answers are told on a fixed beat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

from nim_tui.bots.bot import Bot
from nim_tui.server.database.connection import Database
from nim_tui.server.lobby.live_table import LiveTable
from nim_tui.server.lobby.offers import Kind
from nim_tui.tables.seats import Place, TableSeat, never
from nim_tui.thinking.question import IN_THREAD, Thinker
from rules.contract import IllegalMove, Move
from rules.messages import N_, Refusal

_ANSWERED: Final = N_("it is not your turn")


class ServedSeat(TableSeat):
    """Until what was done here is stored, this seat is asked nothing, and nobody else is told.

    Where others must not learn whether there was a choice, an answer waits for the beat as well.
    """

    def __init__(
        self,
        place: Place,
        number: int,
        adviser: Bot,
        *,
        held: LiveTable,
        database: Database,
        complain: Callable[[Refusal | OSError], None],
        thinker: Thinker = IN_THREAD,
    ) -> None:
        """`complain` tells that what was done could not be stored, or taken when it was due."""
        super().__init__(place, number, adviser, thinker)
        self._seat = number
        self._held = held
        self._answers = held.answers
        self._database = database
        self._complain = complain
        self._rests = asyncio.Event()
        self._rests.set()
        self._was_saved = True
        self._marks: dict[str, str] = {}
        """Marks that were put and are not stored yet."""

    @property
    def is_saving(self) -> bool:
        """Whether what was done here last is not stored yet."""
        return self._seat in self._held.saving

    async def saved(self) -> bool:
        """Wait until what was done here last is stored; whether it was."""
        await self._rests.wait()
        return self._was_saved

    async def settled(self) -> bool:
        """Wait until an answer given here is told, and all is stored; whether it was."""
        return await self._answers.told(self._seat) and await self.saved()

    @property
    def _has_answered(self) -> bool:
        return self.is_saving or self._answers.is_given(self._seat)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now, and have not answered."""
        waiting = super().waiting
        if self._has_answered:
            return tuple(seat for seat in waiting if seat != self._seat)
        return waiting

    def legal(self) -> Sequence[Move]:
        """The legal moves of this seat; none once it has answered."""
        return () if self._has_answered else super().legal()

    def can_undo(self) -> bool:
        """Whether the last move may be taken back here; an answer given may not."""
        return not self._has_answered and super().can_undo()

    def why_not(self, move: Move) -> Refusal | None:
        """Why a move would be refused now; every one is once this seat has answered."""
        return IllegalMove(_ANSWERED) if self._has_answered else super().why_not(move)

    def play(self, move: Move) -> None:
        """Make a move, at once or on the beat. Raises IllegalMove."""
        refusal = self.why_not(move)
        if refusal is not None:
            raise refusal
        seconds = self._answers.wait(self._seat)
        if seconds == 0 or move not in super().legal():
            self._begin(self._held.play(self._seat, move))
            return
        play = partial(self._held.play, self._seat, move)
        self._answers.give(self._seat, seconds, lambda: self._begin(play()))
        self._tell()

    def undo(self, more: Callable[[], bool] = never) -> None:
        """Take back the last move, and those before it as long as `more`. Raises IllegalMove.

        Where others must agree to that, they are asked.
        """
        if not self.can_undo():
            raise IllegalMove(N_("the last move cannot be taken back"))
        account = self._held.people.accounts[self._seat]
        if account is not None and self._held.agreeing.must_ask(self._seat):
            self._begin(self._held.agreeing.agree(account, Kind.UNDO))
        else:
            self._begin(self._undo(more))

    async def _undo(self, more: Callable[[], bool]) -> None:
        await self._held.undo(self._seat)
        while self._goes_on(more):
            await self._held.undo(self._seat)

    def _goes_on(self, more: Callable[[], bool]) -> bool:
        """Whether to take back one more, as one would be asked without what is not stored yet."""
        with self._held.saving.as_if_stored(self._seat):
            asks = self._held.agreeing.must_ask(self._seat)
            return more() and self.can_undo() and not asks

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Begin what is stored first; until then the one who looks sees that."""
        self._held.saving.begin(self._seat)
        self._rests.clear()
        self._was_saved = True
        self._database.start(self._save(doing))
        if self.is_saving:
            self._tell()

    async def _save(self, doing: Awaitable[None]) -> None:
        try:
            await doing
        except (Refusal, OSError) as trouble:
            self._was_saved = False
            self._complain(trouble)
        finally:
            self._rests.set()
            self._held.saving.end(self._seat)

    def marks(self) -> dict[str, str]:
        """The private marks of this seat."""
        marks = {**super().marks(), **self._marks}
        return {place: sign for place, sign in marks.items() if sign}

    def mark(self, place: str, sign: str) -> None:
        """Put a private mark. Raises IllegalMove."""
        self._table.drafts.mark(self._seat, place, sign)
        self._marks[place] = sign
        self._database.start(self._mark(place, sign))

    async def _mark(self, place: str, sign: str) -> None:
        try:
            await self._held.mark(self._seat, place, sign)
        except (Refusal, OSError) as trouble:
            self._complain(trouble)
            self._tell()
        if self._marks.get(place) == sign:
            del self._marks[place]

    def _tell(self) -> None:
        self._held.saving.tell(self._seat)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told after each change that is noticed here; call what is returned to stop."""
        stop = super().listen(listener)
        stop_saving = self._held.saving.listen(self._seat, listener)

        def stop_both() -> None:
            stop()
            stop_saving()

        return stop_both
