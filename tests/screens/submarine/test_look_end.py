"""Pictures of the end of a game of Submarine and of replays."""

from __future__ import annotations

from nim_tui.tables.store import Store
from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.submarine.tables import (
    ACTING,
    ALL_TYPES,
    LAST_TREASURE,
    NO_CARDS,
    OUT_AT_ONCE,
    Position,
)

LOOK = "enter"
REPLAY = "p enter"
TO_THE_MIDDLE = "end { { { {"
ALL_OPEN = "v v"


def keep(store: Store, position: Position) -> None:
    """Keep a table in this position, as if it had been played another day."""
    position.table(store=store).close()


class TestTheEnd:
    """Who won and why, and how it went."""

    def test_results_all_types(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ALL_TYPES.table()))

    def test_results_an_empty_column(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(LAST_TREASURE.table()))

    def test_results_no_card_left_and_two_winners(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NO_CARDS.table()))

    def test_results_the_last_crossing(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OUT_AT_ONCE.table(round_limit=1)))

    def test_results_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ALL_TYPES.table()), size=LARGE)

    def test_results_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ALL_TYPES.table(), language="fr"))

    def test_the_table_after_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ALL_TYPES.table()), LOOK)


class TestReplay:
    """Stepping through a record."""

    def test_replay_all_open(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, ALL_TYPES)
        look(make_app(), REPLAY, TO_THE_MIDDLE, ALL_OPEN)

    def test_replay_all_open_large(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, ALL_TYPES)
        look(make_app(), REPLAY, TO_THE_MIDDLE, ALL_OPEN, size=LARGE)

    def test_replay_as_the_second_seat_saw_it(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, ALL_TYPES)
        look(make_app(), REPLAY, TO_THE_MIDDLE, "v")

    def test_replay_of_an_unfinished_game_as_a_spectator(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, ACTING)
        look(make_app(), REPLAY, "end")
