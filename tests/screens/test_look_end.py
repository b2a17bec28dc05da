"""Pictures of the end of a game, and of replays."""

from __future__ import annotations

import pytest

from nim_tui.tables.store import Store
from nim_tui.testing.screens import LARGE
from tests.screens.conftest import Look, MakeApp
from tests.screens.tables import SEARCHED, WON, keep, table_after

REPLAY = "p enter"
TO_THE_MIDDLE = "end { {"
ALL_OPEN = "v v"


class TestTheEnd:
    """The winner, the reason, and the next actions."""

    def test_results(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON)))

    def test_results_on_a_phone_with_all_choices(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON)), size=(40, 34))

    @pytest.mark.slow
    def test_results_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON)), size=LARGE, bars=True)

    @pytest.mark.slow
    def test_the_table_with_both_camps_open(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(WON)), "enter")


class TestReplay:
    """Stepping through a record."""

    @pytest.mark.slow
    def test_replay_in_the_middle_all_open(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, WON)
        look(make_app(), REPLAY, TO_THE_MIDDLE, ALL_OPEN)

    @pytest.mark.slow
    def test_replay_of_an_unfinished_game_as_a_spectator(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, SEARCHED)
        look(make_app(), REPLAY, "end")
