"""Reference for text mode: the commands of each place, read from conversations that go there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from nim_tui.plain.commands import helped
from nim_tui.plain.conversation import Conversation, LineDialog
from nim_tui.server.chat.commands import CHAT_MEANINGS
from tests.nim_tui.plain.test_home import AtHome
from tests.nim_tui.server.lobby.steady import Steady, played
from tests.nim_tui.server.notifications.doors import with_notices
from tests.nim_tui.server.plain.lines import talker
from tests.nim_tui.server.plain.test_doors import WAYS, open_wide
from tests.reference.markdown import bullets

_AT_HOME: Final[Mapping[str, tuple[str, ...]]] = {
    "home": (),
    "setting up a table": ("new bataille",),
    "table": ("new bataille", "easy", ""),
    "lesson": ("learn bataille 1",),
    "puzzle": ("puzzle bataille",),
    "replay": ("new bataille", "easy", "", "quit", "replay 1"),
}
"""The lines that lead to each place of a player's own machine."""

Commands = dict[str, str]
"""The help of each command, by its word."""


def parts() -> Mapping[str, str]:
    """Return the parts of pages by name; what several places share is a part of its own."""
    home, server = asyncio.run(_home()), _server()
    everywhere = helped(("again", "help", "quit"))
    chat = helped(CHAT_MEANINGS, CHAT_MEANINGS)
    asked = {*home["replay"].values()} & {*home["puzzle"].values()} - {*everywhere}
    questions = [line for line in home["table"].values() if line in asked]
    home["lesson"] = _without(home["lesson"], home["table"].values())
    places = home | {f"{place} on a server": commands for place, commands in server.items()}
    shared = {"commands everywhere": everywhere, "questions": questions, "chat": chat}
    own = {}
    for place, commands in places.items():
        asks = {*questions} <= {*commands.values()}
        rest = _without(commands, [*everywhere, *chat, *(questions if asks else ())])
        own[f"commands: {place}"] = rest.values()
    return {name: bullets(lines) for name, lines in (shared | own).items()}


def _without(commands: Commands, lines: Iterable[str]) -> Commands:
    left_out = {*lines}
    return {word: line for word, line in commands.items() if line not in left_out}


def _commands(dialog: LineDialog) -> Commands:
    return {word: line for word in dialog.commands for line in helped((word,), dialog.meanings)}


async def _home() -> dict[str, Commands]:
    """Return the commands of each place of a player's own machine."""
    found = {}
    for place, way in _AT_HOME.items():
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setenv("NIM_TUI_HOME", folder)
            somebody = AtHome(Path(folder))
            await somebody.say(*way)
            found[place] = _commands(somebody.conversation.dialog)
            await somebody.conversation.close()
    return found


def _server() -> dict[str, Commands]:
    """Return the commands of each place of a server that has everything, for an admin."""
    found: dict[str, Commands] = {}

    async def scene(server: Steady) -> None:
        open_wide(server, "Ana")
        with_notices(server)
        for place, way in WAYS.items():
            somebody = await talker(server, "Ana")
            for line in way:
                await somebody.say(line)
            found[place] = _commands(begun[-1].dialog)
            await somebody.leave()

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        begun = _conversations(patch)
        played(patch, Path(folder) / "data", scene, seed=7)
    return found


def _conversations(patch: pytest.MonkeyPatch) -> Sequence[Conversation]:
    """Return the conversations that turn to something from now on, the latest last."""
    begun: list[Conversation] = []
    push = Conversation.push

    def noted(conversation: Conversation, dialog: LineDialog) -> None:
        begun.append(conversation)
        push(conversation, dialog)

    patch.setattr(Conversation, "push", noted)
    return begun
