"""Keeping tables: going on after a crash, and leaving alone what is not ours."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from nim_tui.registry import GameEntry
from nim_tui.tables.journal import Journal
from nim_tui.tables.record import RecordError, RecordHeader, read_record
from nim_tui.tables.store import (
    HOME_VARIABLE,
    Store,
    data_folder,
    server_folder,
    settings_file,
    settings_path,
)
from nim_tui.testing.tables import everything
from tests.nim_tui.conftest import ROOT, play_on, play_words, table_of
from tests.rules.tiny import TINY

MOVES = 25
PLAYER = f"""
import sys
from pathlib import Path
from nim_tui.tables.store import Store
from tests.nim_tui.conftest import play_on, table_of

table = table_of()
print(Store(Path(sys.argv[1])).open_new(table), flush=True)
play_on(table, {MOVES})
print(table.moves_played, flush=True)
sys.stdin.read()
"""


@contextmanager
def playing(folder: Path) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A process in the middle of a game: its record, and itself."""
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(folder)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        path = Path(process.stdout.readline().strip())
        assert process.stdout.readline().strip() == str(MOVES)
        yield path, process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_killed_game_goes_on_at_the_same_point(store: Store) -> None:
    with playing(store.folder) as (path, process):
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        written = path.read_bytes()
        table, dropped = store.resume(path)
    assert not dropped
    assert path.read_bytes() == written
    assert everything(table) == everything(play_on(table_of(), MOVES))
    play_on(table, seed=3)
    table.close()
    again, _ = store.resume(path)
    again.close()
    assert everything(again) == everything(table)


def test_a_game_open_elsewhere_is_refused(store: Store) -> None:
    with playing(store.folder) as (path, _):
        written = path.read_bytes()
        with pytest.raises(RecordError, match="open in another window"):
            store.resume(path)
        assert path.read_bytes() == written
    table, _ = store.resume(path)
    with pytest.raises(RecordError, match="open in another window"):
        store.resume(path)
    table.close()


@pytest.fixture
def kept(store: Store) -> Path:
    """The record of a game in its middle, closed."""
    table = table_of()
    path = store.open_new(table)
    play_on(table, MOVES)
    table.close()
    return path


def test_a_cut_line_is_dropped_with_notice(store: Store, kept: Path) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole + b'{"do":"play","seat":0,"mo')
    assert read_record(kept).cut
    assert kept.read_bytes() != whole, "reading alone drops nothing"
    table, dropped = store.resume(kept)
    assert dropped
    assert kept.read_bytes() == whole
    play_on(table, 1)
    table.close()
    again, dropped = store.resume(kept)
    again.close()
    assert not dropped
    assert again.moves_played == MOVES + 1


@pytest.mark.parametrize("lines", [1, 5])
def test_a_missing_line_end_is_put_back(store: Store, kept: Path, lines: int) -> None:
    whole = b"".join(kept.read_bytes().splitlines(keepends=True)[:lines])
    kept.write_bytes(whole[:-1])
    table, dropped = store.resume(kept)
    table.close()
    assert not dropped
    assert kept.read_bytes() == whole


def test_a_record_that_grew_meanwhile_is_not_cut_back(store: Store, kept: Path) -> None:
    record = read_record(kept)
    other, _ = store.resume(kept)
    play_on(other, 1)
    other.close()
    written = kept.read_bytes()
    with pytest.raises(RecordError, match="changed"):
        Journal.resume(kept, record)
    assert kept.read_bytes() == written


@pytest.mark.parametrize(
    "foreign",
    [b"", b"hello\n", b"\x00\xff" * 50, b'{"nim_tui":4}\n', b'{"nim_tui":2,"game":"chess"}\n']
)  # fmt: skip
def test_foreign_files_are_left_alone(store: Store, foreign: bytes) -> None:
    path = store.folder / "bataille-0001.jsonl"
    path.write_bytes(foreign)
    with pytest.raises(RecordError):
        store.resume(path)
    assert store.kept() == []
    table = table_of()
    assert store.open_new(table) == store.folder / "bataille-0002.jsonl"
    table.close()
    assert path.read_bytes() == foreign


def test_a_record_that_does_not_fit_is_left_alone(store: Store, kept: Path) -> None:
    kept.write_bytes(kept.read_bytes() + b'{"do":"play","seat":0,"move":"mine 3"}\n{"do":"pl')
    written = kept.read_bytes()
    with pytest.raises(RecordError, match=f"line {MOVES + 2}"):
        store.resume(kept)
    assert kept.read_bytes() == written


def test_a_record_that_may_not_be_written_is_refused(
    store: Store, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = Path.open

    def refuse_writing(path: Path, mode: str = "r", **more: Any) -> Any:
        if "+" in mode:
            raise PermissionError(EACCES, "Permission denied", str(path))
        return really(path, mode, **more)

    monkeypatch.setattr(Path, "open", refuse_writing)
    with pytest.raises(RecordError, match=r"cannot be written \(Permission denied\)"):
        store.resume(kept)


def test_a_full_disk_leaves_no_record_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def append(self: Journal, line: RecordHeader, waiting: object = ()) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(Journal, "append", append)
    with pytest.raises(OSError, match="No space"):
        store.open_new(table_of())
    assert list(store.folder.iterdir()) == []


def test_kept_tables_come_last_played_first(store: Store, tiny: GameEntry) -> None:
    paths = []
    for number, game in enumerate((None, TINY, None)):
        table = table_of(game) if game else table_of()
        paths.append(store.open_new(table))
        if number:
            play_on(table, 3)
        else:
            play_on(table)
        table.close()
        os.utime(paths[-1], (1000 + number, 1000 + number))
    assert [path.name for path in paths] == [
        "bataille-0001.jsonl", "tiny-0001.jsonl", "bataille-0002.jsonl"
    ]  # fmt: skip
    assert [kept.path for kept in store.kept()] == paths[::-1]
    assert [kept.path for kept in store.unfinished()] == [paths[2], paths[1]]


def test_records_of_games_no_longer_on_offer_are_not_listed(store: Store) -> None:
    table = table_of(TINY)
    path = store.open_new(table)
    table.close()
    assert store.kept() == []
    with pytest.raises(RecordError, match="record of 'tiny', which is not installed"):
        store.resume(path)


def test_resuming_keeps_on_writing_to_the_same_file(store: Store, kept: Path) -> None:
    table, _ = store.resume(kept)
    seat = table.waiting[0]
    play_words(table, f"{seat} {table.legal(seat)[0].word}")
    table.close()
    assert read_record(kept).moves == MOVES + 1
    assert len(list(store.folder.iterdir())) == 1


def test_the_home_variable_says_where_things_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "elsewhere"))
    assert data_folder() == tmp_path / "elsewhere" / "tables"
    assert data_folder().is_dir()
    assert settings_path() == tmp_path / "elsewhere" / "settings.json"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs itself is asked")
@pytest.mark.parametrize("named", [None, "", "  ", "/elsewhere", "a/b"])
def test_the_folders_are_those_of_platformdirs(
    named: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
        if named is not None:
            monkeypatch.setenv(variable, named)
    assert settings_file() == platformdirs.user_config_path("nim-tui") / "settings.json"
    assert server_folder() == platformdirs.user_data_path("nim-tui") / "server"
