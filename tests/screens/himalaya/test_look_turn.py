"""Pictures of a turn of Himalaya, phase by phase."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE
from tests.screens.conftest import Look, MakeApp
from tests.screens.himalaya.tables import (
    CAMPING,
    FILLED,
    FOUR,
    FOUR_WITH_TOKENS,
    MARKET_DAY,
    PROGRAMMING,
    TOKENS,
    WEATHER,
)
from tests.screens.looking import saying

SOME_LAID = "s i t r p"
"""Ana walks to 7, to 9, trades in vain, walks to 14, pauses; the last slot is empty."""

pytestmark = pytest.mark.usefixtures("bots_wait")


class TestPhases:
    """The questions of a turn."""

    def test_camping(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(CAMPING.table()), "down")

    def test_event_tokens(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(TOKENS.table()))

    def test_where_the_snow_falls(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(TOKENS.table()), "w")

    def test_programming_with_empty_slots(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PROGRAMMING.table()))

    @pytest.mark.slow
    def test_programming_with_a_trace_and_an_idle_order(
        self, make_app: MakeApp, look: Look
    ) -> None:
        look(make_app(PROGRAMMING.table()), SOME_LAID)

    @pytest.mark.slow
    def test_programming_with_yeti_and_snow(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(WEATHER.table()), "i s")

    @pytest.mark.slow
    def test_sealed_and_waiting(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PROGRAMMING.table()), saying("program sitrps"))

    def test_an_order_filled(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FILLED.table()))

    def test_market_day(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(MARKET_DAY.table()))


class TestBoxes:
    """Screens one key away."""

    def test_tribes(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PROGRAMMING.table()), "o")

    @pytest.mark.slow
    def test_keys_and_signs(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PROGRAMMING.table()), "question_mark", "end")


class TestLarge:
    """The main phases on a large screen."""

    @pytest.mark.slow
    def test_programming_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PROGRAMMING.table()), SOME_LAID, size=LARGE, bars=True)


class TestPanels:
    """More lines than fit: the top first, the rest by scrolling."""

    @pytest.mark.slow
    def test_tribes_of_four_scrolled_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_WITH_TOKENS.table()), "tab tab down down", size=LARGE)


class TestColours:
    """Four players in other colours."""

    def test_four_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR.table()), "s i t")

    @pytest.mark.slow
    def test_four_players_in_high_contrast(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR.table(), theme="contrast"), "s i t")

    @pytest.mark.slow
    def test_four_players_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR.table(), theme="mono"), "s i t")
