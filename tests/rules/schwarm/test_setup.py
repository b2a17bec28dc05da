"""Set-up: the board, the material, the turn order and the first stations."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.contract import UnsuitableTable
from rules.schwarm.board import (
    BUOYS,
    KINDS,
    LINKS,
    POINTS,
    RESEARCHERS,
    SHIPS,
    STATIONS,
    WAVES,
    WHALES,
)
from rules.schwarm.cards import BLUE_CARDS, CAPACITIES, CARD_NAMES, LIGHT_CARDS
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.events import Started
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import ROW, START
from tests.rules.schwarm.chart import COAST, NUMBERS, QUEEN, SHORE_OF, WATER, beside, touching
from tests.rules.schwarm.positions import (
    PRINTED,
    all_of,
    crew,
    named,
    names,
    owner,
    play,
    refuse,
    start,
    words,
)

each_table = pytest.mark.parametrize("players", [2, 3, 4])
STARTS = ["h0", "k5", "d8", "a3"]


def test_two_to_four_play() -> None:
    """T: 2-4 players."""
    assert list(SCHWARM.seats) == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(UnsuitableTable):
            start(players)


def test_the_board() -> None:
    """T, D: 60 water cells, the queen's in the centre; 24 land cells on 4 shores; 4-7."""
    assert named(PRINTED.water) == WATER
    assert len(WATER) == 60
    assert CELL_NAMES[PRINTED.queen] == QUEEN == "f4"
    assert len(beside("f4")) == 4
    assert [CELL_NAMES[cell] for cell in PRINTED.coast] == COAST
    assert len(COAST) == 24
    assert dict(zip(COAST, PRINTED.numbers)) == NUMBERS
    assert {*NUMBERS.values()} == {4, 5, 6, 7}
    assert [CELL_NAMES[cell] for cell in PRINTED.starts] == STARTS
    assert {SHORE_OF[name] for name in STARTS} == {"north", "east", "south", "west"}


def test_the_land_at_the_corners_touches_one_other() -> None:
    """T: the 8 land cells at the corners have one adjacent land cell, all others two."""
    corners = {"c0", "i0", "k2", "k6", "i8", "c8", "a6", "a2"}
    for place, name in enumerate(COAST):
        assert len(touching(name)) == (1 if name in corners else 2)
        assert {COAST[other] for other in PRINTED.touching[place]} == {*touching(name)}


def test_the_tiles() -> None:
    """F, T: 59 tiles, 8 crosses, 25 tees, 20 curves, 6 straights, 4 golden; 4 - links PR."""
    assert dict(zip(KINDS, PRINTED.tiles)) == {
        "cross": 8,
        "tee": 25,
        "curve": 20,
        "straight": 6,
        "golden": 4,
    }
    assert [LINKS[kind][0].bit_count() for kind in range(5)] == [4, 3, 2, 2, 4]
    assert POINTS == (0, 1, 2, 2, 0)
    assert [len(turns) for turns in LINKS] == [1, 4, 4, 2, 1]


@pytest.mark.parametrize(
    ("players", "light", "cards"),
    [(2, (2, 2, 1, 1, 1), 10), (3, (4, 5, 1, 1, 1), 15), (4, (5, 5, 1, 1, 1), 16)],
)
def test_the_cards(players: int, light: tuple[int, ...], cards: int) -> None:
    """F, T: 13 light cards, 6 of them out with 2 players, one with 3; 6 blue; one green."""
    shown = ("ship", "researcher", "whale", "wave", "crab")
    assert tuple(CARD_NAMES[card] for card in LIGHT_CARDS) == shown
    assert PRINTED.light[players] == light
    assert PRINTED.row_length(players) == cards == players * {2: 5, 3: 5, 4: 4}[players]
    blue = dict(zip((CARD_NAMES[card] for card in BLUE_CARDS), PRINTED.blue))
    assert blue == {
        "blue station": 2,
        "double": 1,
        "blue whale": 1,
        "blue wave": 1,
        "blue crab": 1,
    }
    assert CAPACITIES == ("fast", "golden", "protection", "brilliant")


def test_reach_and_reserves() -> None:
    """T, D: 6 stations, 3 ships, 7 researchers, 28 buoys; light and joker 4, blue 6."""
    assert (STATIONS, SHIPS, RESEARCHERS, BUOYS) == (6, 3, 7, 28)
    assert (WHALES, WAVES) == (2, 2)
    assert PRINTED.reach[1:] == (4, 6, 4)


@each_table
def test_all_tiles_lie_face_down_and_none_on_the_queen(players: int) -> None:
    """T: each has 20 PR; nobody has anything on the board yet."""
    state = start(players)
    assert named(state.face_down) == WATER - {"f4"}
    assert state.sea == [8, 25, 20, 6]
    assert state.golden_left == 4
    assert state.points == [20] * players
    assert (sum(state.stations), sum(state.researchers)) == (0, 0)
    assert (state.whales, state.waves, state.crab) == ([NONE] * 2, [NONE] * 2, NONE)


@each_table
def test_each_in_turn_order_puts_a_station_with_a_researcher(players: int) -> None:
    """T: on a free start cell; with fewer players any of the four."""
    state = start(players, 3)
    order = [*state.order]
    for seat, name in zip(order, STARTS):
        free = STARTS[STARTS.index(name) :]
        assert state.phase == START
        assert words(state) == [f"start {cell}" for cell in free]
        refuse(state, "start g0", "start f4", "start a0", "card 1")
        assert all_of(play(state, f"start {name}"), Started) == [Started(seat, name)]
    assert [owner(state, name) for name in STARTS[:players]] == order
    assert all(crew(state, name) == 1 for name in STARTS[:players])
    assert state.researchers == [1] * players


def test_a_start_cell_taken_is_not_free() -> None:
    """T: a free start cell."""
    state = start(2)
    play(state, "start k5")
    refuse(state, "start k5")


@each_table
def test_the_turn_order_is_drawn(players: int) -> None:
    """R: at random, every order."""
    found = {tuple(start(players, seed).order) for seed in range(200)}
    assert found == {*permutations(range(players))}


@each_table
def test_the_first_row_follows_in_the_same_order(players: int) -> None:
    """T: the row is laid out; who placed first takes first."""
    state = start(players, 5)
    first = state.mover
    events = play(state, *(f"start {name}" for name in STARTS[:players]))
    assert names(events) == ["started"] * players + ["row"]
    assert (state.phase, state.mover, state.round) == (ROW, first, 1)
    assert state.orders_left == [*range(1, players + 1)]


def test_free_start_highest_card_first_then_by_card() -> None:
    """T: variant 1: any land cell; the highest order card first; then order by card."""
    state = start(3, 2, free_start=True)
    order = [*state.order]
    assert words(state) == [f"start {name}" for name in COAST]
    placed = []
    for name in ("c0", "g0", "k4"):
        placed.append(state.mover)
        play(state, f"start {name}")
    assert placed == order[::-1]
    assert (state.order, state.mover, state.phase) == (order, order[0], ROW)


def test_free_start_leaves_three_free_land_cells_between() -> None:
    """T: at least 3 free land cells between stations along the coast, around corners too."""
    state = start(4, 0, free_start=True)
    play(state, "start e0")
    near = {"a2", "c0", "d0", "e0", "f0", "g0", "h0"}
    assert {word.split()[1] for word in words(state)} == {*COAST} - near
    refuse(state, "start h0", "start a2")
    play(state, "start a3")
    near |= {"c8", "a6", "b5", "a4", "a3"} - {"c8"}
    assert {word.split()[1] for word in words(state)} == {*COAST} - near


def test_free_start_orders_are_dealt_at_random() -> None:
    """T: order cards dealt at random."""
    found = {tuple(start(3, seed, free_start=True).order) for seed in range(100)}
    assert len(found) == 6


def test_without_the_option_the_coast_is_closed() -> None:
    """T: only the four start cells."""
    refuse(start(2), "start c0", "start i8")
