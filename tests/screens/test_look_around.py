"""Pictures of pages and boxes of a table: log, rules, help, hint, settings, keys."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, typing
from tests.screens.conftest import Look, MakeApp
from tests.screens.lessons import lesson
from tests.screens.tables import LAID, SEARCHED, table_after

TORPEDO = f"{SEARCHED}; B 29; drop 100"
SETTINGS = "s"
KEYS = "s up enter"


class TestRules:
    """The rules at the relevant part."""

    @pytest.mark.slow
    def test_rules_at_the_torpedo(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r")

    @pytest.mark.slow
    def test_rules_at_the_torpedo_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r", size=LARGE, bars=True)

    def test_rules_contents(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r c")

    @pytest.mark.slow
    def test_rules_searched(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r slash", typing("spinner"), "enter")

    @pytest.mark.slow
    def test_aid_beside_the_boards(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "exclamation_mark", size=LARGE)


class TestAround:
    """Boxes over the table."""

    def test_log(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "g")

    @pytest.mark.slow
    def test_keys_and_signs(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "question_mark")

    def test_hint(self, make_app: MakeApp, look: Look, first_bot: None) -> None:
        look(make_app(table_after(LAID)), "i")

    def test_a_lesson_on_a_phone(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(lesson("submarine")), size=(40, 34), bars=True)

    def test_a_window_too_small(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), size=(60, 20))


class TestSettings:
    """The settings page."""

    def test_settings(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), SETTINGS)

    def test_keys_of_every_action(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(keys={"game.hint": "y"}), KEYS)

    def test_asking_for_a_key(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), KEYS, "down down enter")
