"""The people connected to this server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from nim_tui.server.accounts.store import Account
from nim_tui.server.nodes.presence import PersonElsewhere
from rules.messages import Fact
from screens.people import PersonalSentence


class Whoever(Protocol):
    """The account of a session, and the table it is at."""

    @property
    def account(self) -> int:
        """The number of the account."""

    @property
    def name(self) -> str:
        """The name of the account."""

    @property
    def at(self) -> str | None:
        """The table on its screen, if any."""


class ConnectedSession(Protocol):
    """A session, as the lobby calls on it: from anywhere, so it may only note what it is told."""

    @property
    def who(self) -> Whoever:
        """The account of the session, and the table it is at."""

    def turn_changed(self, *, rings: bool) -> None:
        """A game has come to wait for this person, perhaps with a bell, or does so no longer."""

    def hear(self, line: str) -> None:
        """Something was said where this person is."""

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        """Something happened where this person is: a sentence to translate."""

    def be_announced(self, text: str) -> None:
        """Tell this person an announcement of the operator to everybody."""

    def be_asked(self) -> None:
        """An answer of this person is waited for, at the table where they are."""

    def move_on(self, table: str, again: str) -> None:
        """Go on from a table whose game is over, if still there, to the table where it plays on."""

    def people_changed(self) -> None:
        """Note that the people at this person's table, or how they play, have changed."""

    def is_kept(self, account: Account) -> None:
        """A key opens this person's account now, who came without one."""

    def is_renamed(self, account: Account) -> None:
        """The account has another name now."""

    def be_shown_out(self, table: str) -> None:
        """An admin has closed the table where this person is."""

    def sit_anew(self) -> None:
        """The seat at the table where this person is plays differently now."""


class Presence:
    """Everybody who is here, by the numbers of their sessions; one person may be here twice."""

    def __init__(self) -> None:
        self._here: dict[int, ConnectedSession] = {}
        self.elsewhere: Sequence[PersonElsewhere] = ()
        """Who is at other nodes, to be read about and not to be called."""

    def __iter__(self) -> Iterator[ConnectedSession]:
        """All of them; who comes or goes meanwhile does not matter."""
        return iter(tuple(self._here.values()))

    def sessions(self) -> Sequence[tuple[int, ConnectedSession]]:
        """Everybody here, by the numbers of their sessions."""
        return tuple(self._here.items())

    def enter(self, visit: int, guest: ConnectedSession) -> None:
        """Somebody comes in."""
        self._here[visit] = guest

    def leave(self, visit: int) -> ConnectedSession | None:
        """A session is over; whose it was, if anybody had come in."""
        return self._here.pop(visit, None)

    def at(self, table: str | None) -> list[ConnectedSession]:
        """Return the people who look at a table, or are in the lobby (None)."""
        return [guest for guest in self if guest.who.at == table]

    def names(self, table: str) -> list[str]:
        """The names of who is at a table, at whichever node, each once."""
        names = {guest.who.name for guest in self.at(table)}
        names |= {one.name for one in self.elsewhere if one.at == table}
        return sorted(names, key=str.casefold)

    def accounts(self, table: str | None = None) -> dict[int, str]:
        """Return the people at a table or (None) on the whole server, on any node: with names."""
        far = {one.account: one.name for one in self.elsewhere if table in (None, one.at)}
        here = self if table is None else self.at(table)
        return far | {guest.who.account: guest.who.name for guest in here}

    def places(self) -> list[tuple[str, str | None]]:
        """Everybody once, by the alphabet, and a table they are at; None: in the lobby alone."""
        found: dict[str, str | None] = {}
        for guest in self:
            found[guest.who.name] = found.get(guest.who.name) or guest.who.at
        for one in self.elsewhere:
            found[one.name] = found.get(one.name) or one.at
        return sorted(found.items(), key=lambda item: item[0].casefold())
