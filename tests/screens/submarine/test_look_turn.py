"""Pictures of a turn of Submarine, phase by phase."""

from __future__ import annotations

from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.looking import saying
from tests.screens.submarine.sights import choose, take_from_menu
from tests.screens.submarine.tables import (
    ACTING,
    COLLECTING,
    EXCHANGING,
    FIVE,
    OWING,
    OWING_AMONG_FIVE,
    PLACING,
    SAILING,
    THREE,
    THREE_JOKERS,
)


class TestPhases:
    """What is asked in a turn."""

    def test_placing(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLACING.table()))

    def test_sailing(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()))

    def test_acting(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()))

    def test_taking_by_card_or_by_a_joker(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "t")

    def test_taking_where_most_is_due(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_JOKERS.table()), "t")

    def test_a_token_with_four_ways_to_pay(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_JOKERS.table()), "t", lambda pilot: take_from_menu(pilot, "Cg"))

    def test_diving_from_which_level(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "d")

    def test_diving_with_targets_lit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "d 3 left up")

    def test_after_a_token_was_taken(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(COLLECTING.table()))

    def test_giving_a_hand_card(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OWING.table()))

    def test_exchanging(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(EXCHANGING.table()))

    def test_waiting_for_the_other(self, make_app: MakeApp, look: Look, bots_wait: None) -> None:
        look(make_app(COLLECTING.then("done").table()))

    def test_diving_or_taking(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), lambda pilot: choose(pilot, "3.3"))

    def test_a_move_that_is_refused(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), saying("dive 3 to 3.1"))

    def test_keys_and_signs(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "question_mark", "end")

    def test_the_rules_of_taking(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "r")


class TestLarge:
    """The main phases where there is room."""

    def test_placing_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLACING.table()), size=LARGE)

    def test_sailing_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()), size=LARGE)

    def test_acting_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_JOKERS.table()), size=LARGE)

    def test_giving_a_hand_card_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OWING.table()), size=LARGE)

    def test_exchanging_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(EXCHANGING.table()), size=LARGE)


class TestFrench:
    """The main phases in French."""

    def test_placing_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLACING.table(), language="fr"))

    def test_sailing_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table(), language="fr"))

    def test_acting_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table(), language="fr"))

    def test_diving_or_taking_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table(), language="fr"), lambda pilot: choose(pilot, "3.3"))

    def test_giving_a_hand_card_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OWING.table(), language="fr"))

    def test_exchanging_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(EXCHANGING.table(), language="fr"))


class TestMorePlayers:
    """Three players and five."""

    def test_three_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE.table()))

    def test_five_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table()))

    def test_five_players_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table()), size=LARGE)

    def test_five_players_and_a_debt(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OWING_AMONG_FIVE.table()))

    def test_five_players_in_high_contrast(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table(), theme="contrast"))

    def test_five_players_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table(), theme="mono"), "d 2 left")
