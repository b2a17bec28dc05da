"""Text mode at a terminal or a pipe: its start, and home.

At a terminal lines are edited, remembered and completed; a pipe is read as it is.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TextIO

from nim_tui.plain.conversation import Conversation, LineDialog, finished, not_understood
from nim_tui.private_files import closing_notice
from nim_tui.settings import UNSAVED, Settings, own_settings
from nim_tui.tables.store import Store, close_own_folders, data_folder, settings_path
from nim_tui.terminal.restoring import ENDING, SavedTerminal, ending_restores, stopping_restores
from nim_tui.terminals import prints_lines_only, why_no_screen
from screens.text import N_, SPOKEN, Locale, _, in_words, use_look, why

if TYPE_CHECKING:
    from asyncio import Runner

    from nim_tui.plain.commands import CommandLine
    from nim_tui.plain.home_commands import HomeCommands
    from nim_tui.settings import Settings
    from nim_tui.tables.record import Line, RecordHeader
    from nim_tui.tables.store import Store
    from nim_tui.tables.table import Table

COMMANDS: Final = (
    "what", "games", "new", "saved", "continue", "replay", "review", "results", "delete", "learn",
    "puzzle", "rules", "settings", "set", "quit",
)  # fmt: skip

# Modules of games and records are imported on use, for a fast start.


class Home(LineDialog):
    """The first dialog, below all others."""

    def __init__(
        self, conversation: Conversation, store: Callable[[], Store], settings: Settings,
        keep: Callable[[], None],
    ) -> None:  # fmt: skip
        """`keep` saves changed settings."""
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
        """The meaning of the command `rules` at home, where it needs a game."""
        return {"rules": N_("rules GAME WORD: the section of a game’s rules about a word")}

    def words(self, text: str) -> Sequence[str]:
        """Return the names of the games."""
        if " " not in text:
            return ()
        from nim_tui.registry import all_games  # noqa: PLC0415

        return list(all_games())

    def begin(self) -> None:
        """Say that this is the home of text mode."""
        self._conversation.say(_("Welcome to nim_tui: modern board games in text mode"))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Run a command, or name the ways to begin."""
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
        """Stop all bots and reviews."""
        if self._shelf is not None:
            await self._shelf.close()


LONGEST_READ: Final = 4096
"""The most characters of a line read at once; the rest is dropped."""
_PASSED: Final = 40
"""The least empty lines that hide the text of one player from the next."""


class StreamWriter:
    """A writer of sentences to a stream; unencodable characters are approximated."""

    def __init__(self, stream: TextIO, *, is_seen: bool, forget: Callable[[], None]) -> None:
        """`is_seen`: text stays on a screen; `forget` drops typed lines."""
        self._stream = stream
        self._is_seen = is_seen
        self._forget = forget

    def say(self, text: str) -> None:
        """Write a line at once."""
        self._stream.write(spellable(text, self._stream.encoding or "ascii") + "\n")
        self._stream.flush()

    def wipe(self) -> None:
        """Scroll earlier text away, and forget typed lines."""
        self._forget()
        if self._is_seen:
            self._stream.write("\n" * max(_PASSED, self._lines))

    @property
    def _lines(self) -> int:
        """The lines of the terminal; 0 if they are unknown."""
        try:
            return os.get_terminal_size(self._stream.fileno()).lines
        except (OSError, ValueError):
            return 0


def spellable(text: str, encoding: str) -> str:
    """Return a text in the letters of an encoding: without accents, or with `?`, if need be."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        import unicodedata  # noqa: PLC0415 - hardly ever needed

        plain = text.translate({0x2019: "'", 0x201C: '"', 0x201D: '"', 0xA0: " ", 0x202F: " ",
                                0xAB: '"', 0xBB: '"', 0x2026: "..."})  # fmt: skip
        parts = unicodedata.normalize("NFKD", plain)
        bare = "".join(c for c in parts if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
        return bare.encode("ascii", "replace").decode()
    return text


class LineReader:
    """Lines typed at a terminal, or read from a pipe."""

    def __init__(self, stream: TextIO | None, *, is_typed: bool) -> None:
        self._stream = stream
        self._readline: Any = None
        if is_typed:
            try:
                import readline  # noqa: PLC0415
            except ImportError:
                return
            self._readline = readline

    def complete_with(self, words: Callable[[str], Sequence[str]]) -> None:
        """Complete words with Tab."""
        readline = self._readline
        if readline is None:
            return

        def completion(started: str, number: int) -> str | None:
            before = readline.get_line_buffer()[: readline.get_endidx()]
            fitting = [word for word in words(before) if word.casefold().startswith(
                started.casefold())]  # fmt: skip
            return f"{fitting[number]} " if number < len(fitting) else None

        readline.set_completer(completion)
        readline.set_completer_delims(" ,;")
        readline.parse_and_bind("tab: complete")

    def forget(self) -> None:
        """Forget all typed lines."""
        if self._readline is not None:
            self._readline.clear_history()

    def show_again(self) -> None:
        """Show the unfinished line again below text that was written meanwhile."""
        if self._readline is not None:
            sys.stdout.write(self._readline.get_line_buffer())
            sys.stdout.flush()

    def read(self) -> str | None:
        """Return the next line; None at the end of input."""
        if self._readline is not None:
            try:
                return input()[:LONGEST_READ]
            except EOFError:
                return None
        if self._stream is None:
            return None
        line = self._stream.readline(LONGEST_READ)
        if not line:
            return None
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._stream.readline(LONGEST_READ)
        return line


class _Loop:
    """An event loop for asynchronous commands; imported only when needed."""

    def __init__(self) -> None:
        self._runner: Runner | None = None

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        import asyncio  # noqa: PLC0415

        if self._runner is None:
            self._runner = asyncio.Runner()
        self._runner.run(work)

    def close(self) -> None:
        if self._runner is not None:
            self._runner.close()


def converse(
    conversation: Conversation,
    lines: LineReader,
    opening: Callable[[], Coroutine[Any, Any, None]] | None = None,
) -> None:
    """Ask and answer until the conversation or the input ends."""
    loop = _Loop()
    lines.complete_with(conversation.words)
    try:
        if opening is not None:
            loop.run(opening())
        conversation.ask()
        while not conversation.is_over:
            line = lines.read()
            if line is None:
                break
            try:
                loop.run(conversation.hear(line))
            except KeyboardInterrupt:  # the lengthy command is cancelled, not the program
                conversation.ask()
    finally:
        if not conversation.is_over and loop._runner is not None:
            loop.run(conversation.close())
        loop.close()


def quietly(act: Callable[[], None]) -> int:
    """Run to the end, silently stopped by a closed output or Ctrl-C; return the exit code."""
    try:
        act()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return 0


NOT_INTERRUPTING: Final = tuple(number for number in ENDING if number != signal.SIGINT)
"""Signals that end the conversation; Ctrl+C cancels a lengthy command."""
Keep = Callable[[], None]
"""Save the settings."""
Opening = Callable[[Conversation, Settings, Keep], Coroutine[Any, Any, None]]


def run_lines(opening: Opening | None = None, language: str = "") -> int:
    """Run text mode on standard input and output, over a dialog; return the exit code.

    `language` is for this run; "" is that of the settings.
    """
    file = settings_path()
    own = own_settings(file)
    settings = own.settings
    use_look(Locale(language or settings.language_in(os.environ), SPOKEN))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # invalid bytes are no move either
    is_typed = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    edits, doubt = _terminal() if is_typed else (False, "")
    lines = LineReader(sys.stdin, is_typed=edits)
    writer = StreamWriter(sys.stdout, is_seen=sys.stdout.isatty(), forget=lines.forget)
    conversation = Conversation(writer)

    def keep() -> None:
        try:
            own.save(file)
        except OSError as error:
            conversation.say(_(UNSAVED).format(why=why(error)))

    def talk() -> None:
        conversation.say(doubt)
        conversation.say(own.trouble(file))
        for folder in close_own_folders():
            conversation.say(closing_notice(folder))
        if opening is None:
            conversation.push(Home(conversation, lambda: Store(data_folder()), settings, keep))
            converse(conversation, lines)
        else:
            converse(conversation, lines, lambda: opening(conversation, settings, keep))
            keep()

    if not edits:
        return quietly(talk)
    found = SavedTerminal(sys.stdin, sys.stdout)
    with ending_restores(found, NOT_INTERRUPTING), stopping_restores(found, lines.show_again):
        return quietly(talk)


def _terminal() -> tuple[bool, str]:
    """Return whether lines can be edited at this terminal, and a remark on its type."""
    if prints_lines_only(os.environ.get("TERM", "")):
        return False, ""
    reason = why_no_screen(sys.stdin, sys.stdout, os.environ)
    return True, "" if reason is None else in_words(reason)


def run_table(table: Table, language: str = "") -> int:
    """Open a saved table; return the exit code."""

    async def open_it(conversation: Conversation, settings: Settings, _keep: Keep) -> None:
        from nim_tui.plain.tables import table_dialog  # noqa: PLC0415
        from nim_tui.thinking.question import IN_THREAD  # noqa: PLC0415

        dialog = table_dialog(conversation, table, settings, IN_THREAD)
        conversation.push(dialog)
        if settings.note_game(table.game.name) and dialog.coach is not None:
            dialog.coach.offer()
        await dialog.go_on()

    return run_lines(open_it, language)


def run_lesson(game: str, number: int, language: str = "") -> int:
    """Open a lesson; return the exit code."""

    async def open_it(conversation: Conversation, settings: Settings, keep: Keep) -> None:
        from nim_tui.plain.tables import lesson_dialog  # noqa: PLC0415

        dialog = lesson_dialog(conversation, game, number, settings, keep)
        conversation.push(dialog)
        await dialog.go_on()

    return run_lines(open_it, language)


def run_puzzle(game: str, *, is_daily: bool, language: str = "") -> int:
    """Open puzzles, as `PuzzleCommands.start` takes them; return the exit code."""

    async def open_it(conversation: Conversation, settings: Settings, _keep: Keep) -> None:
        from datetime import date  # noqa: PLC0415

        from nim_tui.plain.puzzle import PuzzleCommands  # noqa: PLC0415

        puzzles = PuzzleCommands(conversation, settings_path().with_name("puzzles.json"))
        puzzles.start(game, date.today() if is_daily else None)

    return run_lines(open_it, language)


def run_replay(header: RecordHeader, lines: Sequence[Line], language: str = "") -> int:
    """Open a replay of a record; return the exit code."""

    async def open_it(conversation: Conversation, settings: Settings, _keep: Keep) -> None:
        from nim_tui.plain.tables import replay_dialog  # noqa: PLC0415

        conversation.push(replay_dialog(conversation, header, lines, None))

    return run_lines(open_it, language)
