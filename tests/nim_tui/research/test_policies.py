"""Policies of OpenSpiel and PettingZoo sit down as bots."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from nim_tui.client import Turn
from nim_tui.protocol.messages import line_of
from nim_tui.research.policies import bot_from
from nim_tui.research.subject import subject_of
from rules.chance import Chance
from rules.contract import UnsuitableTable
from tests.nim_tui.conftest import run
from tests.nim_tui.research.walking import TABLES

POLICIES = """
import numpy as np

def uniform():
    from open_spiel.python.policy import UniformRandomPolicy
    return UniformRandomPolicy

def first():
    return lambda seen: int(np.flatnonzero(seen["action_mask"])[0])
"""


@pytest.fixture(autouse=True)
def policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_policies.py").write_text(POLICIES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def turn_of(name: str, players: int, seed: int, moves: int) -> tuple[Turn, list[str]]:
    """A turn in a random game, and the words of its legal moves."""
    subject, chance = subject_of(name, players), Chance(seed)
    game = subject.game
    state = game.new(players, subject.options, chance)
    for _move in range(moves):
        if state.waiting():
            seat = state.waiting()[0]
            game.play(state, seat, chance.pick(game.legal(state, seat)), chance)
    seat = state.waiting()[0]
    names = [f"Player {number}" for number in range(players)]
    turn = Turn("1", name, seat, names, dict(subject.options))
    turn.view = json.loads(line_of(game.view(state, seat)))
    return turn, [move.word for move in game.legal(state, seat)]


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("policy", ["spiel own_policies:uniform", "zoo own_policies:first"])
def test_a_policy_answers_with_legal_moves(name: str, players: int, policy: str) -> None:
    kind, path = policy.split()
    bot = bot_from(kind, path, Random(1))
    for moves in (0, 7, 12):
        turn, legal = turn_of(name, players, moves, moves)
        assert bot.move(turn) in legal


def test_a_board_of_ones_own_is_not_encoded() -> None:
    turn, _legal = turn_of("himalaya", 3, 1, 0)
    turn.options["board"] = "something"
    with pytest.raises(UnsuitableTable):
        bot_from("zoo", "own_policies:first", Random(1)).move(turn)


@pytest.mark.parametrize("policy", ["spiel own_policies:uniform", "zoo own_policies:first"])
def test_a_policy_plays_a_game_by_the_protocol(policy: str) -> None:
    command = f"{sys.executable} -m nim_tui.research.policies {policy}"
    seats = f"bot:exec:{command},bot:random"
    done = run(
        "simulate", "bataille", "--seats", seats, "--games", "1", "--json",
        "--option", "turn_limit=3",
    )  # fmt: skip
    assert "plays on" not in done.output
    assert msgspec.json.decode(done.stdout)["games"] == 1
