"""Pictures of the end of a game of Submarine and of replays."""

from __future__ import annotations

import pytest

from nim_tui.tables.store import Store
from tests.screens.conftest import Look, MakeApp
from tests.screens.submarine.tables import (
    ALL_TYPES,
    NO_CARDS,
    Position,
)

LOOK = "enter"
REPLAY = "p enter"
TO_THE_MIDDLE = "end { { { {"
ALL_OPEN = "v v"


def keep(store: Store, position: Position) -> None:
    """Store a table in this position, as if played on another day."""
    position.table(store=store).close()


class TestTheEnd:
    """The winner, the reason, and the course of the game."""

    @pytest.mark.slow
    def test_results_all_types(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ALL_TYPES.table()), bars=True)

    def test_results_no_card_left_and_two_winners(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NO_CARDS.table()))

    @pytest.mark.slow
    def test_the_table_after_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ALL_TYPES.table()), LOOK)


class TestReplay:
    """Stepping through a record."""

    @pytest.mark.slow
    def test_replay_all_open(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, ALL_TYPES)
        look(make_app(), REPLAY, TO_THE_MIDDLE, ALL_OPEN)
