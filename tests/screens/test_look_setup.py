"""Pictures of the hidden set-up, and of two people at one keyboard."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE
from nim_tui.testing.tables import OPEN
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import saying
from tests.screens.tables import LAID, PAIR, table_after

TWO_SUBMARINES = "sub 14.200; sub 22.100"
NO_MINE_YET = "sub 14.200; sub 22.100; sub 33.300"


class TestSetup:
    """Hiding the camp."""

    def test_hide_the_third_submarine(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TWO_SUBMARINES)), "down right right")

    def test_lay_the_mine(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(NO_MINE_YET)))

    @pytest.mark.slow
    def test_hide_the_first_submarine_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after()), size=LARGE, bars=True)


class TestTwoAtOneKeyboard:
    """The keyboard passed from hand to hand."""

    @pytest.mark.slow
    def test_the_turn_is_over_hand_over(self, make_app: MakeApp, look: Look) -> None:
        table = table_after(LAID, seats=PAIR)
        look(make_app(table), OPEN, saying("A 17; drop 200"))

    @pytest.mark.slow
    def test_the_curtain_for_the_second(self, make_app: MakeApp, look: Look) -> None:
        table = table_after(LAID, seats=PAIR)
        look(make_app(table), OPEN, saying("A 17; drop 200"), "enter")
