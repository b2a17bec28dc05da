"""Records of older formats: played on, and replayed, as the games were played then."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from nim_tui.tables.record import (
    FORMAT,
    EndEntry,
    RecordError,
    parse_header,
    parse_record,
    read_record,
)
from nim_tui.tables.replay import Replay
from nim_tui.tables.store import Store, replay
from nim_tui.testing.tables import everything
from rules.bataille import BATAILLE
from tests.nim_tui.conftest import play_on, run

OLD = Path(__file__).with_name("records") / "format-1.jsonl"
"""A game that two people played in format 1, when torpedoes hit once in three: nine were fired."""

YELLOW_SANK_THE_SHIPS = EndEntry(((1,), (0,)), "ships")


def with_header(**changed: Any) -> bytes:
    """The old record with some fields of its header changed."""
    first, lines = OLD.read_bytes().split(b"\n", 1)
    return json.dumps({**json.loads(first), **changed}).encode() + b"\n" + lines


def old_header(**changed: Any) -> bytes:
    """The header of the old record with some fields changed."""
    return with_header(**changed).splitlines()[0]


def test_an_old_record_replays_to_the_end_it_tells() -> None:
    record = read_record(OLD)
    table = replay(record)
    assert record.over == YELLOW_SANK_THE_SHIPS
    assert table.result is not None
    assert EndEntry(table.result.ranking, table.result.reason) == YELLOW_SANK_THE_SHIPS
    chosen = {"blast": False, "lanes": "orthogonal", "turn_limit": None}
    since = {"blocking": False, "after_mine": "several", "without_move": "both"}
    assert table.options == {**chosen, **since, "spinner": "third", "grids": "deduce"}
    assert table.header.nim_tui == FORMAT


@pytest.mark.parametrize("options", [{"spinner": "sixth"}, {"spinner": "quarter"}, {}], ids=str)
def test_with_the_odds_of_today_it_would_not(options: dict[str, str]) -> None:
    with pytest.raises(RecordError, match="does not fit the game"):
        replay(parse_record(with_header(nim_tui=FORMAT, options=options)))


def test_every_step_of_it_can_be_looked_at() -> None:
    record = read_record(OLD)
    steps = Replay(record.header, BATAILLE, replay(record).plays)
    steps.go(steps.length)
    assert steps.table.result == replay(record).result


def test_an_old_game_goes_on_in_its_file_with_the_odds_it_began_with(store: Store) -> None:
    path = store.folder / "bataille-0001.jsonl"
    kept = OLD.read_bytes().splitlines(keepends=True)[:30]
    path.write_bytes(b"".join(kept))
    table, _ = store.resume(path)
    play_on(table)
    table.close()
    assert table.options["spinner"] == "third"
    assert path.read_bytes().splitlines(keepends=True)[:30] == kept, "what was written stays"
    assert everything(replay(read_record(path))) == everything(table)


def test_an_old_record_is_checked_and_listed_like_any_other(tmp_path: Path, store: Store) -> None:
    copy(OLD, store.folder)
    assert [kept.is_over for kept in store.kept()] == [True]
    checked = run("record", "check", str(OLD))
    assert checked.output == "bataille, 2 seats, 41 moves, finished (ships)\n"
    assert OLD.read_bytes().startswith(b'{"nim_tui":1,')


def test_what_an_old_header_chose_stands() -> None:
    chosen = parse_header(old_header(options={"lanes": "all", "spinner": "quarter"}))
    assert chosen.options == {"lanes": "all", "spinner": "quarter"}


def test_a_header_of_today_takes_the_defaults_of_today() -> None:
    assert parse_header(old_header(nim_tui=FORMAT, options={})).options == {}


@pytest.mark.parametrize("game", ["submarine", "himalaya", "schwarm", "chess"])
def test_headers_of_other_games_change_their_number_alone(game: str) -> None:
    brought_on = parse_header(old_header(game=game, options={"board": None}))
    assert (brought_on.nim_tui, brought_on.options) == (FORMAT, {"board": None})


@pytest.mark.parametrize("number", [0, FORMAT + 1])
def test_formats_that_never_were_are_refused(number: int) -> None:
    with pytest.raises(RecordError, match=f"format {number}; this nim_tui reads formats 1 to"):
        parse_header(old_header(nim_tui=number))
