"""The commands: what they do. What they answer to mistakes is in test_mistakes.py."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from nim_tui.arena.matches import MatchResult
from nim_tui.cli.explained import SEED
from nim_tui.cli.progress import progress
from nim_tui.registry import GameEntry, all_games
from nim_tui.tables.record import Record, read_record
from nim_tui.tables.seeds import MOST_SEED
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from rules.bataille import BATAILLE
from rules.contract import Result
from tests.nim_tui.conftest import play_on, run, table_of


def test_a_sound_record_is_summed_up(kept: Path, store: Store) -> None:
    result = run("record", "check", str(kept))
    moves = read_record(kept).moves
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"bataille, 2 seats, {moves} moves, finished (ships)\n"
    table = table_of()
    path = store.open_new(table)
    play_on(table, 1)
    table.close()
    assert run("record", "check", str(path)).stdout == "bataille, 2 seats, 1 move, unfinished\n"


def test_replay_opens_the_record(kept: Path, shown: list[Any]) -> None:
    assert run("replay", str(kept)).exit_code == 0
    assert len(shown) == 1
    assert isinstance(shown[0], Record)
    assert shown[0].header.seed == 7


def test_without_a_command_the_home_screen_opens(shown: list[Any], home: Path) -> None:
    assert run().exit_code == 0
    assert shown == ["home"]
    assert (home / "tables").is_dir()


def test_play_sets_up_the_table_that_was_asked_for(shown: list[Any], home: Path) -> None:
    result = run(
        "play", "Bataille", "--seats", " Ana ,bot:medium", "--option", "blast=yes",
        "--option", "lanes=ALL", "--seed", "7",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    (table,) = shown
    assert isinstance(table, Table)
    assert [(seat.name, seat.bot) for seat in table.seats] == [("Ana", None), ("Nemo", "medium")]
    assert table.options == {
        "blast": True, "lanes": "all", "spinner": "sixth", "grids": "deduce", "blocking": False,
        "after_mine": "several", "without_move": "both", "turn_limit": None,
    }  # fmt: skip
    assert table.seed == 7
    record = read_record(home / "tables" / "bataille-0001.jsonl")
    assert record.header == table.header


def test_play_alone_is_one_person_against_the_best_bot(
    shown: list[Any], tiny: GameEntry, home: Path
) -> None:
    assert run("play", "bataille").exit_code == 0
    assert run("play", "tiny").exit_code == 0
    first, second = shown
    assert [(seat.name, seat.bot) for seat in first.seats] == [
        ("Player 1", None),
        ("Nemo", "medium"),
    ]
    assert [seat.bot for seat in second.seats] == [None, "random"]
    assert first.seed != second.seed


def test_games_lists_everything_a_table_may_choose(tiny: GameEntry) -> None:
    listed = run("games").stdout
    for entry in all_games().values():
        assert f"{entry.name}: {entry.title}" in listed
        for option in entry.game.options:
            assert option.meaning in listed
            assert f"values {option.range_text}" in listed
    assert "default orthogonal" in listed
    assert "bot:hard, bot:medium, bot:easy\n" in listed
    assert "2, 3, 4" in listed
    assert all(line == line.rstrip() for line in listed.splitlines())


def test_games_as_json(tiny: GameEntry) -> None:
    games = {game["name"]: game for game in json.loads(run("games", "--json").stdout)}
    assert list(games) == list(all_games())
    bataille = games["bataille"]
    assert bataille["seats"] == [2]
    assert bataille["bots"] == ["hard", "medium", "easy"]
    assert [option["name"] for option in bataille["options"]] == [
        "blast", "lanes", "spinner", "grids", "blocking", "after_mine", "without_move",
        "turn_limit",
    ]  # fmt: skip
    assert bataille["options"][1]["default"] == "orthogonal"
    assert games["submarine"]["seats"] == [2, 3, 4, 5]
    assert games["tiny"]["seats"] == [2, 3, 4]


def simulated(*arguments: str) -> dict[str, Any]:
    """The figures of a simulation, without those of the clock."""
    result = run("simulate", *arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    facts: dict[str, Any] = json.loads(result.stdout)
    assert facts.pop("seconds") >= 0
    assert facts.pop("moves_per_second") > 0
    return facts


@pytest.mark.slow
def test_a_simulation_is_the_same_for_the_same_seed() -> None:
    asked = ("bataille", "--seats", "bot:medium,bot:random", "--games", "3", "--seed", "7")
    facts = simulated(*asked)
    assert facts == simulated(*asked)
    assert facts["seats"] == ["bot:medium", "bot:random"]
    assert facts["options"] == {
        "blast": False, "lanes": "orthogonal", "spinner": "sixth", "grids": "deduce",
        "blocking": False, "after_mine": "several", "without_move": "both", **BATAILLE.automatic,
    }  # fmt: skip
    assert facts["seed"] == 7
    assert sum(facts["wins"]) + facts["draws"] == facts["games"] == 3
    assert sum(facts["reasons"].values()) == 3


def test_a_simulation_takes_options_and_any_game(tiny: GameEntry) -> None:
    facts = simulated("bataille", "--games", "2", "--seats", "bot:turtle,bot:random")
    assert facts["seats"] == ["bot:turtle", "bot:random"]
    short = simulated("bataille", "--games", "2", "--option", "turn_limit=2", "--seed", "1")
    assert short["reasons"] == {"turn_limit": 2}
    assert short["draws"] == 2
    facts = simulated("tiny", "--games", "5", "--seats", "bot:random,bot:random,bot:random")
    assert len(facts["wins"]) == 3


def test_a_simulation_is_summed_up_for_people() -> None:
    result = run("simulate", "bataille", "--games", "4", "--seed", "1")
    assert result.exit_code == 0
    assert "bataille, 4 games, seed 1" in result.stdout
    assert "seat 2  bot:medium" in result.stdout
    assert "moves per second" in result.stdout


@pytest.mark.parametrize(
    "command", ["play", "games", "replay", "record", "simulate", "serve", "admin"]
)
def test_every_command_explains_itself(command: str) -> None:
    result = run(command, "--help")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"Usage: nim-tui {command}")
    assert f"  {command}" in run("--help").stdout


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = MatchResult(1, 10, Result(((0, 1),), "turn_limit"))
    for stream, is_shown in ((StringIO(), False), (Terminal(), True)):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress(iter([game] * 3), 3) as outcomes:
            assert list(outcomes) == [game] * 3
        assert ("100%" in stream.getvalue()) == is_shown


def test_seeds_on_the_command_line_are_those_of_records() -> None:
    assert (SEED.low, SEED.high) == (0, MOST_SEED)
