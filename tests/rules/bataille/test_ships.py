"""Ship moves: steps, ports, rearming, occupied squares."""

from __future__ import annotations

import pytest

from rules.bataille.board import PORT, RED, YELLOW
from rules.bataille.events import Moved, Rearmed
from rules.bataille.state import BatailleState
from rules.contract import IllegalMove
from tests.rules.bataille import by_hand
from tests.rules.bataille.positions import first, names, play, position, words


def ends(state: BatailleState, ship: str) -> set[str]:
    """Return the places where the game lets a ship end its move."""
    said = (word.split() for word in words(state))
    return {end[1] for end in said if end[0] == ship}


def block(rows: range, columns: range) -> set[str]:
    """Return the numbers in a block of the map, rows and columns from 1."""
    return {str(6 * row - 6 + column) for row in rows for column in columns}


def test_a_ship_goes_one_to_three_steps_any_way() -> None:
    """T: 1, 2 or 3 squares, forwards, backwards, sideways, diagonally, all mixed freely."""
    near = position(red={"A": 31}, yellow={"A": 6})
    assert ends(near, "A") == block(range(3, 7), range(1, 5)) - {"31"}


def test_from_the_middle_a_ship_nearly_reaches_everything() -> None:
    """T: three steps of any mix: from 15, rows 1-6 and columns 1-6 all lie within three."""
    assert ends(position(red={"A": 15}), "A") == block(range(1, 7), range(1, 7)) - {"15"}


def test_a_move_ends_elsewhere_than_it_began() -> None:
    """R: steps out and back are no move."""
    state = position(red={"A": 15})
    assert "15" not in ends(state, "A")
    assert "port" not in ends(state, "B")
    with pytest.raises(IllegalMove):
        play(state, "A 15")


@pytest.mark.parametrize("seat", [RED, YELLOW])
def test_every_reach_is_as_walked_by_hand(seat: int) -> None:
    """T and R: from every square and from the port, on an empty sea."""
    for place in range(37):
        state = position(red={"A": place}, mover=RED)
        if seat == YELLOW:
            state = position(yellow={"A": place}, mover=YELLOW)
        walked = {str(end) if end else "port" for end in by_hand.reach(seat, place)}
        assert ends(state, "A") == walked, place


@pytest.mark.parametrize(("seat", "columns"), [(RED, range(4, 7)), (YELLOW, range(1, 4))])
def test_a_ship_leaves_port_over_an_arrowed_square(seat: int, columns: range) -> None:
    """T: they put to sea by one of 4 arrowed squares; R: red 12 18 24 30, yellow 7 13 19 25.

    The first step is the arrowed square, two more follow: all six rows of three columns.
    """
    state = position(mover=seat)
    for ship in "ABC":
        assert ends(state, ship) == block(range(1, 7), columns)


@pytest.mark.parametrize(
    ("seat", "place", "home"),
    [
        (RED, 18, True),  # on an arrowed square: the first step
        (RED, 6, True),  # one step to 12, then in
        (RED, 36, True),
        (RED, 16, True),  # two steps to 18, the third in
        (RED, 4, True),
        (RED, 34, True),
        (RED, 15, False),  # three steps to 18, none left
        (RED, 3, False),
        (YELLOW, 13, True),
        (YELLOW, 1, True),
        (YELLOW, 33, True),
        (YELLOW, 22, False),
    ],
)
def test_home_is_a_step_from_an_arrowed_square(seat: int, place: int, home: bool) -> None:
    """T: back to port by ordinary moves; R: as first, second or third step of the move."""
    where = {"A": place}
    state = position(red=where) if seat == RED else position(yellow=where, mover=YELLOW)
    assert ("port" in ends(state, "A")) == home


def test_home_the_ship_is_rearmed_at_once() -> None:
    """T: in its port a ship takes the load it had at the start."""
    state = position(red={"A": 18, "B": 6, "C": 16}, red_charges=(0, 1, 0))
    events = play(state, "A port")
    assert state.charges[RED] == [4, 1, 0]
    assert state.places[RED][0] == PORT
    assert first(events, Rearmed).ship == "A"


def test_entering_port_ends_the_move_and_fires_nothing() -> None:
    """T: once there it may only leave at the next turn; a ship in port cannot fire."""
    state = position(red={"A": 18, "B": 3})
    play(state, "A port")
    assert state.waiting() == (YELLOW,)


def test_a_ship_leaves_next_turn_by_any_arrow() -> None:
    """T: it may leave at the next turn, not only by the square it came in."""
    state = position(red={"A": 18})
    play(state, "A port", "A 1", "hold")
    assert state.waiting() == (RED,)
    assert {"12", "18", "24", "30"} <= ends(state, "A")
    play(state, "A 30")
    assert state.places[RED][0] == 30


def test_several_ships_share_the_port() -> None:
    """T: ships start in port together."""
    state = position(red={"A": 18})
    play(state, "A port")
    assert state.places[RED] == [PORT] * 3


def test_a_ship_may_pass_over_any_ship() -> None:
    """R: ships do not stop one another: from a corner behind three ships it goes on."""
    state = position(red={"A": 31, "B": 25}, yellow={"A": 26, "B": 32})
    expected = block(range(3, 7), range(1, 5)) - {"31", "25", "26", "32"}
    assert ends(state, "A") == expected


def test_a_ship_may_not_end_on_a_ship() -> None:
    """R: neither on an own one nor on an enemy."""
    state = position(red={"A": 15, "B": 16}, yellow={"A": 14})
    assert not {"14", "16"} & ends(state, "A")
    for number in (14, 16):
        with pytest.raises(IllegalMove):
            play(state, f"A {number}")


def test_a_sunk_ship_leaves_its_square_free() -> None:
    """T: a sunk ship is removed from the game: it neither moves nor stands in the way."""
    state = position(red={"A": 15, "B": "sunk"}, yellow={"A": "sunk"})
    assert ends(state, "A") == block(range(1, 7), range(1, 7)) - {"15"}
    assert ends(state, "B") == set()


def test_leaving_port_over_ships_on_the_arrows() -> None:
    """R: the first step may pass over ships standing on all four arrowed squares."""
    state = position(red={"A": 12}, yellow={"A": 18, "B": 24, "C": 30})
    assert ends(state, "B") == block(range(1, 7), range(4, 7)) - {"12", "18", "24", "30"}


def test_nobody_enters_the_other_port() -> None:
    """R: the squares before it are open, the port is not."""
    for arrow in (7, 13, 19, 25):
        assert "port" not in ends(position(red={"A": arrow}), "A")
        assert str(arrow) in ends(position(red={"A": 14}), "A")
    for arrow in (12, 18, 24, 30):
        assert "port" not in ends(position(yellow={"A": arrow}, mover=YELLOW), "A")


def test_only_one_ship_moves_a_turn() -> None:
    """T: one of the ships may move each turn."""
    state = position(red={"A": 18, "B": 24})
    play(state, "A 16")
    assert words(state) == ["drop 100", "drop 200", "drop 300", "hold"]
    play(state, "hold")
    assert state.waiting() == (YELLOW,)


def test_players_take_turns() -> None:
    """T: each plays in turn."""
    state = position()
    movers = []
    for _ in range(6):
        movers.append(state.waiting()[0])
        play(state, words(state)[0])
        while state.waiting() == (movers[-1],):
            play(state, "hold")
    assert movers == [RED, YELLOW] * 3


def test_a_move_is_announced_to_all() -> None:
    """T: the surface is seen by both: which ship went from where to where."""
    state = position(red={"A": 18})
    events = play(state, "A 16")
    assert names(events) == ["moved"]
    for look in (RED, YELLOW, None):
        assert events[0].seen_by(look) == Moved(RED, "A", 18, 16, in_doubt=True)
