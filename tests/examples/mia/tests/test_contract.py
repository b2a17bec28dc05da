"""The contract, the secrets and the tables of the game, at random; a playthrough; counts."""

from pathlib import Path

import pytest
from nim_tui.testing.contract import ContractSuite
from nim_tui.testing.playthroughs import CountCase, Playthrough, count_cases
from nim_tui.testing.secrets import SecretsSuite
from nim_tui.testing.tables import TableSuite
from syrupy.assertion import SnapshotAssertion

from mia.rules import GAME

COUNTS = count_cases(Path(__file__).with_name("counts.toml"))


class TestGame(ContractSuite, SecretsSuite, TableSuite):
    """With each number of seats, and each option."""

    games = (GAME,)


def test_a_playthrough(text_dump: SnapshotAssertion) -> None:
    assert (
        Playthrough("whole", GAME, ("Ana", "Ben", "Cleo"), {}, seed=7, moves=20).text() == text_dump
    )


@pytest.mark.parametrize("case", COUNTS, ids=str)
def test_the_number_of_positions(case: CountCase) -> None:
    assert case.counted(GAME) == case.counts
