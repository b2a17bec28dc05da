"""What docs/how-to/train-agents.md shows is run here, and what it says of sizes is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from nim_tui.arena.matches import Pairing
from nim_tui.arena.runner import play, record_name
from nim_tui.research.subject import subject_of
from tests.nim_tui.research.walking import TABLES

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = (ROOT / "docs" / "how-to" / "train-agents.md").read_text("utf-8")
PROGRAMS: Final = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ROWS: Final = {
    row[0]: row[1:]
    for line in re.findall(r"^\| `nim_\w+` \|.*\|$", PAGE, re.MULTILINE)
    for row in [[cell.strip(" `") for cell in line.strip("|").split("|")]]
}


def ran(program: str) -> dict[str, Any]:
    """The names that a program leaves behind."""
    names: dict[str, Any] = {}
    exec(compile(program, "docs/how-to/train-agents.md", "exec"), names)
    return names


def test_the_search_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    names = ran(PROGRAMS[0])
    assert names["state"].is_terminal()
    assert str(names["state"].returns()) in capsys.readouterr().out


def test_the_training_learns_something() -> None:
    names = ran(PROGRAMS[1])
    assert names["weights"].any()
    assert np.isfinite(names["weights"]).all()


def test_the_tables_play_to_their_ends() -> None:
    names = ran(PROGRAMS[2])
    assert names["wins"].sum() >= 20


def test_records_of_bots_become_examples(tmp_path: Path) -> None:
    pairing = Pairing(("medium", "random"), 3)
    game = play("schwarm", {}, pairing, tmp_path)
    examples = list(ran(PROGRAMS[3])["examples"](tmp_path / record_name("schwarm", pairing)))
    assert len(examples) == game.moves
    assert all(seen and parts for seen, parts in examples)


def test_the_page_names_the_versions_it_is_tested_with() -> None:
    locked = (ROOT / "locks" / "research.txt").read_text("utf-8")
    versions = dict(re.findall(r"^(open-spiel|pettingzoo)==(\S+)", locked, re.MULTILINE))
    assert f"OpenSpiel {versions['open-spiel']} and PettingZoo {versions['pettingzoo']}." in PAGE


def test_every_program_of_the_page_is_run_and_is_short() -> None:
    assert len(PROGRAMS) == 4
    assert all(len(program.splitlines()) <= 20 for program in PROGRAMS)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_table_tells_how_large_each_game_is(name: str, players: int) -> None:
    subject = subject_of(name, players)
    seats, actions, parts, numbers = ROWS[f"nim_{name}"]
    first = subject.game.seats[0]
    assert seats.split("-") == [*dict.fromkeys((str(first), str(subject.game.seats[-1])))]
    assert int(actions) == subject.actions
    assert int(parts) == subject.numbering.most_parts
    assert [int(size) for size in numbers.split(", ")][players - first] == subject.observation_size
