"""A seat at a Table, as a screen uses it: of a player, a spectator or a replay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import known_for
from nim_tui.tables.fair_play import Unfair, why_no_hints
from nim_tui.tables.seeds import number_of
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Question, Thinker
from rules.advice import Weighed
from rules.contract import AnyGame, Event, IllegalMove, Moment, Move, Result
from rules.messages import N_, Refusal
from screens.people import ThinkingTime
from screens.positions import MoveIndex
from screens.table.seat import Deal


def never() -> bool:
    """Return False: undo one move only."""
    return False


class Place(Protocol):
    """The table of a seat: a live one, or that of a replay, which changes."""

    @property
    def table(self) -> Table:
        """The table as it is now."""

    def listen(self, listener: Callable[[], None], seat: int | None) -> Callable[[], None]:
        """Call a listener after each change a seat notices; return a function that stops it."""


@dataclass(frozen=True, slots=True)
class LivePlace:
    """A live table."""

    table: Table

    def listen(self, listener: Callable[[], None], seat: int | None) -> Callable[[], None]:
        """Call a listener after each change a seat notices; return a function that stops it."""
        return self.table.listen(listener, (seat,))


class TableSeat:
    """A seat of a table, or the spectators' place (number None)."""

    def __init__(
        self, place: Place, number: int | None, adviser: Bot, thinker: Thinker = IN_THREAD
    ) -> None:
        self._place = place
        self._adviser = adviser
        self._thinker = thinker
        self.number = number

    @property
    def _table(self) -> Table:
        return self._place.table

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self._table.game

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self._table.seats)

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The level of the bot on each seat; None for a person."""
        return tuple(seat.bot for seat in self._table.seats)

    @property
    def styles(self) -> tuple[str | None, ...]:
        """The style of the bot on each seat; None for a person, and for a bot without a style."""
        return known_for(self.names, self.bots)

    @property
    def thought(self) -> Mapping[int, ThinkingTime]:
        """The thinking time of each bot, by seat, once the game is over."""
        return {} if self._table.result is None else self._table.thought

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now."""
        return self._table.waiting

    @property
    def result(self) -> Result | None:
        """The result; None before the game is over."""
        return self._table.result

    @property
    def deal(self) -> Deal | None:
        """The public facts about the seed; None for a chosen seed."""
        commitment, opened = self._table.commitment, self._table.opened
        if commitment is None:
            return None
        return Deal(commitment, None if opened is None else (opened.drawn, opened.nonce))

    @property
    def moves_played(self) -> int:
        """The number of moves this seat may notice."""
        return self._table.moves_noticed(self.number)

    @property
    def is_saving(self) -> bool:
        """Whether the seat's last change is still being stored: never here."""
        return False

    async def saved(self) -> bool:
        """Return True: changes are stored at once here."""
        return True

    async def settled(self) -> bool:
        """Return True: answers are public at once here."""
        return True

    @property
    def is_first_round(self) -> bool:
        """Whether the game would have no result if all agreed to end it now."""
        return self._table.is_first_round

    def view(self) -> Any:
        """Return the view of this seat."""
        return self._table.view(self.number)

    def legal(self) -> Sequence[Move]:
        """Return the legal moves of this seat."""
        return () if self.number is None else self._table.legal(self.number)

    def log(self) -> Sequence[Event]:
        """Return the events told to this seat."""
        return self._table.log(self.number)

    def moments(self, since: int) -> Sequence[Moment]:
        """Return the events told to this seat after its first `since`, and its view at each."""
        return self._table.moments(self.number, since)

    def move_index(self) -> MoveIndex:
        """Return the moves as this seat knew them."""
        return self._table.move_index(self.number)

    def _own_number(self) -> int:
        if self.number is None:
            raise IllegalMove(N_("a spectator can only watch"))
        return self.number

    def play(self, move: Move) -> None:
        """Play a move."""
        self._table.play(self._own_number(), move)

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move would be refused now; None if it is allowed."""
        return self._table.why_not(self._own_number(), move)

    def can_undo(self) -> bool:
        """Whether the last move may be undone here."""
        return self.number is not None and self._table.can_undo(self.number)

    def undo(self, more: Callable[[], bool] = never) -> None:
        """Undo the last move, and further ones as long as `more` returns True."""
        if not self.can_undo():
            raise IllegalMove(N_("this move cannot be undone"))
        self._table.undo(self._own_number())
        while more() and self.can_undo():
            self._table.undo(self._own_number())

    def own_moves(self) -> Sequence[str]:
        """Return the moves of this seat without undone ones, as words."""
        return [line.move for line in self._table.plays if line.seat == self.number]

    def marks(self) -> dict[str, str]:
        """Return the private marks of this seat."""
        return {} if self.number is None else self._table.marks(self.number)

    def mark(self, place: str, sign: str) -> None:
        """Put a private mark."""
        self._table.mark(self._own_number(), place, sign)

    @property
    def why_no_hints(self) -> Unfair | None:
        """Why no bot may give hints at this table; None if one may."""
        return why_no_hints(self._table)

    def advised(self) -> Awaitable[Sequence[Weighed]]:
        """Return an awaitable of evaluated moves, best first, based on this seat's present view.

        Raises Unfair, IllegalMove for a spectator.
        """
        if (refusal := self.why_no_hints) is not None:
            raise refusal
        number, seed = self._own_number(), number_of(self._table.seed)
        question = Question(
            self._adviser, self.game, self.view(), self.legal(), seed, number, self.moves_played
        )
        return self._thinker.weigh(question)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after each change this seat notices; return a function that stops it."""
        return self._place.listen(listener, self.number)


class LookingSeat(TableSeat):
    """A seat whose view is shown while a bot plays on it; it can do nothing."""

    def legal(self) -> Sequence[Move]:
        """Return no moves."""
        return ()

    def why_not(self, move: Move) -> Refusal | None:
        """Refuse every move, as a bot plays."""
        return IllegalMove(N_("a bot plays in this seat now"))

    def play(self, move: Move) -> None:
        """Refuse the move."""
        raise IllegalMove(N_("a bot plays in this seat now"))

    def can_undo(self) -> bool:
        """Return False: nothing can be undone from here."""
        return False


class ReplaySeat(LookingSeat):
    """A seat in a replay, which can do nothing."""

    def play(self, move: Move) -> None:
        """Refuse: nothing can be played in the past."""
        raise IllegalMove(N_("past positions cannot be changed"))
