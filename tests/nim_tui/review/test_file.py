"""Reviews kept as files: read as they were written, or worked out anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nim_tui.review.facts import CountedFact, KeptFact, PhraseFact, is_sound, kept, said
from nim_tui.review.file import MOST_BYTES, keep, read
from nim_tui.tables.store import Store, review_of
from rules.messages import Counted, Phrase, Value
from tests.nim_tui.review.reviewing import made_up, told_of, won
from tests.screens.tables import SEARCHED, table_after

TOLD = won()
COSTLY = {9: ("A 13", 0.2), 20: ("drop 100", 0.1)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.review.json"
    keep(path, made_up(TOLD, COSTLY))
    return path


def test_what_was_kept_is_read_again(path: Path) -> None:
    assert read(path, TOLD) == made_up(TOLD, COSTLY)
    (costly, *_rest) = made_up(TOLD, COSTLY).costliest(TOLD.plays[9].seat)
    assert costly.facts["cubes"] == Counted("{count} cube", "{count} cubes", 2)


def test_the_review_of_another_game_is_not_taken_for_it(path: Path) -> None:
    assert read(path, told_of(table_after(SEARCHED))) is None


def changed(deed: Callable[[Any], None]) -> bytes:
    """The file with something changed in it."""
    parts = json.loads(msgspec.json.encode(made_up(TOLD, COSTLY)))
    deed(parts)
    return json.dumps(parts).encode()


def _verdict(parts: Any, **news: Any) -> None:
    parts["steps"][9]["verdict"].update(news)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"\xff",
        changed(lambda parts: parts.update(version=0)),
        changed(lambda parts: parts["steps"].pop()),
        changed(lambda parts: parts["steps"][3].update(move="hold")),
        changed(lambda parts: parts["steps"][3].update(true=[2.0, -1.0])),
        changed(lambda parts: parts["steps"][3].update(true=[0.5])),
        changed(lambda parts: parts["steps"][3].update(fair=[0.5, 0.3, 0.2])),
        changed(lambda parts: parts["steps"][3].update(expected=[0.5, 0.3, 0.2])),
        changed(lambda parts: _verdict(parts, best="no such move")),
        changed(lambda parts: _verdict(parts, chances=[])),
        changed(lambda parts: _verdict(parts, reason="{nobody}")),
        changed(lambda parts: _verdict(parts, reason="{village:>9999999}")),
        changed(lambda parts: _verdict(parts, reason="{village.real}")),
        changed(lambda parts: _verdict(parts, reason="{")),
        changed(lambda parts: _verdict(parts, more=1)),
    ],
)
def test_what_is_no_sound_review_is_worked_out_again(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert read(path, TOLD) is None


def test_a_file_beyond_all_bounds_is_not_read(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" " * MOST_BYTES)
    assert read(path, TOLD) is None


def test_where_there_is_no_room_nothing_is_kept(tmp_path: Path) -> None:
    keep(tmp_path / "no" / "folder.json", made_up(TOLD, {}))
    assert read(tmp_path / "no" / "folder.json", TOLD) is None


def test_facts_of_every_kind_come_back() -> None:
    facts: dict[str, Value] = {
        "a": "boat 1",
        "b": 7,
        "c": Counted("{count} cube", "{count} cubes", 3),
        "d": Phrase("at {place}", {"place": Phrase("{x}", {"x": 1})}),
    }
    assert said(kept(facts)) == facts


def test_a_phrase_within_a_phrase_is_looked_at_too() -> None:
    bad = PhraseFact("{x!r}", {"x": 1})
    assert is_sound("{a}", {"a": PhraseFact("{x}", {"x": 1})})
    assert not is_sound("{a}", {"a": bad})
    assert not is_sound("{a}", {"a": PhraseFact("{b}", {"b": bad})})
    assert not is_sound("{a}", {"a": CountedFact("{count}", "{count.real}", 1)})
    deep: KeptFact = 1
    for _depth in range(50):
        deep = PhraseFact("{x}", {"x": deep})
    assert not is_sound("{a}", {"a": deep})


def test_with_a_record_goes_its_review(store: Store) -> None:
    table = table_after(store=store)
    table.close()
    (record,) = store.folder.iterdir()
    keep(review_of(record), made_up(TOLD, {}))
    assert [kept.path for kept in store.kept()] == [record]
    store.delete(record)
    assert not [*store.folder.iterdir()]
