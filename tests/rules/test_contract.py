"""Every game keeps the contract, and its secrets."""

from __future__ import annotations

from nim_tui.testing.contract import ContractSuite
from nim_tui.testing.secrets import SecretsSuite
from tests.rules.games import GAMES


class TestGames(ContractSuite, SecretsSuite):
    """Our own, and the invented one."""

    games = GAMES
