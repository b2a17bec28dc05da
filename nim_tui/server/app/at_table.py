"""Being at a table of a server: sitting down, seeing who is there, leaving it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from textual.timer import Timer

from nim_tui.base_app import BaseApp
from nim_tui.catalog import offer_named
from nim_tui.server.app.seat_view import agreement_at, seat_states
from nim_tui.server.database.accounts import Account
from nim_tui.server.database.connection import Unwritten
from nim_tui.server.database.listing import table_seen
from nim_tui.server.lobby.live_table import LiveTable
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.settings import Settings
from nim_tui.tables.clock import A_GAME, A_MOVE, DAYS
from nim_tui.tables.seats import LivePlace, LookingSeat, TableSeat
from rules.messages import N_, Refusal
from screens.app_api import Agreement, CannotStart, Rematch
from screens.lobby.app_api import SeatState
from screens.lobby.seats import SeatsDialog, around_text
from screens.table.results import ResultsDialog
from screens.table.screen import GameScreen
from screens.text import say_refusal

TICKS: Final = {A_MOVE: 1.0, A_GAME: 1.0, DAYS: 60.0}
"""Seconds between two looks at a clock."""


class SitsDown(BaseApp):
    """The part of a session that is at a table, one at a time."""

    def __init__(
        self,
        lobby: Lobby,
        account: Account | None,
        settings: Settings,
        environment: Mapping[str, str],
    ) -> None:
        super().__init__(settings, environment)
        self._lobby = lobby
        self._account = account
        self.at: str | None = None
        """The id of the table on the screen."""
        self._ticking: Timer | None = None

    @property
    def account(self) -> int:
        """The number of the account. Raises a Refusal before there is one."""
        if self._account is None:
            raise CannotStart(N_("choose a name first"))
        return self._account.id

    @property
    def own_name(self) -> str:
        """Who this is."""
        return "" if self._account is None else self._account.name

    def sit_down(self, table: str) -> None:
        """Show a table: from the own seat, which is no longer a bot's, or as a spectator."""
        self._lobby.live(table)
        held = self._lobby.seated(table)
        own = None if held is None else held.seat_of(self.account)
        if held is not None and own is not None:
            try:
                held.give_back(own)
            except Unwritten as trouble:  # one can look on meanwhile
                self.notify(say_refusal(trouble), severity="error", markup=False)
        self._sit(table)

    def _sit(self, table: str) -> None:
        """Show a table; from a seat that a bot plays one only looks on."""
        row = table_seen(self._lobby.database, table, self.account)
        game, held = self._lobby.live(table), self._lobby.seated(table)
        offer = offer_named(game.game.name)
        adviser = offer.bot(offer.bots[0])
        own = row.seat_of(self.account)
        place = LivePlace(game)
        plays = own is not None and not (held is not None and held.is_lent(own))
        seats = [TableSeat(place, own, adviser)] if plays else []
        watcher = LookingSeat(place, None if plays else own, adviser)
        left = self._clear_table()
        self.at = table
        self.push_screen(offer.screen_type(seats, watcher, title=row.title))
        if row.clock is not None:
            self._ticking = self.set_interval(TICKS[row.clock.kind], self._show_around)
        self._lobby.moved_about(*{left, table})

    def leave_table(self) -> None:
        """Back to the lobby; the game goes on."""
        self._lobby.moved_about(self._clear_table())

    def _clear_table(self) -> str | None:
        """Take the table off the screen; which one it was."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        left, self.at = self.at, None
        return left

    @property
    def bounded_as(self) -> Hashable:
        """As whom this person is bounded in what they may do how often."""
        return self.account

    def seats_here(self) -> Sequence[SeatState]:
        """The seats of the table on the screen."""
        return [] if self.at is None else seat_states(self._lobby.seated(self.at), self.account)

    def _here(self) -> LiveTable:
        held = None if self.at is None else self._lobby.seated(self.at)
        if held is None:
            raise CannotStart(N_("nobody plays here any more"))
        return held

    def vote(self, seat: int) -> None:
        """Want a bot to play for who is away."""
        self._lobby.handing_over.take(self.account)
        self._here().vote(self.account, seat)

    def lend(self) -> None:
        """Let a bot play for oneself."""
        own = self._here().seat_of(self.account)
        if own is not None:
            self._lobby.handing_over.take(self.account)
            self._here().lend(own, is_wished=True)

    def take_back(self) -> None:
        """Play oneself again."""
        own = self._here().seat_of(self.account)
        if own is not None:
            if not self._here().can_come_back(own):
                raise CannotStart(N_("you have no time left in this game"))
            self._here().give_back(own)

    def give_up(self) -> None:
        """Give up the game on the screen."""
        if self.at is not None:
            self._lobby.resign(self.at, self.account)

    def agreement(self) -> Agreement:
        """How it stands with ending the game on the screen by agreement."""
        held = None if self.at is None else self._lobby.seated(self.at)
        return Agreement() if held is None else agreement_at(held, self.account)

    def agree(self) -> None:
        """Offer to end the game on the screen by agreement, or agree to that."""
        self._here().agree(self.account)

    def decline(self) -> None:
        """Decline to end the game on the screen, or take back to have offered that."""
        self._here().decline(self.account)

    def rematch(self) -> Rematch:
        """Who wants the same game again."""
        held = None if self.at is None else self._lobby.seated(self.at)
        if self.at is None or held is None:
            return Rematch(can_join=False)
        played = held.seat_of(self.account) is not None
        return self._lobby.rematches.state(self.at, self.account, played=played)

    def move_on(self, table: str, again: str) -> None:
        """The same game begins again elsewhere."""
        self.call_later(self._move_on, table, again)

    def _move_on(self, table: str, again: str) -> None:
        if self.at == table:
            try:
                self.sit_down(again)
            except Refusal as refusal:
                self.notify(say_refusal(refusal), severity="error", markup=False)

    def be_asked(self) -> None:
        """An answer is waited for: the line that says so comes with a bell."""
        self.call_later(self.bell)

    def action_seats_here(self) -> None:
        """Who sits at the table, and who is there."""
        if not isinstance(self.screen, SeatsDialog):
            self.push_screen(SeatsDialog())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Seats are of a table being played."""
        if action == "seats_here":
            held = None if self.at is None else self._lobby.seated(self.at)
            return held is not None and held.table.result is None
        return super().check_action(action, parameters)

    def around(self, room: int) -> str:
        """Clocks, and who is away."""
        return around_text(self.seats_here(), room)

    def people_changed(self) -> None:
        """Somebody came to the table on the screen, went away, or plays differently."""
        self.call_later(self._show_around)

    def _show_around(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen) and screen.is_attached:
                screen.show_headline()
                screen.show_notice()
            elif isinstance(screen, ResultsDialog) and screen.is_attached:
                screen.show_items()
