"""Games as text and JSON: what is written is read back the same, and nothing else is taken in."""

from __future__ import annotations

import json

import pytest

from nim_tui.export.finished_game import NotOver, finished
from nim_tui.export.json_game import MOST, facts_of, read_game
from nim_tui.export.text_game import sheet
from nim_tui.registry import all_games
from nim_tui.tables.record import MoveEntry, RecordError, parse_record, record_bytes
from nim_tui.tables.replay import table_from
from nim_tui.tables.store import Store, replay
from nim_tui.tables.table import Table
from tests.nim_tui.conftest import play_on, table_of
from tests.nim_tui.export.conftest import game_of, record_of


def seen(table: Table) -> list[object]:
    """What everybody sees at the end, and was told: of moves taken back nothing is left."""
    lookers = [None, *range(len(table.seats))]
    return [table.result, *((table.view(looker), table.log(looker)) for looker in lookers)]


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("seed", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_what_is_written_is_the_same_game(game: str, seed: int) -> None:
    record = record_of(game, seed)
    played = finished(record)
    for text in (sheet(played), facts_of(played)):
        again = read_game(text.encode())
        assert finished(again) == played
        assert not [line for line in again.lines[:-1] if not isinstance(line, MoveEntry)]
        assert seen(replay(again)) == seen(replay(record))


def test_a_text_can_be_read_as_it_is_pasted() -> None:
    game = game_of()
    pasted = "\r\n".join(f"> {line}  " for line in sheet(game).split("\n"))
    assert finished(read_game(b"\xef\xbb\xbf" + pasted.encode())) == game


def test_the_head_of_a_text() -> None:
    text = sheet(game_of())
    head = ["[nim_tui 3]", '[Game "bataille"]', '[Seat "Ana"]', '[Seat "Ben O\'Hara"]']
    assert text.split("\n")[:4] == head
    assert "\n[Seed 5]\n" in text
    assert "\n\n1. (2) sub " in text


def test_json_tells_what_everybody_was_told() -> None:
    game = game_of()
    facts = json.loads(facts_of(game))
    assert facts["title"] == "Bataille sous les mers"
    assert [move["move"] for move in facts["moves"]] == [play.move for play in game.moves]
    table = table_from(game.header, game.entry.game, game.moves)
    told = [text for move in facts["moves"] for text in move["told"]]
    assert 0 < len(told) <= len(table.log(None))
    hidden = facts["moves"][0]
    assert hidden["move"].startswith("sub ")
    place = hidden["move"].removeprefix("sub ")
    assert not any(place in text for text in hidden["told"])


def test_a_game_that_is_not_over_is_not_exported(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    play_on(table, 12)
    table.close()
    record = parse_record(path.read_bytes())
    with pytest.raises(NotOver, match="not over"):
        finished(record)
    with pytest.raises(RecordError, match="not over"):
        read_game(record_bytes((record.header, *record.lines)))


CHANGES = {
    "another move": ("1. (2) sub ", "1. (2) sail "),
    "out of turn": ("\n9. (1) ", "\n9. (2) "),
    "no such seat": ("1. (2)", "1. (0)"),
    "a move left out": ("\n2. (2)", "\n3. (2)"),
    "no seed": ("[Seed 5]\n", ""),
    "no result": ("[Result ", "[Ending "),
    "another result": ("[Result [[", "[Result [[3],["),
    "a seed too large": ("[Seed 5]", "[Seed 99999999999999999999]"),
    "a seed in words": ("[Seed 5]", '[Seed "5"]'),
    "another game": ('"bataille"', '"chess"'),
    "a newer format": ("[nim_tui 3]", "[nim_tui 4]"),
    "a name too long": ('"Ana"', f'"{"A" * 300}"'),
    "a name with a control": ('"Ana"', '"A\\u001b[2J"'),
    "an option twice": ('[Option "blast" false]\n', '[Option "blast" false]\n' * 2),
    "a list without end": ("[Result ", f"[Result {'[' * 100_000} "),
    "a header below": ("\n2. (2)", "\n[Seed 6]\n2. (2)"),
    "something else": ("[Seed 5]", "hello"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_text_that_is_wrong_is_refused_in_one_line(change: str) -> None:
    text = sheet(game_of())
    old, new = CHANGES[change]
    assert old in text
    with pytest.raises(RecordError) as refused:
        read_game(text.replace(old, new, 1).encode())
    assert "\n" not in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b'{"kind":"nim_tui game"}',
        b'{"kind":"nim_tui game","moves":' + b"[" * 100_000,
        b"1. (1) sub 14.200\n",
        b"x" * (MOST + 1),
    ],
    ids=["empty", "binary", "cut", "no moves", "nested", "a move alone", "too long"],
)
def test_what_is_no_game_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        read_game(data)
