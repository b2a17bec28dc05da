"""Pictures of the home screen and of setting up a new table."""

from __future__ import annotations

import os

from nim_tui.tables.store import Store
from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.looking import typing
from tests.screens.tables import ALONE, FIRST_TURNS, PAIR, SEARCHED, TODAY, WON, keep

FORM = "n"


def keep_several(store: Store) -> None:
    """Games against a bot and a friend, over or not, from this day and others; and no record."""
    rows = [(WON, ALONE, 400), (WON, PAIR, 40), (FIRST_TURNS, PAIR, 2), (WON, PAIR, 1)]
    for words, seats, days in [*rows, (SEARCHED, ALONE, 0)]:
        keep(store, words, seats=seats)
        path = max(store.folder.iterdir())
        played = path.stat().st_mtime - days * 86400
        os.utime(path, (played, played))
    path = store.folder / "bataille-0099.jsonl"
    path.write_text("no record")
    os.utime(path, (TODAY.timestamp(), TODAY.timestamp()))


class TestHome:
    """Where everything begins."""

    def test_home_of_someone_new(self, make_app: MakeApp, look: Look) -> None:
        look(make_app())

    def test_home_with_a_game_to_go_on_with(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, WON)
        keep(store, SEARCHED)
        look(make_app())

    def test_home_with_finished_games_only(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, WON)
        look(make_app())

    def test_home_large(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(name="Ana"), size=LARGE)

    def test_home_in_french(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(language="fr", name="Ana"), size=LARGE)

    def test_home_small_in_french(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(language="fr"), "down")

    def test_more_kept_games_than_lines(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(), *["down"] * 6)

    def test_whether_to_delete(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        keep(store, SEARCHED)
        look(make_app(), "down x")

    def test_how_one_did(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(name="Ana"), "t")

    def test_how_one_did_in_french(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(name="Ana", language="fr"), "t", size=LARGE)

    def test_which_game_to_replay(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        keep(store, SEARCHED)
        look(make_app(), "p")

    def test_rules_of_the_game_on_the_shelf(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), "right r")

    def test_keys_of_the_home_screen(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), "question_mark")


class TestNewTable:
    """Setting up a table."""

    def test_another_game_on_the_shelf(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), "right right")

    def test_the_form_with_its_defaults(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM)

    def test_the_form_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM, size=LARGE)

    def test_the_form_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(language="fr"), FORM, "down down down right")

    def test_the_form_with_stepped_values(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM, "down down right down" + " down right" * 5)

    def test_names_typed_before(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(name="Ana", names=["Ben"]), FORM, "down down right right")

    def test_typing_a_name(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM, "down enter", typing(" and Zoë"))

    def test_typing_a_seed_that_is_none(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM, "up enter", typing("1e3"), "enter")

    def test_a_name_that_cannot_be_seated(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM, "down enter", typing(", far too long"), "enter up enter")

    def test_a_name_that_cannot_be_seated_in_french(self, make_app: MakeApp, look: Look) -> None:
        typed = typing(", far too long")
        look(make_app(language="fr"), FORM, "down enter", typed, "enter up enter")
