"""The registry of keys: every binding of every screen and widget, without clashes."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

import nim_tui
import screens
from nim_tui.app.app import NimApp
from nim_tui.registry import all_games
from nim_tui.server.app.app import VisitorApp
from nim_tui.settings import load_settings
from nim_tui.tables.store import Store
from nim_tui.testing.screens import press, running, text_of
from screens.keymap import KEY_NAMES, KeyMap, bindings_by_id, bindings_of, every_screen, screens_of
from screens.schwarm.screen import SchwarmScreen
from screens.text import LANGUAGES, Locale
from screens.widgets.menu import Menu
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.sights import laid
from tests.screens.himalaya.tables import FIRST_TURN
from tests.screens.looking import go_to

LOCAL = screens_of(NimApp, is_private=True)
SERVED = screens_of(VisitorApp, is_private=False)
EVERYWHERE = KeyMap(VisitorApp, every_screen())
SHARED = {
    ("tab", "game.next_part", "himalaya.program"),  # the next part of the map is the program
    ("left", "cursor.left", "replay.before"),  # a replay steps, and no cursor moves in it
    ("right", "cursor.right", "replay.next"),
    ("left", "menu.left", "replay.before"),
    ("right", "menu.right", "replay.next"),
    ("left", "program.before", "replay.before"),
    ("right", "program.next", "replay.next"),
    ("i", "game.hint", "program.ice"),  # `I` and `R` stay hint and rules
    ("r", "game.rules", "program.stone"),
    ("backspace", "game.back", "program.clear"),
    ("escape", "following.skip", "side.close"),  # what is open is closed before steps are skipped
    ("greater_than_sign", "lesson.skip", "puzzle.next"),  # a table is a lesson or a puzzle
    ("g", "game.log", "rules.goal"),  # where rules are read beside the boards
    ("c", "replay.jump", "rules.contents"),
    ("space", "following.halt", "rules.page"),
    ("pagedown", "panel.page_down", "side.page_down"),
    ("pageup", "panel.page_up", "side.page_up"),
    ("pagedown", "sheet.page_down", "side.page_down"),
    ("pageup", "sheet.page_up", "side.page_up"),
}
"""The keys with several meanings, by the focus, or in replays."""


def ours() -> list[type[DOMNode]]:
    """Return every class of ours with bindings, by importing all that needs no extra."""
    for package in (screens, nim_tui):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if ".research" not in module.name and not module.name.endswith("__main__"):
                import_module(module.name)
    found, waiting = set(), list(DOMNode.__subclasses__())
    while waiting:
        owner = waiting.pop()
        waiting += owner.__subclasses__()
        if owner.__module__.startswith(("screens.", "nim_tui.")) and "BINDINGS" in vars(owner):
            found.add(owner)
    return sorted(found, key=lambda owner: owner.__qualname__)


def own_bindings(owner: type[DOMNode]) -> list[Binding]:
    return [binding for binding in vars(owner)["BINDINGS"] if isinstance(binding, Binding)]


def test_every_binding_can_be_changed() -> None:
    registered = {**LOCAL.all(), **SERVED.all()}
    known: Counter[str] = Counter()
    for owner in ours():
        assert len(own_bindings(owner)) == len(vars(owner)["BINDINGS"]), owner
        for binding in own_bindings(owner):
            if not (binding.system or issubclass(owner, App)) or binding.id:
                assert binding.id, (owner, binding)
                assert registered[binding.id].binding == binding
                assert binding.description, (owner, binding)
                known[binding.id] += 1
    assert len(known) > 90
    assert set(known.values()) == {1}
    assert set(known) == set(registered)


def test_nobody_is_offered_the_keys_of_screens_he_has_not() -> None:
    groups = {
        places: {name.split(".")[0] for name in keys.all()}
        for places, keys in {"local": LOCAL, "served": SERVED}.items()
    }
    assert groups["local"] - groups["served"] == {"home"}
    assert groups["served"] - groups["local"] >= {"lobby", "visit", "talk", "seats"}


def test_every_widget_with_keys_is_held_by_a_screen() -> None:
    held = {widget for screen in every_screen() for widget in getattr(screen, "HOLDS", ())}
    widgets = {owner for owner in ours() if not issubclass(owner, Screen | App)}
    assert len(widgets) >= 4
    assert widgets <= held


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_group_has_a_translated_name(language: str) -> None:
    titles = {keyed.title for keyed in EVERYWHERE.all().values()}
    proper = {entry.title for entry in all_games().values()}
    known = Locale(language).catalog._catalog  # type: ignore[attr-defined]
    assert titles - proper <= set(known)
    assert "" not in titles


def test_what_keys_are_called_is_translated_apart_from_what_they_do() -> None:
    said = {t for k in EVERYWHERE.all().values() for t in (k.title, k.binding.description)}
    assert not said & set(KEY_NAMES.values())


def test_no_key_means_two_things_at_once() -> None:
    found = set()
    for owners in EVERYWHERE._places():
        here = bindings_by_id(owners)
        keys = sorted((key, name) for name, b in here.items() for key in b.key.split(","))
        found |= {(one, a, b) for (one, a), (other, b) in pairwise(keys) if one == other}
    assert found == SHARED


@pytest.mark.parametrize(
    ("name", "key", "taken"),
    [
        ("program.soil", "t", "Trade"),
        ("program.soil", "o", "Tribes"),
        ("himalaya.tribes", "s", "Soil"),
        ("game.undo", "s", "Soil"),
        ("game.undo", "apostrophe", "Chat"),
        ("game.undo", "ctrl+q", "a key used on every screen"),
        ("game.undo", "y", ""),
        ("schwarm.turn", "s", ""),
        ("cursor.left", "n", "Next choice"),
        ("cursor.next", "j", "Down"),
        ("lobby.new", "j", "Down"),
        ("lobby.new", "f", "Filter"),
        ("lobby.new", "u", "Reports"),
        ("lobby.new", "f9", ""),
        ("line.leave", "f2", ""),
        ("line.leave", "space", "a letter that you type"),
        ("line.leave", "tab", "Complete"),
        ("visit.talk", "g", "Log"),
        ("talk.back", "y", "a letter that you type"),
        ("talk.back", "apostrophe", "a letter that you type"),
        ("screen.help", "q", "Back"),
    ],
)
def test_what_a_key_means_already(name: str, key: str, taken: str) -> None:
    assert SERVED.taken(name, key, {}) == taken


def test_changed_keys_count_where_they_are_now() -> None:
    assert SERVED.taken("lobby.new", "u", {"lobby.talk": "u"}) == "Chat"
    assert SERVED.taken("lobby.new", "t", {"lobby.talk": "u"}) == ""


def test_bindings_of_a_screen_are_its_own_and_its_widgets() -> None:
    here = bindings_of(SchwarmScreen)
    assert {"cursor.left", "menu.take", "line.leave", "game.undo", "schwarm.turn"} <= set(here)
    assert not any(name.startswith(("program.", "lobby.", "bataille.")) for name in here)


@pytest.mark.slow
async def test_an_order_of_a_program_gets_another_key(
    make_app: MakeApp, store: Store, settings_file: Path
) -> None:
    FIRST_TURN.table(store=store).close()
    async with running(make_app(language="fr")) as pilot:
        await press(pilot, "s", "up", "enter")
        await go_to(pilot, "program.soil")
        assert "Programme : Terre" in text_of(pilot.app)
        await press(pilot, "enter", "y")
        assert load_settings(settings_file).keys == {"program.soil": "y"}
        await press(pilot, "escape", "escape", "1", "y")
        assert laid(pilot)[0] == "s"
        assert "y Terre" in text_of(pilot.app)


@pytest.mark.slow
async def test_a_key_that_is_taken_is_told(make_app: MakeApp, settings_file: Path) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "up", "enter")
        await go_to(pilot, "home.quit")
        await press(pilot, "enter", "j")
        assert "Already used for: Down" in text_of(pilot.app)
        assert load_settings(settings_file).keys == {}
        assert pilot.app.screen.query_one(Menu).position > 0
