"""Pictures of the end of a game, and of replays."""

from __future__ import annotations

from nim_tui.tables.store import Store
from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.tables import PAIR, SEARCHED, WON, keep, table_after

REPLAY = "p enter"
TO_THE_MIDDLE = "end { {"
ALL_OPEN = "v v"


class TestTheEnd:
    """Who won and why, and what now."""

    def test_results(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON)))

    def test_results_of_two_at_one_keyboard(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON, seats=PAIR)))

    def test_results_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON)), size=LARGE)

    def test_results_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON), language="fr"))

    def test_the_table_with_both_camps_open(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON)), "enter")

    def test_a_draw(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED.rsplit(";", 1)[0] + "; hold", turn_limit=6)))


class TestReplay:
    """Stepping through a record."""

    def test_replay_at_its_start(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        look(make_app(), REPLAY)

    def test_replay_in_the_middle_as_a_seat_saw_it(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, WON)
        look(make_app(), REPLAY, TO_THE_MIDDLE, "v")

    def test_replay_in_the_middle_all_open(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, WON)
        look(make_app(), REPLAY, TO_THE_MIDDLE, ALL_OPEN)

    def test_replay_all_open_large(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        look(make_app(), REPLAY, TO_THE_MIDDLE, ALL_OPEN, size=LARGE)

    def test_replay_all_open_in_french(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        look(make_app(language="fr"), REPLAY, TO_THE_MIDDLE, ALL_OPEN)

    def test_replay_of_an_unfinished_game_as_a_spectator(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, SEARCHED)
        look(make_app(), REPLAY, "end")
