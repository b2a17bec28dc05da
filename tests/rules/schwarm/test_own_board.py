"""Board files of one's own: an error names its line, and a valid board is played on."""

from __future__ import annotations

import re

import pytest

from rules.board_file import MOST_CHARACTERS
from rules.schwarm.board_file import board_of
from rules.schwarm.events import Crowned
from rules.schwarm.game import SCHWARM
from tests.rules.board_files import BoardFiles, Case
from tests.rules.schwarm.positions import (
    all_of,
    cell,
    hits,
    names,
    play,
    position,
    said,
    start,
    words,
)

BOARDS = BoardFiles(SCHWARM, board_of)
TEXT = BOARDS.printed
BOARD = BOARDS.option
changed, wrong, assert_wrong = BOARDS.changed, BOARDS.wrong, BOARDS.assert_wrong

COAST = 'coast = """'
STARTS = '"d8", "a3"]'
COAST_WRONG: dict[str, Case] = {
    "no queen": ("~Q~", "~~~", COAST, "queen"),
    "two queens": ("~Q~", "QQ~", COAST, "queen"),
    "a queen at the rim": ("..76545.7..", "..76545.Q..", COAST, ""),
    "a sign that means nothing": ("..7654567..", "..7654?67..", COAST, "'?'"),
    "land worth nothing": ("..7654567..", "..7654067..", COAST, "'0'"),
    "a short row": ("..7654567..", "..7654567.", COAST, "11 characters"),
    "a row too many": ("..76545.7..\n", "..76545.7..\n..........~\n", COAST, "9 rows"),
    "a row too few": ("..76545.7..\n", "", COAST, "9 rows"),
    "water at the rim": ("7~~~~~~~~~7\n6", "7~~~~~~~~~~\n6", COAST, "edge"),
    "another name": (COAST, 'map = """', "map", "map"),
    "a start that is water": (STARTS, '"d8", "f4"]', "start =", "f4 is not a land cell"),
    "a start twice": (STARTS, '"d8", "h0"]', "start =", "h0 is not a land cell"),
    "three starts": (STARTS, '"d8"]', "start =", "at least 4 starting cells"),
    "a start off the map": (STARTS, '"d8", "a9"]', "start =", "a0 to k8"),
    "a number for the starts": ('["h0", "k5", "d8", "a3"]', "7", "start =", "list"),
}
SHORES_WRONG: dict[str, Case] = {
    "a land cell of no shore": (', "i0"]', "]", "[shores]", "i0"),
    "land that is water": ('"i0"]', '"i0", "b1"]', "north =", "b1"),
    "land twice": ('"i0"]', '"i0", "k2"]', "east =", "k2"),
    "land gone from the map": ("..7654567..", "..765456...", "north =", "i0"),
    "an unknown shore": ("north =", "up =", "up =", "up"),
    "a name that is none": ('"i0"]', '"z9"]', "north =", "a0 to k8"),
    "an empty shore": ('["a6", "b5", "a4", "a3", "a2"]', "[]", "west =", "list"),
    "a number for a cell": ('["a6", "b5"', '[6, "b5"', "west =", "list"),
}
TILES_WRONG: dict[str, Case] = {
    "one too many": ("cross = 8", "cross = 9", "[tiles]", "59 tiles, not 60"),
    "one too few": ("straight = 6", "straight = 5", "[tiles]", "59 tiles, not 58"),
    "less than none": ("cross = 8", "cross = -1", "cross =", "cross"),
    "a word for a number": ("cross = 8", 'cross = "x"', "cross =", "cross"),
    "true for a number": ("golden = 4 ", "golden = true ", "golden =", "golden"),
    "a kind left out": ("tee = 25\n", "", "[tiles]", "tee"),
    "an unknown kind": ("tee = 25\n", "tee = 25\nstar = 0\n", "star =", "star"),
}
CARDS_WRONG: dict[str, Case] = {
    "an unknown colour of cards": ("[cards.blue]", "[cards.red]", "[cards.red]", "red"),
    "a number for what is left out": (
        "3 = { ship = 1 }",
        "3 = 1",
        "3 = 1",
        "must list cards, and how many of each are left out",
    ),
    "a light card too many": ("researcher = 5", "researcher = 6", "2 = {", "7 light cards, not 8"),
    "an unknown light card": ("researcher = 5", "boat = 5", "boat =", "boat"),
    "a card less than none": ("researcher = 5", "researcher = -5", "researcher = -5", "0"),
    "too many left out": ("2 = { ship = 3", "2 = { ship = 4", "2 = {", "7 light cards, not 6"),
    "more left out than there are": ("2 = { ship = 3", "2 = { ship = 6", "2 = {", "ship"),
    "left out for five": ("3 = { ship = 1 }", "5 = { ship = 1 }", "5 = {", "5"),
    "not left out": ("3 = { ship = 1 }\n", "", "[cards.left_out]", "12 light cards, not 13"),
    "an unknown card left out": ("3 = { ship = 1 }", "3 = { boat = 1 }", "3 = {", "boat"),
    "an unknown blue card": ("ship_and_researcher", "ship_and_crab", "ship_and_crab", "crab"),
    "no blue station": ("station = 2\n", "", "[cards.blue]", "station"),
}
NUMBERS_WRONG: dict[str, Case] = {
    "no reach": ("light = 4", "light = 0", "light =", "1 to 9"),
    "too far": ("blue = 6", "blue = 10", "blue =", "1 to 9"),
    "a reach left out": ("light = 4\n", "", "[reach]", "light"),
    "an unknown colour": ("joker = 4", "green = 4", "green =", "green"),
    "no band from 0": ("{ from = 0, points = 0 }, ", "", "bands =", "from"),
    "bands that do not rise": ("from = 20", "from = 10", "bands =", "rising"),
    "damage below 0": ("points = 2 }", "points = -2 }", "bands =", "points"),
    "damage without end": ("points = 5 }", "points = 21 }", "bands =", "20"),
    "more than he has": ("from = 0, points = 0", "from = 0, points = 1", "bands =", "more"),
    "a band without points": (", points = 5 }", " }", "bands =", "points"),
    "something else in a band": ("points = 5 }", "points = 5, x = 1 }", "bands =", "x"),
    "another name for bands": ("bands =", "band =", "band =", "band"),
    "another section": ("[damage]", "[damages]", "[damages]", "damages"),
}


@pytest.mark.parametrize("name", COAST_WRONG)
def test_coast(name: str) -> None:
    """9 rows of 11 cells, one queen amid water, four land cells to start from."""
    assert_wrong(COAST_WRONG[name])


@pytest.mark.parametrize("name", SHORES_WRONG)
def test_shores(name: str) -> None:
    """Every land cell on one of four shores."""
    assert_wrong(SHORES_WRONG[name])


@pytest.mark.parametrize("name", TILES_WRONG)
def test_tiles(name: str) -> None:
    """As many as there is water."""
    assert_wrong(TILES_WRONG[name])


@pytest.mark.parametrize("name", CARDS_WRONG)
def test_cards(name: str) -> None:
    """As many as the players take."""
    assert_wrong(CARDS_WRONG[name])


@pytest.mark.parametrize("name", NUMBERS_WRONG)
def test_reach_and_damage(name: str) -> None:
    """1 to 9 steps; bands that rise."""
    assert_wrong(NUMBERS_WRONG[name])


@pytest.mark.parametrize("section", ["shores", "tiles", "cards", "reach", "damage"])
def test_a_section_left_out(section: str) -> None:
    """All are needed."""
    parts = re.split(r"(?m)^(?=\[)", TEXT)
    kept = [part for part in parts if not part.startswith(f"[{section}")]
    assert len(kept) < len(parts)
    assert re.match(r"line \d+: ", wrong("".join(kept)))


@pytest.mark.parametrize("text", ["", "coast", "[tiles", "\x00", "a = 1", 'coast = "~"'])
def test_what_is_no_board_at_all(text: str) -> None:
    """Something is said in any case."""
    assert wrong(text)


def test_a_text_too_long_is_not_read() -> None:
    """The size."""
    text = TEXT + "#" * (MOST_CHARACTERS + 1 - len(TEXT))
    assert wrong(text)
    assert board_of(text[:-1]).tiles == board_of(None).tiles
    assert BOARD.admits(text[:-1])


def test_the_printed_board_passes() -> None:
    """Its text is the default."""
    assert BOARD.admits(TEXT)
    assert BOARD.admits(None)
    assert BOARD.read(TEXT) == TEXT
    printed, read = board_of(None), board_of(TEXT)
    for name in ("water", "queen", "coast", "numbers", "shores", "starts", "tiles", "bands"):
        assert getattr(printed, name) == getattr(read, name)
    for value in (True, 3, "none such"):
        assert not BOARD.admits(value)


def other_board() -> str:
    """Return a board with land 9 on i0, water on c0, a short reach and expensive hits."""
    text = changed("..7654567..", "...654569..")
    text = changed('"c0", ', "", text)
    text = changed("light = 4", "light = 2", text)
    text = changed("blue = 6", "blue = 9", text)
    text = changed("cross = 8", "cross = 7", text)
    text = changed("straight = 6", "straight = 7", text)
    text = changed("golden = 4 ", "golden = 2 ", text)
    return changed("from = 20, points = 2", "from = 20, points = 9", text)


def test_a_changed_board_is_played_on() -> None:
    """All that was changed takes part in the game."""
    text = other_board()
    state = start(2, free_start=True, board=text)
    assert "start c0" not in words(state)
    assert len(words(state)) == 23
    assert (state.sea, state.golden_left) == ([7, 25, 20, 7], 2)
    assert SCHWARM.view(state, None).board is board_of(text)
    cards = ("wave, crab, blue whale", "ship")
    state = position(({"i0": 1, "h0": 1}, {"d0": 1}), cards=cards, board=text)
    assert {word.split()[-1] for word in said(state, "wave")} == {"1", "2"}
    play(state, "crab a2 1")
    assert state.crab == cell("d0")
    assert state.points == [29, 11]


def test_numbers_of_ones_own_count_at_the_end() -> None:
    """A land cell of 9."""
    tiles = dict.fromkeys(("i1", "i2", "i3", "i4", "h4", "g4"), "cross A")
    state = position(
        ({"i0": 1}, {"a4": 1}),
        cards=("ship", ""),
        tiles=tiles,
        round_number=4,
        board=other_board(),
    )
    assert all_of(play(state, "ship", "done"), Crowned)[0].queen == 9


def test_a_wave_that_cannot_leave_is_of_no_use() -> None:
    """R: both in play, no land within reach: its bare name, then done."""
    state = position(cards=("wave", "ship"), waves="e4 f4", board=other_board())
    assert words(state) == ["wave"]
    assert names(play(state, "wave")) == ["wasted"]
    state = position(cards=("wave", "ship"), waves="e4 f7", ships=("", "f7"), board=other_board())
    assert {*words(state)} == {"wave 2 e 2", "wave 2 se 1", "wave 2 s 1", "wave 2 sw 1"}
    assert hits(play(state, "wave 2 s 1")) == []
