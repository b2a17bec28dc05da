"""A bot of somebody else, with nothing but `ssh`: it beats the easy bot at a server."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.needs import needs
from tests.e2e.people import Person
from tests.e2e.server_process import ROOT, ServerProcess
from tests.e2e.ssh.test_lines import Come, Piped, piped
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400), *needs("ssh", "tmux")]
__all__ = ["piped"]
GAMES = 3
PLAYER = """
import json, sys
import hunter, client

games = int(sys.argv.pop(1))
results = []

def ended(turn):
    hunter.ended(turn)
    results.append(turn.result)
    if len(results) == games:
        sys.exit()

wish = {"type": "play", "game": "bataille", "seats": ["bot:easy"]}
client.play(hunter.choose, name="hunter", source="docs/bots/hunter.py", ended=ended,
            first=[wish] * games)
"""


def become(bot: Person, server: ServerProcess, *words: str) -> str:
    """Run `ssh HOST bot become ...`; return what it told."""
    done = subprocess.run(
        [*bot.words(server), "bot", "become", *words],
        capture_output=True, text=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.stdout + done.stderr


def owner_with_code(ana: Piped) -> str:
    for line in ("Ana", ""):
        ana.hears("Choose your name", "Take the name “Ana”?")
        ana.say(line)
    ana.hears("Lobby.")
    ana.say("code")
    ana.hears("Link code")
    ana.hears("-")
    return ana.told[-1].strip()


@pytest.fixture
def server(servers: Callable[[int], ServerProcess]) -> ServerProcess:
    """A server whose deal lets the bot win; tests/nim_tui/protocol plays many deals."""
    return servers(20)


def test_a_bot_of_somebody_else_beats_the_easy_bot(
    server: ServerProcess, person: Come, piped: Callable[..., Piped], tmp_path: Path
) -> None:
    ana, bot = piped(person("Ana"), server), person("hunter")
    code = owner_with_code(ana)
    assert "wrong" not in (told := become(bot, server, "Ana", code, "hunter"))
    assert "BOT hunter" in told
    for name in ("client.py", "hunter.py"):
        shutil.copy(ROOT / ("nim_tui" if name == "client.py" else "docs/bots") / name, tmp_path)
    (tmp_path / "player.py").write_text(PLAYER)
    command = [sys.executable, str(tmp_path / "player.py"), str(GAMES)]
    done = subprocess.run(
        [*command, *bot.words(server)[:1], "-T", *bot.words(server)[1:], "bot"],
        capture_output=True, text=True, timeout=360, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    ends = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("[")]
    assert len(ends) == GAMES, done.stderr
    won = [result["ranking"][0] == [seat] for seat, result in ends]
    assert sum(won) > GAMES / 2, ends
    assert named_at(server) == {"BOT hunter"}
    assert lists_of(server) == {"bots/bataille"}
    ana.say("about")
    ana.hears("BOT hunter: a bot of Ana, source: docs/bots/hunter.py")


def rows(server: ServerProcess, query: str) -> list[Any]:
    (file,) = server.data.glob("*.sqlite")
    with sqlite3.connect(file) as database:
        return database.execute(query).fetchall()


def named_at(server: ServerProcess) -> set[str]:
    return {name for (name,) in rows(server, "SELECT name FROM seats WHERE account IS NOT NULL")}


def lists_of(server: ServerProcess) -> set[str]:
    query = "SELECT game FROM ratings WHERE account IS NOT NULL"
    return {game for (game,) in rows(server, query)}
