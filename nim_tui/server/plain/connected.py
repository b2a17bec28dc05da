"""A session by lines as the lobby calls on it, from wherever: all is noted, and told later."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nim_tui.server.app.person import Person
from nim_tui.server.app.whoever import Whoever
from nim_tui.server.database.accounts import Account
from nim_tui.server.plain.notices import Notices
from rules.messages import N_, Fact
from screens.people import Told, say_to
from screens.text import _


class ConnectedLines:
    """The ConnectedUser of one session by lines."""

    def __init__(
        self, person: Person, who: Whoever, notices: Notices, wake: Callable[[], None]
    ) -> None:
        """`wake` is to be called when there is something to tell."""
        self.who = who
        self._person = person
        self._notices = notices
        self._wake = wake
        self._anew: str | None = None
        self._goes: tuple[str, str] | None = None
        self._out: str | None = None
        self._rings = False

    # What was noted, to be asked once

    def rings(self) -> bool:
        """Whether a game has come to wait."""
        rings, self._rings = self._rings, False
        return rings

    def goes_on_to(self) -> str | None:
        """The table where the game goes on at which they still are."""
        goes, self._goes = self._goes, None
        return goes[1] if goes is not None and goes[0] == self.who.at else None

    def is_out(self) -> bool:
        """Whether the table at which they still are was closed."""
        out, self._out = self._out, None
        return out is not None and out == self.who.at

    def sits_anew(self) -> str | None:
        """The table at which they still are, where a bot plays for them now, or no longer."""
        anew, self._anew = self._anew, None
        return anew if anew is not None and anew == self.who.at else None

    # What the lobby calls

    def turn_changed(self, *, rings: bool) -> None:
        """A game has come to wait for this person, or does so no longer."""
        self._rings = self._rings or rings
        self._wake()

    def hear(self, line: str) -> None:
        """Something was said here."""
        name, _sign, text = line.partition(": ")
        self._notices.note(lambda: _("{name} says: {text}").format(name=name, text=text))

    def be_told(self, told: Told | str, facts: Mapping[str, Fact]) -> None:
        """Something happened here."""
        self._notices.note(lambda: say_to(self.who.name, told, facts))

    def be_announced(self, text: str) -> None:
        """Whoever runs the server tells everybody something."""
        self._notices.note(lambda: _("To everybody: {text}").format(text=text))

    def be_asked(self) -> None:
        """An answer is waited for: the table tells which."""
        self._wake()

    def people_changed(self) -> None:
        """Somebody came to the table, went away, or plays differently."""
        self._wake()

    def is_kept(self, account: Account) -> None:
        """A key opens this account now."""
        self._person.known = account
        self.be_told(N_("Your key keeps your name and seats from now on."), {})

    def is_renamed(self, account: Account) -> None:
        """The account has another name now."""
        self._person.known = account
        self.be_told(N_("An admin has renamed you: you are {name} now."), {"name": account.name})

    def sit_anew(self) -> None:
        """A bot plays for this person now, or no longer."""
        self._anew = self.who.at
        self._wake()

    def be_shown_out(self, table: str) -> None:
        """An admin has closed the table."""
        self._out = table
        self._wake()

    def move_on(self, table: str, again: str) -> None:
        """The same game begins again elsewhere."""
        self._goes = table, again
        self._wake()
