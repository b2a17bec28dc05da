"""Pictures of a round of Der Schwarm: first stations, the row, cards, and boxes."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE
from tests.screens.conftest import Look, MakeApp
from tests.screens.schwarm.sights import pointing, pricing, taking
from tests.screens.schwarm.tables import (
    FIRST_STATION,
    FOUR_PLAYING,
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
    """The choice of a first station."""

    def test_first_station(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIRST_STATION.table()))


class TestRow:
    """The choice of cards."""

    def test_row(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), pricing("5"))

    def test_unaffordable_cards_are_faint(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(POOR.shared()))

    def test_order_cards(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), pricing("order"))

    @pytest.mark.slow
    def test_choosing_the_capacity(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ROW.table()), pricing("order"), "enter")

    @pytest.mark.slow
    def test_sixteen_cards(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(three(5).table()))


class TestCards:
    """The play of cards."""

    def test_choosing_a_card(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLAYING.table()))

    @pytest.mark.slow
    def test_joker(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLAYING.table()), taking("joker"))

    def test_launch_and_sail(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()))

    @pytest.mark.slow
    def test_double_card(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(WITH_DOUBLE.table()))

    @pytest.mark.slow
    def test_station(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(two(148).table()), taking("station"), pointing("i0"))

    def test_researcher(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(two(150).table()))

    def test_a_card_of_no_use(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(USELESS.table()), "down")


class TestBoxes:
    """Screens one key away."""

    @pytest.mark.slow
    def test_networks(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table()), "w")

    def test_nations(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MIDDLE.table()), "o")

    @pytest.mark.slow
    def test_keys_and_signs(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()), "question_mark", "end")


class TestLarge:
    """The main phases on a large screen."""

    @pytest.mark.slow
    def test_sailing_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()), size=LARGE, bars=True)


class TestColours:
    """Four players in other colours."""

    @pytest.mark.slow
    def test_four_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table()))

    @pytest.mark.slow
    def test_four_players_in_high_contrast(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table(), theme="contrast"))

    @pytest.mark.slow
    def test_four_players_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_PLAYING.table(), theme="mono"))
