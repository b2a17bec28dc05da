"""Opening the plain mode at home, at a table, a lesson or a replay."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from nim_tui.plain.conversation import Conversation
from nim_tui.plain.home import Home
from nim_tui.plain.terminal import Lines, StreamWriter, converse, quietly
from nim_tui.private_files import closing_notice
from nim_tui.settings import Settings
from nim_tui.settings_file import UNSAVED, own_settings, save_settings
from nim_tui.tables.store import Store, close_own_folders, data_folder, settings_path
from nim_tui.terminal.restoring import ENDING, Found, ending_restores, stopping_restores
from screens.text import SPOKEN, Look, _, use_look, why

if TYPE_CHECKING:
    from nim_tui.tables.record import Header, Line
    from nim_tui.tables.table import Table

NOT_INTERRUPTING: Final = tuple(number for number in ENDING if number != signal.SIGINT)
"""Signals that end the conversation; Ctrl+C gives up what takes long."""
Opening = Callable[[Conversation, Settings], Coroutine[Any, Any, None]]


def run_lines(opening: Opening | None = None, language: str = "") -> int:
    """Talk between standard input and output, over what is opened; the exit code.

    `language`: what is spoken this once; empty for that of the settings.
    """
    file = settings_path()
    own = own_settings(file)
    settings = own.settings
    use_look(Look(language or settings.language_in(os.environ), SPOKEN))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text are no move either
    is_typed = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    edits, doubt = _terminal() if is_typed else (False, "")
    lines = Lines(sys.stdin, is_typed=edits)
    writer = StreamWriter(sys.stdout, is_seen=sys.stdout.isatty(), forget=lines.forget)
    conversation = Conversation(writer)

    def keep() -> None:
        try:
            save_settings(file, settings)
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
            converse(conversation, lines, lambda: opening(conversation, settings))
            keep()

    if not edits:
        return quietly(talk)
    found = Found(sys.stdin, sys.stdout)
    with ending_restores(found, NOT_INTERRUPTING), stopping_restores(found, lines.show_again):
        return quietly(talk)


def _terminal() -> tuple[bool, str]:
    """Whether lines can be edited at this terminal, and what is to be said of its type."""
    from nim_tui.terminals import prints_lines_only, why_no_screen  # noqa: PLC0415
    from screens.text import in_words  # noqa: PLC0415

    if prints_lines_only(os.environ.get("TERM", "")):
        return False, ""
    reason = why_no_screen(sys.stdin, sys.stdout, os.environ)
    return True, "" if reason is None else in_words(reason)


def run_table(table: Table, language: str = "") -> int:
    """Talk about a table that is kept already; the exit code."""

    async def open_it(conversation: Conversation, settings: Settings) -> None:
        from nim_tui.plain.tables import table_dialog  # noqa: PLC0415
        from nim_tui.thinking.question import IN_THREAD  # noqa: PLC0415

        dialog = table_dialog(conversation, table, settings, IN_THREAD)
        conversation.push(dialog)
        await dialog.go_on()

    return run_lines(open_it, language)


def run_lesson(game: str, number: int, language: str = "") -> int:
    """Talk through a lesson; the exit code."""

    async def open_it(conversation: Conversation, settings: Settings) -> None:
        from nim_tui.plain.tables import lesson_dialog  # noqa: PLC0415

        dialog = lesson_dialog(conversation, game, number, settings)
        conversation.push(dialog)
        await dialog.go_on()

    return run_lines(open_it, language)


def run_puzzle(game: str, *, is_daily: bool, language: str = "") -> int:
    """Talk about puzzles, as `Puzzles.start` takes them; the exit code."""

    async def open_it(conversation: Conversation, settings: Settings) -> None:
        from datetime import date  # noqa: PLC0415

        from nim_tui.plain.puzzle import Puzzles  # noqa: PLC0415

        puzzles = Puzzles(conversation, settings_path().with_name("puzzles.json"))
        puzzles.start(game, date.today() if is_daily else None)

    return run_lines(open_it, language)


def run_replay(header: Header, lines: Sequence[Line], language: str = "") -> int:
    """Talk through a record; the exit code."""

    async def open_it(conversation: Conversation, settings: Settings) -> None:
        from nim_tui.plain.tables import replay_dialog  # noqa: PLC0415

        conversation.push(replay_dialog(conversation, header, lines, None))

    return run_lines(open_it, language)
