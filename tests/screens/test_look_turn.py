"""Pictures of a turn of Bataille."""

from __future__ import annotations

from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.looking import saying, typing
from tests.screens.tables import FIRST_TURNS, LAID, SEARCHED, table_after

MOVED = f"{SEARCHED}; B 29"
STAYED = f"{SEARCHED}; stay"
FIRES = f"{MOVED}; drop 100"
HOLD_ALONE = f"{LAID}; A 17; drop 200; B 7; drop 300; hold; A 15; drop 200"
MINE_STRUCK = f"{FIRST_TURNS}; A 16"


class TestTurn:
    """What is asked in a turn, phase by phase."""

    def test_the_first_move_of_the_game(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(LAID)))

    def test_move_a_ship_to_choose(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)))

    def test_move_where_to_with_numbers_lit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "enter")

    def test_move_out_of_port_numbers_lit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(LAID)), "a n n n")

    def test_charge_after_a_move(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(MOVED)))

    def test_charge_after_staying(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(STAYED)))

    def test_torpedo_with_targets(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(FIRES)))

    def test_torpedo_with_hold_alone(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(HOLD_ALONE)))

    def test_a_ship_that_hit_the_mine(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(MINE_STRUCK)))

    def test_waiting_for_the_other(self, make_app: MakeApp, look: Look, bots_wait: None) -> None:
        look(make_app(table_after(f"{FIRES}; hold")))

    def test_after_a_torpedo(self, make_app: MakeApp, look: Look, bots_wait: None) -> None:
        look(make_app(table_after(FIRES)), saying("fire R4 B"))

    def test_search_grids_left_to_the_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(MOVED, grids="plain")), "m", "m")


class TestOverTheBoards:
    """What a player may do besides moving."""

    def test_lanes_through_the_cursor(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "t")

    def test_lanes_of_every_direction(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED, lanes="all")), "t")

    def test_own_marks_on_the_search_grids(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "m m right m m down m m m")

    def test_a_typed_move_with_its_completion(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "colon", typing("b po"))

    def test_a_typed_move_that_is_refused(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), saying("c 1"))

    def test_typed_words_that_are_no_move(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), saying("a hundred"))

    def test_nothing_to_choose_there(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "up up enter")


class TestTurnLarge:
    """The same where there is room."""

    def test_move_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "enter", size=LARGE)

    def test_charge_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(STAYED)), size=LARGE)

    def test_torpedo_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(FIRES)), size=LARGE)

    def test_own_marks_and_lanes_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "m m tab tab tab t", size=LARGE)


class TestTurnFrench:
    """The same in French."""

    def test_move_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), language="fr"))

    def test_charge_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(STAYED), language="fr"))

    def test_torpedo_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(FIRES), language="fr"))

    def test_a_refusal_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), language="fr"), saying("c 1"))


class TestThemes:
    """The same turn in each set of colours; the others show it in `sea`."""

    def test_move_in_high_contrast(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), theme="contrast"), "enter")

    def test_move_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), theme="mono"), "enter")
