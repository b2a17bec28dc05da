"""Pictures of the home screen and of the form for a new table."""

from __future__ import annotations

import os

import pytest

from nim_tui.tables.store import Store
from nim_tui.testing.screens import LARGE, typing
from tests.screens.conftest import Look, MakeApp
from tests.screens.tables import ALONE, FIRST_TURNS, PAIR, SEARCHED, TODAY, WON, keep

FORM = "n"


def keep_several(store: Store) -> None:
    """Store games against a bot and a friend, over or not, of several days, and a broken record."""
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
    """The home screen."""

    def test_home_of_someone_new(self, make_app: MakeApp, look: Look) -> None:
        look(make_app())

    def test_home_with_a_game_to_go_on_with(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, WON)
        keep(store, SEARCHED)
        look(make_app())

    def test_home_large(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(name="Ana"), size=LARGE, bars=True)

    def test_whether_to_delete(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        keep(store, SEARCHED)
        look(make_app(), "down x")

    def test_how_one_did(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep_several(store)
        look(make_app(name="Ana"), "t")

    def test_which_game_to_replay(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        keep(store, SEARCHED)
        look(make_app(), "p")


class TestNewTable:
    """Setting up a table."""

    @pytest.mark.slow
    def test_the_form_with_its_defaults(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM)

    def test_the_form_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM, size=LARGE)

    @pytest.mark.slow
    def test_a_name_that_cannot_be_seated(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), FORM, "down enter", typing(", far too long"), "enter up enter")
