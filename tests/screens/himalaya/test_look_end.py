"""Pictures of the end of a game of Himalaya, of its count, and of replays."""

from __future__ import annotations

import pytest

from nim_tui.tables.store import Store
from tests.screens.conftest import Look, MakeApp
from tests.screens.himalaya.tables import ENDED, FOUR_ENDED, Position

COUNT = "down enter"
LOOK = "enter"
REPLAY = "p enter"


def keep(store: Store, position: Position) -> None:
    """Store a table in this position, as if played on another day."""
    position.table(store=store).close()


class TestTheEnd:
    """The winner and the reason."""

    def test_results_of_three(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), bars=True)

    def test_the_map_after_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), LOOK)


class TestCount:
    """The final count, step by step."""

    def test_the_first_step(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), COUNT)

    @pytest.mark.slow
    def test_all_steps_of_three(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), COUNT, "enter enter enter")

    def test_ties_of_four(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()), COUNT, "enter enter")


class TestReplay:
    """Stepping through a record."""

    @pytest.mark.slow
    def test_replay_all_open(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, ENDED)
        look(make_app(), REPLAY, "end { {", "v v v")
