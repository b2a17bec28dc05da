"""Offers to end the game of one table by agreement: who made one, who agreed, how long it stands.

Bots agree by themselves; a bot that stands in for a person never agrees for that person.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextvars import Context
from typing import Any, Final, Protocol

from nim_tui.tables.table import Table
from rules.contract import IllegalMove
from rules.messages import N_, Fact, Refusal
from screens.people import Told

_TAKEN_BACK: Final = Told(
    N_("{name} withdraws the offer to end the game."),
    you=N_("You withdraw the offer to end the game."),
)
_PLAYS_ON: Final = Told(N_("{name} wants to play on."), you=N_("You want to play on."))

logger = logging.getLogger(__name__)


class CannotOffer(Refusal):
    """The game cannot be ended by agreement so, now; the message says why."""


class TableObserver(Protocol):
    """What a table tells of its offers to whoever holds it."""

    def tell(self, table: str, told: Told | str, **facts: Fact) -> None:
        """Something happened that all who look at it should be told: a sentence to translate."""

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer was made or agreed to; these have not answered yet."""


class OfferNotices:
    """Tells of the offers at one table, whose people are known by their seats there."""

    def __init__(self, api: TableObserver, table: str, accounts: Sequence[int | None]) -> None:
        self._api = api
        self._table = table
        self._accounts = accounts

    def tell(self, told: Told | str, **facts: Fact) -> None:
        """Tell all who look at the table."""
        self._api.tell(self._table, told, **facts)

    def ask(self, seats: Collection[int]) -> None:
        """Ask the people of these seats."""
        accounts = (self._accounts[seat] for seat in seats)
        self._api.ask(self._table, [one for one in accounts if one is not None])


class DrawOffers:
    """One offer at a time stands at a table, and each seat makes at most one a turn.

    It lapses once who made it has made a move that everybody is told of, has left, or got no
    answer for long. All that is public: moves made in secret change nothing here.
    """

    def __init__(
        self,
        game: Table,
        notices: OfferNotices,
        context: Context,
        *,
        end: Callable[[], Awaitable[None]],
        start: Callable[[Coroutine[Any, Any, None]], None],
        lasts: float,
    ) -> None:
        """An offer lapses by itself after so many seconds, in `context`, which is nobody's.

        `end` ends the game by agreement: raises IllegalMove, OSError; `start` begins what nobody
        waits for.
        """
        self._game = game
        self._end = end
        self._start = start
        self._notices = notices
        self._context = context
        self._people: frozenset[int] = frozenset()
        self._lasts = lasts
        self._outlasts_leaving = False
        self._turns: dict[int, int] = {}
        """The turns that a seat had ended when it last made an offer."""
        self._opened = 0
        """The moves of who offers that everybody had been told of then."""
        self._alarm: asyncio.TimerHandle | None = None
        self.by: int | None = None
        """The seat that offers to end the game."""
        self.agreed: frozenset[int] = frozenset()
        """The seats that agree to that, the one that offers among them."""

    def by_calendar(self, seconds: float) -> None:
        """Nobody is expected to sit at the table: an offer stands for so long, whoever leaves."""
        self._lasts, self._outlasts_leaving = seconds, True

    @property
    def people(self) -> frozenset[int]:
        """The seats whose people must all agree."""
        return self._people

    @property
    def asked(self) -> frozenset[int]:
        """The seats that have not answered the offer that stands."""
        return frozenset() if self.by is None else self._people - self.agreed

    async def agree(self, seat: int) -> None:
        """Make an offer, or agree to the one that stands; the game ends once all agree.

        Raises CannotOffer, IllegalMove, OSError; then nothing has changed.
        """
        if self._game.result is not None:
            raise IllegalMove(N_("the game is over"))
        if seat not in self._people:
            raise IllegalMove(N_("you do not play at this table"))
        is_new = self.by is None
        if is_new and self._game.turns_of(seat) <= self._turns.get(seat, -1):
            raise CannotOffer(N_("you have offered that in this turn already"))
        if self._people <= self.agreed | {seat}:
            await self._end()
            self._clear()
            return
        self.agreed |= {seat}
        if is_new:
            self._begin(seat)
        self._notices.ask(self.asked)

    def _begin(self, seat: int) -> None:
        self.by = seat
        self._turns[seat] = self._game.turns_of(seat)
        self._opened = self._game.moves_of(seat)[1]
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(self._lasts, self._lapse, context=self._context.copy())

    def decline(self, seat: int) -> None:
        """Play on: an offer is declined, or taken back by who made it."""
        if self.by is None or seat not in self._people:
            return
        name = self._game.seats[seat].name
        is_own = seat == self.by
        self._clear()
        if is_own:
            self._notices.tell(_TAKEN_BACK, name=name)
        else:
            self._notices.tell(_PLAYS_ON, name=name)

    def settle(self) -> None:
        """The game went on: an offer may be past."""
        if self._game.result is not None:
            self._clear()
        elif self.by is not None and self._game.moves_of(self.by)[1] != self._opened:
            self._lapse()

    def note_here(self, here: Collection[int]) -> None:
        """Note which seats' people are at the table; who offers and leaves offers no longer."""
        if self.by is not None and self.by not in here and not self._outlasts_leaving:
            self._lapse()

    def note_people(self, people: Collection[int]) -> None:
        """Note who sits at the table: others than before, where somebody gave a seat up for good.

        The game may end by that, as nobody is left who has not agreed.
        """
        self._people = frozenset(people)
        self.agreed &= self._people
        if self.by is not None and self.by not in self._people:
            self._lapse()
        elif self.by is not None and not self.asked:
            self._start(self._end_agreed())

    async def _end_agreed(self) -> None:
        try:
            await self._end()
        except (Refusal, OSError):
            logger.exception("a game that all agreed to end goes on")
        self._clear()

    def adopt(self, by: int | None, agreed: Collection[int]) -> None:
        """Take the offer that stands elsewhere."""
        if by != self.by:
            self._clear()
            if by is not None:
                self._begin(by)
        self.agreed = frozenset(agreed)

    def close(self) -> None:
        """Let what was offered be past, and tell nobody."""
        self._clear()

    def _lapse(self) -> None:
        if self.by is not None:
            self._clear()
            self._notices.tell(N_("The offer to end the game has lapsed."))

    def _clear(self) -> None:
        self.by, self.agreed = None, frozenset()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
