"""Pictures of a turn of Submarine, phase by phase."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE
from tests.screens.conftest import Look, MakeApp
from tests.screens.submarine.sights import take_from_menu
from tests.screens.submarine.tables import (
    ACTING,
    COLLECTING,
    EXCHANGING,
    FIVE,
    OWING,
    PLACING,
    SAILING,
    THREE_JOKERS,
)


class TestPhases:
    """The questions of a turn."""

    def test_placing(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLACING.table()))

    def test_sailing(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SAILING.table()))

    def test_acting(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()))

    def test_taking_by_card_or_by_a_joker(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "t")

    @pytest.mark.slow
    def test_a_token_with_four_ways_to_pay(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_JOKERS.table()), "t", lambda pilot: take_from_menu(pilot, "Cg"))

    def test_diving_from_which_level(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "d")

    def test_diving_with_targets_lit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "d 3 left up")

    def test_giving_a_hand_card(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OWING.table()))

    def test_exchanging(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(EXCHANGING.table()))

    def test_waiting_for_the_other(self, make_app: MakeApp, look: Look, bots_wait: None) -> None:
        look(make_app(COLLECTING.then("done").table()))

    @pytest.mark.slow
    def test_keys_and_signs(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ACTING.table()), "question_mark", "end")


class TestLarge:
    """The main phases on a large screen."""

    @pytest.mark.slow
    def test_acting_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_JOKERS.table()), size=LARGE, bars=True)


class TestMorePlayers:
    """Three players and five."""

    def test_five_players(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table()))

    @pytest.mark.slow
    def test_five_players_in_high_contrast(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table(), theme="contrast"))

    @pytest.mark.slow
    def test_five_players_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table(), theme="mono"), "d 2 left")
