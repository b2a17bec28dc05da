"""A game of another distribution: found once it is installed, without a line of ours changed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from shutil import copytree
from typing import Final

import pytest

from nim_tui.registry import all_games
from tests.e2e.terminal.installing import ROOT, run

pytestmark = pytest.mark.slow

AT_HOME: Final = """
import asyncio, sys
from pathlib import Path

from nim_tui.app.app import NimApp
from nim_tui.tables.store import Store
from screens.widgets.menu import Menu
from nim_tui.testing.screens import running
from nim_tui.testing.screens import text_of
from nim_tui.testing.screens import press
from tests.screens.looking import is_over, play_a_word, table_screen

async def main():
    folder = Path(sys.argv[1])
    (folder / "tables").mkdir(parents=True)
    app = NimApp(Store(folder / "tables"), folder / "settings.json")
    app.animation_level = "none"
    async with running(app) as pilot:
        await press(pilot, "left")
        print(text_of(app))
        await press(pilot, "n", "down", "down", "down", "down")
        print(text_of(app))
        await press(pilot, "escape", "f")
        while not is_over(pilot):
            if any(menu.items for menu in app.screen.query(Menu)):
                await play_a_word(pilot)
            else:
                await pilot.pause()  # a bot thinks
        print(text_of(app))

asyncio.run(main())
"""
ON_A_SERVER: Final = """
import sys
from pathlib import Path

import pytest

from tests.nim_tui.server.lobby.steady import played
from tests.nim_tui.server.plain.lines import talker

async def scene(server):
    ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
    for line in ("new mia Ben", ""):
        await ana.say(line)
    await ben.say("join 1")
    await ana.say("join")
    for _round in range(5):  # who is not asked chats
        for one in (ana, ben):
            await one.say("say 21")
    print(*ana.told, *await ana.say("replay"), sep="\\n")

played(pytest.MonkeyPatch(), Path(sys.argv[1]), scene, 7)
"""


class Beside:
    """The game of tests/examples/mia, built and installed in a folder beside ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        source, target = folder / "source", folder / "installed"
        copytree(ROOT / "tests/examples/mia", source)
        how = ("--no-deps", "--no-build-isolation", "--no-index", "--target", str(target))
        run(sys.executable, "-m", "pip", "install", "-q", *how, str(source), patience=300)
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(target))),
            "NIM_TUI_HOME": str(folder / "home"),
            "LC_ALL": "C.UTF-8",
        }

    def python(self, *arguments: str, typed: str = "") -> str:
        """What Python writes."""
        command = (sys.executable, *arguments)
        return run(*command, cwd=self.folder, env=self._environment, typed=typed)

    def nim_tui(self, *arguments: str, typed: str = "") -> str:
        """What the program writes."""
        return self.python("-m", "nim_tui", *arguments, typed=typed)


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Beside:
    return Beside(tmp_path_factory.mktemp("beside"))


@pytest.fixture(scope="module")
def record(beside: Beside) -> str:
    """The record of a game that was played in text mode."""
    typed = "\n".join([*["say 21"] * 3, "quit"])
    table = ("--plain", "--seats", "You,bot:medium", "--seed", "1")
    told = beside.nim_tui("play", "mia", *table, typed=f"{typed}\n")
    assert "You lose 1 life and are out." in told
    assert "The game is over." in told
    (path,) = (beside.folder / "home" / "tables").glob("mia-*.jsonl")
    return str(path)


def test_it_stands_behind_ours(beside: Beside) -> None:
    told = json.loads(beside.nim_tui("games", "--json"))
    assert [game["name"] for game in told] == [*all_games(), "mia"]


def test_bots_play_it(beside: Beside) -> None:
    told = beside.nim_tui("simulate", "mia", "--games", "2", "--seed", "7", "--json")
    assert json.loads(told)["games"] == 2


def test_it_is_played_at_home(beside: Beside, tmp_path: Path) -> None:
    told = beside.python("-c", AT_HOME, str(tmp_path / "home"))
    assert "Play a first game of Mia" in told
    assert "be the last one with a life" in told
    assert "Who loses three rounds is out." in told
    assert any(words in told for words in ("You win.", "Winner: ", "Winners: "))


def test_it_is_played_on_a_server(beside: Beside, tmp_path: Path) -> None:
    told = beside.python("-c", ON_A_SERVER, str(tmp_path / "data"))
    assert "A new table for Mia. Bots: medium." in told
    assert "Your turn: You rolled " in told
    assert "Ben doubts it." in told
    assert "The game is over." in told
    assert "Replay of Mia: You, Ben." in told
    assert "Before move 1 of " in told


def test_its_rules_are_there(beside: Beside) -> None:
    told = beside.nim_tui("--plain", typed="rules mia answer\nquit\n")
    assert "the cup is lifted" in told


def test_a_game_of_it_is_checked_and_exported(beside: Beside, record: str) -> None:
    beside.nim_tui("record", "check", record)
    assert "say 21" in beside.nim_tui("record", "export", record, "--to", "txt")
    assert "<title>Mia" in beside.nim_tui("record", "export", record, "--to", "html")
