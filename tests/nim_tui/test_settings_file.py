"""One's own settings: all that can be read is taken, and the file is kept where not all can be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from nim_tui.settings import (
    MOST_BYTES,
    MOST_COPIES,
    Settings,
    load_settings,
    own_settings,
    save_settings,
)

MINE: Final = {"theme": "light", "name": "Zoé", "keys": {"game.undo": "y"}, "sound": "all"}
TAKEN: Final = Settings(theme="light", name="Zoé", keys={"game.undo": "y"}, sound="all")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def copies(file: Path) -> dict[str, bytes]:
    """What lies beside the file."""
    return {path.name: path.read_bytes() for path in file.parent.iterdir() if path != file}


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ({"pace": 7}, ["pace"]),
        ({"pace": "breakneck", "glyphs": None}, ["pace", "glyphs"]),
        ({"shell": "rm"}, ["shell"]),
        ({"lessons": {"bataille/1": 3, "x": "y"}}, ["lessons"]),
        ({"names": ["Ben", 3]}, ["names"]),
        ({"keys": {"game.undo": "y", "game.log": 1}}, ["keys"]),
    ],
    ids=" ".join,
)
def test_all_that_can_be_read_is_taken_and_the_rest_named(
    file: Path, more: dict[str, object], names: list[str]
) -> None:
    file.write_text(json.dumps({**MINE, **more}), "utf-8")
    before = file.read_bytes()
    own = own_settings(file)
    assert list(own.unread) == names
    assert all(name in own.trouble(file) for name in names)
    assert own.trouble(file).count("settings.unread.json") == 1
    read = own.settings
    assert (read.theme, read.name, read.sound) == ("light", "Zoé", "all")
    assert read.keys == {"game.undo": "y"}
    save_settings(file, read)
    assert copies(file) == {"settings.unread.json": before}
    assert own_settings(file).trouble(file) == ""


def test_items_that_can_be_read_are_taken(file: Path) -> None:
    file.write_text('{"names": ["Ben", 3, "Cleo"], "lessons": {"bataille/1": 3, "x": "y"}}')
    read = load_settings(file)
    assert (read.names, read.lessons) == (["Ben", "Cleo"], {"bataille/1": 3})


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b'{"theme": "li', b"\xff\xfe{\x00}\x00", b" " * (MOST_BYTES + 1)],
    ids=["empty", "torn", "a list", "nothing", "half", "utf-16", "too long"],
)
def test_a_file_of_which_nothing_can_be_read_is_kept(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    own = own_settings(file)
    assert own.settings == Settings()
    assert (
        own.trouble(file)
        == "the settings cannot be read; settings.json was copied to settings.unread.json"
    )
    save_settings(file, Settings(theme="mono"))
    assert copies(file) == {"settings.unread.json": data}


def test_a_mark_at_the_beginning_is_no_trouble(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(MINE).encode())
    own = own_settings(file)
    assert (own.settings, own.trouble(file)) == (TAKEN, "")


def test_the_name_an_older_version_had_for_a_pace_is_no_trouble(file: Path) -> None:
    file.write_text('{"pace": "instant"}')
    own = own_settings(file)
    assert (own.settings.pace, own.unread) == ("off", ())


def test_a_file_is_copied_once_and_few_are_kept(file: Path) -> None:
    for number in range(MOST_COPIES + 3):
        file.write_text(f"broken {number}")
        for _time in range(2):
            assert own_settings(file).copy is not None
    kept = copies(file)
    assert len(kept) == MOST_COPIES
    assert kept["settings.unread.json"] == b"broken 0"


def test_none_is_no_trouble(file: Path) -> None:
    own = own_settings(file)
    assert (own.settings, own.trouble(file), copies(file)) == (Settings(), "", {})


def test_what_another_program_changed_meanwhile_stays(file: Path) -> None:
    save_settings(file, Settings(name="Ana", lessons={"bataille/1": 2}))
    one, other = own_settings(file), own_settings(file)
    other.settings.theme = "light"
    other.settings.lessons |= {"bataille/1": 7, "himalaya/1": 1}
    other.save(file)
    one.settings.name = "Zoe"
    one.settings.lessons["bataille/1"] = 3
    one.save(file)
    lessons = {"bataille/1": 7, "himalaya/1": 1}
    assert load_settings(file) == Settings(name="Zoe", theme="light", lessons=lessons)
    other.save(file)
    assert load_settings(file).name == "Zoe"
