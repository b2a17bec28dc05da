"""Board files of one's own: an error names its line, and a valid board is played on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.himalaya.board import MOST_CHARACTERS, NONE, VILLAGES, board_of
from rules.himalaya.events import Filled, Walked
from rules.himalaya.game import HIMALAYA
from tests.rules.board_files import BoardFiles, Case, line_of
from tests.rules.himalaya.positions import play, program, start, told

BOARDS = BoardFiles(HIMALAYA, board_of)
TEXT = BOARDS.printed
BOARD = BOARDS.option
changed, wrong, assert_wrong = BOARDS.changed, BOARDS.wrong, BOARDS.assert_wrong

VILLAGES_WRONG: dict[str, Case] = {
    "a number too high": ("20 = {", "21 = {", "21 = {", "21"),
    "number 0": ("\n1 = {", "\n0 = {", "\n0 = {", "0"),
    "no number": ("20 = {", "Lho = {", "Lho = {", "Lho"),
    "one missing": ("20 = {", "#", "[villages]", "20 is missing"),
    "an unknown level": ('"temple", at = [37', '"pagoda", at = [37', "20 = {", "house"),
    "no level": (' level = "temple", at = [37', " at = [37", "20 = {", "house"),
    "no name": ('name = "Lho", ', "", "20 = {", "name"),
    "an empty name": ('"Lho"', '""', "20 = {", "name"),
    "a name too long": ('"Lho"', '"Lhooooooooooo"', "20 = {", "name"),
    "a number for a name": ('"Lho"', "7", "20 = {", "name"),
    "no place": (", at = [37, 18]", "", "20 = {", "at"),
    "one number for a place": ("[37, 18]", "[37]", "20 = {", "at"),
    "right of the map": ("[37, 18]", "[76, 18]", "20 = {", "at"),
    "below the map": ("[37, 18]", "[37, 20]", "20 = {", "at"),
    "left of the map": ("[37, 18]", "[-1, 18]", "20 = {", "at"),
    "between two cells": ("[37, 18]", "[37.5, 18]", "20 = {", "at"),
    "two in one place": ("[37, 18]", "[71, 18]", "20 = {", "19"),
    "not a table": ('{ name = "Lho", level = "temple", at = [37, 18] }', "7", "20 = 7", ""),
}
ROUTES_WRONG: dict[str, Case] = {
    "two of a kind at a village": ("[17, 20]]", "[17, 20], [1, 17]]", "soil =", "17"),
    "two of a kind, elsewhere": ("[[1, 5]", "[[1, 5], [1, 6]", "ice =", "1"),
    "a village joined to itself": ("[17, 20]]", "[17, 20], [1, 1]]", "soil =", "pair of villages"),
    "a village that is none": ("[17, 20]]", "[17, 21]]", "soil =", "route"),
    "village 0": ("[17, 20]]", "[17, 0]]", "soil =", "route"),
    "three villages": ("[17, 20]]", "[17, 20, 1]]", "soil =", "route"),
    "no pairs": ("[17, 20]]", "17]", "soil =", "route"),
    "an unknown kind": ("stone = [[1", "sand = [[1", "sand =", "sand"),
    "joined twice": ("[18, 20]]", "[16, 18]]", "stone =", "16 and 18"),
}
REGIONS_WRONG: dict[str, Case] = {
    "no route between two of them": ("[8, 11, 15, 13]", "[8, 11, 13, 15]", "E = {", "11 and 13"),
    "not closed": ("[8, 11, 15, 13]", "[8, 11, 15]", "E = {", "15 and 8"),
    "two villages": ("[8, 11, 15, 13]", "[8, 11]", "E = {", "3 villages"),
    "a village twice": ("[8, 11, 15, 13]", "[8, 11, 8, 13]", "E = {", "once"),
    "a village that is none": ("[8, 11, 15, 13]", "[8, 11, 25, 13]", "E = {", "villages"),
    "a small letter": ("E = {", "e = {", "e = {", "capital"),
    "a word": ("E = {", "EE = {", "EE = {", "capital"),
    "no name": ('name = "Manaslu", ', "", "E = {", "name"),
    "its label off the map": ("[63, 9]", "[63, 90]", "E = {", "at"),
}
CUBES_WRONG: dict[str, Case] = {
    "none of a kind": ("gold = 6", "gold = 0", "gold = 0", "gold"),
    "too many": ("gold = 6", "gold = 61", "gold = 61", "gold"),
    "a kind left out": ("gold = 6", "#", "[cubes]", "gold"),
    "a word for a number": ("gold = 6", 'gold = "six"', 'gold = "six"', "gold"),
    "true for a number": ("gold = 6", "gold = true", "gold = true", "gold"),
    "an unknown kind": ("gold = 6", "gold = 6\nsilver = 3", "silver = 3", "silver"),
}
LAST = "copies = 2\ndemand = { tea = 1, jade = 2 }"
ORDERS_WRONG: dict[str, Case] = {
    "an unknown kind of cube": (LAST, LAST.replace("tea", "silk"), "demand = { silk", "silk"),
    "nothing demanded": (LAST, "copies = 2\ndemand = {}", "demand = {}", "demands"),
    "more than there is": (LAST, LAST.replace("jade = 2", "jade = 10"), "jade = 10", "jade"),
    "a demand of none": (LAST, LAST.replace("tea = 1", "tea = 0"), "tea = 0", "tea"),
    "no copies": (LAST, LAST.replace("= 2\n", "= 0\n"), "copies = 0", "copies"),
    "no yaks": ("yaks = 2\n", "yaks = 0\n", "yaks = 0", "yaks"),
    "too many yaks": ("yaks = 2\n", "yaks = 21\n", "yaks = 21", "yaks"),
}


@pytest.mark.parametrize("name", VILLAGES_WRONG)
def test_villages(name: str) -> None:
    """20, numbered once each, with a name, a level and a place of their own."""
    assert_wrong(VILLAGES_WRONG[name])


@pytest.mark.parametrize("name", ROUTES_WRONG)
def test_routes(name: str) -> None:
    """Pairs of villages, at most one of a kind at a village."""
    assert_wrong(ROUTES_WRONG[name])


@pytest.mark.parametrize("name", REGIONS_WRONG)
def test_regions(name: str) -> None:
    """Bounded by routes, all the way round."""
    assert_wrong(REGIONS_WRONG[name])


@pytest.mark.parametrize("name", CUBES_WRONG)
def test_cubes(name: str) -> None:
    """Some of each of the five kinds, and no other kind."""
    assert_wrong(CUBES_WRONG[name])


@pytest.mark.parametrize("name", ORDERS_WRONG)
def test_orders(name: str) -> None:
    """Cubes that there are, yaks and copies."""
    assert_wrong(ORDERS_WRONG[name])


def test_two_villages_of_one_number() -> None:
    """Numbered once."""
    assert "TOML" in wrong(changed("20 = {", "19 = {"))


def test_a_village_that_no_way_leads_to() -> None:
    """Connected: without its three routes 1 and 4 are on their own, then 2 too."""
    text = changed("[1, 5], [2, 4], ", "")
    assert "no route leads from village 1 to village" in wrong(text)


def test_a_board_in_two_halves_names_the_routes() -> None:
    """The line is that of the section."""
    text = changed("[1, 5], [2, 4], ", "")
    assert wrong(text).startswith(f"line {line_of(text, '[routes]')}: ")


@pytest.mark.parametrize("section", ["cubes", "villages", "routes", "regions", "orders"])
def test_a_section_left_out(section: str) -> None:
    """All five are needed."""
    parts = re.split(r"(?m)^(?=\[)", TEXT)
    kept = [part for part in parts if not part.strip("[").startswith(section)]
    assert len(kept) < len(parts)
    assert re.match(r"line \d+: ", wrong("".join(kept)))


def test_too_few_orders() -> None:
    """Five villages offer one."""
    head = TEXT[: TEXT.index("[[orders]]")]
    four = head + "[[orders]]\nyaks = 2\ncopies = 4\ndemand = { salt = 1 }\n"
    assert "fewer than 5" in wrong(four)
    assert board_of(four.replace("copies = 4", "copies = 5")).discs[0].copies == 5


@pytest.mark.parametrize("text", ["", "villages", "[villages", "\x00", "a = 1"])
def test_what_is_no_board_at_all(text: str) -> None:
    """Something is said in any case."""
    assert wrong(text)


def test_a_text_too_long_is_not_read() -> None:
    """The size."""
    text = TEXT + "#" * (MOST_CHARACTERS + 1 - len(TEXT))
    assert str(MOST_CHARACTERS) in wrong(text)
    assert board_of(text[:-1]) == board_of(None)
    assert BOARD.admits(text[:-1])


def test_the_printed_board_passes() -> None:
    """Its text is the default."""
    assert board_of(TEXT) == board_of(None)
    assert BOARD.admits(TEXT)
    assert BOARD.admits(None)
    assert BOARD.read(" None ") is None
    assert BOARD.read(TEXT) == TEXT
    for value in (True, 3, "none"):
        assert not BOARD.admits(value)


def test_a_changed_board_is_played_on() -> None:
    """A stone route from 16 to 2, more gold, one kind of order: all take part in the game."""
    text = changed("[18, 20]]", "[18, 20], [16, 2]]").replace("gold = 6", "gold = 7")
    head = text[: text.index("[[orders]]")]
    text = head + "[[orders]]\nyaks = 11\ncopies = 9\ndemand = { gold = 3 }\n"
    state = start(3, board=text)
    assert sum(state.cube_bag) == 61 - 25
    assert sum(state.disc_bag) == 4
    assert sum(order != NONE for order in state.orders) == 5
    first, *others = ((state.first + step) % 3 for step in range(3))
    village = next(v for v in VILLAGES if state.orders[v] != NONE)
    play(state, "camp 16", *(f"camp {v}" for v in (village, 1 + village % 15)))
    state.cubes[others[0]] = [0, 0, 0, 0, 3]
    events = play(state, program("r"), seat=first)
    events += play(state, program("t"), seat=others[0]) + play(state, program(""), seat=others[1])
    assert told(events, Walked) == [Walked(first, "stone", 16, 2)]
    assert told(events, Filled) == [Filled(others[0], village, "gold gold gold", 11)]
    play(state, "barter", "done")
    assert state.yaks(others[0]) == 11
    assert HIMALAYA.view(state, None).board == board_of(text)
    assert HIMALAYA.view(state, None).yaks(others[0]) == 11


def test_the_printed_board_has_no_such_route() -> None:
    """What the changed board adds."""
    state = start(3)
    assert state.board.way_between(16, 2) == NONE
    assert state.board.way_between(3, 9) == 0


def test_the_example_of_the_page_is_a_board() -> None:
    """Its two lines replace those of the printed board, and its block comes after them."""
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "own-board.md").read_text("utf-8")
    lines, block = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    text = TEXT
    for line in lines.splitlines():
        name = line.partition(" = ")[0]
        text, count = re.subn(rf"^{name} = \d+$", line, text, flags=re.MULTILINE)
        assert count == 1, line
    board, printed = board_of(f"{text}\n{block}"), board_of(TEXT)
    assert (board.cubes[0], board.cubes[-1]) == (12, 12) != (printed.cubes[0], printed.cubes[-1])
    *before, added = board.discs
    assert tuple(before) == printed.discs
    assert (added.demand, added.yaks, added.copies) == ((1, 0, 0, 0, 2), 3, 2)
