"""Pictures of the end of a game of Himalaya, of its count, and of replays."""

from __future__ import annotations

from nim_tui.tables.store import Store
from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.himalaya.tables import ENDED, ENDED_ALIKE, FOUR_ENDED, MARKET_DAY, Position

COUNT = "down enter"
LOOK = "enter"
REPLAY = "p enter"


def keep(store: Store, position: Position) -> None:
    """Keep a table in this position, as if it had been played another day."""
    position.table(store=store).close()


class TestTheEnd:
    """Who won and why."""

    def test_results_of_three(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()))

    def test_results_of_four(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()))

    def test_results_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()), size=LARGE)

    def test_results_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table(), language="fr"))

    def test_the_map_after_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), LOOK)

    def test_the_map_after_the_end_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()), LOOK, size=LARGE)

    def test_all_screens_are_open_after_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), LOOK, "o")


class TestCount:
    """The final count, step by step."""

    def test_the_first_step(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), COUNT)

    def test_all_steps_of_three(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), COUNT, "enter enter enter")

    def test_a_tie_of_three(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED_ALIKE.table()), COUNT, "enter enter enter")

    def test_ties_of_four(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()), COUNT, "enter enter")

    def test_all_steps_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()), COUNT, "enter enter", size=LARGE)

    def test_all_steps_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table(), language="fr"), COUNT, "enter enter")


class TestReplay:
    """Stepping through a record."""

    def test_replay_all_open(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, ENDED)
        look(make_app(), REPLAY, "end { {", "v v v")

    def test_replay_all_open_large(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, FOUR_ENDED)
        look(make_app(), REPLAY, "end { {", "v v v v", size=LARGE)

    def test_replay_of_an_unfinished_game_as_a_spectator(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, MARKET_DAY)
        look(make_app(), REPLAY, "end")
