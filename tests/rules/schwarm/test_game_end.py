"""The end of the game: stations linked to the queen, shores joined, and the winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.contract import Result
from rules.schwarm import scoring as ending
from rules.schwarm.events import Crowned
from rules.schwarm.game import SCHWARM
from tests.rules.schwarm.chart import NUMBERS
from tests.rules.schwarm.positions import (
    ANA,
    AT_START,
    BEN,
    Crews,
    all_of,
    names,
    play,
    position,
    refuse,
)

ROW_FOUR = ("b4", "c4", "d4", "e4", "g4", "h4", "i4", "j4")


def road(named: Sequence[str], letter: str = "A") -> dict[str, str]:
    """Return crosses with a player's buoy on some cells."""
    return dict.fromkeys(named, f"cross {letter}")


def figures(
    stations: Crews, tiles: Mapping[str, str], fleet: str = "", others: str = "j3"
) -> tuple[int, int]:
    """Return Ana's points for queen and shores at the end."""
    result, _ = over((stations, {others: 1}), tiles, (fleet, ""))
    return result.figures["queen"][ANA], result.figures["shores"][ANA]


def over(
    stations: Sequence[Crews],
    tiles: Mapping[str, str],
    ships: Sequence[str] = (),
    points: Sequence[int] = (),
) -> tuple[Result, list[Crowned]]:
    """Return the result after Ana's last card, and the events of the final points."""
    players = len(stations)
    state = position(
        stations,
        tiles=tiles,
        ships=ships,
        points=points,
        cards=("ship", *[""] * (players - 1)),
        round_number=4 if players == 2 else 3,
    )
    events = play(state, "ship", "done")
    assert names(events)[-1] == "ended"
    result = SCHWARM.result(state)
    assert result is not None
    assert state.waiting() == ()
    assert result.figures["points"] == tuple(state.points)
    return result, all_of(events, Crowned)


def test_the_example_of_yellow() -> None:
    """Golden: 5 stations linked to the queen, 5+5+7+7+4 = 28; all four shores joined: 50."""
    stations = {"k4": 1, "a4": 1, "c0": 1, "i8": 1, "f0": 1}
    assert [NUMBERS[name] for name in stations] == [5, 5, 7, 7, 4]
    tiles = road([*ROW_FOUR, "f1", "f2", "f3", "c1", "d1", "e1", "i5", "i6", "i7"])
    assert figures(stations, tiles) == (28, 50)


def test_the_example_of_white() -> None:
    """Golden: 4 of 5 stations linked: 5+6+5+4 = 20; three shores joined: 30."""
    stations = {"e0": 1, "k5": 1, "a4": 1, "f0": 1, "d8": 1}
    tiles = road([*ROW_FOUR, "f1", "f2", "f3", "e1", "j5"])
    assert figures(stations, tiles) == (20, 30)


def test_the_example_of_red() -> None:
    """Golden: 5 stations, none linked to the queen: nothing; three shores joined: 30."""
    stations = {"i0": 1, "h0": 1, "k2": 1, "i8": 1, "a6": 1}
    tiles = road(["h1", "i1", "i2", "j2", "i3", "i4", "i5", "i6", "i7"])
    assert figures(stations, tiles) == (0, 30)


def test_two_shores() -> None:
    """T: 2 shores 10; a ship joins too."""
    assert figures({"i0": 1, "k2": 1}, road(["i1", "j2"]), "i2") == (0, 10)
    assert figures({"i0": 1, "k2": 1}, road(["i1", "i2"])) == (0, 0)


def test_one_shore_alone_is_nothing() -> None:
    """T: shores joined in one network by own stations."""
    assert figures({"g0": 1, "h0": 1}, road(["g1", "h1"])) == (0, 0)


def test_a_shore_needs_a_station() -> None:
    """T: by own stations: tiles at a shore do not do."""
    assert figures({"a4": 1}, road(ROW_FOUR)) == (5, 0)


def test_only_the_best_network_counts_for_shores() -> None:
    """R: best one network: two of two shores are 10."""
    stations = {"i0": 1, "k2": 1, "c8": 1, "a6": 1}
    assert figures(stations, road(["i1", "i2", "j2", "c7", "c6", "b6"])) == (0, 10)


def test_the_queen_joins_shores() -> None:
    """T: her cell is in the network of who is linked."""
    assert figures({"a4": 1, "k4": 1}, road(ROW_FOUR)) == (10, 10)


def test_several_roads_to_the_queen_count_once() -> None:
    """T: for each own station linked."""
    tiles = road(["f1", "f2", "f3", "e1", "e2", "e3", "e4"])
    assert figures({"f0": 1}, tiles) == (4, 0)


def test_final_points_come_on_top_of_the_network() -> None:
    """T: also: the last network counts as at the end of any round."""
    result, told = over(({"a4": 1, "k4": 1}, {"j3": 1}), road(ROW_FOUR), points=(3, 8))
    assert told[0] == Crowned(ANA, queen=10, shores=10, joined=2)
    assert told[1] == Crowned(BEN, queen=0, shores=0, joined=1)
    # two stations and researchers, eight buoys and the one on the queen
    assert result.figures["points"] == (3 + 13 + 20, 8 + 2)
    assert (result.ranking, result.winners) == (((0,), (1,)), (0,))


def test_most_points_win() -> None:
    """R: most PR wins; ties shared."""
    result, _ = over(AT_START[:4], {}, points=(5, 30, 5, 12))
    assert result.ranking == ((1,), (3,), (0, 2))
    result, _ = over(AT_START[:3], {}, points=(9, 3, 9))
    assert (result.ranking, result.winners) == (((0, 2), (1,)), (0, 2))
    result, _ = over(AT_START[:2], {}, points=(9, 9))
    assert result.is_draw


@pytest.mark.parametrize(
    ("points", "ranking"),
    [
        ((1, 2), ((1,), (0,))),
        ((0, 0, 0), ((0, 1, 2),)),
        ((4, 9, 9, 4), ((1, 2), (0, 3))),
        ((120, 9, 30, 100), ((0,), (3,), (2,), (1,))),
    ],
)
def test_ranking(points: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]) -> None:
    """R: nothing breaks a tie."""
    assert ending.ranking(points) == ranking


def test_the_winner_is_told() -> None:
    """The last event names who won alone."""
    state = position(cards=("ship", ""), round_number=4, points=(2, 30))
    assert play(state, "ship", "done")[-1].seat == 1
    state = position(cards=("ship", ""), round_number=4)
    assert play(state, "ship", "done")[-1].seat is None


def test_nothing_follows() -> None:
    """The game is over."""
    state = position(cards=("ship", ""), round_number=4)
    play(state, "ship", "done")
    for seat in (0, 1):
        assert SCHWARM.legal(state, seat) == []
        refuse(state, "ship", "card 1", "done", seat=seat)
