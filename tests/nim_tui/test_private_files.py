"""What is one's own is read by nobody else on the machine."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from nim_tui.private_files import close_to_others, make_private_folder, write_whole
from nim_tui.settings import Settings, save_settings
from nim_tui.tables.store import (
    HOME_VARIABLE,
    Store,
    close_own_folders,
    data_folder,
    settings_path,
)
from tests.screens.tables import SEARCHED, keep

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights are told by mode")


@pytest.fixture(autouse=True)
def usual_rights() -> object:
    """New files can be read by everybody unless something else is said."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the usual folders are."""
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def rights(folder: Path) -> dict[str, str]:
    """The rights of what is in a folder and below."""
    return {
        str(path.relative_to(folder)): f"{S_IMODE(path.stat().st_mode):o}"
        for path in sorted(folder.rglob("*"))
    }


def test_games_and_settings_are_made_for_their_owner_alone(at_home: Path) -> None:
    save_settings(settings_path(), Settings())
    keep(Store(data_folder()), SEARCHED)
    assert rights(at_home / "data" / "nim-tui") == {
        "tables": "700",
        "tables/bataille-0001.jsonl": "600",
    }
    assert rights(at_home / "config") == {"nim-tui": "700", "nim-tui/settings.json": "600"}
    assert close_own_folders() == []


def test_what_an_older_version_left_open_is_closed_and_told_once(at_home: Path) -> None:
    keep(Store(data_folder()), SEARCHED)
    save_settings(settings_path(), Settings())
    tables = at_home / "data" / "nim-tui" / "tables"
    config = at_home / "config" / "nim-tui"
    for path in (tables, config):
        path.chmod(0o755)
    for path in (*tables.iterdir(), *config.iterdir()):
        path.chmod(0o644)
    assert close_own_folders() == [config, tables]
    assert set(rights(tables).values()) == set(rights(config).values()) == {"600"}
    assert close_own_folders() == []


def test_a_folder_of_ones_choice_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    tmp_path.chmod(0o755)
    data_folder().chmod(0o755)
    assert close_own_folders() == [tmp_path / "tables"]
    assert S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_what_is_not_there_or_leads_elsewhere_is_passed_over(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o755)
    (tmp_path / "link").symlink_to(elsewhere)
    assert close_to_others([tmp_path / "nothing", tmp_path / "link"]) == []
    assert S_IMODE(elsewhere.stat().st_mode) == 0o755


def test_a_link_to_nothing_is_named_by_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with pytest.raises(FileNotFoundError, match="gone"):
        make_private_folder(tmp_path / "link")


def test_a_file_is_written_whole_though_a_draft_is_left(tmp_path: Path) -> None:
    (tmp_path / "own.new").write_text("half")
    (tmp_path / "own.new").chmod(0o644)
    write_whole(tmp_path / "own.json", b"all")
    assert rights(tmp_path) == {"own.json": "600"}
    assert (tmp_path / "own.json").read_bytes() == b"all"
