"""`nim-tui config`: where the settings are, and files of them that come from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.settings import MOST_BYTES, Settings, load_settings, save_settings
from nim_tui.tables.store import HOME_VARIABLE
from tests.nim_tui.conftest import run

UNFIT = {
    b"{": "not a settings file: ",
    b"[]": "not a settings file: ",
    b'{"theme": 3}': "not a settings file: ",
    b"\xff": "not a settings file: ",
    b'{"theme": "pink"}': "theme cannot be 'pink'",
    b'{"name": "Ana\\u0007"}': "name cannot be",
    b'{"names": ["Ana", "x;y"]}': "names cannot be",
    b'{"keys": {"game.undo": ""}}': "keys cannot be",
    b'{"shell": "rm"}': "unknown setting 'shell'",
    b" " * (MOST_BYTES + 1): "too long for a settings file",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def test_it_prints_where_the_settings_are(home: Path) -> None:
    for arguments in (["config"], ["config", "--path"]):
        assert run(*arguments).output == f"{home / 'settings.json'}\n"


def test_settings_go_elsewhere_and_come_back(home: Path, tmp_path: Path) -> None:
    mine = Settings(theme="light", name="Zoé", keys={"game.undo": "y"}, sound="all")
    home.mkdir()
    save_settings(home / "settings.json", mine)
    file = tmp_path / "mine.json"
    assert run("config", "export", str(file)).exit_code == 0
    assert file.read_text("utf-8") == run("config", "--show").output
    again = run("config", "export", str(file))
    assert again.exit_code == 2
    assert "already exists: choose a new file" in again.output + again.stderr
    save_settings(home / "settings.json", Settings())
    assert run("config", "import", str(file)).exit_code == 0
    assert load_settings(home / "settings.json") == mine


@pytest.mark.parametrize("data", UNFIT)
def test_what_is_unfit_is_told_in_a_line_and_not_taken(
    home: Path, tmp_path: Path, data: bytes
) -> None:
    file = tmp_path / "theirs.json"
    file.write_bytes(data)
    home.mkdir()
    save_settings(home / "settings.json", Settings(theme="light"))
    answer = run("config", "import", str(file))
    assert answer.exit_code == 2
    assert UNFIT[data] in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert load_settings(home / "settings.json") == Settings(theme="light")
