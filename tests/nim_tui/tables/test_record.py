"""Reading records: what is whole, what is cut, what is refused."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.export.json_game import read_game
from nim_tui.names import MARK
from nim_tui.settings import UnsuitableSettings, settings_in
from nim_tui.tables.record import (
    MOST_BYTES,
    EndEntry,
    RecordError,
    SeatPlan,
    parse_record,
    read_record,
)
from nim_tui.tables.store import Store, replay
from nim_tui.tables.table import Table
from rules.himalaya import HIMALAYA
from tests.depth import examples
from tests.nim_tui.conftest import play_on, table_of

HEADER = (
    b'{"nim_tui":2,"game":"bataille","options":{"turn_limit":20},'
    b'"seats":[{"name":"Ana"},{"name":"medium","bot":"medium"}],"seed":7}'
)
PLAY = b'{"do":"play","seat":0,"move":"sub 14.200"}'
WHOLE = HEADER + b"\n" + PLAY + b"\n"
DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The record of a game played to its end."""
    table = table_of()
    path = Store(tmp_path_factory.mktemp("played")).open_new(table)
    play_on(table)
    table.close()
    return path.read_bytes()


def test_a_record_tells_what_was_written(played: bytes) -> None:
    record = parse_record(played)
    assert (record.header.game, record.header.seed) == ("bataille", 7)
    assert [seat.name for seat in record.header.seats] == ["Ana", "Ben"]
    assert record.whole_bytes == record.read_bytes == len(played)
    assert record.moves == len(played.splitlines()) - 2
    assert record.over is not None
    assert record.over.reason in ("ships", "submarines", "turn_limit")
    assert not record.cut


def test_a_line_cut_anywhere_is_left_out() -> None:
    for end in range(1, len(PLAY)):
        record = parse_record(WHOLE + PLAY[:end])
        assert record.cut
        assert len(record.lines) == 1
        assert record.whole_bytes == len(WHOLE)


def test_a_last_line_without_its_line_end_is_whole() -> None:
    record = parse_record(WHOLE[:-1])
    assert not record.cut
    assert len(record.lines) == 1
    assert record.whole_bytes == len(WHOLE) - 1


def test_a_record_with_a_mark_at_its_beginning_is_read_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "bataille-0001.jsonl"
    path.write_bytes(MARK + WHOLE + PLAY[:9])
    record = read_record(path)
    assert record.cut
    assert record.whole_bytes == len(MARK + WHOLE)
    table, was_cut = Store(tmp_path).resume(path)
    table.close()
    assert was_cut
    assert path.read_bytes().startswith(MARK + WHOLE)
    assert read_record(path).lines[:1] == record.lines


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_told_by_its_name(coding: str) -> None:
    mark = "" if coding == "utf-16" else "\ufeff"
    data = f"{mark}{WHOLE.decode()}".encode(coding)
    for read in (parse_record, read_game):
        with pytest.raises(
            RecordError, match=r"this is UTF-16 \(as PowerShell writes it\): save it as UTF-8"
        ):
            read(data)
    with pytest.raises(UnsuitableSettings, match="UTF-16"):
        settings_in(data)


def test_a_whole_line_that_is_foreign_was_not_cut() -> None:
    with pytest.raises(RecordError, match="line 3"):
        parse_record(WHOLE + b'{"do":"dance","seat":0}')


def test_marks_after_the_end_leave_the_game_over() -> None:
    over = b'{"do":"over","ranking":[[0],[1]],"reason":"ships"}\n'
    mark = b'{"do":"mark","seat":0,"place":"14","sign":"x"}\n'
    assert parse_record(WHOLE + over + mark).over == EndEntry(((0,), (1,)), "ships")
    assert parse_record(WHOLE + mark).over is None


def test_spaces_do_not_matter_but_fields_given_twice_do() -> None:
    spaced = json.dumps(json.loads(PLAY)).encode()
    assert spaced != PLAY
    assert parse_record(HEADER + b"\n" + spaced + b"\n").lines == parse_record(WHOLE).lines
    with pytest.raises(RecordError, match="twice"):
        parse_record(HEADER + b"\n" + PLAY[:-1] + b',"seat":1}\n')
    with pytest.raises(RecordError, match="twice"):
        parse_record(HEADER.replace(b'"seed":7', b'"seed":7,"seed":8'))


def changed(old: bytes, new: bytes) -> bytes:
    assert HEADER.count(old) == 1
    return HEADER.replace(old, new)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\x00\xff\xfe",
        b"\x89PNG\r\n\x1a\n",
        b"# a text\n",
        b"{}",
        b"[]",
        HEADER[:-3],
        DEEP,
        changed(b'"nim_tui":2', b'"nim_tui":4'),
        changed(b'"nim_tui":2', b'"nim_tui":' + b"1" * 5000),
        changed(b'"seed":7', b'"seed":7,"more":1'),
        changed(b'"seed":7', b'"seed":7,"more":' + DEEP),
        changed(b'"seed":7', b'"seed":-1'),
        changed(b'"seed":7', b'"seed":7.0'),
        changed(b'"seed":7', b'"seed":NaN'),
        changed(b'"seed":7', b'"seed":true'),
        changed(b'"seed":7', b'"seed":9007199254740992'),
        changed(b'"seed":7', b'"seed":' + b"9" * 5000),
        changed(b'"bataille"', b"null"),
        changed(b'"bataille"', b'"' + b"b" * 1000 + b'"'),
        changed(b'{"turn_limit":20}', b'{"turn_limit":' + b"9" * 400 + b"}"),
        changed(b'{"turn_limit":20}', b'{"turn_limit":1e999}'),
        changed(b'{"turn_limit":20}', b'{"turn_limit":[1]}'),
        changed(b'{"turn_limit":20}', b'{"' + b"x" * 1000 + b'":1}'),
        changed(b'{"name":"Ana"},{"name":"medium","bot":"medium"}', b""),
        changed(b'{"name":"Ana"}', b",".join([b'{"name":"Ana"}'] * 1000)),
        changed(b'"Ana"', b'""'),
        changed(b'"Ana"', b'"' + b"A" * 17 + b'"'),
        changed(b'"Ana"', b'"\x1b[31m"'),
        changed(b'"Ana"', rb'"\u001b[31m"'),
        changed(b'"Ana"', rb'"\ud800"'),
        changed(b'"Ana"', rb'"A\u202eB"'),
        changed(b'"Ana"', b'"\xff"'),
        changed(b'"Ana"', b'" Ana"'),
        changed(b'"Ana"', b"7"),
        changed(b'"bot":"medium"', b'"bot":""' + b',"rank":1'),
        changed(b'"bot":"medium"', b'"bot":5'),
        HEADER + b"\n\n",
        HEADER + b"\n" + PLAY.replace(b"0", b"-1", 1) + b"\n",
        HEADER + b"\n" + PLAY.replace(b'"seat":0', b'"seat":' + b"9" * 5000) + b"\n",
        HEADER + b"\n" + PLAY.replace(b"sub 14.200", b"x" * 1000) + b"\n",
        HEADER + b'\n{"x":' + DEEP + b',"do":"undo"}\n',
        HEADER + b'\n{"do":"mark","seat":0,"place":"' + b"x" * 1000 + b'","sign":"x"}\n',
        HEADER + b'\n{"do":"over","ranking":[[0.5]],"reason":"ships"}\n',
        HEADER + b"\n" + PLAY[:20] + b"\n" + PLAY + b"\n",
    ],
)
def test_what_is_no_record_is_refused_in_one_printable_line(data: bytes) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(data)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize(
    "data",
    [
        changed(b'"bataille"', b'"chess"'),
        changed(b'"bataille"', rb'"\u001b[2J"'),
        changed(b'{"turn_limit":20}', b'{"turn_limit":1}'),
        changed(b'{"turn_limit":20}', b'{"turn_limit":true}'),
        changed(b'{"turn_limit":20}', b'{"wind":1}'),
        changed(b'"bot":"medium"', b'"bot":"grandmaster"'),
        changed(b'{"name":"Ana"},', b""),
        changed(b'{"name":"Ana"}', b'{"name":"Ana"},{"name":"Ben"}'),
        HEADER + b"\n" + PLAY.replace(b'"seat":0', b'"seat":5') + b"\n",
        HEADER + b"\n" + PLAY.replace(b"sub 14.200", b"sub 99.200") + b"\n",
        HEADER + b"\n" + PLAY.replace(b"sub 14.200", rb"\u001b[2Jsub") + b"\n",
        HEADER + b"\n" + PLAY.replace(b"sub 14.200", b"A 4") + b"\n",
        HEADER + b"\n" + PLAY + b"\n" + PLAY + b"\n",
        HEADER + b'\n{"do":"undo","seat":0}\n',
        HEADER + b'\n{"do":"mark","seat":0,"place":"14","sign":"\\u001b"}\n',
        HEADER + b'\n{"do":"mark","seat":0,"place":"","sign":"x"}\n',
        HEADER + b'\n{"do":"over","ranking":[[0],[1]],"reason":"ships"}\n',
    ],
)
def test_a_record_that_does_not_fit_the_game_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError, match=r"^line \d+") as refused:
        replay(parse_record(data))
    assert str(refused.value).isprintable()


def test_the_end_told_must_be_the_end_played(played: bytes) -> None:
    assert replay(parse_record(played)).result is not None
    moves, end = played[:-1].rsplit(b"\n", 1)
    for field, other in (("reason", "storm"), ("ranking", [[0, 1]])):
        told = {**json.loads(end), field: other}
        with pytest.raises(RecordError, match="the moves do not lead to the recorded end"):
            replay(parse_record(moves + b"\n" + json.dumps(told).encode() + b"\n"))


@pytest.mark.parametrize("older", [{3: "first_economy"}, {3: "chain"}, {4: "economy"}])
def test_older_records_of_himalaya_tell_the_end_by_another_word(
    tmp_path: Path, older: dict[int, str]
) -> None:
    """Every end once had the name of the last step of its count, whatever decided."""
    [(players, word)] = older.items()
    for seed in range(40):
        plans = [SeatPlan(name, "random") for name in ("Ana", "Ben", "Cleo", "Dan")[:players]]
        table = Table(HIMALAYA, {}, plans, seed)
        path = Store(tmp_path).open_new(table)
        result = play_on(table).result
        table.close()
        if result is None or word not in result.once:
            continue
        moves, end = path.read_bytes()[:-1].rsplit(b"\n", 1)
        told = {**json.loads(end), "reason": word}
        record = parse_record(moves + b"\n" + json.dumps(told).encode() + b"\n")
        assert replay(record).result == result
        assert result.reason != word
        return
    raise AssertionError(f"no game ended by {word}")


@pytest.mark.parametrize("name", ["", "nowhere.jsonl"])
def test_a_path_that_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match=r"folder|file not found"):
        read_record(tmp_path / name)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="not a regular file, so not a game record"):
        read_record(tmp_path / "pipe")


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(RecordError, match="larger"):
        read_record(path)


def only_record_errors(data: bytes) -> None:
    """Whatever the bytes are: a record that replays or not, or RecordError."""
    with suppress(RecordError):
        record = parse_record(data)
        assert 0 <= record.whole_bytes <= record.read_bytes == len(data)
        replay(record)


@examples(100, 500)
@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_read_or_refused(data: bytes, after_header: bool) -> None:
    only_record_errors(HEADER + b"\n" + data if after_header else data)


MUTATIONS = st.lists(
    st.tuples(
        st.integers(0, 2**16),
        st.integers(0, 8),
        st.one_of(
            st.binary(max_size=3),
            st.sampled_from([b'"', b"\n", b"{", b"}", b"null", b"-", b"9" * 30, b"1e400", b"\\u"]),
        ),
    ),
    min_size=1,
    max_size=3,
)


@examples(100, 500)
@given(mutations=MUTATIONS)
def test_mutated_records_are_read_or_refused(
    played: bytes, mutations: list[tuple[int, int, bytes]]
) -> None:
    data = played[:1500]
    for place, taken, put in mutations:
        start = place % (len(data) + 1)
        data = data[:start] + put + data[start + taken :]
    only_record_errors(data)
