"""Reviews kept as files: read as they were written, or worked out anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nim_tui.review.analysis import USUAL, Depth
from nim_tui.review.review import CountedFact, KeptFact, PhraseFact, is_sound, kept, said
from nim_tui.review.review_file import MOST_BYTES, PartialReview, keep, read, read_begun, so_far
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
    assert costly.why[0].facts["cubes"] == Counted("{count} cube", "{count} cubes", 2)


def test_the_review_of_another_game_is_not_taken_for_it(path: Path) -> None:
    assert read(path, told_of(table_after(SEARCHED))) is None


def changed(deed: Callable[[Any], None]) -> bytes:
    """The file with something changed in it."""
    parts = json.loads(msgspec.json.encode(made_up(TOLD, COSTLY)))
    deed(parts)
    return json.dumps(parts).encode()


NOBODY = {"type": "seat", "seat": 7}


def phrase(text: str, facts: dict[str, Any]) -> dict[str, Any]:
    """A sentence as a file holds it."""
    return {"type": "phrase", "text": text, "facts": facts}


def _verdict(parts: Any, **news: Any) -> None:
    parts["steps"][9]["verdict"].update(news)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        pytest.param(b"[" * 100_000, id="nested"),
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
        changed(lambda parts: _verdict(parts, why=[phrase("{nobody}", {})])),
        changed(lambda parts: _verdict(parts, why=[phrase("{who}", {"who": NOBODY})])),
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
    assert is_sound("{a}", {"a": PhraseFact("{x}", {"x": 1})}, 2)
    assert not is_sound("{a}", {"a": bad}, 2)
    assert not is_sound("{a}", {"a": PhraseFact("{b}", {"b": bad})}, 2)
    assert not is_sound("{a}", {"a": CountedFact("{count}", "{count.real}", 1)}, 2)
    deep: KeptFact = 1
    for _depth in range(50):
        deep = PhraseFact("{x}", {"x": deep})
    assert not is_sound("{a}", {"a": deep}, 2)


def test_with_a_record_goes_its_review(store: Store) -> None:
    table = table_after(store=store)
    table.close()
    (record,) = store.folder.iterdir()
    keep(review_of(record), made_up(TOLD, {}))
    assert [kept.path for kept in store.kept()] == [record]
    store.delete(record)
    assert not [*store.folder.iterdir()]


def begun_with(numbers: Iterable[int]) -> PartialReview:
    """What was found at these positions of the game, and of no other."""
    steps = made_up(TOLD, COSTLY).steps
    return so_far(TOLD, USUAL, {number: steps[number] for number in numbers})


def test_what_was_begun_is_gone_on_with_and_is_no_review_yet(tmp_path: Path) -> None:
    path, last = tmp_path / "x.json", len(TOLD.plays)
    keep(path, begun_with((3, 9, last)))
    assert read(path, TOLD) is None
    assert sorted(read_begun(path, TOLD, USUAL)) == [3, 9, last]
    assert read_begun(path, TOLD, Depth(7, 7)) == {}
    assert read_begun(path, told_of(table_after(SEARCHED)), USUAL) == {}


@pytest.mark.parametrize(
    "deed",
    [
        lambda parts: parts.update(version=0),
        lambda parts: parts["begun"].update({"-1": parts["begun"]["3"]}),
        lambda parts: parts["begun"].update({"4": parts["begun"]["3"]}),
        lambda parts: parts["begun"].update({"999": parts["begun"]["3"]}),
        lambda parts: parts["begun"]["3"].update(true=[0.5]),
        lambda parts: parts["begun"]["9"]["verdict"].update(best="no such move"),
        lambda parts: parts["begun"]["9"]["verdict"].update(at="\u001b[2J"),
    ],
)
def test_what_was_begun_unsoundly_is_begun_again(
    tmp_path: Path, deed: Callable[[Any], None]
) -> None:
    parts = json.loads(msgspec.json.encode(begun_with((3, 9))))
    deed(parts)
    path = tmp_path / "x.json"
    path.write_text(json.dumps(parts))
    assert read_begun(path, TOLD, USUAL) == {}
