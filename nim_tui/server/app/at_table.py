"""Being at a table of a server: sitting down, seeing who is there, leaving it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from textual.screen import Screen
from textual.timer import Timer

from nim_tui.base_app import BaseApp
from nim_tui.bots.bot import Bot
from nim_tui.catalog import offer_named
from nim_tui.open_table import cannot_start
from nim_tui.review.open import can_review
from nim_tui.server.app.person import Person
from nim_tui.server.app.reviews import ServedReviews
from nim_tui.server.app.seat_view import agreement_at, seat_states
from nim_tui.server.app.served_seat import ServedSeat
from nim_tui.server.database.connection import Unwritten
from nim_tui.server.database.listing import table_seen
from nim_tui.server.lobby.live_table import LiveTable
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.tables.clock import A_GAME, A_MOVE, DAYS
from nim_tui.tables.seats import LivePlace, LookingSeat, TableSeat
from nim_tui.tables.table import Table
from rules.messages import N_, Refusal
from screens.app_api import Agreement, CannotStart, Rematch
from screens.lobby.app_api import SeatState
from screens.lobby.seats import around_text
from screens.review.back import back_to_review
from screens.table.results import ResultsDialog
from screens.table.screen import GameScreen

TICKS: Final = {A_MOVE: 1.0, A_GAME: 1.0, DAYS: 60.0}
"""Seconds between two looks at a clock."""


class AtTable:
    """The table on the screen of one person, if any."""

    def __init__(
        self, app: BaseApp, lobby: Lobby, person: Person, replay: Callable[[str], None]
    ) -> None:
        """`replay` shows the record of a game that is over."""
        self._app = app
        self._lobby = lobby
        self._person = person
        self._replay = replay
        self.reviews = ServedReviews(app, lobby, person, lambda: self.id)
        self.id: str | None = None
        """The id of the table on the screen."""
        self.set_up = ""
        """The id of the table this person set up last, until the lobby shows it."""
        self._game: Table | None = None
        """The game on the screen, played or over."""
        self._ticking: Timer | None = None

    @property
    def held(self) -> LiveTable | None:
        """The game on the screen, while it is played; the lobby holds it."""
        return None if self.id is None else self._lobby.held.seated(self.id)

    async def sit_down(self, table: str) -> None:
        """Show a table: from the own seat, which is no longer a bot's, or as a spectator."""
        _game, held = await self._lobby.opener.looked_at(table)
        own = None if held is None else held.people.seat_of(self._person.account)
        if held is not None and own is not None:
            try:
                await held.stand_ins.give_back(own)
            except Unwritten as trouble:  # one can look on meanwhile
                self._app.tell_trouble(trouble)
        await self.show(table)

    async def show(self, table: str, *, anew: bool = False) -> None:
        """Show a table; from a seat that a bot plays one only looks on.

        Shown `anew` it keeps what is being typed, and whoever has gone elsewhere stays there.
        """
        row = await self._lobby.database.ask(table_seen, table, self._person.account)
        game, held = await self._lobby.opener.looked_at(table)
        offer = offer_named(game.game.name)
        adviser = offer.adviser
        if anew and table != self.id:
            return
        own = row.seat_of(self._person.account)
        place = LivePlace(game)
        plays = own is not None and not (held is not None and held.people.is_lent(own))
        seats: list[TableSeat] = []
        if plays and own is not None:
            seats.append(self._seat(place, own, adviser, held))
        watcher = LookingSeat(place, None if plays else own, adviser)
        typed = self._typed() if anew else None
        left = self._clear_table()
        self.id, self._game = table, game
        self._app.push_screen(offer.screen_type(seats, watcher, title=row.title, typed=typed))
        if row.clock is not None:
            self._ticking = self._app.set_interval(TICKS[row.clock.kind], self.show_around)
        self._lobby.comings.moved_about(*{left, table})

    def _seat(self, place: LivePlace, own: int, adviser: Bot, held: LiveTable | None) -> TableSeat:
        """The own seat: where a game is played, what is done there is stored first."""
        thinker = self._lobby.opener.thinker
        if held is None:
            return TableSeat(place, own, adviser, thinker)
        return ServedSeat(
            place, own, adviser,
            held=held, database=self._lobby.database, complain=self._app.tell_trouble,
            thinker=thinker,
        )  # fmt: skip

    def _typed(self) -> str | None:
        """What is being typed at the table on the screen."""
        screens = self._app.screen_stack
        return next((one.typed for one in screens if isinstance(one, GameScreen)), None)

    def leave(self) -> None:
        """Back to the review it was opened from, or to the lobby; the game goes on."""
        if back_to_review(self._app):
            return
        self._lobby.comings.moved_about(self._clear_table())

    def _clear_table(self) -> str | None:
        """Take the table off the screen; which one it was."""
        while len(self._app.screen_stack) > 1:
            self._app.pop_screen()
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        left, self.id, self._game = self.id, None, None
        return left

    def may_be_watched(self) -> bool:
        """Whoever is on the server may come to look, or may have been."""
        return True

    def seats(self) -> Sequence[SeatState]:
        """The seats of the table on the screen."""
        return [] if self.id is None else seat_states(self.held, self._person.account)

    def counts_from(self) -> int | None:
        """From how many moves on the game on the screen counts for ratings, if it does."""
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
        """Resign the game on the screen."""
        if self.id is not None:
            await self._lobby.desk.resign(self.id, self._person.account)

    def agreement(self) -> Agreement:
        """How it stands with ending the game on the screen by agreement."""
        held = self.held
        return Agreement() if held is None else agreement_at(held, self._person.account)

    async def agree(self) -> None:
        """Offer to end the game on the screen by agreement, or agree to that."""
        await self._here().agreeing.agree(self._person.account)

    def decline(self) -> None:
        """Decline to end the game on the screen, or take back to have offered that."""
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

    def replay(self, position: int) -> None:
        """Step through the game on the screen from its start, once it is over."""
        if self.id is not None and self._is_over:
            self._replay(self.id)

    @property
    def _is_over(self) -> bool:
        return self._game is not None and self._game.result is not None

    def can_review(self) -> bool:
        """Whether the game on the screen is over, and is reviewed here."""
        if self._game is None or not self.reviews.are_kept:
            return False
        return self._is_over and can_review(self._game.game.name)

    def review(self, then: Callable[[], None]) -> None:
        """Open the review of the game on the screen, once it is over."""
        if self.id is not None and self.can_review():
            self.reviews.open(self.id, then)

    # What the app does in its own time, once the lobby has told it

    async def move_on(self, table: str, again: str) -> None:
        """The same game begins again elsewhere."""
        if self.id == table:
            try:
                await self.sit_down(again)
            except Refusal as refusal:
                self._app.tell_trouble(refusal)

    def around(self, room: int) -> str:
        """Clocks, and who is away."""
        return around_text(self.seats(), room)

    async def sit_anew(self, table: str | None) -> None:
        """A bot plays for this person now, or no longer."""
        if table is not None and table == self.id:
            try:
                await self.show(table, anew=True)
            except Refusal as refusal:
                if table == self.id:
                    self._lobby.comings.moved_about(self._clear_table())
                self._app.tell_trouble(refusal)

    def show_around(self) -> None:
        """Show who is there and how much time they have."""
        for screen in self._app.screen_stack:
            if isinstance(screen, GameScreen) and _is_there(screen):
                screen.show_headline()
                screen.show_notice()
            elif isinstance(screen, ResultsDialog) and _is_there(screen):
                screen.show_items()


def _is_there(screen: Screen[Any]) -> bool:
    """Whether all that a screen is made of is there: not so at its beginning, nor at its end."""
    return screen.is_attached and screen.is_mounted
