"""The end of a round: the largest network scores, cards go back, the next row is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.chance import Chance
from rules.contract import Event
from rules.schwarm.cards import BLUE_CARDS, CARD_NAMES
from rules.schwarm.cells import NONE
from rules.schwarm.events import Scored
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import ROW
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    NOTHING,
    Crews,
    all_of,
    cards_held,
    held,
    names,
    play,
    position,
)

PILE = "blue station, double, blue whale, blue crab"


def ended(
    stations: Sequence[Crews] = ({"h0": 1}, {"k5": 1}),
    *,
    tiles: Mapping[str, str] = NOTHING,
    ships: Sequence[str] = (),
    capacities: Sequence[str] = (),
    hands: Sequence[str] = (),
    pile: str = PILE,
    round_number: int = 1,
    seed: int = 0,
) -> tuple[SchwarmState, list[Event]]:
    """Return a round that ends with Ana's last card, a ship that stays in place."""
    players = len(stations)
    state = position(
        stations,
        tiles=tiles,
        ships=ships,
        capacities=capacities,
        hands=hands,
        cards=("ship", *[""] * (players - 1)),
        taken=range(1, players + 1),
        blue_pile=pile,
        round_number=round_number,
    )
    return state, play(state, "ship", "done", chance=Chance(seed))


def points(
    stations: Crews, tiles: Mapping[str, str], fleet: str = "", capacity: str = ""
) -> Scored:
    """Return the event with the points of Ana's largest network."""
    _, events = ended(
        (stations, {"k5": 1}), tiles=tiles, ships=(fleet, ""), capacities=(capacity, "")
    )
    return all_of(events, Scored)[0]


def test_a_station_and_its_researcher() -> None:
    """T: 1 each for stations, researchers on them."""
    state, events = ended()
    assert [event.seat for event in all_of(events, Scored)] == [ANA, BEN]
    assert state.points == [22, 22]


def test_one_each_for_stations_researchers_buoys_and_ships() -> None:
    """T: white: 1 station, 2 researchers, 6 buoys, 1 ship: 10 PR; his other network is 4."""
    tiles = {
        "h1": "cross",
        "h2": "cross",
        "h3": "cross",
        "g1": "tee",
        "g2": "cross",
        "i1": "tee r3",
    }
    other = {"b2": "cross", "c2": "cross"}
    tiles = {name: f"{tile} A" for name, tile in (tiles | other).items()}
    told = points({"h0": 2, "a2": 1}, tiles, "h4")
    assert told == Scored(ANA, points=10, stations=1, researchers=2, buoys=6, ships=1)


def test_only_the_largest_network_counts() -> None:
    """T: his largest network by PR."""
    assert points({"h0": 2, "a2": 3}, {}).points == 4
    assert points({"h0": 2, "a2": 2}, {"h1": "curve A"}).points == 4


def test_a_network_without_station_may_be_the_largest() -> None:
    """T: the largest by PR: buoys and ships alone too."""
    tiles = dict.fromkeys(("d3", "d4", "d5"), "cross A")
    told = points({"h0": 1}, tiles, "d3 d2")
    assert told == Scored(ANA, points=5, stations=0, researchers=0, buoys=3, ships=2)


def test_each_own_buoy_on_a_cell_counts() -> None:
    """T: each own buoy counts; enemy buoys do not."""
    tiles = {"h1": "curve A, tee B, cross AB", "h2": "cross B"}
    told = points({"h0": 1}, tiles)
    assert told == Scored(ANA, points=4, stations=1, researchers=1, buoys=2, ships=0)


def test_the_buoy_on_the_queen_counts() -> None:
    """R: the queen buoy counts as a buoy; two networks are one through her."""
    road = dict.fromkeys(("f1", "f2", "f3"), "straight A")
    assert points({"f0": 1}, road).buoys == 4
    assert points({"f0": 1}, {**road, "f5": "cross A"}, "e4").points == 8
    assert points({"f0": 1}, {**road, "f3": "straight r1 A"}).buoys == 2


def test_the_brilliant_researcher() -> None:
    """T: 2 a researcher, and by that the largest is chosen."""
    tiles = {"h1": "cross A", "h2": "cross A", "h3": "cross A"}
    assert points({"h0": 1, "a2": 3}, tiles).points == 5
    told = points({"h0": 1, "a2": 3}, tiles, capacity="brilliant")
    assert told == Scored(ANA, points=7, stations=1, researchers=3, buoys=0, ships=0)


@pytest.mark.parametrize("capacity", ["fast", "golden", "protection"])
def test_no_other_capacity_counts(capacity: str) -> None:
    """T: brilliant researcher alone."""
    assert points({"h0": 3}, {}, capacity=capacity).points == 4


def test_two_ships_on_a_cell_count_two() -> None:
    """T: 1 each."""
    assert points({"h0": 1}, {}, "h1 h1").ships == 2


def test_jokers_and_capacity_cards_return() -> None:
    """T: joker cards, capacity cards return; all order cards are in the pile."""
    state, _ = ended(capacities=("fast", "golden"))
    assert [cards_held(state, seat) for seat in (ANA, BEN)] == [["joker"], ["joker"]]
    assert state.capacities == [NONE, NONE]
    assert state.capacities_left == [0, 1, 2, 3]
    assert (state.order_cards, state.orders_left) == ([NONE, NONE], [1, 2])


def test_a_golden_tile_not_yet_placed_is_kept() -> None:
    """T: a golden tile not yet placed is kept, as all tiles are."""
    state, _ = ended(hands=("golden tee", "curve"), capacities=("golden", ""))
    assert (held(state, ANA), held(state, BEN)) == ("tee golden", "curve")


def test_the_next_row() -> None:
    """T: the light cards again in random order, 2 blue drawn, the green one."""
    state, events = ended()
    assert names(events)[-1] == "row"
    assert (state.phase, state.round, len(state.row)) == (ROW, 2, 10)
    assert sum(state.blue_pile) == 2
    rows = {tuple(ended(seed=seed)[0].row) for seed in range(30)}
    assert len(rows) > 20


def test_blue_cards_used_go_out() -> None:
    """T: only what is left in the pile can be drawn."""
    for seed in range(20):
        state, _ = ended(pile="double, blue crab", round_number=2, seed=seed)
        blue = [CARD_NAMES[card] for card in state.row if card in BLUE_CARDS]
        assert sorted(blue) == ["blue crab", "double"]
        assert sum(state.blue_pile) == 0


def test_with_two_players_all_six_again_in_round_4() -> None:
    """T: with 2 players all six are shuffled again for round 4."""
    found = set()
    for seed in range(60):
        state, _ = ended(pile="", round_number=3, seed=seed)
        blue = [CARD_NAMES[card] for card in state.row if card in BLUE_CARDS]
        found |= {*blue}
        assert (state.round, len(blue), sum(state.blue_pile)) == (4, 2, 4)
    assert found == {CARD_NAMES[card] for card in BLUE_CARDS}


@pytest.mark.parametrize(("players", "last"), [(2, 4), (3, 3), (4, 3)])
def test_the_number_of_rounds(players: int, last: int) -> None:
    """T: 4 with 2 players, 3 with 3 or 4; in the last the network counts too."""
    stations = ({"h0": 1}, {"k5": 1}, {"d8": 1}, {"a3": 1})[:players]
    for number in range(1, last + 1):
        state, events = ended(stations, round_number=number)
        assert names(events).count("scored") == players
        assert (SCHWARM.result(state) is not None) == (number == last)
