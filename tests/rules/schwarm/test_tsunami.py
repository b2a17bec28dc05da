"""The tsunami: new on the queen or in play, straight, to land or off the board."""

from __future__ import annotations

import pytest

from rules.schwarm.cells import CELL_NAMES
from rules.schwarm.events import Rolled
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.chart import WINDS
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    all_of,
    hits,
    play,
    position,
    refuse,
    said,
)

CARDS = ("wave, blue wave, joker", "ship")
ALONE = ({"h0": 1}, {"k2": 1})


def waves(state: SchwarmState) -> list[str]:
    """Return the cells of the waves."""
    return [CELL_NAMES.get(cell, "") for cell in state.waves]


def winds(state: SchwarmState, number: str, prefix: str = "") -> dict[str, list[int]]:
    """Return the steps offered to a wave, by direction."""
    found: dict[str, list[int]] = {}
    for word in said(state, f"{prefix}wave {number}"):
        wind, steps = word.split()
        found.setdefault(wind, []).append(int(steps))
    return {wind: sorted(steps) for wind, steps in found.items()}


def test_a_new_one_rolls_one_to_four_cells_in_eight_directions() -> None:
    """T, R, D: one of 8 directions, straight, 1 to its reach; the land north is 4 away."""
    state = position(cards=CARDS)
    assert winds(state, "new") == {wind: [1, 2, 3, 4] for wind in WINDS}
    refuse(state, "wave new n 5", "wave new n 6", "wave 1 n 4")


def test_a_blue_one_rolls_to_land_or_off_the_board() -> None:
    """D: blue 6; it ends on the first land cell or where it leaves the board."""
    state = position(cards=CARDS)
    found = winds(state, "new", "blue ")
    assert found["n"] == found["s"] == [1, 2, 3, 4]
    assert found["e"] == found["w"] == [1, 2, 3, 4, 5]
    # h2 i1 j0 and d6 c7 b8 are no land: beyond the sea the wave is off the board
    assert found["ne"] == found["sw"] == found["se"] == found["nw"] == [1, 2, 3, 4]


def test_a_new_one_may_stay_on_the_water() -> None:
    """T: it stays in play where it stops."""
    state = position(cards=CARDS)
    events = play(state, "wave new ne 2")
    assert all_of(events, Rolled) == [Rolled(ANA, 0, "ne", 2, "h2", "water")]
    assert (waves(state), state.mover) == (["h2", ""], BEN)


@pytest.mark.parametrize("word", ["wave new n 4", "blue wave new e 5"])
def test_on_land_it_returns_to_the_reserve(word: str) -> None:
    """T: it ends on the first land cell; it returns to the reserve."""
    state = position(cards=CARDS, waves="c3")
    events = play(state, word)
    assert all_of(events, Rolled)[0].ends == "land"
    assert waves(state) == ["c3", ""]


def test_off_the_board_it_returns_to_the_reserve() -> None:
    """T: or where it leaves the board."""
    state = position(cards=CARDS, waves="b7")
    events = play(state, "wave 1 sw 1")
    assert all_of(events, Rolled)[0].ends == "off"
    assert waves(state) == ["", ""]


def test_one_in_play_must_leave_the_water() -> None:
    """T: a direction in which it reaches land or leaves the board within reach, all the way."""
    state = position(cards=CARDS, waves="e2")
    assert winds(state, "1") == {
        "n": [2], "ne": [2], "nw": [2], "w": [4], "sw": [3],
    }  # fmt: skip
    refuse(state, "wave 1 n 1", "wave 1 e 4", "wave 1 s 4", "wave 1 w 5", "wave 1 se 4")
    assert winds(state, "1", "blue ") == {
        "n": [2], "ne": [2], "nw": [2], "w": [4], "sw": [3], "e": [6], "s": [6], "se": [6],
    }  # fmt: skip


def test_the_second_in_play_has_its_own_number() -> None:
    """T: 2 tsunamis."""
    state = position(cards=CARDS, waves="e2 f6")
    assert said(state, "wave new") == set()
    assert winds(state, "2")["s"] == [2]
    play(state, "wave 1 n 2")
    assert waves(state) == ["", "f6"]
    state = position(cards=CARDS, waves="e2 f6")
    play(state, "wave 2 s 2")
    assert waves(state) == ["e2", ""]


def test_a_new_one_or_one_in_play() -> None:
    """T: a new one on the queen, or one in play."""
    state = position(cards=CARDS, waves="e2")
    assert len(winds(state, "new")) == 8
    state = position(cards=CARDS, waves="e2")
    play(state, "wave new s 1")
    assert waves(state) == ["e2", "f5"]


def test_it_hits_each_enemy_piece_on_its_way() -> None:
    """T: each enemy ship or station a hazard enters; it ends on the first land cell (hit)."""
    state = position(({"h0": 1}, {"e0": 1}), cards=CARDS, ships=("e1", "e1 e2"), waves="e2")
    events = play(state, "wave 1 n 2")
    assert hits(events) == [(BEN, "e1", "ship", 2), (BEN, "e0", "station", 1)]
    assert state.points == [23, 17]


def test_a_new_one_hits_on_the_queens_cell() -> None:
    """T: except the queen's cell when a new tsunami appears there."""
    state = position(cards=CARDS, ships=("f4", "f4"))
    assert hits(play(state, "wave new n 1")) == [(BEN, "f4", "ship", 2)]


def test_one_in_play_does_not_hit_where_it_starts() -> None:
    """T: the start cell is not hit."""
    for start in ("f4", "e2"):
        state = position(cards=CARDS, ships=("", start), waves=start)
        assert hits(play(state, "wave 1 n " + str(int(start[1])))) == []


def test_own_pieces_are_never_hit() -> None:
    """T: never the player's own."""
    state = position(({"f0": 1}, {"k5": 1}), cards=CARDS, ships=("f4 f3 f2", ""))
    assert hits(play(state, "wave new n 4")) == []
    assert state.points == [20, 20]


def test_beside_the_land_reached_nothing_is_hit() -> None:
    """T: great_wave is an option."""
    state = position(({"h0": 1}, {"e0": 1, "g0": 1}), cards=CARDS)
    assert hits(play(state, "wave new n 4")) == []


def test_a_great_wave_hits_the_land_beside_for_one_less() -> None:
    """T: great_wave: land cells touching that one are hit too, for 1 less."""
    state = position(
        ({"h0": 1}, {"e0": 1, "f0": 1}, {"g0": 1, "d0": 1}),
        cards=("wave", "ship", "ship"),
        points=(20, 40, 41),
        great_wave=True,
    )
    events = play(state, "wave new n 4")
    assert hits(events)[0] == (1, "f0", "station", 4)
    assert {*hits(events)[1:]} == {(1, "e0", "station", 2), (2, "g0", "station", 3)}
    assert state.points == [29, 34, 38]


def test_a_great_wave_reaches_diagonally() -> None:
    """T: also diagonally: h7 touches g8 and i8."""
    stations = ({"h0": 1}, {"g8": 1, "i8": 1, "f8": 1})
    state = position(stations, cards=CARDS, waves="h4", great_wave=True)
    events = play(state, "wave 1 s 3")
    assert {cell for _, cell, _, _ in hits(events)} == {"g8", "i8"}
    assert [points for *_, points in hits(events)] == [1, 0]


def test_a_great_wave_spares_ones_own() -> None:
    """T: never the player's own."""
    state = position(({"e0": 1, "g0": 1}, {"k5": 1}), cards=CARDS, great_wave=True)
    assert hits(play(state, "wave new n 4")) == []


def test_a_great_wave_and_protection() -> None:
    """T: 1 less each, not below 0."""
    state = position(
        ({"h0": 1}, {"e0": 1, "f0": 1, "g0": 1}),
        cards=CARDS,
        points=(0, 39),
        capacities=("", "protection"),
        great_wave=True,
    )
    events = play(state, "wave new n 4")
    assert [points for *_, points in hits(events)] == [2, 1, 1]
    assert state.points == [4, 35]


def test_a_great_wave_off_the_board_hits_no_land() -> None:
    """T: land cells touching the one it reaches: where it reaches none, none are hit."""
    stations = ({"h0": 1}, {"a6": 1, "c8": 1})
    state = position(stations, cards=CARDS, waves="b7", great_wave=True)
    assert hits(play(state, "wave 1 sw 1")) == []


def test_a_great_wave_that_stays_on_the_water_hits_no_land() -> None:
    """T: that one: the land cell it ends on."""
    stations = ({"h0": 1}, {"e0": 1, "f0": 1, "g0": 1})
    state = position(stations, cards=CARDS, great_wave=True)
    assert hits(play(state, "wave new n 3")) == []
    assert state.points[ANA] == 20
