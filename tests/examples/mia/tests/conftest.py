"""What the tests share: the game is on offer, installed or not."""

import pytest
from nim_tui.testing.tables import offer

from mia.entry import ENTRY


@pytest.fixture(autouse=True, scope="session")
def offered() -> None:
    """Put the game on offer."""
    offer(ENTRY)
