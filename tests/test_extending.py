"""What is added by few entries in few files: shown by a copy of the project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
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
from nim_tui.testing.screens import do, running
from nim_tui.testing.screens import text_of, typing

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
from nim_tui.testing.screens import LARGE, running
from tests.screens.lobby.scenes import shown
from nim_tui.testing.screens import text_of

async def test_by_screen(server):
    server.table("bataille", "Ana", "Ben")
    async with running(server.visitor("Ana"), LARGE) as pilot:
        await shown(pilot)
        assert "moves        0" in text_of(pilot.app)
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


@dataclass(frozen=True)
class Change:
    """A text of a file, and what stands in its place."""

    path: str
    before: str
    after: str


ORDER: Final = (
    Change(
        "nim_tui/server/admin/protocol.py",
        "AnyOrder = (\n    ListSessions |",
        """class CountNames(AdminOrder, frozen=True, tag="count-names"):
    \"\"\"How many accounts have a name that begins so.\"\"\"

    begins: Word


AnyOrder = (
    CountNames | ListSessions |""",
    ),
    Change(
        "nim_tui/server/admin/offline.py",
        "        case Backup():\n",
        """        case protocol.CountNames():
            with database.reading() as connection:
                names = connection.execute(select(ACCOUNTS.c.name)).scalars()
                return {"count": sum(name.startswith(order.begins) for name in names)}
        case Backup():
""",
    ),
    Change(
        "nim_tui/server/admin/offline.py",
        "    Backup | Invite | ListAccounts",
        "    protocol.CountNames | Backup | Invite | ListAccounts",
    ),
    Change(
        "nim_tui/server/admin/offline.py",
        "from __future__ import annotations\n",
        """from __future__ import annotations
from sqlalchemy import select
from nim_tui.server.admin import protocol
from nim_tui.server.storage.schema import ACCOUNTS
""",
    ),
    Change(
        "nim_tui/commands/admin_lobby.py",
        "def _account_lines(",
        """@admin.command("count-names", help=N_("Count names."))
@click.argument("begins")
@ordering
def count_names(target: AdminTarget, *, begins: str, as_json: bool) -> None:
    from nim_tui.server.admin.protocol import CountNames

    write(facts_of(target, CountNames(begins)), lambda facts: [str(facts["count"])],
          as_json=as_json)


def _account_lines(""",
    ),
)
COUNTED: Final = {
    "tests/nim_tui/server/admin/test_added.py": """
from click.testing import CliRunner
from nim_tui.commands.admin import admin
from nim_tui.server.accounts.store import register
from nim_tui.server.storage.migrate import open_database
from tests.nim_tui.server.storage.conftest import key

def test_without_a_server(tmp_path):
    database = open_database(tmp_path)
    for number, name in enumerate(("Ana", "Anton", "Ben"), start=1):
        register(database, name, key(number))
    database.close()
    done = CliRunner().invoke(admin, ["--data", str(tmp_path), "count-names", "An"])
    assert done.stdout == "2\\n", done.output
""",
}


def copy_of(folder: Path, changes: Sequence[Change]) -> None:
    """The packages as links, but for files in which texts are replaced."""
    for package in ("rules", "screens", "nim_tui", "tests"):
        skip = shutil.ignore_patterns("__pycache__", "__snapshots__")
        shutil.copytree(ROOT / package, folder / package, copy_function=os.symlink, ignore=skip)
    (folder / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    for change in changes:
        text = (folder / change.path).read_text("utf-8")
        assert text.count(change.before) == 1
        (folder / change.path).unlink()
        (folder / change.path).write_text(text.replace(change.before, change.after), "utf-8")


@pytest.mark.parametrize(
    ("changes", "most", "proof"),
    [
        pytest.param([Change(COMMANDS, "_ALL: Final = (\n", WAVE)], 1, WAVING, id="chat command"),
        pytest.param([Change(FACTS, "FACTS: Final = (\n", MOVES)], 1, COUNTING, id="table fact"),
        pytest.param(ORDER, 3, COUNTED, id="order of an admin"),
    ],
)
def test_it_is_added_by_few_files(
    tmp_path: Path, changes: Sequence[Change], most: int, proof: dict[str, str]
) -> None:
    assert len({change.path for change in changes}) <= most
    copy_of(tmp_path, changes)
    for path, test in proof.items():
        (tmp_path / path).write_text(test, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *proof],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
