"""The bots of the page for authors are run here, and what it says of bounds is so."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from nim_tui import client
from nim_tui.protocol import messages, process, program
from nim_tui.registry import all_games
from nim_tui.tables import seat_plans
from tests.nim_tui.conftest import run
from tests.nim_tui.protocol.bots import PAGE, ROOT, of_the_page, python_bot

GAMES = list(all_games())


def simulated(game: str, command: str, *options: str) -> str:
    others = ",bot:random" * (all_games()[game].game.seats[0] - 1)
    seats = f"bot:exec:{command}{others}"
    done = run("simulate", game, "--seats", seats, "--games", "1", "--json", *options)
    assert done.exit_code == 0, done.output
    assert "plays on" not in done.output
    return done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_in_python_plays_any_game(game: str, tmp_path: Path) -> None:
    text = of_the_page("python")
    assert len(text.splitlines()) <= 30
    assert json.loads(simulated(game, python_bot(tmp_path, text)))["games"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_bot_in_a_shell_plays_any_game(game: str, tmp_path: Path) -> None:
    text = of_the_page("sh")
    assert len(text.splitlines()) <= 30
    file = tmp_path / "bot.sh"
    file.write_text(text)
    assert json.loads(simulated(game, f"sh {file}"))["games"] == 1


def test_the_page_tells_the_bounds() -> None:
    page = " ".join(PAGE.split())
    assert f"A line of a bot has at most {messages.MOST_LINE:,} bytes." in page
    within = f"within {seat_plans.ANSWER_SECONDS:.0f} seconds, the first `hello` within"
    assert f"{within} {program.HELLO_SECONDS:.0f}" in page
    assert f"at most {messages.MOST_LEGAL} moves" in page
    assert process.MEMORY == 1 << 30
    assert "at most 1 GiB of memory" in page
    assert f"at most {messages.LONGEST_REASON} characters" in page
    assert client.PROTOCOL == messages.PROTOCOL


def test_the_client_imports_only_the_standard_library() -> None:
    source = Path(client.__file__).read_text("utf-8")
    imported = {
        line.split()[1].partition(".")[0]
        for line in source.splitlines()
        if line.startswith(("import ", "from "))
    }
    known = "__future__ collections contextlib dataclasses json subprocess sys threading typing"
    assert imported <= set(known.split())


def test_the_schema_is_printed_for_each_game() -> None:
    for game in GAMES:
        printed = json.loads(run("schema", game).stdout)
        assert printed["title"] == f"Bot protocol 1: {game}"


@pytest.mark.slow
def test_the_hunter_beats_the_easy_bot_in_most_deals(tmp_path: Path) -> None:
    """All of it is the same at every run: its luck goes by the number of the game."""
    shutil.copy(client.__file__, tmp_path / "client.py")
    shutil.copy(ROOT / "docs" / "bots" / "hunter.py", tmp_path / "hunter.py")
    seats = f"bot:exec:{sys.executable} {tmp_path / 'hunter.py'},bot:easy"
    done = run("simulate", "bataille", "--seats", seats, "--games", "40", "--seed", "1", "--json")
    assert "plays on" not in done.output
    assert json.loads(done.stdout.splitlines()[-1])["wins"][0] >= 24
