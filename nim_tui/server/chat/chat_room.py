"""The chat messages and the people in the place where one person is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from screens.lobby.values import ChatMessage, PersonHere


class ChatRoom:
    """The chat of the lobby, or of the table on the screen."""

    def __init__(
        self, lobby: Services, person: SessionAccount, at: Callable[[], str | None]
    ) -> None:
        """`at` tells at which table this person is."""
        self._lobby = lobby
        self._person = person
        self._at = at

    def people(self) -> Sequence[PersonHere]:
        """Return the people in this place: on the server, or at the table."""
        return self._lobby.shown.people_here(self._at())

    def talk(self) -> Sequence[ChatMessage]:
        """Return the chat messages of this place."""
        return self._lobby.talking.said(self._at(), self._person.number)

    @property
    def is_aside(self) -> bool:
        """Whether what one says here is for spectators alone."""
        return self._lobby.talking.is_aside(self._at(), self._person.number)

    async def say(self, text: str) -> None:
        """Say something where this is: in the lobby, or at a table."""
        own = self._person
        await self._lobby.talking.say(own.account, text, self._at(), by=own.bounded_as)
