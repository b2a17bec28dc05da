"""Pictures of a round of Der Schwarm: first stations, the row, cards; and the boxes beside."""

from __future__ import annotations

import pytest

from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.looking import saying
from tests.screens.schwarm.sights import choosing, pointing, pricing, taking
from tests.screens.schwarm.tables import (
    BOTH,
    FIRST_STATION,
    FOUR_PLAYING,
    IDLE,
    MIDDLE,
    PLAYING,
    POOR,
    ROW,
    SAILING,
    USELESS,
    WITH_DOUBLE,
    three,
    two,
)

pytestmark = pytest.mark.usefixtures("bots_wait")


class TestFirstStations:
    """Where each begins."""

    def test_first_station(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIRST_STATION.table()))

    def test_free_start(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(two(0).shared(free_start=True)), saying("start d0"))

    def test_no_station_there(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIRST_STATION.table()), choosing("f0"))


class TestRow:
    """What each takes."""

    def test_row(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), pricing("5"))

    def test_unaffordable_cards_are_faint(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(POOR.shared()))

    def test_a_card_too_dear(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(POOR.shared()), pricing("4"), "enter")

    def test_order_cards(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), pricing("order"))

    def test_choosing_the_capacity(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), pricing("order"), "enter")

    def test_sixteen_cards(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(three(5).table()))


class TestCards:
    """What each plays."""

    def test_choosing_a_card(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLAYING.table()))

    def test_joker(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLAYING.table()), taking("joker"))

    def test_launch_and_sail(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()))

    def test_launch(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()), pointing("h1"))

    def test_sailing_on(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(two(182).table()), pointing("g4"))

    def test_double_card(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(WITH_DOUBLE.table()))

    def test_which_part_of_the_double(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(BOTH.table()))

    def test_station(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(two(148).table()), taking("station"), pointing("i0"))

    def test_researcher(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(two(150).table()))

    def test_a_card_of_no_use(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(USELESS.table()), "down")

    def test_a_card_of_no_use_is_played(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(IDLE.table()))


class TestBoxes:
    """What is one key away."""

    def test_networks(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table()), "w")

    def test_networks_of_another(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table()), "w right")

    def test_networks_before_the_first_card(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), "w")

    def test_networks_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table()), "w right_parenthesis", size=LARGE)

    def test_nations_large_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table(), language="fr"), "o", size=LARGE)

    def test_nations(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table()), "o")

    def test_nations_of_closed_hands(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table(closed_hands=True)), "o")

    def test_log(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table()), "g")

    def test_keys_and_signs(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()), "question_mark", "end")

    def test_the_rules_of_ships(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()), "R")


class TestLarge:
    """The main phases where there is room."""

    def test_row_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(three(5).table()), size=LARGE)

    def test_choosing_the_capacity_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), pricing("order"), "enter", size=LARGE)

    def test_sailing_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()), size=LARGE)

    def test_four_players_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table()), size=LARGE)


class TestFrench:
    """The main phases in French."""

    def test_row_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(three(5).table(), language="fr"))

    def test_choosing_the_capacity_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table(), language="fr"), pricing("order"), "enter")

    def test_joker_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLAYING.table(), language="fr"), taking("joker"))

    def test_sailing_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table(), language="fr"), pointing("i3"))

    def test_networks_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table(), language="fr"), "w")

    def test_nations_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table(), language="fr"), "o")


class TestColours:
    """Four players in other colours."""

    def test_four_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table()))

    def test_four_players_in_high_contrast(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table(), theme="contrast"))

    def test_four_players_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table(), theme="mono"))
