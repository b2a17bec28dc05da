"""Settings: in force at once and stored in the file; remapped keys."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from nim_tui.app.app import NimApp
from nim_tui.settings import Settings, load_settings
from nim_tui.tables.store import Store
from nim_tui.testing.screens import press, running, text_of, until
from screens.help import HelpDialog
from screens.home.keys_screen import AskKey, KeysScreen
from screens.home.settings_screen import SettingsScreen
from screens.widgets.menu import Menu
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, is_advised, menu_words, table_screen
from tests.screens.tables import SEARCHED, WON, keep


async def test_the_language_is_in_force_at_once_and_kept(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app(language="en")) as pilot:
        await press(pilot, "s", "down", "right")
        assert "Réglages" in text_of(pilot.app)
        assert load_settings(settings_file).language == "fr"
        await press(pilot, "escape")
        assert "q Quitter" in text_of(pilot.app)


@pytest.mark.slow
async def test_one_may_step_on_after_a_change(make_app: MakeApp, settings_file: Path) -> None:
    """The mark stays on the line that was changed, and so does the keyboard."""
    async with running(make_app(language="en", theme="sea")) as pilot:
        await press(pilot, "s", *["down"] * 3, *["right"] * 3)
        assert load_settings(settings_file).theme == "mono"
        menu = pilot.app.screen.query_one(Menu)
        assert menu.has_focus
        assert menu.items[menu.position].id == "theme"


async def test_the_theme_is_in_force_at_once_and_kept(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", *["down"] * 3, "left")
        assert pilot.app.theme == "mono"
        assert load_settings(settings_file).theme == "mono"


async def test_the_signs_are_in_force_at_once_and_kept(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "down", "down", "enter")
        assert load_settings(settings_file).glyphs == "ascii"
        assert text_of(pilot.app).isascii()
        await press(pilot, "escape")
        assert text_of(pilot.app).isascii()


@pytest.mark.slow
async def test_a_remapped_key_works_and_its_old_key_no_longer_does(
    make_app: MakeApp, store: Store, settings_file: Path, first_bot: None
) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, "s")
        await go_to(pilot, "keys")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, KeysScreen)
        await go_to(pilot, "game.hint")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, AskKey)
        await press(pilot, "y")
        assert load_settings(settings_file).keys == {"game.hint": "y"}
        await press(pilot, "escape", "escape", "1")
        assert "y Hint" in text_of(pilot.app)
        await press(pilot, "i")
        assert not is_advised(pilot)
        await press(pilot, "y")
        await until(pilot, lambda: is_advised(pilot))


@pytest.mark.nightly
async def test_its_own_key_again(make_app: MakeApp, settings_file: Path) -> None:
    async with running(make_app(keys={"game.hint": "y"})) as pilot:
        await press(pilot, "s", "up", "enter")
        await go_to(pilot, "game.hint")
        assert "y *" in text_of(pilot.app)
        await press(pilot, "backspace")
        assert load_settings(settings_file).keys == {}
        assert "y *" not in text_of(pilot.app)


async def test_escape_leaves_a_key_as_it_is(make_app: MakeApp, settings_file: Path) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "up", "enter", "down", "enter", "escape")
        assert isinstance(pilot.app.screen, KeysScreen)
        assert load_settings(settings_file).keys == {}


@pytest.mark.slow
async def test_every_key_on_the_bar_is_listed_among_the_keys(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, "s", "up", "enter")
        known = {item.id for item in pilot.app.screen.query_one(Menu).items}
        await press(pilot, "escape", "escape", "1")
        shown = {
            active.binding.id
            for active in table_screen(pilot).active_bindings.values()
            if active.binding.id and active.binding.id.split(".")[0] in ("game", "bataille")
        }
        assert shown <= known


@pytest.mark.slow
async def test_settings_that_cannot_be_kept_are_told(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        settings_file.unlink()
        settings_file.mkdir()
        await press(pilot, "s", *["down"] * 3, "right", "right")
        assert isinstance(pilot.app.screen, SettingsScreen)
        assert pilot.app.theme == "contrast"
        assert len(pilot.app._notifications) == 1


async def test_a_broken_file_of_settings_gives_the_defaults(
    make_app: MakeApp, settings_file: Path
) -> None:
    app = make_app()
    settings_file.write_bytes(b"{")
    assert load_settings(settings_file) == Settings()
    settings_file.write_bytes(msgspec.json.encode({"theme": "pink", "pace": 3}))
    assert load_settings(settings_file) == Settings()
    async with running(app) as pilot:
        assert "New table" in text_of(pilot.app)


def test_a_pace_by_its_older_name_is_kept(settings_file: Path) -> None:
    settings_file.write_bytes(msgspec.json.encode({"pace": "instant"}))
    kept = load_settings(settings_file)
    assert (kept.pace, kept.beat, kept.frame_time) == ("off", 0.0, 0.0)


@pytest.mark.slow
async def test_a_name_is_typed_and_one_that_is_none_says_why(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "enter", *"Zo;", "enter")
        assert "a name can contain letters, digits, spaces and . ' - _" in text_of(pilot.app)
        await press(pilot, "backspace", *"e", "enter")
        assert load_settings(settings_file).name == "Zoe"
        assert "‹ Zoe ›" in text_of(pilot.app)
        await press(pilot, "enter", *"y?", "escape")
        assert load_settings(settings_file).name == "Zoe", "cancelled"


async def test_a_typed_name_is_the_name_whatever_is_marked_meanwhile(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "enter", *"Zoe")
        pilot.app.screen.query_one(Menu).mark("theme")
        await press(pilot, "enter")
        kept = load_settings(settings_file)
        assert (kept.name, kept.theme) == ("Zoe", "sea")


async def test_the_marked_setting_says_what_it_does(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s")
        await go_to(pilot, "sound")
        assert "my turn: when it is your move." in text_of(pilot.app)


@pytest.mark.slow
async def test_keys_are_found_by_word_and_by_key(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "slash", *"undo")
        assert menu_words(pilot) == ["game.undo"]
        await press(pilot, *["backspace"] * 4, "i")
        assert "game.hint" in menu_words(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen.query_one(Menu).has_focus
        every = len(menu_words(pilot))
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, KeysScreen)
        assert len(menu_words(pilot)) > every
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, SettingsScreen)


@pytest.mark.slow
@pytest.mark.parametrize("keys", by_day(["", "s", "s up enter", "r", "enter", "p", "t"], 3))
async def test_the_keys_of_every_screen_and_box_are_told(
    make_app: MakeApp, store: Store, keys: str
) -> None:
    keep(store, WON)
    async with running(make_app()) as pilot:
        await press(pilot, *keys.split())
        below = pilot.app.screen
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, HelpDialog)
        await press(pilot, "question_mark")
        assert pilot.app.screen is below


async def test_what_cannot_be_read_of_a_file_is_told_and_kept(
    store: Store, settings_file: Path
) -> None:
    settings_file.write_text('{"theme": "light", "pace": 7}')
    async with running(NimApp(store, settings_file)) as pilot:
        told = " ".join(text_of(pilot.app).split())
        assert "some settings cannot be read (pace)" in told
        assert isinstance(pilot.app, NimApp)
        assert pilot.app.kept_settings.theme == "light"
    assert settings_file.with_name("settings.unread.json").exists()


async def test_folders_that_were_closed_are_told(store: Store, settings_file: Path) -> None:
    app = NimApp(store, settings_file, closed_folders=[Path("/home/ana/games")])
    async with running(app) as pilot:
        told = " ".join(text_of(pilot.app).split())
        assert "other users of this machine could" in told
        assert "/home/ana/games" in told
