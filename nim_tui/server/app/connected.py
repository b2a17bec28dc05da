"""A session as other parts call it: its app acts in its own time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nim_tui.app.base_app import BaseApp
from nim_tui.server.accounts.store import Account
from nim_tui.server.app.at_table import CurrentTable
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount, SessionUser
from rules.messages import N_, Fact
from screens.lobby.chat import ChatDialog
from screens.people import PersonalSentence, say_to
from screens.text import _


class ScreenSession:
    """The ConnectedSession of one session."""

    def __init__(
        self,
        app: BaseApp,
        lobby: Services,
        person: SessionAccount,
        table: CurrentTable,
        *,
        name_window: Callable[[str], None],
    ) -> None:
        """`name_window` gives the window of the terminal a title."""
        self._app = app
        self._name_window = name_window
        self._lobby = lobby
        self._person = person
        self._table = table
        self.who = SessionUser(person, lambda: table.id)

    def turn_changed(self, *, rings: bool) -> None:
        """A game waits for this person, or no longer."""
        if rings and self._app.sound != "off":
            self._app.call_later(self._app.bell)
        self._app.call_later(self.show_title)

    def show_title(self) -> None:
        """The title of the terminal tells whether a game waits."""
        known = self._person.known
        waits = known is not None and self._lobby.held.waits_for(known.id)
        self._name_window(_("nim_tui: your turn") if waits else "nim_tui")

    def hear(self, line: str) -> None:
        """Show a chat line at the table; the lobby shows its chat itself."""
        if self.who.at is not None:
            self._app.call_later(self._hear, line)

    def _hear(self, line: str) -> None:
        if self.who.at is not None and not isinstance(self._app.screen, ChatDialog):
            self._app.notify(line, markup=False)

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        """Show a message about an event."""
        self._app.call_later(self._be_told, told, facts)

    def _be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        self._app.notify(say_to(self.who.name, told, facts), markup=False)

    def be_announced(self, text: str) -> None:
        """Show an announcement of the operator."""
        self._app.call_later(self._be_announced, text)

    def _be_announced(self, text: str) -> None:
        told = _("Announcement: {text}").format(text=text)
        self._app.notify(told, severity="warning", markup=False, timeout=30)

    def is_kept(self, account: Account) -> None:
        """A key opens this account now."""
        self._person.known = account
        self.be_told(N_("Your name and seats are now kept."), {})

    def is_renamed(self, account: Account) -> None:
        """Tell the person that their account was renamed."""
        self._person.known = account
        self.be_told(N_("An admin renamed you: you are now {name}."), {"name": account.name})

    def sit_anew(self) -> None:
        """A bot plays for this person now, or no longer."""
        self._app.call_later(self._table.sit_anew, self.who.at)

    def be_shown_out(self, table: str) -> None:
        """Go back to the lobby after an admin closed the table, unless the person has left it."""
        self._app.call_later(self._be_shown_out, table)

    def _be_shown_out(self, table: str) -> None:
        if self.who.at == table:
            self._table.leave()
            self._app.notify(_("an admin closed this table"), markup=False)

    def move_on(self, table: str, again: str) -> None:
        """Go to the rematch of the table."""
        self._app.call_later(self._table.move_on, table, again)

    def be_asked(self) -> None:
        """Ring for an answer that is waited for."""
        if self._app.sound != "off":
            self._app.call_later(self._app.bell)

    def people_changed(self) -> None:
        """Show the people at the table, after a change."""
        self._app.call_later(self._table.show_around)
