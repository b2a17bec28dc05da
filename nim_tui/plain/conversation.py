"""A conversation in text mode: it takes a line, says sentences, and ends with a question.

The driver of a conversation reads and writes: `hear` takes a line, `say` is passed in. So a
terminal, a pipe, or a session on a server can drive one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from nim_tui.plain.text import LONGEST_LINE, heard, sentence
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.plain.commands import CommandLine


_MOST_SAID: Final = 500
"""The most sentences of the last answer that are kept."""


class Writer(Protocol):
    """The output of sentences."""

    def say(self, text: str) -> None:
        """Write a line."""

    def wipe(self) -> None:
        """Hide everything written or typed before, as another person listens now."""


class LineDialog(ABC):
    """One subject of a conversation: home, a table, or a replay."""

    @property
    @abstractmethod
    def question(self) -> str:
        """The present question."""

    @property
    @abstractmethod
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands available here, by word; each is called with the text that follows it."""

    @abstractmethod
    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Answer a line, which may be a command."""

    @property
    def idle(self) -> Collection[str]:
        """The commands that have no effect now: they are understood, but not listed."""
        return ()

    @property
    def meanings(self) -> Mapping[str, str]:
        """The meanings of commands particular to this dialog, to be translated."""
        return {}

    @property
    def is_passing(self) -> bool:
        """Whether another person is about to listen, who must not see earlier sentences."""
        return False

    def words(self, text: str) -> Sequence[str]:
        """Return the words that may follow a text that is being typed."""
        return ()

    def begin(self) -> None:  # noqa: B027 - most have nothing to say
        """Say the introduction of the dialog."""

    async def tell(self) -> None:  # noqa: B027 - most are alone
        """Say what others did in the meantime."""

    async def close(self) -> None:  # noqa: B027 - most hold nothing
        """End the dialog; the game is kept."""


class Conversation:
    """The stack of dialogs, and the last sentences."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._dialogs: list[LineDialog] = []
        self._said: deque[str] = deque(maxlen=_MOST_SAID)
        self._was_asked = ""
        self.is_over = False

    @property
    def dialog(self) -> LineDialog:
        """The dialog on top."""
        return self._dialogs[-1]

    def say(self, *texts: str) -> None:
        """Say sentences, each on its own line."""
        for text in texts:
            if told := sentence(text):
                self._said.append(told)
                self._writer.say(told)

    def show(self, *lines: str) -> None:
        """Write lines unchanged, to be copied whole."""
        for line in lines:
            self._said.append(line)
            self._writer.say(line)

    def push(self, dialog: LineDialog) -> None:
        """Open a dialog on top, until it is left."""
        self._dialogs.append(dialog)
        dialog.begin()

    async def leave(self) -> None:
        """Return to the dialog below; leaving the first one ends the conversation."""
        await self._dialogs.pop().close()
        self.is_over = not self._dialogs

    async def go_back_to(self, dialog: LineDialog) -> None:
        """Close all dialogs above one, if it is open."""
        while dialog in self._dialogs and self.dialog is not dialog:
            await self.leave()

    def ask(self) -> None:
        """Say the question."""
        if not self.is_over:
            if self.dialog.is_passing:
                self._said.clear()
            self._was_asked = self.dialog.question
            self.say(self._was_asked)

    def ask_anew(self) -> None:
        """Ask the question again if it has changed."""
        if not self.is_over and self.dialog.question != self._was_asked:
            self.ask()

    def forget(self) -> None:
        """Forget everything said, as another person listens now."""
        self._said.clear()
        self._writer.wipe()

    async def hear(self, line: str) -> None:
        """Answer a line, and ask the next question."""
        if await self.answered(line):
            self.ask()

    async def answered(self, line: str) -> bool:
        """Answer a line; return whether to ask a question after it."""
        from nim_tui.plain.commands import asked  # noqa: PLC0415 - a fast start

        if len(line) > LONGEST_LINE:
            self.say(_("This line is too long and was ignored."))
            return False
        typed, dialog = heard(line), self.dialog
        found = asked(typed, (*dialog.commands, "again", "help"))
        if found is not None and found.command == "again" and "again" not in dialog.commands:
            for text in self._said:
                self._writer.say(text)
            return False
        self._said.clear()
        if found is not None and found.command == "help":
            self._help(dialog)
        else:
            await dialog.hear(typed, found)
        return True

    def _help(self, dialog: LineDialog) -> None:
        from nim_tui.plain.commands import helped  # noqa: PLC0415

        own = dialog.meanings
        self.say(*helped((*_usable(dialog), "again", "help"), own))

    def words(self, text: str) -> Sequence[str]:
        """Return the words that may follow a text that is being typed."""
        if self.is_over:
            return ()
        from nim_tui.plain.commands import spelt  # noqa: PLC0415

        own = self.dialog.words(text)
        known = () if " " in text.lstrip() else (*_usable(self.dialog), "again", "help")
        return [*own, *(spelt(command) for command in known)]

    async def close(self) -> None:
        """Close all dialogs at the end of input; everything played is saved."""
        while self._dialogs:
            await self._dialogs.pop().close()
        self.is_over = True


def _usable(dialog: LineDialog) -> list[str]:
    """Return the commands that have an effect now."""
    idle = dialog.idle
    return [command for command in dialog.commands if command not in idle]


async def finished(answer: object) -> None:
    """Wait for an asynchronous command to finish."""
    if isinstance(answer, Awaitable):
        await answer


def not_understood(line: str) -> str:
    """Return the answer to a line that has no meaning here."""
    return _("Unknown command “{line}”. Type help.").format(line=line[:60])
