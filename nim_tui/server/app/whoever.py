"""Whose session it is, and at which table they are: what is asked of every session."""

from __future__ import annotations

from typing import Protocol

from nim_tui.server.app.person import Person


class AtATable(Protocol):
    """Where somebody is."""

    id: str | None
    """The id of the table; None in the lobby."""


class Whoever:
    """The person of a session, as others know them."""

    def __init__(self, person: Person, table: AtATable) -> None:
        self._person = person
        self._table = table

    @property
    def account(self) -> int:
        """The number of the account. Raises a Refusal before there is one."""
        return self._person.account

    @property
    def name(self) -> str:
        """Who this is."""
        return self._person.name

    @property
    def is_member(self) -> bool:
        """Whether a key opens the account."""
        known = self._person.known
        return known is not None and not known.is_guest and not known.is_passing

    @property
    def at(self) -> str | None:
        """The id of the table they are at."""
        return self._table.id
