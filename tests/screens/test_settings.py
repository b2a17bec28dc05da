"""Settings: in force at once, kept in the file; keys that do something else."""

from __future__ import annotations

from pathlib import Path

import msgspec

from nim_tui.settings import Settings, load_settings
from nim_tui.tables.store import Store
from screens.home.settings import AskKey, KeysScreen, SettingsScreen
from screens.widgets.menu import Menu
from tests.screens.conftest import MakeApp, running
from tests.screens.looking import go_to, is_advised, press, table_screen, text_of, until
from tests.screens.tables import SEARCHED, keep


async def test_the_language_is_in_force_at_once_and_kept(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app(language="en")) as pilot:
        await press(pilot, "s", "right")
        assert "Réglages" in text_of(pilot.app)
        assert load_settings(settings_file).language == "fr"
        await press(pilot, "escape")
        assert "q Quitter" in text_of(pilot.app)


async def test_one_may_step_on_after_a_change(make_app: MakeApp, settings_file: Path) -> None:
    """The mark stays on the line that was changed, and so does the keyboard."""
    async with running(make_app(language="en", theme="sea")) as pilot:
        await press(pilot, "s", "down", "down", *3 * ["right"])
        assert load_settings(settings_file).theme == "mono"
        menu = pilot.app.screen.query_one(Menu)
        assert menu.has_focus
        assert menu.items[menu.position].id == "theme"


async def test_the_theme_is_in_force_at_once_and_kept(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "down", "down", "left")
        assert pilot.app.theme == "mono"
        assert load_settings(settings_file).theme == "mono"


async def test_the_signs_are_in_force_at_once_and_kept(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "s", "down", "enter")
        assert load_settings(settings_file).glyphs == "ascii"
        assert text_of(pilot.app).isascii()
        await press(pilot, "escape")
        assert text_of(pilot.app).isascii()


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


async def test_settings_that_cannot_be_kept_are_told(
    make_app: MakeApp, settings_file: Path
) -> None:
    async with running(make_app()) as pilot:
        settings_file.unlink()
        settings_file.mkdir()
        await press(pilot, "s", "down", "down", "right", "right")
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
