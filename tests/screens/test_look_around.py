"""Pictures of what stands beside the table: log, rules, help, hint, settings, keys."""

from __future__ import annotations

from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.looking import typing
from tests.screens.tables import LAID, SEARCHED, table_after

TORPEDO = f"{SEARCHED}; B 29; drop 100"
SETTINGS = "s"
KEYS = "s up enter"


class TestRules:
    """The rules where they matter now."""

    def test_rules_at_the_torpedo(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r")

    def test_rules_at_the_torpedo_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO), language="fr"), "r")

    def test_rules_at_the_torpedo_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r", size=LARGE)

    def test_rules_a_part_back(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r", "p")

    def test_rules_contents(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r c")

    def test_rules_searched(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "r slash", typing("spinner"), "enter")

    def test_rules_searched_in_french(self, make_app: MakeApp, look: Look) -> None:
        app = make_app(table_after(TORPEDO), language="fr")
        look(app, "r slash", typing("torpille"), "enter enter")

    def test_aid_beside_the_boards(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(TORPEDO)), "exclamation_mark", size=LARGE)

    def test_rules_from_their_beginning(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), "r")


class TestAround:
    """Boxes over the table."""

    def test_log(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "g")

    def test_log_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "g", size=LARGE)

    def test_log_of_a_game_that_just_began(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after()), "g")

    def test_keys_and_signs(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), "question_mark")

    def test_keys_and_signs_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), language="fr"), "question_mark")

    def test_hint(self, make_app: MakeApp, look: Look, first_bot: None) -> None:
        look(make_app(table_after(LAID)), "i")

    def test_hint_in_french(self, make_app: MakeApp, look: Look, first_bot: None) -> None:
        look(make_app(table_after(LAID), language="fr"), "i")

    def test_a_window_too_small(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED)), size=(60, 20))

    def test_a_window_too_small_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED), language="fr"), size=(40, 12))


class TestSettings:
    """How one likes it."""

    def test_settings(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), SETTINGS)

    def test_settings_turned_to_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(language="en"), SETTINGS, "down", "right")

    def test_keys_of_every_action(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(keys={"game.hint": "y"}), KEYS)

    def test_keys_searched(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), KEYS, "slash", typing("next"))

    def test_keys_searched_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(language="fr"), KEYS, "slash", typing("suiv"))

    def test_asking_for_a_key(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), KEYS, "down down enter")
