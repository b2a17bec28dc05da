"""What the tests of the application share: a home of their own, a second game, seeded play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nim_tui.commands import cli, play
from nim_tui.commands import play as learn
from nim_tui.commands import play as puzzle
from nim_tui.registry import GameEntry, all_games
from nim_tui.tables.record import Line, SeatPlan, parse_record
from nim_tui.tables.store import HOME_VARIABLE, Store
from nim_tui.tables.table import Table
from nim_tui.testing.tables import some_move
from rules.bataille import BATAILLE
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.options import OptionValue

ROOT = Path(__file__).parents[2]
ANA_BEN = (SeatPlan("Ana"), SeatPlan("Ben"))
TINY_OFFER = GameEntry("tiny", "Tiny", "tests.rules.tiny:TINY", "tests.rules.tiny:TINY")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for records and settings that no other test sees."""
    folder = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    folder = tmp_path / "tables"
    folder.mkdir()
    return Store(folder)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """A second game on offer, of which the application knows nothing."""
    monkeypatch.setitem(all_games(), "tiny", TINY_OFFER)
    return TINY_OFFER


@pytest.fixture
def kept(store: Store) -> Path:
    """The record of a game played to its end."""
    table = table_of()
    path = store.open_new(table)
    play_on(table)
    table.close()
    return path


@pytest.fixture
def languages() -> list[str]:
    """The language each screen of `shown` was to speak; empty where none was asked for."""
    return []


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, languages: list[str]) -> list[Any]:
    """What was opened on the screen, by an application that shows nothing."""
    opened: list[Any] = []

    def run_with(what: Any, language: str) -> None:
        opened.append(what)
        languages.append(language)

    app = SimpleNamespace(
        run_home=lambda language: run_with("home", language),
        run_table=run_with,
        run_replay=run_with,
        run_lesson=lambda game, number, language: run_with((game, number), language),
        run_puzzle=lambda game, is_daily, language: run_with((game, is_daily), language),
    )
    monkeypatch.setitem(sys.modules, "nim_tui.app.app", app)
    for module in (cli, learn, play, puzzle):
        monkeypatch.setattr(module, "is_by_lines", lambda: False)
    return opened


def table_of(game: AnyGame = BATAILLE, seed: int = 7, **options: OptionValue) -> Table:
    """A fresh table for Ana and Ben, with a limit so that it ends."""
    return Table(game, {**game.automatic, **options}, ANA_BEN, seed)


def play_oddly(table: Table, moves: int, seed: int) -> None:
    """So many moves by chance, some taken back, with marks between."""
    chance = Chance(seed)
    for number in range(moves):
        if not table.waiting:
            return
        seat, move = some_move(table, chance)
        table.play(seat, move)
        if chance.below(4) == 0 and table.can_undo(seat):
            table.undo(seat)
        if number % 7 == 0:
            table.mark(seat, f"{number % 5}", "x!"[number % 2])


def play_on(table: Table, moves: int = 10**6, seed: int = 1) -> Table:
    """Play so many moves by chance, or to the end."""
    chance = Chance(seed)
    for _ in range(moves):
        if not table.waiting:
            break
        table.play(*some_move(table, chance))
    return table


def before_a(word: str, game: AnyGame) -> tuple[Table, int, Move]:
    """A table in mid-game where a seat may make a move that begins so."""
    for seed in range(100):
        table, choice = table_of(game, seed), Chance(seed)
        while table.waiting:
            seat, move = some_move(table, choice)
            if move.word.startswith(word):
                return table, seat, move
            table.play(seat, move)
    raise AssertionError(f"no game comes to {word}")


def play_words(table: Table, *turns: str) -> Table:
    """Play moves given as "0 sub 14.200": seat and words."""
    for turn in turns:
        seat, _, words = turn.partition(" ")
        table.play(int(seat), table.game.parse(words))
    return table


def lines_of(path: Path) -> tuple[Line, ...]:
    """The lines of a record, without its header."""
    return parse_record(path.read_bytes()).lines


def run(*arguments: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(cli.commands, list(arguments), prog_name="nim-tui")


def python(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, at the root of the project, without a terminal."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, input=text, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
