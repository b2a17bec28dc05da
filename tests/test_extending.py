"""What is added by one entry in one file: shown to a copy of the project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).parents[1]
COMMANDS: Final = "nim_tui/server/chat/commands.py"
WAVE: Final = """
async def _wave(place: ChatPlace, rest: str) -> Sequence[str]:
    return [f"{place.person.name} waves at {rest}"]


_ALL: Final = (
    ChatCommand("wave", N_("wave NAME: wave at somebody"), _wave),
"""
WAVING: Final = {
    "tests/screens/lobby/test_added.py": """
from tests.screens.conftest import do, running
from tests.screens.looking import text_of, typing

async def test_by_screen(server):
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "t", typing("/wave Ben"), "enter")
        assert "Ana waves at Ben" in text_of(pilot.app)
""",
    "tests/nim_tui/server/plain/test_added.py": """
from tests.nim_tui.server.plain.lines import talker

def test_by_lines(play):
    async def scene(server):
        ana = await talker(server, "Ana")
        assert "Ana waves at Ben." in await ana.say("wave Ben")
        assert "Wave NAME: wave at somebody." in await ana.say("help")
    play(scene)
""",
}
FACTS: Final = "screens/lobby/lobby_table.py"
MOVES: Final = """FACTS: Final = (
    TableFact(N_("moves"), lambda table: f"{table.moves}", lambda table: f"{table.moves}"),
"""
COUNTING: Final = {
    "tests/screens/lobby/test_added.py": """
from tests.screens.conftest import LARGE, running
from tests.screens.lobby.scenes import shown
from tests.screens.looking import text_of

async def test_by_screen(server):
    server.table("bataille", "Ana", "Ben")
    async with running(server.visitor("Ana"), LARGE) as pilot:
        await shown(pilot)
        assert "moves     0" in text_of(pilot.app)
""",
    "tests/nim_tui/server/plain/test_added.py": """
from tests.nim_tui.server.plain.lines import talker

def test_by_lines(play):
    async def scene(server):
        ana = await talker(server, "Ana")
        await server.table("bataille", "Ana", bots=["random"])
        assert "Moves: 0." in await ana.say("look 1")
    play(scene)
""",
}


def copy_of(folder: Path, changed: str, before: str, after: str) -> None:
    """The packages as links, but for one file in which a text is replaced."""
    for package in ("rules", "screens", "nim_tui", "tests"):
        skip = shutil.ignore_patterns("__pycache__", "__snapshots__")
        shutil.copytree(ROOT / package, folder / package, copy_function=os.symlink, ignore=skip)
    (folder / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    text = (ROOT / changed).read_text("utf-8")
    assert text.count(before) == 1
    (folder / changed).unlink()
    (folder / changed).write_text(text.replace(before, after), "utf-8")


@pytest.mark.parametrize(
    ("changed", "before", "after", "proof"),
    [
        pytest.param(COMMANDS, "_ALL: Final = (\n", WAVE, WAVING, id="chat command"),
        pytest.param(FACTS, "FACTS: Final = (\n", MOVES, COUNTING, id="fact of a table"),
    ],
)
def test_one_file_adds_it_to_screens_and_text_mode(
    tmp_path: Path, changed: str, before: str, after: str, proof: dict[str, str]
) -> None:
    copy_of(tmp_path, changed, before, after)
    for path, test in proof.items():
        (tmp_path / path).write_text(test, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *proof],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
