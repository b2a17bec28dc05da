"""Home in text mode: new and kept games, lessons, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from nim_tui.plain.conversation import Conversation, LineDialog, finished, not_understood
from screens.text import N_, _

if TYPE_CHECKING:
    from nim_tui.plain.commands import CommandLine
    from nim_tui.plain.home_commands import HomeCommands
    from nim_tui.settings import Settings
    from nim_tui.tables.store import Store

COMMANDS: Final = (
    "what", "games", "new", "saved", "continue", "replay", "review", "delete", "learn", "puzzle",
    "rules", "settings", "set", "quit",
)  # fmt: skip

# What plays, reads records or knows the games is imported when it is asked for: a fast start.


class Home(LineDialog):
    """The first dialog, which all others come back to."""

    def __init__(
        self, conversation: Conversation, store: Callable[[], Store], settings: Settings,
        keep: Callable[[], None],
    ) -> None:  # fmt: skip
        """`keep` writes the settings once they changed."""
        self._conversation = conversation
        self._store = store
        self.settings = settings
        self._keep = keep
        self._shelf: HomeCommands | None = None

    @property
    def question(self) -> str:
        """The question about the next action."""
        return _("Home. Type new, saved, learn, puzzle, help or quit.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands available at home."""
        return {command: lambda _rest: None for command in COMMANDS}

    @property
    def meanings(self) -> Mapping[str, str]:
        """The meanings of commands; `rules` needs the name of a game here."""
        return {"rules": N_("rules GAME WORD: the section of the rules of a game about it")}

    def words(self, text: str) -> Sequence[str]:
        """The names of the games."""
        if " " not in text:
            return ()
        from nim_tui.registry import all_games  # noqa: PLC0415

        return list(all_games())

    def begin(self) -> None:
        """Say the welcome."""
        self._conversation.say(_("Welcome to nim_tui: modern board games in text mode"))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Do what was asked."""
        if asked is not None and asked.command == "quit":
            await self._conversation.leave()
        elif asked is not None and asked.command == "what":
            from nim_tui.plain.commands import helped  # noqa: PLC0415

            self._conversation.say(*helped(COMMANDS, self.meanings))
        elif asked is not None:
            await finished(self._here.acts[asked.command](asked.rest))
        elif line.lower() in self.words(" "):
            self._here.acts["new"](line)
        elif line:
            self._conversation.say(not_understood(line))

    @property
    def _here(self) -> HomeCommands:
        from nim_tui.plain.home_commands import HomeCommands  # noqa: PLC0415

        if self._shelf is None:
            self._shelf = HomeCommands(self._conversation, self._store(), self.settings, self._keep)
        return self._shelf

    async def close(self) -> None:
        """Stop all reviews."""
        if self._shelf is not None:
            await self._shelf.close()
