"""The table on a person's screen: sitting down, presence, leaving; events shown there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from textual.screen import Screen
from textual.timer import Timer

from nim_tui.app.base_app import BaseApp
from nim_tui.app.open_screens import can_review
from nim_tui.server.accounts.store import Account
from nim_tui.server.play.reviews import ReviewActions
from nim_tui.server.play.seated import SeatedPlayer
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount, SessionUser
from nim_tui.tables.clock import A_GAME, A_MOVE, DAYS
from nim_tui.tables.table import Table
from rules.messages import N_, Fact, Refusal
from screens.app_api import StoryPoint
from screens.lobby.chat import ChatDialog
from screens.lobby.seats_dialog import around_text
from screens.people import PersonalSentence, say_to
from screens.review.screen import back_to_review
from screens.table.results import ResultsDialog
from screens.table.screen import GameScreen
from screens.text import _

TICKS: Final = {A_MOVE: 1.0, A_GAME: 1.0, DAYS: 60.0}
"""Seconds between two looks at a clock."""


class CurrentTable(SeatedPlayer):
    """The table on the screen of one person, if any."""

    def __init__(
        self,
        app: BaseApp,
        lobby: Services,
        person: SessionAccount,
        replay: Callable[[str, int], None],
    ) -> None:
        """`replay` shows the record of a finished game."""
        super().__init__(lobby, person, app.tell_trouble)
        self._app = app
        self._replay = replay
        self.reviews = ReviewActions(app, lobby, person, lambda: self.id, self.sit_down)
        self._game: Table | None = None
        """The live or finished game on the screen."""
        self._ticking: Timer | None = None

    async def sit_down(self, table: str) -> None:
        """Show a table: from the person's own seat, which a stand-in leaves, or as a spectator."""
        await self.take_own_seat(table)
        await self.show(table)

    async def show(self, table: str, *, anew: bool = False) -> None:
        """Show a table; on a seat that a bot plays, the person only watches.

        Shown `anew`, the screen keeps the text being typed, and does not return a person who left.
        """
        places = await self.places(table)
        if anew and table != self.id:
            return
        row, typed = places.row, self._typed() if anew else None
        left = self._clear_table()
        self._be_at(table)
        self._game = places.game
        new_coach = self.coach_maker(places) if table in self.coached else None
        coach = None if new_coach is None else new_coach()
        screen_type = places.entry.screen_type
        self._app.push_screen(
            screen_type(places.own, places.watcher, title=row.title, typed=typed, coach=coach)
        )
        if row.clock is not None:
            self._ticking = self._app.set_interval(TICKS[row.clock.kind], self.show_around)
        self._lobby.comings.moved_about(*{left, table})

    def _typed(self) -> str | None:
        """Return the text being typed at the table on the screen; `None` without a game screen."""
        screens = self._app.screen_stack
        return next((one.typed for one in screens if isinstance(one, GameScreen)), None)

    def leave(self) -> None:
        """Return to the review the table was opened from, or to the lobby; the game continues."""
        if back_to_review(self._app):
            return
        left = self._clear_table()
        self._lobby.comings.moved_about(left)
        self.reviews.come_back(left)

    def _clear_table(self) -> str | None:
        """Remove the table from the screen; return its id."""
        while len(self._app.screen_stack) > 1:
            self._app.pop_screen()
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        left, self._game = self.id, None
        self._be_at(None)
        return left

    def may_be_watched(self) -> bool:
        """Return True: anyone on the server may watch, or may have watched."""
        return True

    def replay(self, position: int) -> None:
        """Step through the game on the screen from a position, once it is over."""
        if self.id is not None and self._is_over:
            self._replay(self.id, position)

    @property
    def _is_over(self) -> bool:
        return self._game is not None and self._game.result is not None

    def can_review(self) -> bool:
        """Whether the game on the screen is over, and can be reviewed here."""
        if self._game is None or not self.reviews.are_kept:
            return False
        return self._is_over and can_review(self._game.game.name)

    def review(self, then: Callable[[], None]) -> None:
        """Open the review of the game on the screen, once it is over."""
        if self.id is not None and self.can_review():
            self.reviews.open(self.id, then)

    async def story(self) -> Sequence[StoryPoint]:
        """Return nothing: on a server only the review shows turning points."""
        return ()

    # Actions of the app after news of the lobby

    async def move_on(self, table: str, again: str) -> None:
        """Go to the rematch of the table, if it is on the screen."""
        if self.id == table:
            try:
                await self.sit_down(again)
            except Refusal as refusal:
                self._app.tell_trouble(refusal)

    def around(self, room: int) -> str:
        """Return the clocks, and the absent players."""
        return around_text(self.seats(), room)

    async def sit_anew(self, table: str | None) -> None:
        """Show the table again, as a bot plays for this person now, or no longer."""
        if table is not None and table == self.id:
            try:
                await self.show(table, anew=True)
            except Refusal as refusal:
                if table == self.id:
                    self._lobby.comings.moved_about(self._clear_table())
                self._app.tell_trouble(refusal)

    def show_around(self) -> None:
        """Show who is at the table, and the clocks."""
        for screen in self._app.screen_stack:
            if isinstance(screen, GameScreen) and _is_there(screen):
                screen.lines.show_headline()
                screen.presenter.show_notice()
            elif isinstance(screen, ResultsDialog) and _is_there(screen):
                screen.show_items()


def _is_there(screen: Screen[Any]) -> bool:
    """Whether all widgets of a screen exist: not at its start, nor at its end."""
    return screen.is_attached and screen.is_mounted and screen.display


class ScreenSession:
    """The events of one session, shown by its app."""

    def __init__(
        self,
        app: BaseApp,
        lobby: Services,
        person: SessionAccount,
        table: CurrentTable,
        *,
        ring: Callable[[], None],
        name_window: Callable[[str], None],
    ) -> None:
        """`ring` rings for a turn, `name_window` sets the title of the terminal window."""
        self._app = app
        self._ring = ring
        self._name_window = name_window
        self._lobby = lobby
        self._person = person
        self._table = table
        self.who = SessionUser(person, lambda: table.id)

    def turn_changed(self, *, rings: bool) -> None:
        """Show that a game waits for this person, or no longer."""
        if rings:
            self._app.call_later(self._ring)
        self._app.call_later(self.show_title)

    def show_title(self) -> None:
        """Show in the terminal's title whether a game waits."""
        known = self._person.known
        waits = known is not None and self._lobby.held.waits_for(known.id)
        self._name_window(_("nim_tui: your turn") if waits else "nim_tui")

    def hear(self, line: str) -> None:
        """Take note of a chat message here; the lobby shows it by itself."""
        if self.who.at is not None:
            self._app.call_later(self._hear, line)

    def _hear(self, line: str) -> None:
        if self.who.at is not None and not isinstance(self._app.screen, ChatDialog):
            self._app.notify(line, markup=False)

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        """Show a message about something that happened here."""
        self._app.call_later(self._be_told, told, facts)

    def _be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        self._app.notify(say_to(self.who.name, told, facts), markup=False)

    def be_announced(self, text: str) -> None:
        """Show an announcement of the operator, in the place of notices."""
        self._app.call_later(self._be_announced, text)

    def _be_announced(self, text: str) -> None:
        told = _("Announcement: {text}").format(text=text)
        self._app.notify(told, severity="warning", markup=False, timeout=30)

    def is_kept(self, account: Account) -> None:
        """Take note that a key opens this account now."""
        self._person.known = account
        self.be_told(N_("Your name and seats are now kept."), {})

    def is_renamed(self, account: Account) -> None:
        """Take note of a new name or role of the account."""
        told = self._person.changed(account)
        if told:
            self.be_told(told, {"name": account.name})

    def sit_anew(self) -> None:
        """Show the table again, as a bot plays for this person now, or no longer."""
        self._app.call_later(self._table.sit_anew, self.who.at)

    def be_shown_out(self, table: str) -> None:
        """Return to the lobby from a table that an admin closed, if it is on the screen."""
        self._app.call_later(self._be_shown_out, table)

    def _be_shown_out(self, table: str) -> None:
        if self.who.at == table:
            self._table.leave()
            self._app.notify(_("an admin closed this table"), markup=False)

    def be_excluded(self, table: str) -> None:
        """Return to the lobby from a table, if it is on the screen."""
        self._app.call_later(self._be_excluded, table)

    def _be_excluded(self, table: str) -> None:
        if self.who.at == table:
            self._table.leave()

    def move_on(self, table: str, again: str) -> None:
        """Go to the rematch of a game."""
        self._app.call_later(self._table.move_on, table, again)

    def be_asked(self) -> None:
        """Ring the bell, as an answer is awaited."""
        self._app.call_later(self._ring)

    def people_changed(self) -> None:
        """Show that people or stand-ins at the table on the screen have changed."""
        self._app.call_later(self._table.show_around)
