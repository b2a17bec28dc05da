"""A person at a live table: view and actions. Some answers are delayed to a fixed beat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from nim_tui.bots.bot import Bot
from nim_tui.coach import Coach, coach_maker
from nim_tui.registry import GameEntry, game_named
from nim_tui.server.lobby.table_view import agreement_at, counting_of, seat_states
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.play.offers import OfferKind
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.tables.exclusions import check_welcome_at
from nim_tui.server.tables.listing import TableRow, table_seen
from nim_tui.tables.open_table import cannot_start
from nim_tui.tables.seats import LivePlace, LookingSeat, Place, TableSeat, never
from nim_tui.tables.table import Table
from nim_tui.thinking.question import Thinker
from rules.contract import IllegalMove, Move
from rules.messages import N_, Refusal
from screens.app_api import Agreement, NotPossible, Rematch
from screens.lobby.api import SeatState
from screens.lobby.values import Counting

_ANSWERED: Final = N_("it is not your turn")


class ServedSeat(TableSeat):
    """A seat at a live table: until its last change is stored, it has no moves.

    If others must not learn whether there was a choice, an answer also waits for the beat.
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
        thinker: Thinker,
    ) -> None:
        """`complain` reports that a change could not be stored, or was refused when due."""
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
        """Marks not stored yet."""

    @property
    def is_saving(self) -> bool:
        """Whether the seat's last change is not stored yet."""
        return self._seat in self._held.saving

    async def saved(self) -> bool:
        """Wait until the seat's last change is stored; return whether it was."""
        await self._rests.wait()
        return self._was_saved

    async def settled(self) -> bool:
        """Wait until the seat's answer is public and all is stored; return whether it was."""
        return await self._answers.told(self._seat) and await self.saved()

    @property
    def _has_answered(self) -> bool:
        return self.is_saving or self._answers.is_given(self._seat)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats to move that have not answered."""
        waiting = super().waiting
        if self._has_answered:
            return tuple(seat for seat in waiting if seat != self._seat)
        return waiting

    def legal(self) -> Sequence[Move]:
        """Return the legal moves of this seat; empty once it has answered."""
        return () if self._has_answered else super().legal()

    def can_undo(self) -> bool:
        """Whether the last move may be undone here; an answer given may not."""
        return not self._has_answered and super().can_undo()

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move would be refused now; after an answer all are."""
        return IllegalMove(_ANSWERED) if self._has_answered else super().why_not(move)

    def play(self, move: Move) -> None:
        """Play a move, at once or on the beat. Raises IllegalMove."""
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
        """Undo the last move, and further ones as long as `more`. Raises IllegalMove.

        If others must agree, they are asked.
        """
        if not self.can_undo():
            raise IllegalMove(N_("this move cannot be undone"))
        account = self._held.people.accounts[self._seat]
        if account is not None and self._held.agreeing.must_ask(self._seat):
            self._begin(self._held.agreeing.agree(account, OfferKind.UNDO))
        else:
            self._begin(self._undo(more))

    async def _undo(self, more: Callable[[], bool]) -> None:
        await self._held.undo(self._seat)
        while self._goes_on(more):
            await self._held.undo(self._seat)

    def _goes_on(self, more: Callable[[], bool]) -> bool:
        """Return whether to undo one more move, as if unstored changes were stored."""
        with self._held.saving.as_if_stored(self._seat):
            asks = self._held.agreeing.must_ask(self._seat)
            return more() and self.can_undo() and not asks

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Store and make a change; until then the viewer sees that it is being stored."""
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
        """Return the private marks of this seat."""
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
        """Call a listener after each change this seat may notice; return a function to stop it."""
        stop = super().listen(listener)
        stop_saving = self._held.saving.listen(self._seat, listener)

        def stop_both() -> None:
            stop()
            stop_saving()

        return stop_both


Complain = Callable[[Refusal | OSError], None]


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """A table as shown to one person."""

    row: TableRow
    game: Table
    held: LiveTable | None
    entry: GameEntry
    own: Sequence[TableSeat]
    """The person's seat, if they play themselves."""
    watcher: TableSeat
    """The view of the person as a spectator; a seat with a stand-in gives no more."""


def _nowhere(_table: str | None) -> None:
    """Show no address, as terminals have none."""


class SeatedPlayer:
    """The table of one person, if any."""

    def __init__(self, lobby: Services, person: SessionAccount, complain: Complain) -> None:
        """`complain` reports what could not be stored, or done."""
        self._lobby = lobby
        self._person = person
        self._complain = complain
        self.moved: Callable[[str | None], None] = _nowhere
        """Called with the id of the table whenever it changes."""
        self._id: str | None = None
        self.set_up = ""
        """The id of the table this person set up last, until the lobby shows it."""
        self.coached: set[str] = set()
        """The ids of tables that this person set up with a coach."""

    @property
    def id(self) -> str | None:
        """The id of the table."""
        return self._id

    def _be_at(self, table: str | None) -> None:
        if table != self._id:
            self._id = table
            self.moved(table)

    @property
    def held(self) -> LiveTable | None:
        """The running game; None once it is over."""
        return None if self.id is None else self._lobby.held.seated(self.id)

    async def take_own_seat(self, table: str) -> None:
        """Take the seat back from a stand-in."""
        _game, held = await self._lobby.opener.looked_at(table)
        own = None if held is None else held.people.seat_of(self._person.account)
        if held is not None and own is not None:
            try:
                await held.stand_ins.give_back(own)
            except WriteRefused as trouble:  # watching is possible meanwhile
                self._complain(trouble)

    async def places(self, table: str) -> TablePlaces:
        """Return a table as this person may see it. Raises a Refusal."""
        database = self._lobby.database
        row = await database.look(table_seen, table, self._person.account)
        await database.look(check_welcome_at, row.id, self._person.account)
        game, held = await self._lobby.opener.looked_at(table)
        entry = game_named(game.game.name)
        adviser, thinker = entry.adviser, self._lobby.opener.thinker
        own = row.seat_of(self._person.account)
        place = LivePlace(game)
        plays = own is not None and not (held is not None and held.people.is_lent(own))
        seats: list[TableSeat] = []
        if plays and own is not None:
            seats.append(
                TableSeat(place, own, adviser, thinker)
                if held is None
                else ServedSeat(
                    place,
                    own,
                    adviser,
                    held=held,
                    database=database,
                    complain=self._complain,
                    thinker=thinker,
                )
            )
        watcher = LookingSeat(place, None if plays else own, adviser)
        return TablePlaces(row, game, held, entry, seats, watcher)

    def coach_maker(self, places: TablePlaces) -> Callable[[], Coach] | None:
        """Return what makes a coach for this person at a table; None where none may help."""
        seats = () if places.held is None else places.own
        return coach_maker(seats, places.entry, self._lobby.opener.thinker)

    def seats(self) -> Sequence[SeatState]:
        """Return the seats of the table."""
        return [] if self.id is None else seat_states(self.held, self._person.account)

    def counts_from(self) -> int | None:
        """Return the number of moves from which on the game is rated; None if it is casual."""
        row = None if self.id is None else self._lobby.table_list.known(self.id)
        is_casual = row is None or counting_of(row) in (Counting.CASUAL, Counting.WITH_BOT)
        return None if row is None or is_casual else row.rated_from

    def _here(self) -> LiveTable:
        held = self.held
        if held is None:
            raise NotPossible(N_("no players left at this table"))
        return held

    async def vote(self, seat: int) -> None:
        """Vote for a stand-in on an absent player's seat."""
        await self._lobby.handing_over.take(self._person.account)
        await self._here().voting.vote(self._person.account, seat)

    async def lend(self) -> None:
        """Ask for a stand-in on one's own seat."""
        own = self._here().people.seat_of(self._person.account)
        if own is not None:
            await self._lobby.handing_over.take(self._person.account)
            await self._here().stand_ins.lend(own, is_wished=True)

    async def take_back(self) -> None:
        """Take one's own seat back."""
        own = self._here().people.seat_of(self._person.account)
        if own is not None:
            if not self._here().time.can_come_back(own):
                raise NotPossible(N_("you have no time left in this game"))
            await self._here().stand_ins.give_back(own)

    async def resign(self) -> None:
        """Resign the game."""
        if self.id is not None:
            await self._lobby.tables.resign(self.id, self._person.account)

    def can_resign(self) -> bool:
        """Whether this person may resign."""
        held = self.held
        own = None if held is None else held.people.seat_of(self._person.account)
        return held is not None and own is not None and held.table.can_resign(own)

    def agreement(self) -> Agreement:
        """Return the open offers of the game."""
        held = self.held
        return Agreement() if held is None else agreement_at(held, self._person.account)

    async def agree(self) -> None:
        """Offer a draw, or accept it."""
        await self._here().agreeing.agree(self._person.account)

    async def allow_undo(self) -> None:
        """Accept a request to undo a move."""
        await self._here().agreeing.agree(self._person.account, OfferKind.UNDO)

    def decline(self) -> None:
        """Decline an offer, or withdraw one's own."""
        self._here().agreeing.decline(self._person.account)

    def rematch(self) -> Rematch:
        """Return the state of a rematch: the players who want the same game again."""
        held = self.held
        if self.id is None or held is None:
            return Rematch(can_join=False)
        played = held.people.seat_of(self._person.account) is not None
        return self._lobby.rematch_book.state(self.id, self._person.account, played=played)

    async def play_again(self) -> None:
        """Set up a rematch for all players; it starts once all are there."""
        if self.id is not None:
            try:
                self.set_up = await self._lobby.rematches.play_again(
                    self.id, self._person.account, by=self._person.bounded_as
                )
            except Refusal as problem:
                raise cannot_start(problem) from problem
