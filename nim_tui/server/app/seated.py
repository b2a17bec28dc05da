"""What one person can do at a table of a server, however they are shown it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nim_tui.registry import Offer, offer_named
from nim_tui.server.app.person import Person
from nim_tui.server.app.seat_view import agreement_at, seat_states
from nim_tui.server.app.served_seat import ServedSeat
from nim_tui.server.database.connection import Unwritten
from nim_tui.server.database.listing import TableRow, table_seen
from nim_tui.server.lobby.live_table import LiveTable
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.lobby.offers import Kind
from nim_tui.tables.open_table import cannot_start
from nim_tui.tables.seats import LivePlace, LookingSeat, TableSeat
from nim_tui.tables.table import Table
from rules.messages import N_, Refusal
from screens.app_api import Agreement, CannotStart, Rematch
from screens.lobby.served_table_api import SeatState

Complain = Callable[[Refusal | OSError], None]


@dataclass(frozen=True, slots=True)
class Places:
    """A table as one person is to be shown it."""

    row: TableRow
    game: Table
    held: LiveTable | None
    offer: Offer
    own: Sequence[TableSeat]
    """Their seat, if they play there themselves."""
    watcher: TableSeat
    """What they see else; from a seat that a bot plays they only look on."""


class Seated:
    """The table that one person is at, if any."""

    def __init__(self, lobby: Lobby, person: Person, complain: Complain) -> None:
        """`complain` tells what could not be stored, or done."""
        self._lobby = lobby
        self._person = person
        self._complain = complain
        self.id: str | None = None
        """The id of the table."""
        self.set_up = ""
        """The id of the table this person set up last, until the lobby shows it."""

    @property
    def held(self) -> LiveTable | None:
        """The game, while it is played; the lobby holds it."""
        return None if self.id is None else self._lobby.held.seated(self.id)

    async def take_own_seat(self, table: str) -> None:
        """Play again, where a bot did meanwhile."""
        _game, held = await self._lobby.opener.looked_at(table)
        own = None if held is None else held.people.seat_of(self._person.account)
        if held is not None and own is not None:
            try:
                await held.stand_ins.give_back(own)
            except Unwritten as trouble:  # one can look on meanwhile
                self._complain(trouble)

    async def places(self, table: str) -> Places:
        """A table, as this person may see it. Raises a Refusal."""
        database = self._lobby.database
        row = await database.look(table_seen, table, self._person.account)
        game, held = await self._lobby.opener.looked_at(table)
        offer = offer_named(game.game.name)
        adviser, thinker = offer.adviser, self._lobby.opener.thinker
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
        return Places(row, game, held, offer, seats, watcher)

    def seats(self) -> Sequence[SeatState]:
        """The seats of the table."""
        return [] if self.id is None else seat_states(self.held, self._person.account)

    def counts_from(self) -> int | None:
        """From how many moves on the game counts for ratings, if it does."""
        row = None if self.id is None else self._lobby.table_list.known(self.id)
        return None if row is None else row.rated_from

    def _here(self) -> LiveTable:
        held = self.held
        if held is None:
            raise CannotStart(N_("nobody plays here any more"))
        return held

    async def vote(self, seat: int) -> None:
        """Want a bot to play for who is away."""
        await self._lobby.handing_over.take(self._person.account)
        await self._here().voting.vote(self._person.account, seat)

    async def lend(self) -> None:
        """Let a bot play for oneself."""
        own = self._here().people.seat_of(self._person.account)
        if own is not None:
            await self._lobby.handing_over.take(self._person.account)
            await self._here().stand_ins.lend(own, is_wished=True)

    async def take_back(self) -> None:
        """Play oneself again."""
        own = self._here().people.seat_of(self._person.account)
        if own is not None:
            if not self._here().time.can_come_back(own):
                raise CannotStart(N_("you have no time left in this game"))
            await self._here().stand_ins.give_back(own)

    async def resign(self) -> None:
        """Resign the game."""
        if self.id is not None:
            await self._lobby.desk.resign(self.id, self._person.account)

    def can_resign(self) -> bool:
        """Whether this person may give the game up."""
        held = self.held
        own = None if held is None else held.people.seat_of(self._person.account)
        return held is not None and own is not None and held.table.can_resign(own)

    def agreement(self) -> Agreement:
        """How it stands with ending the game by agreement."""
        held = self.held
        return Agreement() if held is None else agreement_at(held, self._person.account)

    async def agree(self) -> None:
        """Offer to end the game by agreement, or agree to that."""
        await self._here().agreeing.agree(self._person.account)

    async def allow_undo(self) -> None:
        """Agree that a move is taken back."""
        await self._here().agreeing.agree(self._person.account, Kind.UNDO)

    def decline(self) -> None:
        """Decline what is offered, or withdraw the own offer."""
        self._here().agreeing.decline(self._person.account)

    def rematch(self) -> Rematch:
        """Who wants the same game again."""
        held = self.held
        if self.id is None or held is None:
            return Rematch(can_join=False)
        played = held.people.seat_of(self._person.account) is not None
        return self._lobby.rematch_book.state(self.id, self._person.account, played=played)

    async def play_again(self) -> None:
        """One table for all who played, which begins once they are all there."""
        if self.id is not None:
            try:
                self.set_up = await self._lobby.rematches.play_again(
                    self.id, self._person.account, by=self._person.bounded_as
                )
            except Refusal as problem:
                raise cannot_start(problem) from problem
