"""Disks that fail twice, records that are unsound or endless: told, survived, bounded."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from nim_tui.tables.journal import Journal
from nim_tui.tables.open_table import same_again, sound_record
from nim_tui.tables.record import SeatPlan, read_record
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.tables.undo import MOST_BACK, MOST_UNDOS
from rules.bataille.game import BATAILLE
from screens.app_api import NotPossible

FIRST = BATAILLE.parse("sub 2.100")


class FailingFile:
    """A file that writes part of a line, or all of it without an fsync, and cannot be cut."""

    def __init__(self, file: Any, part: int) -> None:
        self._file = file
        self._part = part

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, data: bytes) -> int:
        return int(self._file.write(data[: self._part]))

    def truncate(self, size: int) -> int:
        if size < os.fstat(self._file.fileno()).st_size:
            raise OSError(5, "Input/output error")
        return size


def table_in(store: Store) -> tuple[Table, Path]:
    table = Table(BATAILLE, {}, [SeatPlan("Ana"), SeatPlan("Ben")], 7)
    return table, store.open_new(table)


@pytest.mark.parametrize("part", [0, 1, 17])
def test_what_a_failing_disk_left_behind_is_cleared_before_the_next_line(
    store: Store, part: int
) -> None:
    table, path = table_in(store)
    journal = table.keeper
    assert isinstance(journal, Journal)
    sound = journal._file
    journal._file = FailingFile(sound, part)  # type: ignore[assignment]
    with pytest.raises(OSError, match="part of the line"):
        table.play(0, FIRST)
    journal._file = sound
    table.play(0, FIRST)
    assert read_record(path).moves == 1
    table.close()
    assert store.resume(path)[0].plays == table.plays


@pytest.mark.skipif(os.name != "posix", reason="folders are written out there alone")
def test_that_a_record_is_there_is_on_the_disk_before_its_first_move(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its line in the folder is written out too; else a power cut would take the whole game."""
    written: list[bool] = []
    really = os.fsync

    def sync(handle: int) -> None:
        written.append(stat.S_ISDIR(os.fstat(handle).st_mode))
        really(handle)

    monkeypatch.setattr(os, "fsync", sync)
    table, _path = table_in(store)
    assert written == [False, True]
    table.close()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="tells what is open")
def test_a_table_that_is_closed_holds_nothing_open(store: Store) -> None:
    before = os.listdir("/dev/fd")
    table, _path = table_in(store)
    table.close()
    assert os.listdir("/dev/fd") == before


@pytest.mark.parametrize(
    "line",
    [
        {"do": "play", "seat": 0, "move": "A 14"},
        {"do": "play", "seat": 7, "move": "sub 1.100"},
        {"do": "play", "seat": 0, "move": "castle"},
        {"do": "undo", "seat": 0},
        {"do": "over", "ranking": [[0], [1]], "reason": "ships"},
    ],
)
def test_an_unsound_record_is_not_replayed_but_told(store: Store, line: dict[str, Any]) -> None:
    table, path = table_in(store)
    table.close()
    with path.open("a") as file:
        file.write(json.dumps(line) + "\n")
    with pytest.raises(NotPossible, match="line 2"):
        sound_record(store, path.stem)


def test_another_game_on_a_full_disk_is_refused_in_a_sentence(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _path = table_in(store)

    def full(self: Journal, line: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Journal, "append", full)
    with pytest.raises(NotPossible, match="No space left"):
        same_again(store, table)
    assert len(list(store.folder.iterdir())) == 1


def test_a_table_keeps_no_more_states_than_can_be_taken_back() -> None:
    """A record of many moves costs their lines, not a state each."""
    table = Table(BATAILLE, {}, [SeatPlan("Ana"), SeatPlan("Ben")], 7)
    for _ in range(MOST_UNDOS // 2):
        for word in ("sub 2.100", "sub 15.200"):
            table.play(0, BATAILLE.parse(word))
        table.undo(0)
        table.undo(0)
    assert len(table._course._history._backs) == 0
    for seat in (0, 1):
        for word in ("sub 2.100", "sub 15.200", "sub 29.300", "mine 9"):
            table.play(seat, BATAILLE.parse(word))
    assert 0 < len(table._course._history._backs) <= MOST_BACK
    table.play(0, BATAILLE.parse("A 11"))
    assert len(table._course._history._backs) == 0


@pytest.mark.parametrize("error", [BlockingIOError(11, "busy"), OSError(95, "not supported")])
def test_only_a_lock_held_elsewhere_refuses_a_record(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def flock(file: object, how: int) -> None:
        raise error

    monkeypatch.setattr(fcntl, "flock", flock)
    if isinstance(error, BlockingIOError):
        with pytest.raises(ValueError, match="another window"):
            table_in(store)
    else:
        assert table_in(store)[1].exists()
