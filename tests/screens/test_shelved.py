"""Stored games on the home screen: read once, deleted by a second key, counted."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from nim_tui.app.app import NimApp
from nim_tui.app.kept_tables import LocalKeptTables
from nim_tui.settings import MOST_NAMES, load_settings
from nim_tui.tables.record import Record
from nim_tui.tables.store import Store
from nim_tui.testing.screens import Looker, press, running, text_of
from screens.home.kept_list import table_of
from screens.home.kept_tables import OpponentTally, Shelved
from screens.home.screen import HomeScreen
from screens.home.tally import tally_lines
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, menu_words
from tests.screens.tables import PAIR, SEARCHED, WON, keep, table_after


def kept_ids(pilot: Looker) -> list[str]:
    return [table for word in menu_words(pilot) if (table := table_of(word))]


async def to_kept(pilot: Looker) -> None:
    """Mark the first stored game."""
    await go_to(pilot, f"kept {kept_ids(pilot)[0]}")


async def test_the_folder_is_read_once_and_off_the_event_loop(
    make_app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(store, SEARCHED)
    threads = []
    read = LocalKeptTables.read

    def counted(self: LocalKeptTables) -> Shelved:
        threads.append(threading.current_thread())
        return read(self)

    monkeypatch.setattr(LocalKeptTables, "read", counted)
    async with running(make_app()) as pilot:
        await press(pilot, "down", "up", "right", "left", "right", "x", "escape")
        assert len(threads) == 1
        await press(pilot, "s", "escape")
        assert len(threads) == 2
    assert threading.main_thread() not in threads


@pytest.mark.parametrize("words", [WON, SEARCHED])
async def test_the_second_key_deletes_and_any_other_keeps(
    make_app: MakeApp, store: Store, words: str
) -> None:
    keep(store, words)
    async with running(make_app()) as pilot:
        await to_kept(pilot)
        for other in ("n", "q", "down", "escape"):
            await press(pilot, "x")
            assert "again to delete; any other key cancels." in text_of(pilot.app)
            await press(pilot, other)
            assert isinstance(pilot.app.screen, HomeScreen)
            assert "again to delete; any other key cancels." not in text_of(pilot.app)
        assert len(list(store.folder.iterdir())) == 1
        await press(pilot, "x", "x")
        assert not kept_ids(pilot)
    assert not list(store.folder.iterdir())


async def test_a_game_open_elsewhere_is_not_deleted(make_app: MakeApp, store: Store) -> None:
    table = table_after(SEARCHED, store=store)
    async with running(make_app()) as pilot:
        await press(pilot, "x", "x")
        assert kept_ids(pilot)
        assert any("open in another window" in note.message for note in pilot.app._notifications)
    table.close()


@pytest.mark.slow
async def test_the_tally_outlives_deleted_games(make_app: MakeApp, store: Store) -> None:
    keep(store, WON)
    keep(store, WON, seats=PAIR)
    async with running(make_app(name="Ana")) as pilot:
        await press(pilot, "down", "x", "x", "x", "x", "t")
        text = text_of(pilot.app)
        assert [line.split()[0] for line in text.splitlines() if line.endswith("1      0     0")]
        await press(pilot, "escape")
        assert not kept_ids(pilot)
    async with running(make_app(name="Ben")) as pilot:
        await press(pilot, "t")
        assert any(
            "Ana" in row and row.split()[-3:] == ["0", "0", "1"]
            for row in text_of(pilot.app).splitlines()
        )


@pytest.mark.parametrize(("opponents", "last"), [(9, "Ben 9"), (11, "… and 3 more")])
def test_of_many_opponents_the_last_line_counts_the_rest(opponents: int, last: str) -> None:
    found = [OpponentTally(f"Ben {n}", False, 1, 0, 0) for n in range(1, opponents + 1)]
    lines = ["".join(text for text, _look in spans) for spans in tally_lines(found, 37, most=9)]
    assert len(lines) == 1 + 9
    assert lines[-1].startswith(last)


@pytest.mark.slow
async def test_imported_games_are_marked_and_counted_apart(make_app: MakeApp, store: Store) -> None:
    keep(store, WON)
    (own,) = store.kept()
    others = replace(own.record.header, seed=8)
    assert store.take_in(own.record) == (own.path, False)
    store.take_in(Record(others, own.record.lines, 0, 0, cut=False))
    async with running(make_app(name="Ana")) as pilot:
        assert sum("imported" in row for row in text_of(pilot.app).splitlines()) == 1
        await press(pilot, "t")
        before, _title, after = text_of(pilot.app).partition(
            "Bataille sous les mers, imported games"
        )
        for part in (before, after):
            assert sum(row.endswith("1      0     0") for row in part.splitlines()) == 1


async def test_a_finished_game_is_stepped_through_from_its_line(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, WON)
    async with running(make_app()) as pilot:
        await press(pilot, "down", "enter")
        assert "before move 1 of" in text_of(pilot.app)


@pytest.mark.slow
async def test_names_are_offered_again(make_app: MakeApp, store: Store) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "n", "down", "enter", *"Zoe", "enter", "down", "enter", *"Ben", "enter")
        await go_to(pilot, "start")
        await press(pilot, "enter")
        assert isinstance(pilot.app, NimApp)
        assert (pilot.app.kept_settings.name, pilot.app.kept_settings.names) == ("Zoe", ["Ben"])
    async with running(NimApp(store, pilot.app._settings_file)) as pilot:
        await press(pilot, "n", "down", "down", "right", "right")
        text = text_of(pilot.app)
        assert "Zoe, at this keyboard" in text
        assert "Ben, at this keyboard" in text


def test_names_from_a_file_are_checked(settings_file: Path) -> None:
    names = ["Ben", "Ben", "", "x" * 17, "a\u202eb", "Player 3", "you", "Ana", *map(str, range(99))]
    settings_file.write_text(json.dumps({"name": "\x1b[2J", "names": names}))
    kept = load_settings(settings_file)
    assert kept.name == ""
    assert kept.names == ["Ben", "Ana", "0", "1", "2", "3", "4", "5"]
    assert len(kept.names) == MOST_NAMES
