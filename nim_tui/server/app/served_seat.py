"""A person's seat at a table of a server: some answers are told on a fixed beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from nim_tui.bots.bot import Bot
from nim_tui.server.lobby.answers import Answers
from nim_tui.tables.seats import Place, TableSeat
from nim_tui.thinking.question import IN_THREAD, Thinker
from rules.contract import IllegalMove, Move
from rules.messages import N_, Refusal

_ANSWERED: Final = N_("it is not your turn")


class ServedSeat(TableSeat):
    """Where others must not learn whether there was a choice, an answer waits for the beat.

    Until then the seat that gave it is asked nothing, and nobody else notices anything.
    """

    def __init__(
        self,
        place: Place,
        number: int,
        adviser: Bot,
        answers: Answers,
        complain: Callable[[Refusal | OSError], None],
        *,
        thinker: Thinker = IN_THREAD,
    ) -> None:
        """`complain` tells that an answer could not be taken when it was due."""
        super().__init__(place, number, adviser, thinker)
        self._seat = number
        self._answers = answers
        self._complain = complain
        self._listeners: list[Callable[[], None]] = []

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now, and have not answered."""
        waiting = super().waiting
        if self._answers.is_given(self._seat):
            return tuple(seat for seat in waiting if seat != self._seat)
        return waiting

    def legal(self) -> Sequence[Move]:
        """The legal moves of this seat; none once it has answered."""
        return () if self._answers.is_given(self._seat) else super().legal()

    def can_undo(self) -> bool:
        """Whether the last move may be taken back here; an answer given may not."""
        return not self._answers.is_given(self._seat) and super().can_undo()

    def why_not(self, move: Move) -> Refusal | None:
        """Why a move would be refused now; every one is once this seat has answered."""
        is_given = self._answers.is_given(self._seat)
        return IllegalMove(_ANSWERED) if is_given else super().why_not(move)

    def play(self, move: Move) -> None:
        """Make a move, at once or on the beat. Raises IllegalMove, OSError."""
        if self._answers.is_given(self._seat):
            raise IllegalMove(_ANSWERED)
        seconds = self._answers.wait(self._seat)
        if seconds == 0 or move not in super().legal():
            super().play(move)
            return
        self._answers.give(self._seat, seconds, lambda: self._play_now(move))
        self._tell()

    def _play_now(self, move: Move) -> None:
        try:
            super().play(move)
        except (Refusal, OSError) as trouble:
            self._complain(trouble)
            self._tell()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told after each change that is noticed here; call what is returned to stop."""
        stop = super().listen(listener)
        self._listeners.append(listener)

        def stop_both() -> None:
            stop()
            self._listeners.remove(listener)

        return stop_both
