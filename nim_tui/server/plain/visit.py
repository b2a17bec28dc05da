"""The common parts of a session in text mode."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from nim_tui.plain.conversation import Conversation, Writer, finished
from nim_tui.server.chat.commands import CHAT_COMMANDS, ChatCommand, ChatPlace
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.settings import Settings
from rules.messages import Refusal
from screens.text import ngettext, say_refusal, why


@dataclass(frozen=True, slots=True)
class LineContext:
    """A session in text mode."""

    lobby: Services
    person: SessionAccount
    conversation: Conversation
    settings: Settings
    keep: Callable[[], None]
    """Saves the settings."""
    wake: Callable[[], None]
    """Called when there is something to say."""

    def say(self, *texts: str) -> None:
        """Say sentences."""
        self.conversation.say(*texts)

    def chat(self, at: Callable[[], str | None]) -> Mapping[str, Callable[[str], object]]:
        """Return the chat commands by word; `at` returns the id of the table, None in the lobby."""
        place = ChatPlace(self.lobby, self.person, at)

        async def run(command: ChatCommand, rest: str) -> None:
            self.say(*await command.run(place, rest))

        return {word: partial(run, command) for word, command in CHAT_COMMANDS.items()}

    async def attempt(self, act: Callable[[], object]) -> bool:
        """Run an action that may be refused or not stored; then say why and return False."""
        try:
            await finished(act())
        except (Refusal, OSError) as trouble:
            self.say(told(trouble))
            return False
        return True


def told(trouble: Refusal | OSError) -> str:
    """Return why something could not be done."""
    return say_refusal(trouble) if isinstance(trouble, Refusal) else why(trouble)


MOST: Final = 50
"""The most news kept for a slow reader; the oldest are dropped."""
Notice = Callable[[], str]
"""Returns a sentence in the language of the listener."""


class PendingNews:
    """News that wait for their reader."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` is called once there is news."""
        self._wake = wake
        self._noted: deque[Notice] = deque()
        self._missed = 0

    def note(self, notice: Notice) -> None:
        """Note news to be said."""
        self._noted.append(notice)
        if len(self._noted) > MOST:
            self._noted.popleft()
            self._missed += 1
        self._wake()

    def take(self) -> list[str]:
        """Return the news due now, and clear them."""
        noted, missed = [*self._noted], self._missed
        self._noted.clear()
        self._missed = 0
        told = [notice() for notice in noted]
        if missed:
            text = ngettext("You missed {count} message", "You missed {count} messages", missed)
            told.insert(0, text)
        return told


class BufferedWriter:
    """A Writer that buffers sentences until the client reads."""

    def __init__(self) -> None:
        self.to: Writer | None = None

    def say(self, text: str) -> None:
        """Buffer a line."""
        if self.to is not None:
            self.to.say(text)

    def wipe(self) -> None:
        """Do nothing: a single person listens."""
