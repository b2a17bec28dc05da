"""A game of another distribution: found once it is installed, without a line of ours changed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Final

import pytest

from nim_tui.commands.new_game import write_game
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
    for line in ("new bids Ben", ""):
        await ana.say(line)
    await ben.say("join 1")
    await ana.say("join")
    for card in range(7, 0, -1):
        for one in (ana, ben):
            await one.say(f"bid {card}")
    print(*ana.told, *await ana.say("replay"), sep="\\n")

played(pytest.MonkeyPatch(), Path(sys.argv[1]), scene, 7)
"""
IN_NUMBERS: Final = """
import json

from nim_tui.research.environment import Environment
from nim_tui.research.subject import subject_of
from rules.chance import Chance

subject = subject_of("bids")
course, told = Environment(subject, Chance(7)), []
while not course.is_over:
    told.append(course.observation(course.seat))
    course.choose(course.actions[-1])
print(json.dumps([subject.actions, len(told), {len(one) for one in told} == {
    subject.observation_size}, sum(course.returns())]))
"""


class Beside:
    """A game as `nim-tui new-game` writes it, built and installed in a folder beside ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        source, target = folder / "source", folder / "installed"
        write_game(source, "bids", "Sealed Bids")
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
    typed = "\n".join(["new bids", "", "", *(f"bid {card}" for card in range(7, 1, -1)), "quit"])
    told = beside.nim_tui("--plain", typed=f"{typed}\nquit\n")
    assert "You open 7." in told
    assert "The game is over." in told
    (path,) = (beside.folder / "home" / "tables").glob("bids-*.jsonl")
    return str(path)


def test_it_stands_behind_ours(beside: Beside) -> None:
    told = json.loads(beside.nim_tui("games", "--json"))
    assert [game["name"] for game in told] == [*all_games(), "bids"]


def test_bots_play_it(beside: Beside) -> None:
    told = beside.nim_tui("simulate", "bids", "--games", "2", "--seed", "7", "--json")
    assert json.loads(told)["games"] == 2


def test_it_is_played_at_home(beside: Beside, tmp_path: Path) -> None:
    told = beside.python("-c", AT_HOME, str(tmp_path / "home"))
    assert "Play a first game of Sealed" in told
    assert "win more points than your opponent" in told
    assert "A prize that nobody wins leaves the game." in told
    assert any(words in told for words in ("You win.", "Winner: ", "Winners: "))


def test_it_is_played_on_a_server(beside: Beside, tmp_path: Path) -> None:
    told = beside.python("-c", ON_A_SERVER, str(tmp_path / "data"))
    assert "A new table for Sealed Bids. Bots: medium." in told
    assert "Your turn: 3 points at stake: which card do you bid?" in told
    assert "The game is over." in told
    assert "Replay of Sealed Bids: You, Ben." in told
    assert "Before move 1 of 14." in told


def test_its_rules_and_its_lesson_are_there(beside: Beside) -> None:
    told = beside.nim_tui("--plain", typed="rules bids round\nlearn bids\nquit\n")
    assert "The higher card takes the prize" in told
    assert "1. A first bid: what a prize costs" in told


def test_a_game_of_it_is_checked_and_exported(beside: Beside, record: str) -> None:
    beside.nim_tui("record", "check", record)
    assert "(1) bid 7" in beside.nim_tui("record", "export", record, "--to", "txt")
    assert "<title>Sealed Bids" in beside.nim_tui("record", "export", record, "--to", "html")


def test_a_game_of_it_is_reviewed(beside: Beside, record: str) -> None:
    told = beside.nim_tui("--plain", typed="saved\nreview 1\nquit\n")
    assert "You: accuracy" in told


def test_it_is_told_in_numbers(beside: Beside) -> None:
    assert json.loads(beside.python("-c", IN_NUMBERS)) == [7, 14, True, 0.0]
