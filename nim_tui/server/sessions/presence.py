"""The people connected to this server."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, overload

from nim_tui.server.accounts.store import Account
from nim_tui.server.nodes.presence import PeopleElsewhere
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
    """A session as other parts call it, from any task; so it may only note what happened."""

    @property
    def who(self) -> Whoever:
        """The account of the session, and the table it is at."""

    def turn_changed(self, *, rings: bool) -> None:
        """Note that it is, or no longer is, this person's turn in a game, perhaps with a bell."""

    def hear(self, line: str) -> None:
        """Note a chat message at the person's place."""

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        """Note an event at the person's place: a sentence to translate."""

    def be_announced(self, text: str) -> None:
        """Note an announcement of the operator."""

    def be_asked(self) -> None:
        """Note that an answer is awaited at this person's table."""

    def move_on(self, table: str, again: str) -> None:
        """Go from a finished game, if still there, to its rematch."""

    def people_changed(self) -> None:
        """Note that the people at this person's table, or how they play, have changed."""

    def is_kept(self, account: Account) -> None:
        """Note that a key opens this person's account now."""

    def is_renamed(self, account: Account) -> None:
        """Note a new name or role of the account."""

    def be_shown_out(self, table: str) -> None:
        """Note that an admin closed the person's table."""

    def be_excluded(self, table: str) -> None:
        """Leave a table, if still there."""

    def sit_anew(self) -> None:
        """Note that a bot plays on this person's seat now, or no longer."""


class Presence:
    """The people online, by session number; one person may have several sessions."""

    def __init__(self, elsewhere: PeopleElsewhere | None = None) -> None:
        """`elsewhere`: the people at other nodes, if there are any; only read here."""
        self._here: dict[int, ConnectedSession] = {}
        self.elsewhere: Final = PeopleElsewhere() if elsewhere is None else elsewhere

    def __iter__(self) -> Iterator[ConnectedSession]:
        """Iterate over the sessions as they were at the start."""
        return iter(tuple(self._here.values()))

    def sessions(self) -> Sequence[tuple[int, ConnectedSession]]:
        """Return the sessions by number."""
        return tuple(self._here.items())

    def enter(self, visit: int, guest: ConnectedSession) -> None:
        """Add a session."""
        self._here[visit] = guest

    def leave(self, visit: int) -> ConnectedSession | None:
        """Remove a session; return it, if it was there."""
        return self._here.pop(visit, None)

    def at(self, table: str | None) -> list[ConnectedSession]:
        """Return the sessions at a table, or in the lobby (None)."""
        return [guest for guest in self if guest.who.at == table]

    def names(self, table: str) -> list[str]:
        """Return the names of people at a table, on any node, each once."""
        names = {guest.who.name for guest in self.at(table)}
        names |= {one.name for one in self.elsewhere.at(table)}
        return sorted(names, key=str.casefold)

    def is_here(self, account: int) -> bool:
        """Whether an account is on the whole server, on any node."""
        return self.elsewhere.has(account) or any(one.who.account == account for one in self)

    def accounts(self, table: str | None = None) -> dict[int, str]:
        """Return the people at a table or (None) on the whole server, on any node, with names."""
        away = self.elsewhere if table is None else self.elsewhere.at(table)
        far = {one.account: one.name for one in away}
        here = self if table is None else self.at(table)
        return far | {guest.who.account: guest.who.name for guest in here}

    def places(self) -> Sequence[tuple[str, str | None]]:
        """Return everyone once, by name, with a table they are at; None: only in the lobby.

        Places are looked up as they are read: most lists show a few of many people.
        """
        here: dict[str, str | None] = {}
        for guest in self:
            here[guest.who.name] = here.get(guest.who.name) or guest.who.at
        names = self.elsewhere.names()
        for name in here:
            if not self.elsewhere.called(name):
                insort(names, (name.casefold(), name))
        return _Places(names, here, self.elsewhere)


class _Places(Sequence[tuple[str, str | None]]):
    """Names in order, as of one moment, and where these people are now."""

    def __init__(
        self,
        names: Sequence[tuple[str, str]],
        here: Mapping[str, str | None],
        elsewhere: PeopleElsewhere,
    ) -> None:
        self._names = names
        self._here = here
        self._elsewhere = elsewhere

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, at: int) -> tuple[str, str | None]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[tuple[str, str | None]]: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self._placed(name) for _folded, name in self._names[at]]
        return self._placed(self._names[at][1])

    def _placed(self, name: str) -> tuple[str, str | None]:
        tables = (one.at for one in self._elsewhere.called(name) if one.at is not None)
        return name, self._here.get(name) or next(tables, None)
