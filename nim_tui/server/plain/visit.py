"""What all that somebody talks about on a server shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from nim_tui.plain.conversation import Conversation, finished
from nim_tui.server.app.person import Person
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.settings import Settings
from rules.messages import Refusal
from screens.text import say_refusal, why


@runtime_checkable
class Telling(Protocol):
    """A dialog in which others do something too."""

    async def tell(self) -> None:
        """Say what they did since."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One session by lines."""

    lobby: Lobby
    person: Person
    conversation: Conversation
    settings: Settings
    keep: Callable[[], None]
    """Keeps the settings."""
    wake: Callable[[], None]
    """To be called when there is something to tell."""

    def say(self, *texts: str) -> None:
        """Say sentences."""
        self.conversation.say(*texts)

    async def attempt(self, act: Callable[[], object]) -> bool:
        """Do what may be refused, or cannot be stored; then say why and answer False."""
        try:
            await finished(act())
        except (Refusal, OSError) as trouble:
            self.say(told(trouble))
            return False
        return True


def told(trouble: Refusal | OSError) -> str:
    """Why something could not be done."""
    return say_refusal(trouble) if isinstance(trouble, Refusal) else why(trouble)
