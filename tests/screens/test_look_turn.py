"""Pictures of a turn of Bataille."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, typing
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import saying
from tests.screens.tables import FIRST_TURNS, SEARCHED, table_after

MOVED = f"{SEARCHED}; B 29"
FIRES = f"{MOVED}; drop 100"
MINE_STRUCK = f"{FIRST_TURNS}; A 16"


class TestTurn:
    """The questions of a turn, phase by phase."""

    @pytest.mark.slow
    def test_move_a_ship_to_choose(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)))

    def test_move_where_to_with_numbers_lit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "enter")

    def test_charge_after_a_move(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(MOVED)))

    def test_torpedo_with_targets(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(FIRES)))

    def test_a_ship_that_hit_the_mine(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(MINE_STRUCK)))

    def test_waiting_for_the_other(self, make_app: MakeApp, look: Look, bots_wait: None) -> None:
        look(make_app(table_after(f"{FIRES}; hold")))

    def test_search_grids_left_to_the_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(MOVED, grids="plain")), "m", "m")


class TestOverTheBoards:
    """Actions of a player besides moves."""

    @pytest.mark.slow
    def test_lanes_through_the_cursor(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "t")

    def test_own_marks_on_the_search_grids(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "m m right m m down m m m")

    def test_a_typed_move_with_its_completion(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "colon", typing("b po"))

    @pytest.mark.slow
    def test_a_typed_move_that_is_refused(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), saying("c 1"))


class TestTurnLarge:
    """The same on a large screen."""

    @pytest.mark.slow
    def test_move_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "enter", size=LARGE, bars=True)


class TestTurnFrench:
    """The same in French."""

    def test_move_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), language="fr"), bars=True)


class TestThemes:
    """The same turn in each theme; other pictures are in `sea`."""

    @pytest.mark.slow
    def test_move_in_high_contrast(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), theme="contrast"), "enter")

    @pytest.mark.slow
    def test_move_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), theme="mono"), "enter")
